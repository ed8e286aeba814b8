//! How an engine is started.
//!
//! Invariant: a program named by a path is the same file whatever the folder of the engine.

use crate::process::EngineProcess;
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
    /// Those of this process.
    #[default]
    Inherit,
    /// These names and values, nothing else.
    Only(Vec<(OsString, OsString)>),
}

/// Where an engine's stdin comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stdin {
    /// A pipe that [`EngineProcess::send`] writes to.
    #[default]
    Pipe,
    /// Nothing: the engine reads an end of file.
    Null,
}

/// Where an engine's stderr goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stderr {
    /// A pipe of its own, see [`EngineProcess::stderr`].
    #[default]
    Separate,
    /// The same pipe as stdout, as Piskvork does it.
    Merged,
}

/// An engine that can be started, any number of times.
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
    /// The engine `program`, without arguments, in the current folder and environment.
    ///
    /// A name without a separator is looked up in `PATH`; a relative path is relative to the
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

    /// Words to put before the program, such as `wine64` or a sandbox with its options. The
    /// first is the program that is really started.
    #[must_use]
    pub fn prefix(mut self, words: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Self {
        self.prefix = words.into_iter().map(|word| word.as_ref().to_os_string()).collect();
        self
    }

    /// The working folder.
    #[must_use]
    pub fn folder(mut self, folder: impl AsRef<Path>) -> Self {
        self.folder = Some(folder.as_ref().to_path_buf());
        self
    }

    /// The environment variables.
    #[must_use]
    pub fn environment(mut self, environment: Environment) -> Self {
        self.environment = environment;
        self
    }

    /// Where stdin comes from.
    #[must_use]
    pub fn stdin(mut self, stdin: Stdin) -> Self {
        self.stdin = stdin;
        self
    }

    /// Where stderr goes.
    #[must_use]
    pub fn stderr(mut self, stderr: Stderr) -> Self {
        self.stderr = stderr;
        self
    }

    /// The most files that one process of the engine may have open, stdin, stdout and stderr
    /// among them.
    #[must_use]
    pub fn open_files(mut self, limit: u64) -> Self {
        self.open_files = Some(limit);
        self
    }

    /// The most processes and threads that the user may run, the engine's and all others: a
    /// low limit keeps the engine from creating any. Superusers are exempt.
    #[must_use]
    pub fn processes(mut self, limit: u64) -> Self {
        self.processes = Some(limit);
        self
    }

    /// The processors, numbered from 0, that the engine may run on; none means all.
    #[must_use]
    pub fn cpus(mut self, cpus: Vec<usize>) -> Self {
        self.cpus = cpus;
        self
    }

    /// Starts the engine.
    ///
    /// # Errors
    /// The program or the folder is not there or cannot be used, or the system has no room for
    /// another process. A limit or a processor that the system does not know is an error, too.
    pub fn spawn(&self) -> Result<EngineProcess, SpawnError> {
        EngineProcess::start(self).map_err(|source| SpawnError { command: self.text(), source })
    }

    /// Prefix, program and arguments: what is really run. Never empty.
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

/// An engine could not be started.
#[derive(Debug)]
pub struct SpawnError {
    command: String,
    source: io::Error,
}

impl SpawnError {
    /// What kind of trouble it was, [`io::ErrorKind::NotFound`] for a program that is missing.
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
