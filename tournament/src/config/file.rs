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
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::read;
    use crate::config::{Draft, Words, check};

    const EXAMPLE: &str = include_str!("../../example.toml");

    /// Parses a part of the example, and returns it with its paths and with programs that exist.
    fn playable(text: &str) -> Draft {
        let mut draft: Draft = toml::from_str(text).unwrap_or_else(|error| panic!("{error}"));
        draft.rebase(Path::new(env!("CARGO_MANIFEST_DIR")));
        let program = std::env::current_exe().expect("the system knows this program");
        for engine in &mut draft.engines {
            engine.cmd = Some(Words(vec![program.display().to_string()]));
        }
        draft
    }

    /// Returns the names that a table of the file may have.
    fn known_names(table: &str) -> BTreeSet<String> {
        let error = toml::from_str::<Draft>(&format!("{table}\nunknown = 0")).expect_err(table);
        let error = error.to_string();
        let (_, names) = error.split_once("expected one of").expect("the error lists the names");
        names.split('`').skip(1).step_by(2).map(str::to_owned).collect()
    }

    fn names(table: &toml::Table) -> BTreeSet<String> {
        table.keys().cloned().collect()
    }

    /// Reads the example as it is, and with the options that are commented out.
    #[test]
    fn the_example_can_be_read() {
        let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("example.toml");
        let draft = read(&example).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(draft.engines.len(), 2);
        let is_option = |rest: &&str| rest.contains(" = ") || rest.starts_with('[');
        let lines = EXAMPLE.lines().skip(5);
        let lines = lines.map(|line| line.strip_prefix("# ").filter(is_option).unwrap_or(line));
        let all: Draft = toml::from_str(&lines.collect::<Vec<_>>().join("\n"))
            .unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(all.engines.len(), 3);
        assert!(all.sprt.is_some() && all.stop_file.is_some() && all.each.profile.is_some());
        let table = |draft: &Draft| toml::Table::try_from(draft).expect("it serializes to TOML");
        assert_eq!(names(&table(&all)), known_names(""));
        let each = table(&all)["each"].as_table().map(names).expect("it is a table");
        let of_engines = ["name", "cmd"].map(str::to_owned);
        assert_eq!(
            each.into_iter().chain(of_engines).collect::<BTreeSet<_>>(),
            known_names("[each]")
        );
    }

    #[test]
    fn comments_of_the_example_have_the_defaults() {
        let has_defaults = |part: &&str| !part.lines().any(|line| line.starts_with("# ["));
        let parts: Vec<&str> = EXAMPLE.split("\n\n").skip(1).filter(has_defaults).collect();
        let text = format!("state = \"example.jsonl\"\n{}", parts.join("\n\n"));
        let is_default = |rest: &&str| rest.contains(" = ") && !rest.contains("without:");
        let with_defaults: Vec<&str> = text
            .lines()
            .map(|line| line.strip_prefix("# ").filter(is_default).unwrap_or(line))
            .collect();
        let config = |text: &str| {
            let checked = check(&playable(text), 4).unwrap_or_else(|error| panic!("{error}"));
            checked.config
        };
        assert!(with_defaults.contains(&"affinity = false          # games own processors"));
        assert_eq!(config(&with_defaults.join("\n")), config(&text));
    }

    /// Checks the example with programs that exist, and thereby the openings that it names.
    #[test]
    fn the_example_can_be_played() {
        let checked = check(&playable(EXAMPLE), 4).unwrap_or_else(|error| panic!("{error}"));
        assert!(checked.config.openings.len() > 1);
    }
}
