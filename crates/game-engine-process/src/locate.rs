//! Engines on a command line: finds the program of a command, and splits `name=mine,cmd=./brain`
//! into pairs.
//!
//! Invariant: the command of a [`Located`] engine starts with an absolute path, so that it can be
//! started from any working folder.

use std::error::Error;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::{env, fmt, fs};

use crate::command::EngineCommand;

/// An engine whose program was found.
///
/// ```
/// # #[cfg(unix)] {
/// use game_engine_process::Located;
/// use std::path::Path;
///
/// let words = ["sh", "-c", "read command"].map(str::to_owned);
/// let engine = Located::find(&words, Path::new(""))?;
/// assert_eq!(engine.name, "sh");
/// assert!(engine.command[0].ends_with("/sh"));
/// # }
/// # Ok::<(), game_engine_process::LocateError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The index in the command of the engine's file: of the `.exe` in `wine64 x/brain.exe`.
    pub place: usize,
    /// The folder of the engine, if it is not that of the program: with `wine64 x/brain.exe`
    /// the engine is the `.exe`.
    pub folder: Option<PathBuf>,
    /// The name of the engine's file without `pbrain-` and, for scripts and the like, its extension.
    pub name: String,
}

/// The error of a command whose program cannot be run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LocateError {
    /// The command has no words.
    Empty,
    /// The program does not exist.
    NotFound {
        /// The program as it was written.
        program: String,
        /// The end of the message, which names the place that was searched; may be empty.
        hint: String,
    },
    /// The program is a folder, or lacks the permission to be executed.
    NotExecutable(PathBuf),
}

impl fmt::Display for LocateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("no command is given: expected cmd"),
            Self::NotFound { program, hint } => write!(f, "program {program} not found{hint}"),
            Self::NotExecutable(path) => write!(f, "{} is not executable", path.display()),
        }
    }
}

impl Error for LocateError {}

/// The extensions of programs that need another program, such as an interpreter, to run them.
const RUN_BY_OTHERS: [&str; 6] = ["exe", "jar", "py", "sh", "js", "lua"];

impl Located {
    /// Finds the program of a command as a shell in the folder `base` does: a name with a separator is a
    /// path, and any other name is looked up in `PATH`.
    ///
    /// # Errors
    /// Returns an error if the program does not exist or cannot be executed.
    pub fn find(words: &[String], base: &Path) -> Result<Self, LocateError> {
        let (program, arguments) = words.split_first().ok_or(LocateError::Empty)?;
        let path = if is_path(program) {
            let path = absolute(&base.join(program));
            check_program(program, &path)?;
            path
        } else {
            in_path(program).ok_or_else(|| not_found(program, base))?
        };
        let mut command = vec![text(&path)];
        command.extend_from_slice(arguments);
        // A program from `PATH`, such as `wine64`, runs the first file among its arguments. A program given
        // by its path does so only if that file needs another program to run it.
        let is_run = |word: &String| {
            let file = base.join(word);
            let may_run = !is_path(program) || is_run_by_others(&file);
            !word.starts_with('-') && file.is_file() && may_run
        };
        let Some(index) = arguments.iter().position(is_run) else {
            return Ok(Self { command, place: 0, folder: None, name: name_of(&path) });
        };
        let engine = absolute(&base.join(&arguments[index]));
        let place = index + 1;
        command[place] = text(&engine);
        let folder = engine.parent().map(Path::to_owned);
        Ok(Self { command, place, folder, name: name_of(&engine) })
    }
}

impl EngineCommand {
    /// Creates the command of these words, such as those of a [`Located`] engine. Words before the first
    /// one that names a file are its [prefix](Self::prefix). Without a folder the engine runs in that of
    /// its file.
    ///
    /// # Panics
    /// Panics if there are no words.
    #[must_use]
    pub fn from_words(words: &[String], folder: Option<&Path>) -> Self {
        let is_file = |word: &String| {
            let path = Path::new(word);
            path.components().count() > 1 && path.is_file()
        };
        let place = words.iter().position(is_file).unwrap_or(0);
        let program = Path::new(&words[place]);
        let command = Self::new(program).prefix(&words[..place]).args(&words[place + 1..]);
        match folder.or(program.parent()).filter(|folder| !folder.as_os_str().is_empty()) {
            Some(folder) => command.folder(folder),
            None => command,
        }
    }
}

fn is_run_by_others(file: &Path) -> bool {
    let extension = file.extension().and_then(OsStr::to_str).unwrap_or_default();
    RUN_BY_OTHERS.iter().any(|known| known.eq_ignore_ascii_case(extension))
}

fn is_path(program: &str) -> bool {
    program.contains('/') || (cfg!(windows) && program.contains('\\'))
}

fn absolute(path: &Path) -> PathBuf {
    // Only an empty path has no absolute form, and the path of a program is not empty.
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

fn check_program(written: &str, path: &Path) -> Result<(), LocateError> {
    if !path.exists() {
        let sought = text(path);
        let hint = if sought == written { String::new() } else { format!(" ({sought})") };
        return Err(LocateError::NotFound { program: written.to_owned(), hint });
    }
    if is_executable(path) { Ok(()) } else { Err(LocateError::NotExecutable(path.to_owned())) }
}

fn not_found(program: &str, base: &Path) -> LocateError {
    let hint = if base.join(program).is_file() {
        format!(" in PATH; use ./{program} for the one in this folder")
    } else {
        " in PATH".to_owned()
    };
    LocateError::NotFound { program: program.to_owned(), hint }
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

fn name_of(program: &Path) -> String {
    let name = program.file_name().unwrap_or_default().to_string_lossy();
    let stem = program.file_stem().unwrap_or_default().to_string_lossy();
    let name = if is_run_by_others(program) { stem } else { name };
    name.strip_prefix("pbrain-").filter(|name| !name.is_empty()).unwrap_or(&name).to_owned()
}

/// The error of a list of pairs that has a part without a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingKey {
    /// The part.
    pub part: String,
}

impl fmt::Display for MissingKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = &self.part;
        write!(f, "invalid value {part:?}: expected key=value; write a comma in a value as \\,")
    }
}

impl Error for MissingKey {}

/// Splits a text at commas, and each part at its first `=`. A first part without a key gets `first` as
/// its key, so that `./brain` alone is `cmd=./brain`. `\,` is a comma that does not separate.
///
/// # Errors
/// Returns an error if another part has no key.
///
/// ```
/// let pairs = game_engine_process::pairs("./brain -x,memory=350M", "cmd")?;
/// let [cmd, memory] = [("cmd", "./brain -x"), ("memory", "350M")].map(|(k, v)| (k.into(), v.into()));
/// assert_eq!(pairs, [cmd, memory]);
/// # Ok::<(), game_engine_process::MissingKey>(())
/// ```
pub fn pairs(text: &str, first: &str) -> Result<Vec<(String, String)>, MissingKey> {
    // A NUL stands for an escaped comma: no argument of a program contains one.
    let hidden = text.replace("\\,", "\0");
    let parts = hidden.split(',').map(|part| part.replace('\0', ","));
    let pair = |(index, part): (usize, String)| match part.split_once('=') {
        Some((key, value)) if is_key(key) => Ok((key.to_owned(), value.to_owned())),
        _ if index == 0 => Ok((first.to_owned(), part)),
        _ => Err(MissingKey { part }),
    };
    parts.enumerate().map(pair).collect()
}

fn is_key(text: &str) -> bool {
    text.starts_with(|letter: char| letter.is_ascii_alphabetic())
        && text.chars().all(|letter| letter.is_ascii_alphanumeric() || "._-".contains(letter))
}

/// Parses an amount of memory: bytes, or a number and its unit, `K`, `M` or `G` (of 1024). Returns `None`
/// for other texts.
///
/// ```
/// use game_engine_process::parse_memory;
///
/// assert_eq!(parse_memory("1.5K"), Some(1536));
/// assert_eq!(parse_memory("350 MiB"), Some(350 << 20));
/// assert_eq!(parse_memory("5T"), None);
/// ```
#[must_use]
pub fn parse_memory(text: &str) -> Option<u64> {
    let text = text.trim();
    let number = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let unit = text[number.len()..].to_ascii_uppercase();
    let shift = match unit.trim_end_matches("IB").trim_end_matches('B') {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        _ => return None,
    };
    let number = number.trim_end();
    if !number.chars().all(|letter| letter.is_ascii_digit() || letter == '.') {
        return None;
    }
    if let Ok(number) = number.parse::<u64>() {
        return number.checked_mul(1 << shift);
    }
    let bytes = number.parse::<f64>().ok()? * f64::from(1 << shift);
    (bytes < 1e18).then_some(bytes as u64)
}

#[cfg(test)]
mod tests {
    use super::pairs;

    #[test]
    fn lists() {
        for (text, expected) in [
            ("name=a,cmd=./b", &[("name", "a"), ("cmd", "./b")][..]),
            ("./brain", &[("cmd", "./brain")]),
            ("./brain --x=1,tc=0/1", &[("cmd", "./brain --x=1"), ("tc", "0/1")]),
            ("cmd=./b -a=1\\,b=2", &[("cmd", "./b -a=1,b=2")]),
            ("option.a=b=c", &[("option.a", "b=c")]),
            ("cmd=C:\\b.exe", &[("cmd", "C:\\b.exe")]),
            ("name=", &[("name", "")]),
        ] {
            let pairs = pairs(text, "cmd").expect(text);
            let pairs: Vec<_> = pairs.iter().map(|(key, value)| (&key[..], &value[..])).collect();
            assert_eq!(pairs, expected, "{text}");
        }
        for text in ["name=a,b", "a,", "a,=b", "a,./b=c"] {
            assert!(pairs(text, "cmd").is_err(), "{text}");
        }
    }
}
