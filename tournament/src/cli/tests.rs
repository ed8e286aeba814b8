//! The definition of the command line and its help; `tests/samples` has command lines with their
//! requests.

use std::ffi::OsString;

use clap::CommandFactory;
use clap::error::ErrorKind;

use crate::cli::own::Arguments;
use crate::cli::{CliError, parse};

#[test]
fn the_definition_holds() {
    Arguments::command().debug_assert();
}

#[test]
fn help_fits_a_terminal() {
    for line in ["--help", "-h", "--version", "run --help", "openings --help", "stats --help"] {
        let words: Vec<_> = line.split(' ').map(OsString::from).collect();
        let Err(CliError::Own(error)) = parse(&words) else { panic!("{line}") };
        let kinds = [ErrorKind::DisplayHelp, ErrorKind::DisplayVersion];
        assert!(kinds.contains(&error.kind()), "{line}: {error}");
        let text = error.to_string();
        assert!(text.lines().all(|text| text.chars().count() <= 100), "{line}: {text}");
    }
}
