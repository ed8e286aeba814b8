//! Starts the engine for a run: its folders, its environment, its process.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use game_engine_process::{EngineCommand, EngineProcess, Environment, Stderr, Stdin};
use tempfile::TempDir;

use crate::case::{Folder, Input, Process};
use crate::subject::Subject;

/// The folders of a run, removed when it ends.
pub(crate) struct Rooms {
    /// The working directory, if it is a new one.
    work: Option<TempDir>,
    /// The folder that the executable was copied to, if it was.
    copy: Option<(TempDir, PathBuf)>,
    /// The home folder in the environment of the engine.
    home: TempDir,
}

impl Rooms {
    /// Makes the folders that a case asks for.
    ///
    /// # Errors
    /// Returns an error if a folder cannot be made or the executable not copied.
    pub(crate) fn new(subject: &Subject, process: &Process) -> io::Result<Self> {
        let work = match process.folder {
            Folder::Root => None,
            Folder::Temporary | Folder::ReadOnly => Some(tempfile::tempdir()?),
        };
        if let (Some(work), Folder::ReadOnly) = (&work, process.folder) {
            let mut permissions = fs::metadata(work.path())?.permissions();
            permissions.set_readonly(true);
            fs::set_permissions(work.path(), permissions)?;
        }
        let copy = match &process.copy_to {
            None => None,
            Some(name) => Some(copy_executable(&subject.program, name)?),
        };
        Ok(Self { work, copy, home: tempfile::tempdir()? })
    }

    /// Returns the working directory of the engine.
    pub(crate) fn folder(&self) -> PathBuf {
        self.work.as_ref().map_or_else(|| PathBuf::from("/"), |work| work.path().to_owned())
    }

    /// Returns the files that the engine left in its own folders.
    pub(crate) fn stray_files(&self) -> Vec<PathBuf> {
        let mut stray = Vec::new();
        if let Some(work) = &self.work {
            stray.extend(entries(work.path()));
        }
        if let Some((folder, executable)) = &self.copy {
            let beside = executable.parent().unwrap_or(folder.path());
            let is_new = |path: &PathBuf| path != executable && !path.is_symlink();
            stray.extend(entries(beside).into_iter().filter(is_new));
        }
        stray
    }

    /// Starts a process.
    ///
    /// # Errors
    /// Returns the error of the system, with the name of the program.
    pub(crate) fn launch(
        &self,
        subject: &Subject,
        process: &Process,
    ) -> Result<EngineProcess, String> {
        let program = self.copy.as_ref().map_or(&subject.program, |(_, executable)| executable);
        // The engine starts in another working directory, where a relative path would be wrong.
        let program =
            fs::canonicalize(program).map_err(|error| format!("{}: {error}", program.display()))?;
        let mut command = EngineCommand::new(program)
            .prefix(subject.prefix.clone())
            .args(subject.arguments.clone())
            .folder(self.folder())
            .environment(Environment::Only(self.environment(process.home)))
            .stdin(match process.stdin {
                Input::Pipe => Stdin::Pipe,
                Input::Null => Stdin::Null,
            })
            .stderr(if process.merged_stderr { Stderr::Merged } else { Stderr::Separate });
        if let Some(files) = process.open_files {
            command = command.open_files(files);
        }
        if let Some(processes) = process.processes {
            command = command.processes(processes);
        }
        command.spawn().map_err(|error| error.to_string())
    }

    /// Returns the environment variables that an engine may rely on: `PATH`, `HOME` and a few for the
    /// system. Wine needs its own home.
    fn environment(&self, home: bool) -> Vec<(OsString, OsString)> {
        let kept = ["PATH", "SYSTEMROOT", "WINEPREFIX", "WINEDEBUG", "TMPDIR", "LD_LIBRARY_PATH"];
        let mut variables: Vec<_> = kept
            .iter()
            .filter_map(|name| Some((OsString::from(name), std::env::var_os(name)?)))
            .collect();
        if home {
            variables.push(("HOME".into(), self.home.path().into()));
        }
        variables
    }
}

fn copy_executable(program: &Path, name: &str) -> io::Result<(TempDir, PathBuf)> {
    let folder = tempfile::tempdir()?;
    let inner = folder.path().join(name);
    fs::create_dir(&inner)?;
    let executable = inner.join(program.file_name().unwrap_or("engine".as_ref()));
    fs::copy(program, &executable)?;
    link_siblings(program, &inner)?;
    Ok((folder, executable))
}

/// Links the files beside the executable, such as its data files, into the folder of the copy.
#[cfg(unix)]
fn link_siblings(program: &Path, folder: &Path) -> io::Result<()> {
    let beside = program.canonicalize()?;
    for path in beside.parent().map(entries).unwrap_or_default() {
        let link = folder.join(path.file_name().unwrap_or_default());
        if !link.exists() {
            std::os::unix::fs::symlink(&path, &link)?;
        }
    }
    Ok(())
}

/// Does nothing: on Windows, symbolic links need privileges that users rarely have.
#[cfg(not(unix))]
fn link_siblings(_program: &Path, _folder: &Path) -> io::Result<()> {
    Ok(())
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    entries.filter_map(|entry| Some(entry.ok()?.path())).collect()
}
