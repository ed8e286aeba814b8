//! Reads the description of a tournament from a TOML file.
//!
//! Invariant: relative paths in a file count from its folder.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::config::Draft;

/// A configuration that cannot be read.
#[derive(Debug)]
pub enum ReadConfigError {
    /// The file cannot be opened or read.
    Unreadable {
        /// The file.
        file: PathBuf,
        /// The error that the system reports.
        error: io::Error,
    },
    /// The file is no TOML, or has keys or values that are not known.
    Invalid {
        /// The file.
        file: PathBuf,
        /// The place, the line itself and the reason, on several lines.
        reason: String,
    },
}

impl fmt::Display for ReadConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable { file, error } => write!(f, "{}: {error}", file.display()),
            Self::Invalid { file, reason } => {
                write!(f, "{}: {}", file.display(), reason.trim_end())
            }
        }
    }
}

impl std::error::Error for ReadConfigError {}

/// Reads a file. A tournament that names no file of results gets one with the name of this
/// file in the current folder.
///
/// # Errors
/// The file cannot be read, or says what is not understood; with the line.
pub fn read(file: &Path) -> Result<Draft, ReadConfigError> {
    let unreadable = |error| ReadConfigError::Unreadable { file: file.to_owned(), error };
    let text = fs::read_to_string(file).map_err(unreadable)?;
    let mut draft: Draft = toml::from_str(&text).map_err(|error| ReadConfigError::Invalid {
        file: file.to_owned(),
        reason: error.to_string(),
    })?;
    draft.rebase(file.parent().unwrap_or(Path::new("")));
    if draft.state.is_none() {
        let mut name = file.file_stem().expect("a file that was read has a name").to_owned();
        name.push(".jsonl");
        draft.state = Some(PathBuf::from(name));
    }
    Ok(draft)
}
