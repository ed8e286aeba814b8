//! The journal of judgements beside a file of openings that is not finished: one text line for each, so that the same
//! command continues after an interruption.
//!
//! Invariant: the file has a complete text line for every judgement before the next one begins.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::mem;
use std::path::{Path, PathBuf};

use dolmen::board::{BoardSize, Point};
use dolmen::notation::moves::{self, offsets};
use dolmen::protocol::reading::{Reading, Value};

use crate::commands::status::Problem;
use crate::openings::{Judgement, Known};
use crate::store::{StoreError, lock};

/// The ending of the name, after that of the file of openings.
const ENDING: &str = ".judged";
/// The text of a judgement without an evaluation.
const NO_VALUE: &str = "none";

/// A journal that is being written.
#[derive(Debug)]
pub(super) struct Journal {
    path: PathBuf,
    file: File,
    size: BoardSize,
    known: Known,
    is_empty: bool,
}

impl Journal {
    /// Opens the journal of a command beside its output, or begins one.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or written, belongs to another command, or is being written.
    pub(super) fn open(output: &Path, size: BoardSize, command: &str) -> Result<Self, Problem> {
        let mut path = output.as_os_str().to_owned();
        path.push(ENDING);
        let path = PathBuf::from(path);
        let file = File::options().create(true).read(true).append(true).open(&path);
        let mut file = file.map_err(Problem::file(output))?;
        lock(&file, &path).map_err(|error| match error {
            StoreError::Locked(_) => {
                Problem::usage(format!("{}: another command writes this file", output.display()))
            }
            error => Problem::results(error),
        })?;
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(Problem::file(&path))?;
        // A kill may leave the last line incomplete.
        let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
        let mut lines = whole.lines();
        if lines.next().is_some_and(|first| first != command) {
            let reason = "the file has the judgements of another command: repeat that command, or remove the file";
            return Err(Problem::usage(format!("{}: {reason}", path.display())));
        }
        let known = lines.map(|line| judgement_of(line, size)).collect::<Option<Known>>();
        let known = known.ok_or_else(|| {
            let reason = "the file is damaged: remove it to begin anew";
            Problem::results(format!("{}: {reason}", path.display()))
        })?;
        let begun = file
            .set_len(whole.len() as u64)
            .and_then(|()| if whole.is_empty() { writeln!(file, "{command}") } else { Ok(()) });
        begun.map_err(Problem::file(&path))?;
        Ok(Self { path, file, size, is_empty: known.is_empty(), known })
    }

    /// Takes the values of the judgements that the file had when it was opened.
    pub(super) fn take_known(&mut self) -> Known {
        mem::take(&mut self.known)
    }

    /// Adds a judgement.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub(super) fn add(&mut self, judgement: Judgement<'_>) -> Result<(), Problem> {
        self.is_empty = false;
        let (value, moves) = (text_of(judgement.value), offsets(judgement.moves, self.size));
        writeln!(self.file, "{value}: {moves}").map_err(Problem::file(&self.path))
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

/// Returns the moves and the value of a judgement; `None` if the text is no judgement.
fn judgement_of(text: &str, size: BoardSize) -> Option<(Vec<Point>, Option<Value>)> {
    let (value, moves) = text.split_once(": ")?;
    let moves = moves::read_offsets(moves, size).ok()?;
    let value = if value == NO_VALUE { None } else { Some(Reading::of(value).value?) };
    Some((moves, value))
}
