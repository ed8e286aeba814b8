//! A file of results that another process writes.

use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::store::error::StoreError;
use crate::store::results_file::ResultsFile;

/// A file, and its content at the last read.
#[derive(Debug)]
pub(crate) struct Follower {
    path: PathBuf,
    /// The metadata at the last read.
    seen: Option<Look>,
    pub(crate) file: ResultsFile,
}

/// The size of a file, its time of modification, and its inode.
type Look = (u64, Option<SystemTime>, u64);

impl Follower {
    /// Reads the file.
    ///
    /// # Errors
    /// Returns an error if it cannot be read, is damaged, or has no first line yet.
    pub(crate) fn open(path: &Path) -> Result<Self, StoreError> {
        let seen = look(path);
        let file = ResultsFile::read(path)?;
        Ok(Self { path: path.to_path_buf(), seen, file })
    }

    /// Returns whether the file has changed since it was read.
    pub(crate) fn has_changed(&self) -> bool {
        look(&self.path) != self.seen
    }

    /// Reads the file again.
    ///
    /// # Errors
    /// As [`Follower::open`]; the content read before is kept, and the change counts as seen.
    pub(crate) fn refresh(&mut self) -> Result<(), StoreError> {
        self.seen = look(&self.path);
        self.file = ResultsFile::read(&self.path)?;
        Ok(())
    }
}

fn look(path: &Path) -> Option<Look> {
    let metadata = fs::metadata(path).ok()?;
    Some((metadata.len(), metadata.modified().ok(), number(&metadata)))
}

/// Returns the inode, which differs if another file has taken the name.
#[cfg(unix)]
fn number(metadata: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::ino(metadata)
}

#[cfg(not(unix))]
fn number(_: &Metadata) -> u64 {
    0
}

#[cfg(test)]
mod tests;
