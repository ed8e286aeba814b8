//! The command that starts an engine.
//!
//! Invariant: a path to a program names the same file whatever the engine's working folder is.

use std::error::Error;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

#[cfg(all(test, target_os = "linux"))]
mod tests;

/// The environment variables of an engine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Environment {
    /// The variables of this process.
    #[default]
    Inherit,
    /// These names and values only.
    Only(Vec<(OsString, OsString)>),
}

/// The source of an engine's stdin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stdin {
    /// A pipe that [`EngineProcess::send`](crate::EngineProcess::send) writes to.
    #[default]
    Pipe,
    /// No input: the engine reads an end of file.
    Null,
}

/// The destination of an engine's stderr.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stderr {
    /// A separate pipe, see [`EngineProcess::stderr`](crate::EngineProcess::stderr).
    #[default]
    Separate,
    /// The same pipe as stdout, as in Piskvork.
    Merged,
}

/// A command that starts an engine any number of times.
#[derive(Clone, Debug)]
pub struct EngineCommand {
    pub(crate) program: PathBuf,
    pub(crate) args: Vec<OsString>,
    pub(crate) prefix: Vec<OsString>,
    pub(crate) folder: Option<PathBuf>,
    pub(crate) environment: Environment,
    pub(crate) stdin: Stdin,
    pub(crate) stderr: Stderr,
    pub(crate) open_files: Option<u64>,
    pub(crate) processes: Option<u64>,
    pub(crate) cpus: Vec<usize>,
}

impl EngineCommand {
    /// Creates a command that runs `program` without arguments, in the current folder and
    /// environment.
    ///
    /// A name without a separator is looked up in `PATH`. A relative path is relative to the
    /// current folder of this process, not to [`EngineCommand::folder`].
    pub fn new(program: impl AsRef<Path>) -> Self {
        Self {
            program: program.as_ref().to_path_buf(),
            args: Vec::new(),
            prefix: Vec::new(),
            folder: None,
            environment: Environment::default(),
            stdin: Stdin::default(),
            stderr: Stderr::default(),
            open_files: None,
            processes: None,
            cpus: Vec::new(),
        }
    }

    /// Adds one argument.
    #[must_use]
    pub fn arg(mut self, arg: impl AsRef<OsStr>) -> Self {
        self.args.push(arg.as_ref().to_os_string());
        self
    }

    /// Adds arguments.
    #[must_use]
    pub fn args(mut self, args: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Self {
        self.args.extend(args.into_iter().map(|arg| arg.as_ref().to_os_string()));
        self
    }

    /// Puts words before the program, such as `wine64` or a sandbox with its options. The
    /// first word is then the program that the system starts.
    #[must_use]
    pub fn prefix(mut self, words: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Self {
        self.prefix = words.into_iter().map(|word| word.as_ref().to_os_string()).collect();
        self
    }

    /// Sets the working folder.
    #[must_use]
    pub fn folder(mut self, folder: impl AsRef<Path>) -> Self {
        self.folder = Some(folder.as_ref().to_path_buf());
        self
    }

    /// Sets the environment variables.
    #[must_use]
    pub fn environment(mut self, environment: Environment) -> Self {
        self.environment = environment;
        self
    }

    /// Sets the source of stdin.
    #[must_use]
    pub fn stdin(mut self, stdin: Stdin) -> Self {
        self.stdin = stdin;
        self
    }

    /// Sets the destination of stderr.
    #[must_use]
    pub fn stderr(mut self, stderr: Stderr) -> Self {
        self.stderr = stderr;
        self
    }

    /// Limits the number of files that each process of the engine may have open, including
    /// stdin, stdout and stderr.
    #[must_use]
    pub fn open_files(mut self, limit: u64) -> Self {
        self.open_files = Some(limit);
        self
    }

    /// Limits the number of processes and threads of the user, including those outside the
    /// engine: a low limit prevents the engine from creating any. Superusers are exempt.
    #[must_use]
    pub fn processes(mut self, limit: u64) -> Self {
        self.processes = Some(limit);
        self
    }

    /// Sets the processors, numbered from 0, that the engine may run on. An empty list means
    /// all of them.
    #[must_use]
    pub fn cpus(mut self, cpus: Vec<usize>) -> Self {
        self.cpus = cpus;
        self
    }

    /// Returns the words to execute: the prefix, the program and its arguments. The list is
    /// never empty.
    pub(crate) fn words(&self) -> io::Result<Vec<OsString>> {
        let program = if self.program.components().count() > 1 {
            std::path::absolute(&self.program)?
        } else {
            self.program.clone()
        };
        let mut words = self.prefix.clone();
        words.push(program.into_os_string());
        words.extend(self.args.iter().cloned());
        Ok(words)
    }

    fn text(&self) -> String {
        let words = self.prefix.iter().map(OsString::as_os_str);
        let words = words.chain([self.program.as_os_str()]);
        let words = words.chain(self.args.iter().map(OsString::as_os_str));
        words.map(OsStr::to_string_lossy).collect::<Vec<_>>().join(" ")
    }
}

/// The error of starting an engine.
#[derive(Debug)]
pub struct SpawnError {
    command: String,
    source: io::Error,
}

impl SpawnError {
    pub(crate) fn new(command: &EngineCommand, source: io::Error) -> Self {
        Self { command: command.text(), source }
    }

    /// Returns the kind of the error: [`io::ErrorKind::NotFound`] for a missing program.
    pub fn kind(&self) -> io::ErrorKind {
        self.source.kind()
    }
}

impl fmt::Display for SpawnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot start `{}`: {}", self.command, self.source)
    }
}

impl Error for SpawnError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.source)
    }
}
