//! The request of the command line, in either of its dialects: its own, with `--engine`, and that
//! of c-gomoku-cli, with `-engine`.
//!
//! The fields of a request are the options of the own dialect.
//!
//! Invariant: reading arguments touches no file;
//! [`Run::draft`](crate::commands::Run::draft) reads the configuration that they name.

use std::ffi::OsString;

use clap::Parser;
use thiserror::Error;

use crate::commands::Request;

mod c_gomoku_cli;
mod own;

pub use c_gomoku_cli::DialectError;

/// A command line that cannot be understood.
#[derive(Debug, Error)]
pub enum CliError {
    /// In the own dialect; also a wish for help or the version, which clap treats alike: its
    /// `exit_code` tells. It brings all its words.
    #[error(transparent)]
    Own(#[from] Box<clap::Error>),
    /// In c-gomoku-cli's.
    #[error(transparent)]
    Dialect(#[from] DialectError),
}

/// Reads the arguments of the program, without its name.
///
/// # Errors
/// They cannot be understood, or ask for help.
pub fn parse(arguments: &[OsString]) -> Result<Request, CliError> {
    let command = quoted(arguments);
    if c_gomoku_cli::is_meant(arguments) {
        let run = c_gomoku_cli::parse(arguments, command)?;
        return Ok(Request::Run(Box::new(run)));
    }
    let program = OsString::from("tournament");
    let parsed = own::Arguments::try_parse_from([&program].into_iter().chain(arguments));
    Ok(parsed.map_err(Box::new)?.into_request(command))
}

/// The command as one can give it to a shell.
fn quoted(arguments: &[OsString]) -> String {
    let words = arguments.iter().map(|word| word.to_string_lossy());
    let words: Vec<_> = ["tournament".into()].into_iter().chain(words).collect();
    shell_words::join(words)
}

#[cfg(test)]
mod tests;
