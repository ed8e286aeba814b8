//! The command lines of [c-gomoku-cli](https://github.com/dhbloo/c-gomoku-cli), by its manual and
//! the expectations of its users. Where the two differ, and where a setting of that program would
//! distort results, a note says so.
//!
//! Invariant: an option is obeyed, noted as having no effect, or rejected; none is silently ignored. Options
//! with `--` belong to Dolmen's own dialect and take precedence.

use std::ffi::OsString;
use std::mem;

use clap::Parser;
use thiserror::Error;

use crate::cli::CliError;
use crate::cli::own::Arguments;
use crate::commands::Run;
use reader::{Reader, is_option};

mod reader;

/// A command line of c-gomoku-cli that cannot be understood.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum DialectError {
    /// An argument that is not valid UTF-8.
    #[error("{} is not valid UTF-8", .0.display())]
    NotText(OsString),
    /// An unknown option, with the known option closest to it (did-you-mean).
    #[error("unknown option {0}; did you mean {1}?")]
    Misspelt(String, String),
    /// An unknown option without a similar known one.
    #[error("unknown option {0}; tournament --help lists all options")]
    Unknown(String),
    /// An argument that belongs to no option.
    #[error("unexpected argument {0:?}")]
    Stray(String),
    /// An option without its value.
    #[error("{0} needs a value")]
    NoValue(String),
    /// An option with an invalid value, and the reason.
    #[error("{0}: {1}")]
    BadValue(String, String),
}

/// Returns whether arguments are of this dialect: an option has one dash and several letters.
pub(crate) fn is_meant(arguments: &[OsString]) -> bool {
    let mut words = arguments.iter().filter_map(|word| word.to_str());
    // As the first argument, a misspelt option selects the dialect too.
    let is_long = |word: &str| {
        let name = word.strip_prefix('-').unwrap_or_default();
        name.len() > 1 && name.chars().all(|letter| letter.is_ascii_alphabetic())
    };
    arguments.first().and_then(|word| word.to_str()).is_some_and(is_long) || words.any(is_option)
}

/// Reads arguments of this dialect.
pub(crate) fn parse(arguments: &[OsString], command: String) -> Result<Run, CliError> {
    let mut reader = Reader::default();
    let texts =
        arguments.iter().map(|word| word.to_str().ok_or(DialectError::NotText(word.clone())));
    let words = texts.collect::<Result<Vec<_>, _>>()?;
    reader.read(&words)?;
    let own = ["tournament".to_owned()].into_iter().chain(mem::take(&mut reader.own));
    let run = Arguments::try_parse_from(own).map_err(Box::new)?.into_run(command);
    let fatal_errors = run.fatal_errors || reader.fatal_errors;
    let (draft, notes) = reader.finish();
    Ok(Run { said: draft.overlaid(run.said.clone()), notes, fatal_errors, ..run })
}
