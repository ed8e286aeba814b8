//! The command line, in either of two dialects: Dolmen's own, with `--engine`, and that of
//! c-gomoku-cli, with `-engine`.
//!
//! The options of Dolmen's own dialect are the fields of a request.
//!
//! Invariant: reading arguments touches no file;
//! [`Run::draft`](crate::commands::Run::draft) reads the configuration that they name.

use std::ffi::OsString;

use clap::Parser;
use thiserror::Error;

use crate::commands::Request;

mod c_gomoku_cli;
mod hint;
mod own;

pub use c_gomoku_cli::DialectError;

/// A command line that cannot be understood.
#[derive(Debug, Error)]
pub enum CliError {
    /// An error in Dolmen's own dialect. clap also reports `--help` and `--version` this way;
    /// `exit_code` distinguishes them. The error formats itself.
    #[error(transparent)]
    Own(#[from] Box<clap::Error>),
    /// An error in the dialect of c-gomoku-cli.
    #[error(transparent)]
    Dialect(#[from] DialectError),
    /// The former command `play`, which the program `board` has replaced.
    #[error("play in a browser with the program `board`: cargo run --release -p board")]
    Moved,
}

/// Reads the arguments of the program, without its name.
///
/// # Errors
/// Returns an error if they are invalid, or ask for help.
pub fn parse(arguments: &[OsString]) -> Result<Request, CliError> {
    if arguments.first().is_some_and(|word| word == "play") {
        return Err(CliError::Moved);
    }
    let command = quoted(arguments);
    if c_gomoku_cli::is_meant(arguments) {
        let run = c_gomoku_cli::parse(arguments, command)?;
        return Ok(Request::Run(Box::new(run)));
    }
    let program = OsString::from("tournament");
    let parsed = own::Arguments::try_parse_from([&program].into_iter().chain(arguments));
    match parsed {
        Ok(parsed) => Ok(parsed.into_request(command)),
        Err(error) => match hint::better(arguments, &error) {
            Some(better) => Err(better.into()),
            None => Err(Box::new(error).into()),
        },
    }
}

/// Returns the command, quoted for a shell.
fn quoted(arguments: &[OsString]) -> String {
    let words = arguments.iter().map(|word| word.to_string_lossy());
    let words: Vec<_> = ["tournament".into()].into_iter().chain(words).collect();
    shell_words::join(words)
}

#[cfg(test)]
mod tests;
