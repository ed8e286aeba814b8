//! The process of an engine of the configuration: the command that starts it, and its last lines,
//! for the record of its failure.
//!
//! Invariant: the memory for its last lines is bounded.

use std::collections::VecDeque;

use game_engine_process::EngineCommand;

use crate::config::EngineConfig;

/// The number of lines that are kept.
const LINES: usize = 5;
/// The number of bytes that are kept of each.
const LINE_BYTES: usize = 200;
/// The number of bytes of the end of the standard error that are shown: a panic of Rust with its
/// backtrace takes some three thousand.
const STDERR_BYTES: usize = 4000;

/// Returns the command that starts the engine on these processors.
pub(crate) fn command(engine: &EngineConfig, cpus: &[usize]) -> EngineCommand {
    EngineCommand::from_words(&engine.command, engine.folder.as_deref()).cpus(cpus.to_vec())
}

/// The last lines that an engine printed.
#[derive(Debug, Default)]
pub(super) struct LastLines(VecDeque<String>);

impl LastLines {
    pub(super) fn add(&mut self, line: &str) {
        if self.0.len() == LINES {
            self.0.pop_front();
        }
        self.0.push_back(cut(line, LINE_BYTES).to_owned());
    }

    /// Returns the lines and the end of the standard error; `None` if both are empty.
    pub(super) fn and_stderr(&self, stderr: &[u8]) -> Option<String> {
        let mut parts: Vec<String> = self.0.iter().map(|line| format!("stdout: {line}")).collect();
        let from = stderr.len().saturating_sub(STDERR_BYTES);
        let stderr = String::from_utf8_lossy(&stderr[from..]);
        parts.extend(stderr.lines().map(|line| format!("stderr: {line}")));
        (!parts.is_empty()).then(|| parts.join("\n"))
    }
}

/// Returns the longest prefix of a text of at most this many bytes.
pub(super) fn cut(text: &str, bytes: usize) -> &str {
    let end = (0..=bytes.min(text.len())).rev().find(|&end| text.is_char_boundary(end));
    &text[..end.unwrap_or(0)]
}
