//! The engine of the command line, checked before anything runs.
//!
//! Its path becomes absolute, since the suite starts it in other working directories.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf, absolute};

use game_engine_process::{LocateError, Located};
use protocol_tests::subject::Subject;
use thiserror::Error;

use crate::cli::Arguments;

/// An error in the command of an engine.
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
         program that runs it, as in --engine \"python3 {path}\"", path = .0.display()
    )]
    NotExecutable(PathBuf),
    /// The program of the command does not exist or cannot be executed.
    #[error("cannot start the engine: {0}")]
    NotLocated(LocateError),
    /// The first word of the prefix is no program.
    #[error("cannot start the engine: --prefix names {}, which was not found", .0.display())]
    NoPrefix(PathBuf),
}

fn is_windows_program(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("exe"))
}

/// Returns the engine that the arguments name: a file of exactly this name, or else the words of a
/// command.
///
/// # Errors
/// Returns an error if its file or its prefix could not be executed.
///
/// # Panics
/// Panics if the arguments name no engine. The command line requires one for every action that starts it.
pub(crate) fn subject_of(arguments: &Arguments) -> Result<Subject, EngineError> {
    let text =
        arguments.engine.as_deref().expect("the arguments name an engine where one is needed");
    let words = shell_words::split(text).unwrap_or_default();
    let mut subject = match Path::new(text).exists() || words.len() < 2 {
        true => subject_of_file(Path::new(text), &arguments.prefix.0)?,
        false => subject_of_command(&words, &arguments.prefix.0)?,
    };
    subject.arguments.extend(arguments.engine_arguments.iter().cloned());
    subject.info = arguments.info.clone();
    Ok(subject)
}

fn subject_of_file(path: &Path, prefix: &[OsString]) -> Result<Subject, EngineError> {
    let missing = |error| EngineError::Missing { path: path.to_owned(), error };
    let metadata = path.metadata().map_err(missing)?;
    if !metadata.is_file() {
        return Err(EngineError::NoFile(path.to_owned()));
    }
    let program = absolute(path).map_err(missing)?;
    if prefix.is_empty() && which::which(&program).is_err() {
        return Err(match is_windows_program(path) {
            true => EngineError::WindowsProgram(path.to_owned()),
            false => EngineError::NotExecutable(path.to_owned()),
        });
    }
    Ok(Subject { prefix: found(prefix)?, ..Subject::new(program) })
}

/// Returns the engine of a command, such as `python3 ./mine.py --fast`: its file is the script, and the
/// words before it are a prefix.
fn subject_of_command(words: &[String], prefix: &[OsString]) -> Result<Subject, EngineError> {
    let located = Located::find(words, Path::new("")).map_err(EngineError::NotLocated)?;
    let (before, rest) = located.command.split_at(located.place);
    let mut prefix = found(prefix)?;
    prefix.extend(before.iter().map(OsString::from));
    let arguments = rest[1..].iter().map(OsString::from).collect();
    Ok(Subject { prefix, arguments, ..Subject::new(&rest[0]) })
}

/// Returns a prefix with the path of its program.
fn found(prefix: &[OsString]) -> Result<Vec<OsString>, EngineError> {
    let mut prefix = prefix.to_vec();
    if let Some(word) = prefix.first_mut() {
        match which::which(&*word) {
            Ok(program) => *word = program.into(),
            Err(_) => return Err(EngineError::NoPrefix(PathBuf::from(&*word))),
        }
    }
    Ok(prefix)
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
            "Cargo.toml is not executable; run chmod +x Cargo.toml, or name the program that runs it, as",
        );
        let folder = tempfile::tempdir().expect("a temporary folder can be created");
        let path = folder.path().join("engine.EXE");
        std::fs::write(&path, "MZ").expect("the folder can be changed");
        check(&[&path.to_string_lossy()], "is a Windows program; try --prefix wine64");
    }

    #[test]
    #[cfg(unix)]
    fn a_command_of_several_words() {
        check(&["sh ./Cargo.toml -x", "--", "y"], "/sh ");
        check(&["sh ./Cargo.toml -x", "--", "y"], "/Cargo.toml -x y");
        check(&["no-such-program ./mine.py"], "program no-such-program not found in PATH");
        let folder = tempfile::tempdir().expect("a temporary folder can be created");
        let path = folder.path().join("my engine");
        std::fs::write(&path, "").expect("the folder can be changed");
        // The name of an existing file is not split into words, even if it contains blanks.
        check(&[&path.to_string_lossy()], "my engine is not executable");
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
