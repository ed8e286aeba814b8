//! Reads the request for a tournament from a TOML file.
//!
//! Invariant: relative paths in a file are relative to its folder.

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
    /// This file is not TOML, or has unknown keys or invalid values.
    #[error("{}: {}", .0.display(), .1.to_string().trim_end())]
    Invalid(PathBuf, toml::de::Error),
}

/// Reads a file. The default file of results has the name of this file, in the current folder.
///
/// # Errors
/// Returns an error, with the line, if the file cannot be read or is invalid.
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

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::read;
    use crate::config::{Draft, Words, check};

    /// Reads the example as it is, and with the options that are commented out.
    #[test]
    fn the_example_can_be_read() {
        let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("example.toml");
        let draft = read(&example).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(draft.engines.len(), 2);
        let is_option = |rest: &&str| rest.contains(" = ") || rest.starts_with('[');
        let lines = include_str!("../../example.toml").lines().skip(5);
        let lines = lines.map(|line| line.strip_prefix("# ").filter(is_option).unwrap_or(line));
        let all: Draft = toml::from_str(&lines.collect::<Vec<_>>().join("\n"))
            .unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(all.engines.len(), 3);
        assert!(all.sprt.is_some() && all.stop_file.is_some() && all.each.profile.is_some());
    }

    /// Checks the example with programs that exist, and thereby the openings that it names.
    #[test]
    fn the_example_can_be_played() {
        let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("example.toml");
        let mut draft = read(&example).unwrap_or_else(|error| panic!("{error}"));
        let program = std::env::current_exe().expect("the system knows this program");
        for engine in &mut draft.engines {
            engine.cmd = Some(Words(vec![program.display().to_string()]));
        }
        let checked = check(&draft, 4).unwrap_or_else(|error| panic!("{error}"));
        assert!(checked.config.openings.len() > 1);
    }
}
