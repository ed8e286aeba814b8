//! The last lines of an engine, for the record of its failure.
//!
//! Invariant: bounded, however much an engine says.

use std::collections::VecDeque;

/// The number of lines that are kept.
const LINES: usize = 5;
/// The number of bytes that are kept of each.
const LINE_BYTES: usize = 200;
/// The number of bytes of the end of the standard error that are shown: a panic of Rust with its
/// backtrace takes some three thousand.
const STDERR_BYTES: usize = 4000;

/// The last lines that an engine printed.
#[derive(Debug, Default)]
pub(super) struct Words(VecDeque<String>);

impl Words {
    pub(super) fn add(&mut self, line: &str) {
        if self.0.len() == LINES {
            self.0.pop_front();
        }
        self.0.push_back(cut(line, LINE_BYTES).to_owned());
    }

    /// The lines, then the end of the standard error; none if there is nothing.
    pub(super) fn and_stderr(&self, stderr: &[u8]) -> Option<String> {
        let mut parts: Vec<String> = self.0.iter().map(|line| format!("stdout: {line}")).collect();
        let from = stderr.len().saturating_sub(STDERR_BYTES);
        let stderr = String::from_utf8_lossy(&stderr[from..]);
        parts.extend(stderr.lines().map(|line| format!("stderr: {line}")));
        (!parts.is_empty()).then(|| parts.join("\n"))
    }
}

/// The longest beginning of a text that takes no more bytes.
pub(super) fn cut(text: &str, bytes: usize) -> &str {
    let end = (0..=bytes.min(text.len())).rev().find(|&end| text.is_char_boundary(end));
    &text[..end.unwrap_or(0)]
}
