//! The line on the stderr of a crashed engine that gives the reason.

/// Parts of the text lines that report a crash in C and C++, Go and Java, and from the sanitizers.
const REPORTS: [&str; 6] =
    ["what():", "Assertion ", "panic: ", "Exception in thread", "Sanitizer: ", "fatal error"];

/// Suffixes of the first word of such a line in Python, JavaScript and Java.
const ERROR_NAMES: [&str; 3] = ["Error", "Exception", "KeyboardInterrupt"];

/// Part of the first line of a Rust panic; the message is on the next line.
const PANICKED: &str = " panicked at ";

/// Returns the line of an engine's stderr that gives the reason for its end: the message of the last
/// exception or panic; without one, the last line that begins with `error:`, as command-line programs print
/// it; without that, the last line that is not blank.
pub(crate) fn last_words(stderr: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(stderr);
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let report = lines.iter().rposition(|line| is_report(line));
    let Some(place) = report else {
        let is_error = |line: &&&str| line.to_lowercase().starts_with("error:");
        let line = lines.iter().rfind(is_error).or(lines.last());
        return line.map(|line| line.trim().to_owned());
    };
    let message = lines.get(place + 1).filter(|_| lines[place].contains(PANICKED));
    Some(match message {
        Some(message) => format!("{} {}", lines[place].trim(), message.trim()),
        None => lines[place].trim().to_owned(),
    })
}

/// Returns whether a line reports a crash. The lines of a traceback are indented; the report is not, except
/// the message of a C++ exception.
fn is_report(line: &str) -> bool {
    let name = line.split([':', ' ']).next().unwrap_or_default();
    let is_error = ERROR_NAMES.iter().any(|end| name.ends_with(end));
    is_error || line.contains(PANICKED) || REPORTS.iter().any(|part| line.contains(part))
}

#[cfg(test)]
mod tests {
    use super::last_words;

    #[test]
    fn the_reason_is_found_in_reports_of_several_languages() {
        let check = |stderr: &str, expected: &str| {
            assert_eq!(last_words(stderr.as_bytes()).as_deref(), Some(expected), "{stderr}");
        };
        check(
            "loading\nTraceback (most recent call last):\n  File \"mine.py\", line 3, in <module>\n    \
             raise ValueError(\"oops\")\nValueError: oops\n",
            "ValueError: oops",
        );
        check(
            "\nthread 'main' (17) panicked at src/main.rs:4:5:\nindex out of bounds\nnote: run with \
             `RUST_BACKTRACE=1`\n",
            "thread 'main' (17) panicked at src/main.rs:4:5: index out of bounds",
        );
        check(
            "terminate called after throwing an instance of 'std::out_of_range'\n  what():  range\n",
            "what():  range",
        );
        check("panic: boom\n\ngoroutine 1 [running]:\nmain.main()\n", "panic: boom");
        check(
            "/tmp/a.js:3\nthrow new TypeError('no')\n^\n\nTypeError: no\n    at Object\n\nNode.js v20\n",
            "TypeError: no",
        );
        check(
            "a.out: a.c:3: main: Assertion `0' failed.\nAborted\n",
            "a.out: a.c:3: main: Assertion `0' failed.",
        );
        check("depth 1\ndepth 2\n\n", "depth 2");
        check(
            "error: unknown player\n\nUsage: mine NAME\n\nFor more information, try '--help'.\n",
            "error: unknown player",
        );
        assert_eq!(last_words(b" \n"), None);
    }
}
