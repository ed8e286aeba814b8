//! Reads files of openings in four forms.
//!
//! Invariant: every error names the file, and the line unless the file as a whole is at fault.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use dolmen::board::{BoardSize, Point};
use dolmen::notation::{Defaults, NotationError, Place, Problem, Record, moves, psq, sgf};
use dolmen::rules::Rule;
use thiserror::Error;

use crate::openings::check::{BadOpening, check};
use crate::openings::lists;
use crate::openings::opening::{Opening, OpeningForm};

/// The beginning of the comment of an opening move, as c-gomoku-cli writes it.
pub(crate) const OPENING_COMMENT: &str = "opening move";

/// Openings that cannot be read.
#[derive(Debug, Error)]
#[error("{}:{} {fault}", file.display(), line.map(|line| format!("{line}:")).unwrap_or_default())]
pub struct ReadOpeningsError {
    /// The file.
    pub file: PathBuf,
    /// The line, from 1; `None` for the whole file.
    pub line: Option<usize>,
    /// The fault of the line.
    #[source]
    pub fault: Fault,
}

/// The fault of a file of openings.
#[derive(Debug, Error)]
pub enum Fault {
    /// The file cannot be opened or read.
    #[error(transparent)]
    Unreadable(io::Error),
    /// The file is empty.
    #[error("the file contains no openings")]
    Empty,
    /// A text line is invalid.
    #[error("{0}")]
    Text(Problem),
    /// A text line is invalid in the requested form, but the file looks like another one.
    #[error("{0}; {selection}", selection = selection(*.1))]
    OtherForm(Problem, OpeningForm),
    /// A record is of a game on another board.
    #[error("the record has a board of {0}: expected {1}")]
    OtherBoard(BoardSize, BoardSize),
    /// A colour moves twice.
    #[error("the record has a pass: expected black and white stones in turn")]
    Pass,
    /// An opening cannot be played.
    #[error(transparent)]
    Opening(BadOpening),
}

/// A fault and its line, which is `None` for the whole file.
type LineFault = (Option<usize>, Fault);

/// An opening that is not checked yet.
struct Draft {
    /// The line where the opening starts, from 1.
    line: usize,
    /// Its moves, black first, each with its line.
    moves: Vec<(usize, Point)>,
}

/// Reads a text in a form.
fn drafts(text: &str, form: OpeningForm, size: BoardSize) -> Result<Vec<Draft>, LineFault> {
    let defaults = Defaults { size, ..Defaults::default() };
    let records = match form {
        _ if text.trim().is_empty() => Vec::new(),
        OpeningForm::Offsets => {
            let drafts = lists::content(text).map(|(line, words)| {
                let moves = moves::read_offsets(words, size)
                    .map_err(|problem| (Some(line), Fault::Text(problem)))?;
                Ok(Draft { line, moves: moves.into_iter().map(|point| (line, point)).collect() })
            });
            return drafts.collect();
        }
        OpeningForm::Positions => {
            let records = lists::content(text).map(|(line, words)| {
                let mut record = moves::read(words, &defaults)
                    .map_err(|error| (Some(line), Fault::Text(error.problem)))?;
                record.line = line;
                Ok(record)
            });
            records.collect::<Result<_, _>>()?
        }
        OpeningForm::Sgf => sgf::read_all(text, &defaults).map_err(line_fault)?,
        OpeningForm::Psq => vec![psq::read(text, &defaults).map_err(line_fault)?],
    };
    let is_list = form == OpeningForm::Positions;
    records.iter().map(|record| opening_of(record, size, is_list)).collect()
}

fn line_fault(error: NotationError) -> LineFault {
    let line = match error.place {
        Place::Line(line) => Some(line),
        Place::File | Place::Byte(_) | Place::Move(_) => None,
    };
    (line, Fault::Text(error.problem))
}

/// Returns the opening of a game: its moves up to the last one that is marked as an opening move, or all of
/// the main line if none is. In a list, all moves are on the text line of their opening.
fn opening_of(record: &Record, size: BoardSize, is_list: bool) -> Result<Draft, LineFault> {
    if record.size != size {
        return Err((Some(record.line), Fault::OtherBoard(record.size, size)));
    }
    let nodes: Vec<_> =
        record.path(record.end()).into_iter().skip(1).map(|id| &record.nodes()[id]).collect();
    let marked = nodes.iter().rposition(|node| node.comment.starts_with(OPENING_COMMENT));
    let count = marked.map_or(nodes.len(), |last| last + 1);
    let moves = nodes.into_iter().take(count).map(|node| {
        let line = if is_list { record.line } else { node.line };
        node.point.map(|point| (line, point)).ok_or((Some(line), Fault::Pass))
    });
    Ok(Draft { line: record.line, moves: moves.collect::<Result<_, _>>()? })
}

/// Reads the openings of a file and checks them. Without a form, the extension of the file decides, or else
/// its first words.
///
/// Each opening is named after its file and its first line.
///
/// # Errors
/// Returns an error if the file cannot be read or holds no opening, or for the first text line or opening
/// that is invalid on this board and under this rule.
pub fn read(
    path: &Path,
    form: Option<OpeningForm>,
    size: BoardSize,
    rule: Rule,
) -> Result<Vec<Opening>, ReadOpeningsError> {
    let error = |line, fault| ReadOpeningsError { file: path.to_owned(), line, fault };
    let bytes = fs::read(path).map_err(|source| error(None, Fault::Unreadable(source)))?;
    let text = String::from_utf8_lossy(&bytes);
    let text = text.trim_start_matches('\u{feff}');
    let likely = guess(path, text);
    let form = form.unwrap_or(likely);
    let drafts = drafts(text, form, size).map_err(|(line, fault)| match fault {
        Fault::Text(problem) if form != likely => error(line, Fault::OtherForm(problem, likely)),
        fault => error(line, fault),
    })?;
    if drafts.is_empty() {
        return Err(error(None, Fault::Empty));
    }
    let file = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    let checked = drafts.into_iter().map(|Draft { line, moves }| {
        let (lines, moves): (Vec<usize>, _) = moves.into_iter().unzip();
        let opening = Opening { name: format!("{file}:{line}"), moves };
        match check(&opening, size, rule) {
            Ok(()) => Ok(opening),
            Err(bad) => Err(error(Some(lines[bad.number() - 1]), Fault::Opening(bad))),
        }
    });
    checked.collect()
}

/// Returns the words that select a form, with those of c-gomoku-cli, if it knows the form.
const fn selection(form: OpeningForm) -> &'static str {
    match form {
        OpeningForm::Offsets => "numbers are form=offsets (c-gomoku-cli: type=offset)",
        OpeningForm::Positions => "points such as h8i9 are form=positions (c-gomoku-cli: type=pos)",
        OpeningForm::Sgf => "SGF is form=sgf",
        OpeningForm::Psq => "a record of Piskvork is form=psq",
    }
}

/// Returns the form that a file most likely has, by its extension and its first words.
fn guess(path: &Path, text: &str) -> OpeningForm {
    let extension = path.extension().map(|extension| extension.to_ascii_lowercase());
    match extension.as_deref().and_then(|extension| extension.to_str()) {
        Some("sgf") => return OpeningForm::Sgf,
        Some("psq") => return OpeningForm::Psq,
        _ => {}
    }
    let first = lists::content(text).next().map_or("", |(_, words)| words);
    if first.starts_with('(') {
        OpeningForm::Sgf
    } else if psq::is_psq(first) {
        OpeningForm::Psq
    } else if first.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
        OpeningForm::Positions
    } else {
        OpeningForm::Offsets
    }
}

#[cfg(test)]
mod tests;
