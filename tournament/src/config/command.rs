//! Finds the program of an engine.
//!
//! Invariant: a command that was found starts with an absolute path, so that it can be
//! started from any working directory.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use crate::config::EngineFault;

/// A command that can be started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Located {
    /// Program and arguments.
    pub(crate) command: Vec<String>,
    /// The folder of the engine, if it differs from that of the program: with `wine64 x/brain.exe`
    /// the engine is the `.exe`.
    pub(crate) folder: Option<PathBuf>,
    /// The name of the engine's file, without `pbrain-` and without the extension of a script.
    pub(crate) name: String,
}

/// File extensions of programs that another program runs.
const RUN_BY_OTHERS: [&str; 6] = ["exe", "jar", "py", "sh", "js", "lua"];

/// Finds the program of a command whose relative paths count from a folder, as a shell does:
/// with a `/` it is a file, without one it is looked for in `PATH`.
pub(crate) fn locate(words: &[String], base: &Path) -> Result<Located, EngineFault> {
    let (program, arguments) = words.split_first().ok_or(EngineFault::NoCommand)?;
    let path = if is_path(program) {
        let path = absolute(&base.join(program));
        check_program(program, &path)?;
        path
    } else {
        in_path(program).ok_or_else(|| not_found(program, base))?
    };
    let mut command = vec![text(&path)];
    command.extend_from_slice(arguments);
    // What the system has installed runs files of the user; an engine by its own path does so
    // only if their names say it: its other files count from its own folder.
    let is_run = |word: &String| {
        let file = base.join(word);
        !word.starts_with('-') && file.is_file() && (!is_path(program) || is_run_by_others(&file))
    };
    let Some(index) = arguments.iter().position(is_run) else {
        return Ok(Located { command, folder: None, name: name_of(&path) });
    };
    let engine = absolute(&base.join(&arguments[index]));
    command[index + 1] = text(&engine);
    let folder = engine.parent().map(Path::to_owned);
    Ok(Located { command, folder, name: name_of(&engine) })
}

fn is_run_by_others(file: &Path) -> bool {
    let ending = file.extension().and_then(OsStr::to_str).unwrap_or_default();
    RUN_BY_OTHERS.iter().any(|known| known.eq_ignore_ascii_case(ending))
}

fn is_path(program: &str) -> bool {
    program.contains('/') || (cfg!(windows) && program.contains('\\'))
}

fn absolute(path: &Path) -> PathBuf {
    // Fails for an empty path only, which no file has.
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

fn check_program(written: &str, path: &Path) -> Result<(), EngineFault> {
    if !path.exists() {
        let sought = text(path);
        let hint = if sought == written { String::new() } else { format!(" ({sought})") };
        return Err(EngineFault::NotFound { program: written.to_owned(), hint });
    }
    if is_executable(path) { Ok(()) } else { Err(EngineFault::NotExecutable(path.to_owned())) }
}

fn not_found(program: &str, base: &Path) -> EngineFault {
    let hint = if base.join(program).is_file() {
        format!(" in PATH; use ./{program} for the one in this folder")
    } else {
        " in PATH".to_owned()
    };
    EngineFault::NotFound { program: program.to_owned(), hint }
}

fn in_path(program: &str) -> Option<PathBuf> {
    let folders = env::var_os("PATH").unwrap_or_default();
    let places = env::split_paths(&folders).map(|folder| folder.join(program));
    let mut places = places.flat_map(|place| [place.clone(), place.with_extension("exe")]);
    places.find(|place| is_executable(place)).map(|place| absolute(&place))
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(path).is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|file| file.is_file())
}

/// The name of a program without `pbrain-`, which all have, and without its ending.
fn name_of(program: &Path) -> String {
    let name = program.file_name().unwrap_or_default().to_string_lossy();
    let stem = program.file_stem().unwrap_or_default().to_string_lossy();
    let name = if is_run_by_others(program) { stem } else { name };
    name.strip_prefix("pbrain-").filter(|name| !name.is_empty()).unwrap_or(&name).to_owned()
}
