//! The command lines of [c-gomoku-cli](https://github.com/dhbloo/c-gomoku-cli), by what its
//! manual says and its users expect. Where the two differ, and where a number of it would
//! make results less true, a note tells.
//!
//! Invariant: an option is obeyed, noted as without effect, or an error; none is dropped in
//! silence. Options with `--` are those of the own dialect and count before it.

use std::ffi::OsString;
use std::fmt;
use std::mem;

use clap::Parser;

use crate::arguments::own::Arguments;
use crate::arguments::{ArgumentsError, Run};
use reader::Reader;

mod reader;

/// Options, and how many words belong to them.
const OPTIONS: [(&str, Words); 25] = [
    ("-concurrency", Words::One),
    ("-debug", Words::None),
    ("-draw", Words::Two),
    ("-drawafter", Words::One),
    ("-each", Words::Many),
    ("-engine", Words::Many),
    ("-fatalerror", Words::None),
    ("-games", Words::One),
    ("-gauntlet", Words::None),
    ("-help", Words::None),
    ("-log", Words::None),
    ("-loseonly", Words::None),
    ("-msg", Words::One),
    ("-openings", Words::Many),
    ("-pgn", Words::One),
    ("-repeat", Words::None),
    ("-resign", Words::Two),
    ("-rounds", Words::One),
    ("-rule", Words::One),
    ("-boardsize", Words::One),
    ("-sample", Words::Many),
    ("-sendbyboard", Words::None),
    ("-sgf", Words::One),
    ("-sprt", Words::Many),
    ("-transform", Words::None),
];

/// The number of words that belong to an option.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Words {
    None,
    One,
    Two,
    /// All up to the next that begins with `-`.
    Many,
}

/// A command line of c-gomoku-cli that cannot be understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DialectError {
    /// A word that is no text.
    NotText(OsString),
    /// No such option.
    Unknown {
        /// The option.
        option: String,
        /// The option that may be meant.
        near: Option<&'static str>,
    },
    /// A word that belongs to no option.
    Stray(String),
    /// An option without its value.
    NoValue(String),
    /// An option with a value that it cannot have.
    BadValue {
        /// The option.
        option: String,
        /// The fault of the value.
        reason: String,
    },
}

impl fmt::Display for DialectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotText(word) => write!(f, "{} is not valid UTF-8", word.display()),
            Self::Unknown { option, near: Some(near) } => {
                write!(f, "unknown option {option}; did you mean {near}?")
            }
            Self::Unknown { option, near: None } => {
                write!(f, "unknown option {option}; tournament --help lists all options")
            }
            Self::Stray(word) => write!(f, "unexpected argument {word:?}"),
            Self::NoValue(option) => write!(f, "{option} needs a value"),
            Self::BadValue { option, reason } => write!(f, "{option}: {reason}"),
        }
    }
}

impl std::error::Error for DialectError {}

fn bad(option: &str, reason: impl fmt::Display) -> DialectError {
    DialectError::BadValue { option: option.to_owned(), reason: reason.to_string() }
}

/// Returns whether arguments are of this dialect: an option has one dash and several letters.
pub(crate) fn is_meant(arguments: &[OsString]) -> bool {
    let mut words = arguments.iter().filter_map(|word| word.to_str());
    let is_known = |word: &str| OPTIONS.iter().any(|(name, _)| *name == word);
    // Also one that is misspelt, if it stands first.
    let is_long = |word: &str| {
        let name = word.strip_prefix('-').unwrap_or_default();
        name.len() > 1 && name.chars().all(|letter| letter.is_ascii_alphabetic())
    };
    arguments.first().and_then(|word| word.to_str()).is_some_and(is_long) || words.any(is_known)
}

/// Reads arguments of this dialect.
pub(crate) fn parse(arguments: &[OsString], command: String) -> Result<Run, ArgumentsError> {
    let mut reader = Reader::default();
    let texts =
        arguments.iter().map(|word| word.to_str().ok_or(DialectError::NotText(word.clone())));
    let words = texts.collect::<Result<Vec<_>, _>>().map_err(ArgumentsError::Dialect)?;
    reader.read(&words).map_err(ArgumentsError::Dialect)?;
    let own = ["tournament".to_owned()].into_iter().chain(mem::take(&mut reader.own));
    let run = Arguments::try_parse_from(own)?.into_run(command);
    let fatal_errors = run.fatal_errors || reader.fatal_errors;
    let (draft, notes) = reader.finish();
    Ok(Run { said: draft.overlaid(run.said.clone()), notes, fatal_errors, ..run })
}

#[cfg(test)]
mod tests;
