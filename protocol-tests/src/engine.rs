//! The engine of the command line, checked before anything runs.
//!
//! Its path is made absolute, since it is started in other folders.

use std::env;
use std::ffi::OsStr;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf, absolute};

use engine_process::{EngineCommand, SpawnError};
use protocol_tests::subject::Subject;

use crate::arguments::Arguments;

/// An error of starting an engine.
#[derive(Debug)]
pub(crate) enum EngineError {
    /// Its file cannot be looked at.
    Missing {
        /// The path as given.
        path: PathBuf,
        /// The error that the system reports.
        error: io::Error,
    },
    /// It is a folder or something else that is no file.
    NoFile(PathBuf),
    /// It is a file without the right to be executed.
    NotExecutable(PathBuf),
    /// The first word of the prefix is no program.
    NoPrefix(PathBuf),
    /// The system refuses to start it.
    Refused(SpawnError),
    /// There is no folder to start it in.
    NoFolder(io::Error),
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing { path, error } => {
                write!(f, "cannot start the engine: {}: {error}", path.display())
            }
            Self::NoFile(path) => {
                write!(f, "cannot start the engine: {} is not a file", path.display())
            }
            Self::NotExecutable(path) if is_windows_program(path) => write!(
                f,
                "cannot start the engine: {} is a Windows program; try --prefix wine64",
                path.display()
            ),
            Self::NotExecutable(path) => write!(
                f,
                "cannot start the engine: {path} is not executable; run chmod +x {path}, or name \
                 the program that runs it with --prefix",
                path = path.display()
            ),
            Self::NoPrefix(word) => write!(
                f,
                "cannot start the engine: --prefix names {}, which was not found",
                word.display()
            ),
            Self::Refused(error) => write!(f, "{error}"),
            Self::NoFolder(error) => write!(f, "cannot create a temporary folder: {error}"),
        }
    }
}

impl std::error::Error for EngineError {}

fn is_windows_program(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("exe"))
}

/// The engine that the arguments name.
///
/// # Errors
///
/// If its file or its prefix could not be executed.
///
/// # Panics
///
/// If the arguments name no engine, which they must unless something else was asked for.
pub(crate) fn subject_of(arguments: &Arguments) -> Result<Subject, EngineError> {
    let path =
        arguments.engine.as_deref().expect("the arguments name an engine where one is needed");
    let missing = |error| EngineError::Missing { path: path.to_owned(), error };
    let metadata = path.metadata().map_err(missing)?;
    if !metadata.is_file() {
        return Err(EngineError::NoFile(path.to_owned()));
    }
    let mut prefix = arguments.prefix.0.clone();
    match prefix.first_mut() {
        None if !is_executable(path) => return Err(EngineError::NotExecutable(path.to_owned())),
        None => (),
        Some(word) => {
            let program =
                found(word).ok_or_else(|| EngineError::NoPrefix(PathBuf::from(&*word)))?;
            *word = program.into();
        }
    }
    Ok(Subject {
        prefix,
        program: absolute(path).map_err(missing)?,
        arguments: arguments.engine_arguments.clone(),
    })
}

/// Starts the engine once, and ends it at once.
///
/// # Errors
///
/// If the system refuses, for instance because the file is no program.
pub(crate) fn check_start(subject: &Subject) -> Result<(), EngineError> {
    let folder = tempfile::tempdir().map_err(EngineError::NoFolder)?;
    let command = EngineCommand::new(&subject.program)
        .prefix(&subject.prefix)
        .args(&subject.arguments)
        .folder(folder.path());
    command.spawn().map(drop).map_err(EngineError::Refused)
}

/// The file that a word starts: one on the search path, unless the word is a path itself.
fn found(word: &OsStr) -> Option<PathBuf> {
    let path = Path::new(word);
    if path.components().count() > 1 {
        return absolute(path).ok().filter(|path| is_executable(path));
    }
    let with_extension = format!("{}{}", path.display(), env::consts::EXE_SUFFIX);
    env::split_paths(&env::var_os("PATH")?)
        .flat_map(|folder| [folder.join(path), folder.join(&with_extension)])
        .find(|file| is_executable(file))
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;

    let anyone = 0o111;
    path.metadata().is_ok_and(|file| file.is_file() && file.permissions().mode() & anyone != 0)
}

#[cfg(not(unix))]
fn is_executable(path: &Path) -> bool {
    path.is_file()
}

#[cfg(test)]
mod tests;
