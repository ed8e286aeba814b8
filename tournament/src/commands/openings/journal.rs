//! The journal of judgements beside a file of openings that is not finished: one text line for each, so that the same
//! command continues after an interruption.
//!
//! Invariant: the file has a complete text line for every judgement before the next one begins.

use std::fs::{self, File};
use std::io::{self, Write};
use std::mem;
use std::path::PathBuf;

use dolmen::protocol::reading::{Reading, Value};

use super::results;
use crate::commands::status::Problem;

/// The text of a judgement without an evaluation.
const NO_VALUE: &str = "none";

/// A journal that is being written.
#[derive(Debug)]
pub(super) struct Journal {
    path: PathBuf,
    file: File,
    known: Vec<Option<Value>>,
    is_empty: bool,
}

impl Journal {
    /// Opens the journal of a command, or begins one.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or written, or belongs to another command.
    pub(super) fn open(path: PathBuf, command: &str) -> Result<Self, Problem> {
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(results(&path, error)),
        };
        // A kill may leave the last line incomplete.
        let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
        let mut lines = whole.lines();
        if lines.next().is_some_and(|first| first != command) {
            let reason = "the file has the judgements of another command: expected none, or those of this \
                          command; remove it to begin anew";
            return Err(Problem::usage(format!("{}: {reason}", path.display())));
        }
        let known = lines.map(value_of).collect::<Option<Vec<_>>>();
        let known =
            known.ok_or_else(|| results(&path, "the file is damaged: remove it to begin anew"))?;
        let file = File::options().create(true).append(true).open(&path);
        let file = file.and_then(|mut file| {
            file.set_len(whole.len() as u64)?;
            if whole.is_empty() {
                writeln!(file, "{command}")?;
            }
            Ok(file)
        });
        let file = file.map_err(|error| results(&path, error))?;
        Ok(Self { path, file, is_empty: known.is_empty(), known })
    }

    /// Takes the values of the judgements that the file had when it was opened.
    pub(super) fn take_known(&mut self) -> Vec<Option<Value>> {
        mem::take(&mut self.known)
    }

    /// Adds a judgement.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub(super) fn add(&mut self, value: Option<Value>) -> Result<(), Problem> {
        self.is_empty = false;
        writeln!(self.file, "{}", text_of(value)).map_err(|error| results(&self.path, error))
    }

    /// Removes the file, if it can be removed: a journal of a complete file does no harm.
    pub(super) fn remove(self) {
        drop(self.file);
        if let Err(error) = fs::remove_file(&self.path) {
            log::warn!("{}: {error}", self.path.display());
        }
    }

    /// Removes the file if it has no judgements.
    pub(super) fn remove_if_empty(self) {
        if self.is_empty {
            self.remove();
        }
    }
}

/// Returns the text of a judgement, in the words of engines.
fn text_of(value: Option<Value>) -> String {
    match value {
        Some(Value::Units(units)) => format!("ev {units}"),
        Some(Value::Win(plies)) => format!("ev +M{plies}"),
        Some(Value::Loss(plies)) => format!("ev -M{plies}"),
        None => NO_VALUE.to_owned(),
    }
}

/// Returns the value of a judgement; `None` if the text is no judgement.
fn value_of(text: &str) -> Option<Option<Value>> {
    if text == NO_VALUE { Some(None) } else { Reading::of(text).value.map(Some) }
}
