//! Shards that are still being played.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::store::results_file::{ReadResultsError, ResultsFile};
use crate::store::shards::files_in;

/// Files of results that grow.
#[derive(Debug)]
pub struct GrowingFiles {
    /// Files that were named.
    named: Vec<PathBuf>,
    folder: PathBuf,
    known: BTreeMap<PathBuf, Known>,
}

/// A file as it was when it was looked at.
#[derive(Debug)]
struct Known {
    length: u64,
    part: Option<ResultsFile>,
}

impl GrowingFiles {
    /// Files that were named, and those of shards in a folder; not looked at yet.
    #[must_use]
    pub fn new(named: &[PathBuf], folder: &Path) -> Self {
        let (named, folder) = (named.to_vec(), folder.to_path_buf());
        Self { named, folder, known: BTreeMap::new() }
    }

    /// Looks at all files; whether one has changed.
    ///
    /// # Errors
    /// The folder or a file cannot be read, or a file is damaged.
    pub fn look(&mut self) -> Result<bool, ReadResultsError> {
        let io = |path: &Path, source| ReadResultsError::Io { path: path.to_path_buf(), source };
        let found = files_in(&self.folder).map_err(|error| io(&self.folder, error))?;
        let found = found.into_iter().map(|(_, _, path)| path);
        let mut has_changed = false;
        for path in found.chain(self.named.iter().cloned()) {
            let length = match fs::metadata(&path) {
                Ok(file) => file.len(),
                // It was there a moment ago; where files are sent, others take their place.
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                Err(error) => return Err(io(&path, error)),
            };
            if self.known.get(&path).is_none_or(|known| known.length != length) {
                let part = ResultsFile::read_begun(&path)?;
                self.known.insert(path, Known { length, part });
                has_changed = true;
            }
        }
        Ok(has_changed)
    }

    /// Returns what the files hold, as far as they have begun.
    #[must_use]
    pub fn parts(&self) -> Vec<ResultsFile> {
        self.known.values().filter_map(|known| known.part.clone()).collect()
    }
}
