//! The engine of the command line, checked before anything runs.
//!
//! Its path is made absolute, since it is started in other folders.

use std::io;
use std::path::{Path, PathBuf, absolute};

use game_engine_process::{EngineCommand, SpawnError};
use protocol_tests::subject::Subject;
use thiserror::Error;

use crate::cli::Arguments;

/// An error of starting an engine.
#[derive(Debug, Error)]
pub(crate) enum EngineError {
    /// The system does not find the file.
    #[error("cannot start the engine: {}: {error}", path.display())]
    Missing {
        /// The path as given.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// The path leads to a folder or something else that is no file.
    #[error("cannot start the engine: {} is not a file", .0.display())]
    NoFile(PathBuf),
    /// The file is a program for Windows, and this system cannot execute it.
    #[error(
        "cannot start the engine: {} is a Windows program; try --prefix wine64", .0.display()
    )]
    WindowsProgram(PathBuf),
    /// The file lacks the right to be executed.
    #[error(
        "cannot start the engine: {path} is not executable; run chmod +x {path}, or name the \
         program that runs it with --prefix", path = .0.display()
    )]
    NotExecutable(PathBuf),
    /// The first word of the prefix is no program.
    #[error("cannot start the engine: --prefix names {}, which was not found", .0.display())]
    NoPrefix(PathBuf),
    /// The system refuses to start the program.
    #[error(transparent)]
    Refused(SpawnError),
    /// There is no folder to start the engine in.
    #[error("cannot create a temporary folder: {0}")]
    NoFolder(io::Error),
}

fn is_windows_program(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("exe"))
}

/// Returns the engine that the arguments name.
///
/// # Errors
/// Returns an error if its file or its prefix could not be executed.
///
/// # Panics
/// Panics if the arguments name no engine, which they must unless something else was asked for.
pub(crate) fn subject_of(arguments: &Arguments) -> Result<Subject, EngineError> {
    let path =
        arguments.engine.as_deref().expect("the arguments name an engine where one is needed");
    let missing = |error| EngineError::Missing { path: path.to_owned(), error };
    let metadata = path.metadata().map_err(missing)?;
    if !metadata.is_file() {
        return Err(EngineError::NoFile(path.to_owned()));
    }
    let program = absolute(path).map_err(missing)?;
    let mut prefix = arguments.prefix.0.clone();
    match prefix.first_mut() {
        None if which::which(&program).is_ok() => (),
        None if is_windows_program(path) => {
            return Err(EngineError::WindowsProgram(path.to_owned()));
        }
        None => return Err(EngineError::NotExecutable(path.to_owned())),
        Some(word) => match which::which(&*word) {
            Ok(program) => *word = program.into(),
            Err(_) => return Err(EngineError::NoPrefix(PathBuf::from(&*word))),
        },
    }
    let (words, info) = (arguments.engine_arguments.clone(), arguments.info.clone());
    Ok(Subject { prefix, program, arguments: words, info })
}

/// Starts the engine once, and ends it at once.
///
/// # Errors
/// Returns an error if the system refuses, for instance because the file is no program.
pub(crate) fn check_start(subject: &Subject) -> Result<(), EngineError> {
    let folder = tempfile::tempdir().map_err(EngineError::NoFolder)?;
    let command = EngineCommand::new(&subject.program)
        .prefix(&subject.prefix)
        .args(&subject.arguments)
        .folder(folder.path());
    command.spawn().map(drop).map_err(EngineError::Refused)
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use protocol_tests::report::command_of;

    use crate::cli::Arguments;
    use crate::engine::subject_of;

    /// The message about an engine, or the words that start it.
    fn told(words: &[&str]) -> String {
        let words = ["protocol-tests", "--engine"].iter().chain(words);
        let arguments = Arguments::try_parse_from(words).expect("the tests are well formed");
        match subject_of(&arguments) {
            Err(error) => error.to_string(),
            Ok(subject) => command_of(&subject),
        }
    }

    fn check(words: &[&str], expected: &str) {
        let told = told(words);
        assert!(told.contains(expected), "{words:?}: {told}");
    }

    #[test]
    fn a_path_that_leads_nowhere() {
        check(&["no/such/engine"], "cannot start the engine: no/such/engine: ");
        check(&["src"], "src is not a file");
    }

    #[test]
    #[cfg(unix)]
    fn a_file_that_is_no_program() {
        check(
            &["Cargo.toml"],
            "Cargo.toml is not executable; run chmod +x Cargo.toml, or name the program",
        );
        let folder = tempfile::tempdir().expect("a temporary folder can be created");
        let path = folder.path().join("engine.EXE");
        std::fs::write(&path, "MZ").expect("the folder can be changed");
        check(&[&path.to_string_lossy()], "is a Windows program; try --prefix wine64");
    }

    #[test]
    #[cfg(unix)]
    fn a_prefix() {
        check(
            &["Cargo.toml", "--prefix", "no-such-wine"],
            "--prefix names no-such-wine, which was not found",
        );
        check(&["Cargo.toml", "--prefix", "sh -e", "--", "x"], "/sh -e ");
        check(&["Cargo.toml", "--prefix", "sh -e", "--", "x"], "/Cargo.toml x");
    }
}
