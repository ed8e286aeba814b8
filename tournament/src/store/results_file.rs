//! One file of results, read whole.

use std::fs;
use std::path::{Path, PathBuf};

use crate::record::GameRecord;
use crate::store::error::StoreError;
use crate::store::header::Header;
use crate::store::parse::{Contents, parse};

/// A file of results as it is at the moment.
#[derive(Clone, Debug, PartialEq)]
pub struct ResultsFile {
    /// The file.
    pub path: PathBuf,
    /// Its header, with all machines.
    pub header: Header,
    /// Its games.
    pub records: Vec<GameRecord>,
    /// The number of the line of each game.
    pub(crate) lines: Vec<usize>,
    /// The number of a torn last text line, as in a file that is being written.
    pub torn: Option<usize>,
}

impl ResultsFile {
    /// Reads a file.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub fn read(path: &Path) -> Result<Self, StoreError> {
        Self::read_begun(path)?.ok_or_else(|| StoreError::Empty(path.to_path_buf()))
    }

    /// Reads a file; returns `None` if no run has written its header yet.
    ///
    /// # Errors
    /// Returns an error if it cannot be read, or is damaged.
    pub fn read_begun(path: &Path) -> Result<Option<Self>, StoreError> {
        let bytes = fs::read(path).map_err(StoreError::io(path))?;
        let Contents { header, records, lines, torn, .. } =
            parse(&bytes).map_err(StoreError::damaged(path))?;
        let path = path.to_path_buf();
        Ok(header.map(|header| Self { path, header, records, lines, torn }))
    }
}
