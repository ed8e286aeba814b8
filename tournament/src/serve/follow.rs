//! A file of results that somebody else writes.

use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::record::GameRecord;
use crate::state::Header;
use crate::status::Problem;
use crate::tasks::{File, read};

/// A file, and what was last read of it.
#[derive(Debug)]
pub(super) struct Follower {
    path: PathBuf,
    /// By what a change is noticed.
    seen: Option<Look>,
    pub(super) header: Header,
    pub(super) records: Vec<GameRecord>,
}

/// The look of a file from outside: bytes, time, and which file it is.
type Look = (u64, Option<SystemTime>, u64);

impl Follower {
    /// Reads the file.
    ///
    /// # Errors
    /// It cannot be read, is damaged, or has no first line yet.
    pub(super) fn open(path: &Path) -> Result<Self, Problem> {
        let seen = look(path);
        let File { header, records, .. } = read(path)?;
        Ok(Self { path: path.to_path_buf(), seen, header, records })
    }

    /// Returns whether the file looks other than when it was read.
    pub(super) fn has_changed(&self) -> bool {
        look(&self.path) != self.seen
    }

    /// Reads the file again.
    ///
    /// # Errors
    /// As [`Follower::open`]; what was read before stays, and the change is not noticed again.
    pub(super) fn refresh(&mut self) -> Result<(), Problem> {
        self.seen = look(&self.path);
        let File { header, records, .. } = read(&self.path)?;
        (self.header, self.records) = (header, records);
        Ok(())
    }
}

fn look(path: &Path) -> Option<Look> {
    let metadata = fs::metadata(path).ok()?;
    Some((metadata.len(), metadata.modified().ok(), number(&metadata)))
}

/// The number by which the system knows a file: another one may take its name.
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
