//! The request of the command line, in either of its dialects: its own, with `--engine`, and that
//! of c-gomoku-cli, with `-engine`.
//!
//! Invariant: reading arguments touches no file.

use std::ffi::OsString;
use std::fmt;

use clap::Parser;

use crate::commands::{
    ExportRequest, MergeRequest, OpeningsRequest, ReportFile, ReportRequest, Request, Run, Show,
    StatisticsRequest,
};
use crate::statistics::{RatingModel, RatingRequest};

mod c_gomoku_cli;
mod own;

pub use c_gomoku_cli::DialectError;

/// A command line that cannot be understood.
#[derive(Debug)]
pub enum ArgumentsError {
    /// In the own dialect; also a wish for help or the version, which clap treats alike: its
    /// `exit_code` tells. It brings all its words.
    Own(Box<clap::Error>),
    /// In c-gomoku-cli's.
    Dialect(DialectError),
}

impl fmt::Display for ArgumentsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Own(error) => write!(f, "{error}"),
            Self::Dialect(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for ArgumentsError {}

impl From<clap::Error> for ArgumentsError {
    fn from(error: clap::Error) -> Self {
        Self::Own(Box::new(error))
    }
}

/// Reads the arguments of the program, without its name.
///
/// # Errors
/// They cannot be understood, or ask for help.
pub fn parse(arguments: &[OsString]) -> Result<Request, ArgumentsError> {
    let command = quoted(arguments);
    if c_gomoku_cli::is_meant(arguments) {
        let run = c_gomoku_cli::parse(arguments, command)?;
        return Ok(Request::Run(Box::new(run)));
    }
    let program = OsString::from("tournament");
    let parsed = own::Arguments::try_parse_from([&program].into_iter().chain(arguments))?;
    Ok(parsed.into_request(command))
}

/// The command as one can give it to a shell.
fn quoted(arguments: &[OsString]) -> String {
    let words = arguments.iter().map(|word| word.to_string_lossy());
    let words: Vec<_> = ["tournament".into()].into_iter().chain(words).collect();
    shell_words::join(words)
}

#[cfg(test)]
mod tests;
