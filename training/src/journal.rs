//! Journals: files that keep the findings of long work, so that it can be resumed.
//!
//! A journal is text lines of JSON: the settings, then a line for each finding. One process writes
//! it at a time. An incomplete last line is dropped; other damage is refused.

use std::collections::HashMap;
use std::fmt::Debug;
use std::fs::{File, OpenOptions};
use std::hash::Hash;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};

use fs4::FileExt;
use json_difference::{Difference, differences};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use thiserror::Error;

use crate::workers::{NOT_POISONED, ThreadError};

/// The format of a journal.
#[derive(Debug)]
pub struct Format {
    /// The name in the first line.
    pub name: &'static str,
    /// The work that writes such journals, for messages.
    pub work: &'static str,
}

/// The first line.
#[derive(Serialize)]
struct Header<'a, S> {
    format: &'static str,
    settings: &'a S,
}

/// The reason why a journal cannot be opened or written.
#[derive(Debug, Error)]
pub enum JournalError {
    /// It cannot be read or written.
    #[error("{0}: {1}")]
    Io(PathBuf, io::Error),
    /// Another process is writing it.
    #[error("{0} is in use by another process")]
    Busy(PathBuf),
    /// Its first line is not that of such work.
    #[error("{0} is not a file of a {1}")]
    Foreign(PathBuf, &'static str),
    /// It was written with another setting.
    #[error("{0} was written with {path} {left}, not {right}; use another file", path = .1.path, left = .1.left, right = .1.right)]
    OtherSetting(PathBuf, Difference),
    /// A text line, counted from 1, is not a finding, for this reason.
    #[error("{0} is damaged at line {1}: {2}")]
    Damaged(PathBuf, usize, String),
}

/// The reason why work that keeps a journal ended early.
#[derive(Debug, Error)]
pub enum WorkError {
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A thread cannot be started.
    #[error(transparent)]
    Thread(#[from] ThreadError),
}

/// What a text line of a journal says about one thing.
pub(crate) trait Finding: Clone + Debug + Serialize + DeserializeOwned {
    /// The thing that it is about.
    type Key: Debug + Eq + Hash;

    /// Returns the thing that it is about.
    fn key(&self) -> Self::Key;
}

/// The findings of a journal, to which threads add.
#[derive(Debug)]
pub(crate) struct Findings<F: Finding>(Mutex<Known<F>>);

#[derive(Debug)]
struct Known<F: Finding> {
    journal: Journal,
    by_key: HashMap<F::Key, F>,
}

impl<F: Finding> Findings<F> {
    /// Opens the journal of some settings, which is created if it does not exist.
    pub(crate) fn open(
        path: &Path,
        format: &Format,
        settings: &impl Serialize,
    ) -> Result<Self, JournalError> {
        let mut by_key = HashMap::new();
        let journal = Journal::open(path, format, settings, |finding: F| {
            by_key.insert(finding.key(), finding);
            Ok(())
        })?;
        Ok(Self(Mutex::new(Known { journal, by_key })))
    }

    /// Returns the finding about a thing, if there is one.
    pub(crate) fn get(&self, key: &F::Key) -> Option<F> {
        self.known().by_key.get(key).cloned()
    }

    /// Adds a finding.
    pub(crate) fn add(&self, finding: F) -> Result<(), JournalError> {
        let mut known = self.known();
        known.journal.add(&finding)?;
        known.by_key.insert(finding.key(), finding);
        Ok(())
    }

    fn known(&self) -> MutexGuard<'_, Known<F>> {
        self.0.lock().expect(NOT_POISONED)
    }
}

/// An open journal, which no other process can open.
#[derive(Debug)]
pub(crate) struct Journal {
    path: PathBuf,
    file: File,
    /// The bytes of an incomplete last line, which was dropped.
    pub(crate) torn_bytes: u64,
}

impl Journal {
    /// Opens the journal of some settings, which is created if it does not exist. `take` is called
    /// with each finding, and returns what is wrong with it.
    pub(crate) fn open<F: DeserializeOwned>(
        path: &Path,
        format: &Format,
        settings: &impl Serialize,
        take: impl FnMut(F) -> Result<(), String>,
    ) -> Result<Self, JournalError> {
        let io_error = |error| JournalError::Io(path.to_owned(), error);
        let options = OpenOptions::new().create(true).append(true).read(true).clone();
        let mut file = options.open(path).map_err(io_error)?;
        if FileExt::try_lock(&file).is_err() {
            return Err(JournalError::Busy(path.to_owned()));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(io_error)?;
        let header = Header { format: format.name, settings };
        let header = serde_json::to_string(&header)
            .expect("settings of numbers and strings serialize to JSON")
            + "\n";
        let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        // An incomplete first line must be the beginning of this one; any other file stays.
        if whole == 0 && !header.as_bytes().starts_with(&bytes) {
            return Err(JournalError::Foreign(path.to_owned(), format.work));
        }
        read(path, &bytes[..whole], format, settings, take)?;
        let torn_bytes = (bytes.len() - whole) as u64;
        if torn_bytes > 0 {
            file.set_len(whole as u64).map_err(io_error)?;
        }
        let mut journal = Self { path: path.to_owned(), file, torn_bytes };
        if whole == 0 {
            journal.write(&header)?;
        }
        Ok(journal)
    }

    /// Adds a finding.
    pub(crate) fn add(&mut self, finding: &impl Serialize) -> Result<(), JournalError> {
        let line = serde_json::to_string(finding)
            .expect("a finding of numbers and strings serializes to JSON");
        self.write(&(line + "\n"))
    }

    /// Writes a text line, and waits until it is on the disk.
    fn write(&mut self, line: &str) -> Result<(), JournalError> {
        let written = self.file.write_all(line.as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(|error| JournalError::Io(self.path.clone(), error))
    }
}

/// Reads complete text lines, which must belong to the settings.
fn read<F: DeserializeOwned>(
    path: &Path,
    bytes: &[u8],
    format: &Format,
    settings: &impl Serialize,
    mut take: impl FnMut(F) -> Result<(), String>,
) -> Result<(), JournalError> {
    let mut lines = bytes.split_inclusive(|byte| *byte == b'\n').zip(1..);
    let Some((header, _)) = lines.next() else { return Ok(()) };
    let header: Value = serde_json::from_slice(header).unwrap_or_default();
    if header["format"] != format.name || !header["settings"].is_object() {
        return Err(JournalError::Foreign(path.to_owned(), format.work));
    }
    let wanted =
        serde_json::to_value(settings).expect("settings of numbers and strings serialize to JSON");
    if let Some(difference) = differences(&header["settings"], &wanted).into_iter().next() {
        return Err(JournalError::OtherSetting(path.to_owned(), difference));
    }
    for (line, number) in lines {
        let finding = serde_json::from_slice(line).map_err(|error| error.to_string());
        let taken = finding.and_then(&mut take);
        taken.map_err(|why| JournalError::Damaged(path.to_owned(), number, why))?;
    }
    Ok(())
}
