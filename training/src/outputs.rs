//! The files and folders that commands write. They are checked before any work: the folder of a file exists,
//! an existing file is of the kind that is written, and the files of a command differ.

use std::fs;
use std::path::{Path, PathBuf};

use clap::builder::{PathBufValueParser, TypedValueParser};
use dolmen::eval::Weights;
use dolmen::eval::weights::ReadWeightsError;
use whole_file::{check_file_place, check_folder_place, folder_of};

use crate::common::Failure;

/// The number of bytes by which the kind of a file is recognized.
const BEGINNING: usize = 1 << 16;

/// A kind of files that a command writes.
#[derive(Clone, Copy)]
pub(crate) struct Kind {
    /// Its name, with an article.
    pub(crate) name: &'static str,
    /// Returns whether a file that begins with some bytes is of this kind.
    pub(crate) has: fn(&[u8]) -> bool,
}

/// Files of weights.
pub(crate) const WEIGHTS: Kind = Kind {
    name: "a file of weights",
    has: |bytes| !matches!(Weights::from_bytes(bytes), Err(ReadWeightsError::Foreign)),
};

impl Kind {
    /// Parses the name of a file of this kind to write.
    pub(crate) fn parser(self) -> impl TypedValueParser<Value = PathBuf> {
        PathBufValueParser::new().try_map(move |path: PathBuf| self.check(&path).map(|()| path))
    }

    /// Checks that a file can be written: its folder exists, and it replaces nothing but a file of this
    /// kind.
    pub(crate) fn check(self, path: &Path) -> Result<(), String> {
        check_file_place(path).map_err(|error| error.to_string())?;
        let start = whole_file::beginning(path, BEGINNING).map_err(|error| error.to_string())?;
        let start = start.unwrap_or_default();
        if start.is_empty() || (self.has)(&start) {
            return Ok(());
        }
        Err(format!("exists, and is not {}: expected another name", self.name))
    }
}

/// Parses the name of a file that the same command continues, and which it checks as a whole.
pub(crate) fn continued() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path: PathBuf| check_file_place(&path).map(|()| path))
}

/// Parses the name of a folder to write to, which may not exist yet.
pub(crate) fn folder() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path: PathBuf| check_folder_place(&path).map(|()| path))
}

/// Checks that the outputs of a command, each with its name, are different files.
pub(crate) fn expect_different(outputs: &[(&str, &Path)]) -> Result<(), Failure> {
    for (number, (name, path)) in outputs.iter().enumerate() {
        let same = outputs[..number].iter().find(|(_, other)| place(other) == place(path));
        if let Some((other, _)) = same {
            let path = path.display();
            return Err(
                format!("{other} and {name} are both {path}: expected different files").into()
            );
        }
    }
    Ok(())
}

/// Returns the one name of a file that may have several.
fn place(path: &Path) -> PathBuf {
    let in_folder = || {
        let folder = fs::canonicalize(folder_of(path)).ok()?;
        Some(folder.join(path.file_name()?))
    };
    fs::canonicalize(path).ok().or_else(in_folder).unwrap_or_else(|| path.to_owned())
}
