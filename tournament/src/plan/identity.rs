//! The identity of an engine's program, by the contents of its files.

use std::ffi::OsStr;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::config::EngineConfig;

/// The file extensions of programs that another program runs, such as an interpreter.
const PROGRAM_ENDINGS: [&str; 7] = ["exe", "jar", "py", "sh", "js", "pl", "lua"];

/// The identity of an engine: its name and the hash of its program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// Its name in the tournament.
    pub name: String,
    /// SHA-256 of its program, in 64 hexadecimal digits; of several, such as an interpreter and
    /// a script, the SHA-256 of their hashes.
    pub hash: String,
}

/// The error for an engine whose program cannot be read.
#[derive(Debug, Error)]
#[error("engine {engine}: program {program}: {source}")]
pub struct IdentifyError {
    /// The engine's name.
    pub engine: String,
    /// The path at which its program was sought.
    pub program: String,
    /// The error that the system reports.
    pub source: io::Error,
}

/// Reads the programs of an engine: the first word of its command, looked for in `PATH` if it
/// is a bare name, and all further words that name programs, such as a script.
///
/// # Errors
/// Returns an error if a program is missing or cannot be read.
pub fn identify(engine: &EngineConfig) -> Result<Identity, IdentifyError> {
    let mut hashes = Vec::new();
    for path in programs(engine) {
        let hash = hash_file(&path).map_err(|source| IdentifyError {
            engine: engine.name.clone(),
            program: path.display().to_string(),
            source,
        })?;
        hashes.push(hash);
    }
    let hash = match hashes.as_slice() {
        [only] => only.clone(),
        several => hexadecimal(&Sha256::digest(several.concat())),
    };
    Ok(Identity { name: engine.name.clone(), hash })
}

/// Returns the files of a command that are programs. The first need not exist; the others are relative to the
/// working directory of the engine.
pub(super) fn programs(engine: &EngineConfig) -> Vec<PathBuf> {
    let (first, rest) = engine.command.split_first().expect("a command begins with its program");
    let program = find(first);
    let folder = engine.folder.as_deref().or(program.parent()).unwrap_or(Path::new(""));
    let others = rest.iter().map(|word| folder.join(word)).filter(|path| is_program(path));
    let others: Vec<PathBuf> = others.collect();
    [program].into_iter().chain(others).collect()
}

/// Returns the path at which the system finds the program of a command.
pub(crate) fn find(program: &str) -> PathBuf {
    let path = PathBuf::from(program);
    if path.components().count() > 1 || program.is_empty() {
        return path;
    }
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let places = std::env::split_paths(&folders).map(|folder| folder.join(program));
    let places = places.flat_map(|place| [place.clone(), place.with_extension("exe")]);
    places.into_iter().find(|place| place.is_file()).unwrap_or(path)
}

/// Returns whether a file is a program: it is executable, or has an extension of [`PROGRAM_ENDINGS`].
pub(crate) fn is_program(path: &Path) -> bool {
    let ending = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    path.is_file()
        && (PROGRAM_ENDINGS.iter().any(|known| known.eq_ignore_ascii_case(ending))
            || may_be_run(path))
}

#[cfg(unix)]
fn may_be_run(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|metadata| metadata.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn may_be_run(_: &Path) -> bool {
    false
}

fn hash_file(path: &Path) -> io::Result<String> {
    let mut hasher = Sha256::new();
    io::copy(&mut File::open(path)?, &mut hasher)?;
    Ok(hexadecimal(&hasher.finalize()))
}

/// Returns bytes as lower-case hexadecimal digits.
pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
