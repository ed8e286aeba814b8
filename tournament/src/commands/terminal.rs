//! The streams of a command.

use std::fmt;
use std::io::Write;
use std::path::Path;

use crate::commands::status::Problem;
use crate::show::{clean, clean_line};
use crate::store::ResultsFile;

/// The streams to which a command writes.
pub struct Terminal<'a> {
    /// The stream of results.
    pub out: &'a mut (dyn Write + Send),
    /// The stream of messages.
    pub err: &'a mut (dyn Write + Send),
    /// Indicates whether `err` is a terminal, the standard error of the program.
    pub is_live: bool,
    /// The width of the terminal, in columns.
    pub width: usize,
}

impl fmt::Debug for Terminal<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Terminal").field("is_live", &self.is_live).finish_non_exhaustive()
    }
}

impl Terminal<'_> {
    /// Prints a message. A closed stream is not an error.
    pub(crate) fn say(&mut self, line: &str) {
        if let Err(error) = writeln!(self.err, "{}", clean(line)) {
            log::debug!("standard error: {error}");
        }
    }

    /// Prints results.
    pub(crate) fn print(&mut self, text: &str) -> Result<(), Problem> {
        let text: String = text.lines().map(|line| clean_line(line) + "\n").collect();
        let written = self.out.write_all(text.as_bytes()).and_then(|()| self.out.flush());
        written.map_err(|error| Problem::results(format!("standard output: {error}")))
    }
}

/// Reads a file of results, and prints a note if it ends in the middle of a line.
pub(super) fn load(path: &Path, terminal: &mut Terminal) -> Result<ResultsFile, Problem> {
    let file = ResultsFile::read(path).map_err(Problem::results)?;
    say_torn(&file, terminal);
    Ok(file)
}

/// Prints a note if a file ends in the middle of a line.
pub(super) fn say_torn(file: &ResultsFile, terminal: &mut Terminal) {
    if let Some(line) = file.torn {
        let path = file.path.display();
        terminal.say(&format!("{path}: line {line} is incomplete and is ignored"));
    }
}
