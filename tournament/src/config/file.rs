//! Reads the description of a tournament from a TOML file.
//!
//! Invariant: relative paths in a file count from its folder.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::config::Draft;

/// A configuration that cannot be read.
#[derive(Debug, Error)]
pub enum ReadConfigError {
    /// This file cannot be opened or read.
    #[error("{}: {}", .0.display(), .1)]
    Unreadable(PathBuf, io::Error),
    /// This file is no TOML, or has keys or values that are not known.
    #[error("{}: {}", .0.display(), .1.to_string().trim_end())]
    Invalid(PathBuf, toml::de::Error),
}

/// Reads a file. A tournament that names no file of results gets one with the name of this
/// file in the current folder.
///
/// # Errors
/// The file cannot be read, or says what is not understood; with the line.
pub fn read(file: &Path) -> Result<Draft, ReadConfigError> {
    let unreadable = |error| ReadConfigError::Unreadable(file.to_owned(), error);
    let text = fs::read_to_string(file).map_err(unreadable)?;
    let invalid = |error| ReadConfigError::Invalid(file.to_owned(), error);
    let mut draft: Draft = toml::from_str(&text).map_err(invalid)?;
    draft.rebase(file.parent().unwrap_or(Path::new("")));
    if draft.state.is_none() {
        let mut name = file.file_stem().expect("a file that was read has a name").to_owned();
        name.push(".jsonl");
        draft.state = Some(PathBuf::from(name));
    }
    Ok(draft)
}
