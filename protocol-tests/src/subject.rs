//! The engine under test and its command.

use std::ffi::OsString;
use std::path::PathBuf;

/// The engine under test and the way to start it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// Words before the program, such as `wine64`; empty for none.
    pub prefix: Vec<OsString>,
    /// The engine's executable.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// The INFO lines that precede everything else, such as `pondering 1`.
    pub info: Vec<String>,
}

impl Subject {
    /// A program without prefix and arguments.
    pub fn new(program: impl Into<PathBuf>) -> Self {
        Self {
            prefix: Vec::new(),
            program: program.into(),
            arguments: Vec::new(),
            info: Vec::new(),
        }
    }
}
