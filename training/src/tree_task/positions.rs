//! Files of positions, one on each text line.

use std::fs;
use std::path::Path;

use dolmen::game::{Game, ParseGameError};

use crate::common::{Failure, cannot};

/// The positions that `growth` searches by default.
const BUILT_IN: &str = include_str!("../../positions/growth.txt");

/// The form of a position, for messages.
const FORM: &str = "a line is a rule, a size and the moves, such as renju 15x15 h8 i9";

/// The maximum length of a word in a message, in characters.
const MAX_WORD: usize = 30;

/// Returns the built-in positions.
pub(super) fn built_in() -> Result<Vec<Game>, Failure> {
    parse("the built-in positions", BUILT_IN)
}

/// Reads a file of positions.
pub(super) fn read(path: &Path) -> Result<Vec<Game>, Failure> {
    let name = path.display();
    if path.is_dir() {
        return Err(format!("{name} is a folder: expected a file of positions; {FORM}").into());
    }
    let bytes = fs::read(path).map_err(|error| cannot("read", path, error))?;
    let text = String::from_utf8(bytes)
        .map_err(|_| format!("{name} is not a text: expected a file of positions; {FORM}"))?;
    parse(&name.to_string(), &text)
}

/// Parses positions. Empty lines and those that begin with `#` are left out.
fn parse(name: &str, text: &str) -> Result<Vec<Game>, Failure> {
    let lines = text.lines().zip(1..).filter(|(line, _)| !line.is_empty());
    let games = lines.filter(|(line, _)| !line.starts_with('#')).map(|(line, number)| {
        line.parse().map_err(|error| {
            format!("{name}, line {number}: {}; {FORM}", with_short_words(line, error))
        })
    });
    Ok(games.collect::<Result<_, String>>()?)
}

/// Returns the error of a line; if the line has long words, which no position has, that of the line with short
/// ones.
fn with_short_words(line: &str, error: ParseGameError) -> ParseGameError {
    let short = |word: &str| match word.char_indices().nth(MAX_WORD) {
        Some((end, _)) => format!("{}…", &word[..end]),
        None => word.to_owned(),
    };
    let words: Vec<_> = line.split_whitespace().map(short).collect();
    words.join(" ").parse::<Game>().err().unwrap_or(error)
}
