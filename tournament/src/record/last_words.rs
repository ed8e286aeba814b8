//! The last words of an engine that ended, in the form of a record, and the text line that gives the reason.

use game_engine_process::StderrSoFar;

/// The prefixes of the text lines of either stream.
const STDOUT: &str = "stdout: ";
const STDERR: &str = "stderr: ";

/// Returns a description, followed by the text line of the last words that gives the reason for the end;
/// without output on standard error, by the last text line of the standard output.
pub(crate) fn with_last_line(description: &str, words: Option<&str>) -> String {
    let of = |stream: &str| {
        let lines = words.unwrap_or_default().lines();
        lines.filter_map(|line| line.strip_prefix(stream)).collect::<Vec<_>>()
    };
    let tail = of(STDERR).join("\n").into_bytes();
    let reason = StderrSoFar { total: tail.len() as u64, tail }.last_words();
    match (reason, of(STDOUT).last()) {
        (Some(reason), _) => format!("{description}: {reason}"),
        (None, Some(line)) => format!("{description}; its last line: {line:?}"),
        (None, None) => description.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::with_last_line;

    #[test]
    fn the_line_that_says_why() {
        for (words, expected) in [
            (None, "ended"),
            (Some(""), "ended"),
            (Some("stdout: OK\nstdout: DBG 42"), "ended; its last line: \"DBG 42\""),
            (
                Some("stdout: OK\nstderr: File x\nstderr: ValueError: oops\nstderr: "),
                "ended: ValueError: oops",
            ),
        ] {
            assert_eq!(with_last_line("ended", words), expected);
        }
    }
}
