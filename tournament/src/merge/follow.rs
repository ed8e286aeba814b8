//! Shards that are still being played.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use crate::merge::part::{MergeError, Part};
use crate::runner::{StopRequest, Urgency};
use crate::shard::files_in;

/// The interval at which the wish to stop is looked at.
const TICK: Duration = Duration::from_millis(100);
/// The shortest time between two looks at the files.
const SHORTEST: Duration = Duration::from_secs(1);
/// The part of the time that is not spent on looking.
const REST: u32 = 20;

/// Files of results that grow.
#[derive(Debug)]
pub(crate) struct Files {
    /// Files that were named.
    named: Vec<PathBuf>,
    folder: PathBuf,
    known: BTreeMap<PathBuf, Known>,
}

/// A file as it was when it was looked at.
#[derive(Debug)]
struct Known {
    length: u64,
    part: Option<Part>,
}

impl Files {
    pub(crate) fn new(named: &[PathBuf], folder: &Path) -> Self {
        let (named, folder) = (named.to_vec(), folder.to_path_buf());
        Self { named, folder, known: BTreeMap::new() }
    }

    /// Looks at all files; whether one has changed.
    pub(crate) fn look(&mut self) -> Result<bool, MergeError> {
        let io = |path: &Path, source| MergeError::Io { path: path.to_path_buf(), source };
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
                let part = Part::read(&path)?;
                self.known.insert(path, Known { length, part });
                has_changed = true;
            }
        }
        Ok(has_changed)
    }

    /// Returns what the files hold, as far as they have begun.
    pub(crate) fn parts(&self) -> Vec<Part> {
        self.known.values().filter_map(|known| known.part.clone()).collect()
    }
}

/// Waits after a look that took `spent`; whether to go on.
pub(crate) fn rest(spent: Duration, stop: &StopRequest) -> bool {
    let until = Instant::now() + SHORTEST.max(spent * REST);
    while Instant::now() < until && stop.urgency() == Urgency::None {
        thread::sleep(TICK);
    }
    stop.urgency() == Urgency::None
}
