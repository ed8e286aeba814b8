//! One file of results, read whole.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::record::GameRecord;
use crate::store::header::Header;
use crate::store::parse::{Contents, Damage, parse};

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
    /// The number of a torn last line, as a file has that is being written.
    pub torn: Option<usize>,
}

/// A file of results cannot be read.
#[derive(Debug, Error)]
pub enum ReadResultsError {
    /// The system cannot read it.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The error that the system reports.
        source: io::Error,
    },
    /// It is damaged, or no such file.
    #[error("{}: {damage}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The place and the reason.
        #[source]
        damage: Damage,
    },
    /// No run has written its header yet.
    #[error("{}: the file is empty", path.display())]
    Empty {
        /// The file.
        path: PathBuf,
    },
}

impl ResultsFile {
    /// Reads a file.
    ///
    /// # Errors
    /// See [`ReadResultsError`].
    pub fn read(path: &Path) -> Result<Self, ReadResultsError> {
        let empty = || ReadResultsError::Empty { path: path.to_path_buf() };
        Self::read_begun(path)?.ok_or_else(empty)
    }

    /// Reads a file; none if no run has written its header yet.
    ///
    /// # Errors
    /// It cannot be read, or is damaged.
    pub fn read_begun(path: &Path) -> Result<Option<Self>, ReadResultsError> {
        let io = |source| ReadResultsError::Io { path: path.to_path_buf(), source };
        let bytes = fs::read(path).map_err(io)?;
        let contents = parse(&bytes)
            .map_err(|damage| ReadResultsError::Damaged { path: path.to_path_buf(), damage })?;
        let Contents { header, records, lines, torn, .. } = contents;
        let path = path.to_path_buf();
        Ok(header.map(|header| Self { path, header, records, lines, torn }))
    }
}
