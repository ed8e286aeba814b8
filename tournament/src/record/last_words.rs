//! The last line of an engine that ended, which says most about the reason.

/// The beginnings of the lines of last words.
const STDOUT: &str = "stdout: ";
const STDERR: &str = "stderr: ";
/// Rust's hint after the message of a panic.
const HINT: &str = "note: ";

/// Returns a description with the last line of these last words: of the standard error, or if there is none,
/// of the standard output.
pub(crate) fn with_last_line(description: &str, words: Option<&str>) -> String {
    let last = |stream: &str| {
        let mut lines = words?.lines().filter_map(|line| line.strip_prefix(stream)).map(str::trim);
        lines.rfind(|line| !line.is_empty() && !line.starts_with(HINT))
    };
    match (last(STDERR), last(STDOUT)) {
        (Some(line), _) => format!("{description}: {line}"),
        (None, Some(line)) => format!("{description}; its last line: {line:?}"),
        (None, None) => description.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::with_last_line;

    #[test]
    fn the_line_that_says_most() {
        for (words, expected) in [
            (None, "ended"),
            (Some(""), "ended"),
            (Some("stdout: OK\nstdout: DBG 42\n"), "ended; its last line: \"DBG 42\""),
            (
                Some("stdout: OK\nstderr: File x\nstderr: ValueError: oops\nstderr: "),
                "ended: ValueError: oops",
            ),
            (
                Some(
                    "stderr: panicked at main.rs:\nstderr: index out of bounds\nstderr: note: run with `RUST_BACKTRACE=1`",
                ),
                "ended: index out of bounds",
            ),
        ] {
            assert_eq!(with_last_line("ended", words), expected);
        }
    }
}
