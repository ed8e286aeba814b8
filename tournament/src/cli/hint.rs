//! Clearer errors for common mistakes on a command line of the own dialect.

use std::ffi::OsString;

use clap::CommandFactory;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use dolmen::near::nearest;

use crate::cli::c_gomoku_cli::DialectError;
use crate::cli::own::Arguments;

/// Returns a clearer error than clap's for two mistakes: a long option with one dash, which clap reads as
/// several short ones, and the bounds of a test as two words. Returns `None` for all other errors.
pub(super) fn better(arguments: &[OsString], error: &clap::Error) -> Option<DialectError> {
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        return None;
    }
    let wrong = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(wrong)) => wrong.as_str(),
        _ => "",
    };
    let words: Vec<&str> = arguments.iter().filter_map(|word| word.to_str()).collect();
    sprt(&words).or_else(|| words.iter().find_map(|word| one_dash(word, wrong)))
}

/// Returns the error for `--sprt 0 10`, whose bounds must be one word: `--sprt 0,10`.
fn sprt(words: &[&str]) -> Option<DialectError> {
    let is_figure = |word: &str| word.parse::<f64>().is_ok();
    let three = words
        .windows(3)
        .find(|three| three[0] == "--sprt" && three[1..].iter().all(|word| is_figure(word)))?;
    let expected = format!("expected both figures in one word: --sprt {},{}", three[1], three[2]);
    Some(DialectError::BadValue("--sprt".to_owned(), expected))
}

/// Returns the error for a long option with one dash: `-concurency`, which clap reads as `-c` and a value, or
/// the unknown `-frobnicate`, of which clap names only `-f`.
fn one_dash(word: &str, wrong: &str) -> Option<DialectError> {
    let name = word.strip_prefix('-')?;
    if name.len() < 2 || !name.chars().all(|letter| letter.is_ascii_alphabetic()) {
        return None;
    }
    let command = Arguments::command();
    let options = command.get_arguments().filter_map(|option| option.get_long());
    match nearest(name, options) {
        Some(near) => Some(DialectError::Misspelt(word.to_owned(), format!("--{near}"))),
        None if wrong.len() == 2 && word.starts_with(wrong) => {
            Some(DialectError::Unknown(word.to_owned()))
        }
        None => None,
    }
}
