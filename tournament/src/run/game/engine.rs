//! The process of an engine of the configuration: the command that starts it, and its last lines,
//! for the record of its failure.
//!
//! Invariant: the memory for its last lines is bounded.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};

use game_engine_process::EngineCommand;

use crate::config::EngineConfig;

/// The number of lines that are kept.
const LINES: usize = 5;
/// The number of bytes that are kept of each.
const LINE_BYTES: usize = 200;
/// The number of bytes of the end of the standard error that are shown: a panic of Rust with its
/// backtrace takes some three thousand.
const STDERR_BYTES: usize = 4000;

/// Returns the command that starts the engine. Words before the first that names a file are a
/// prefix, so that the file is found whatever the folder.
pub(crate) fn command(engine: &EngineConfig, cpus: &[usize]) -> EngineCommand {
    let is_file = |word: &String| Path::new(word).components().count() > 1 && is_file(word);
    let place = engine.command.iter().position(is_file).unwrap_or(0);
    let program = &engine.command[place];
    let mut command = EngineCommand::new(program)
        .prefix(&engine.command[..place])
        .args(&engine.command[place + 1..])
        .cpus(cpus.to_vec());
    if let Some(folder) = folder_of(engine, program) {
        command = command.folder(folder);
    }
    command
}

fn is_file(word: &str) -> bool {
    Path::new(word).is_file()
}

/// The working folder: that of the executable, unless the configuration names one.
fn folder_of(engine: &EngineConfig, program: &str) -> Option<PathBuf> {
    let beside = || Some(Path::new(program).parent()?.to_owned());
    let folder = engine.folder.clone().or_else(beside)?;
    (!folder.as_os_str().is_empty()).then_some(folder)
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
