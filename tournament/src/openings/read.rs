//! Reads files of openings, in four forms.
//!
//! Invariant: every error names the file, and the line unless the file as a whole is at fault.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use dolmen::board::BoardSize;
use dolmen::rules::Rule;
use thiserror::Error;

use crate::openings::check::BadOpening;
use crate::openings::lists::{self, Draft};
use crate::openings::opening::{Opening, OpeningForm};
use crate::openings::psq::{is_psq, parse_psq};
use crate::openings::sgf::parse_sgf;
use crate::openings::written::{BadText, Complaint, WrittenGame};

/// Openings that cannot be read.
#[derive(Debug, Error)]
#[error("{}:{} {fault}", file.display(), line.map(|line| format!("{line}:")).unwrap_or_default())]
pub struct ReadOpeningsError {
    /// The file.
    pub file: PathBuf,
    /// The line, from 1; none when it is the whole file.
    pub line: Option<usize>,
    /// The fault of the line.
    #[source]
    pub fault: Fault,
}

/// The fault of a file of openings.
#[derive(Debug, Error)]
pub enum Fault {
    /// It cannot be opened or read.
    #[error(transparent)]
    Unreadable(io::Error),
    /// There is no opening in it.
    #[error("the file contains no openings")]
    Empty,
    /// A line cannot be understood.
    #[error(transparent)]
    Text(BadText),
    /// An opening cannot be played.
    #[error(transparent)]
    Opening(BadOpening),
}

/// Reads a text in a form.
pub(super) fn drafts(
    text: &str,
    form: OpeningForm,
    size: BoardSize,
) -> Result<Vec<Draft>, Complaint> {
    match form {
        OpeningForm::Offsets => lists::offsets(text, size),
        OpeningForm::Positions => lists::positions(text),
        OpeningForm::Sgf => {
            parse_sgf(text)?.into_iter().map(|game| opening_of(game, size)).collect()
        }
        OpeningForm::Psq => {
            parse_psq(text)?.into_iter().map(|game| opening_of(game, size)).collect()
        }
    }
}

/// The opening of a game: its stones before the first move and the moves that are marked as
/// opening moves, or all if none is.
fn opening_of(game: WrittenGame, size: BoardSize) -> Result<Draft, Complaint> {
    if let Some(board) = game.board
        && board.sides != (size.width(), size.height())
    {
        return Err((board.line, BadText::OtherBoard(board.text)));
    }
    let marked = game.moves.iter().skip(game.setup).take_while(|moved| moved.is_opening).count();
    let count = if marked > 0 { game.setup + marked } else { game.moves.len() };
    let moves = game.moves.into_iter().take(count).map(|moved| (moved.line, moved.at)).collect();
    Ok(Draft { line: game.line, moves })
}

/// Reads the openings of a file and checks them. Without a form, the file's name and, if that
/// does not tell, its first words decide.
///
/// Each opening is named after its file and its first line.
///
/// # Errors
/// If the file cannot be read or holds no opening, or at the first line or opening that is
/// wrong on this board and under this rule.
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
    let form = form.unwrap_or_else(|| guess(path, text));
    let drafts =
        drafts(text, form, size).map_err(|(line, text)| error(Some(line), Fault::Text(text)))?;
    if drafts.is_empty() {
        return Err(error(None, Fault::Empty));
    }
    let file = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    let checked = drafts.iter().map(|draft| {
        let name = format!("{file}:{}", draft.line);
        let complaint =
            |bad: BadOpening| error(Some(draft.line_of(bad.number())), Fault::Opening(bad));
        draft.check(name, size, rule).map_err(complaint)
    });
    checked.collect()
}

/// The form that a file most likely has.
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
    } else if is_psq(first) {
        OpeningForm::Psq
    } else if first.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
        OpeningForm::Positions
    } else {
        OpeningForm::Offsets
    }
}

#[cfg(test)]
mod tests;
