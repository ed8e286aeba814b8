//! The journal of a tuning: text lines of JSON, first the settings, then a line for each step.
//!
//! Only one process writes to it at a time. An incomplete last line is dropped; other damage is an error.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use fs4::FileExt;
use json_difference::{Difference, differences};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use thiserror::Error;

use crate::tune::settings::{Progress, Settings};

/// The format in the first line.
const FORMAT: &str = "dolmen tuning 1";

/// The maximum number of margins that a message names.
const MAX_NAMED: usize = 4;

/// The reason why a journal cannot be opened or written.
#[derive(Debug, Error)]
pub enum JournalError {
    /// It cannot be read or written.
    #[error("{0}: {1}")]
    Io(PathBuf, io::Error),
    /// Another process is writing it.
    #[error("{0} is in use by another process")]
    Busy(PathBuf),
    /// Its first line is not that of a tuning.
    #[error("{0} is not a file of a tuning")]
    Foreign(PathBuf),
    /// It was written with another setting; the text tells how the settings differ.
    #[error("{0} was written {1}; use another file")]
    OtherSetting(PathBuf, String),
    /// A text line, counted from 1, is not a step, for this reason.
    #[error("{0} is damaged at line {1}: {2}")]
    Damaged(PathBuf, usize, String),
}

/// A step of a tuning.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// The number of pairs up to this step.
    pub pairs: u64,
    /// The total number of pairs that was planned.
    pub of: u64,
    /// Games won less games lost in this step.
    pub result: i64,
    /// The values after the step, in the order of the margins in the settings.
    pub values: Vec<f64>,
}

/// An open journal, which no other process can open.
#[derive(Debug)]
pub(crate) struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// Opens the journal of some settings, or creates it; also returns the progress of the tuning.
    pub(crate) fn open(path: &Path, settings: &Settings) -> Result<(Self, Progress), JournalError> {
        let io_error = |error| JournalError::Io(path.to_owned(), error);
        let options = OpenOptions::new().create(true).append(true).read(true).clone();
        let mut file = options.open(path).map_err(io_error)?;
        if FileExt::try_lock(&file).is_err() {
            return Err(JournalError::Busy(path.to_owned()));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(io_error)?;
        let header = json!({ "format": FORMAT, "settings": settings }).to_string() + "\n";
        let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        // An incomplete first line must be a prefix of the expected one; any other file stays unchanged.
        if whole == 0 && !header.as_bytes().starts_with(&bytes) {
            return Err(JournalError::Foreign(path.to_owned()));
        }
        let mut progress = read(path, &bytes[..whole], settings)?;
        progress.torn_bytes = (bytes.len() - whole) as u64;
        file.set_len(whole as u64).map_err(io_error)?;
        let mut journal = Self { path: path.to_owned(), file };
        if whole == 0 {
            journal.write(&header)?;
        }
        Ok((journal, progress))
    }

    /// Adds a step.
    pub(crate) fn add(&mut self, step: &Step) -> Result<(), JournalError> {
        let line = serde_json::to_string(step).expect("a step of numbers serializes to JSON");
        self.write(&(line + "\n"))
    }

    /// Writes a text line, and syncs it to the disk.
    fn write(&mut self, line: &str) -> Result<(), JournalError> {
        let written = self.file.write_all(line.as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(|error| JournalError::Io(self.path.clone(), error))
    }
}

/// Reads complete text lines, which must belong to the settings.
fn read(path: &Path, bytes: &[u8], settings: &Settings) -> Result<Progress, JournalError> {
    let values = settings.margins.iter().map(|margin| f64::from(margin.default)).collect();
    let mut progress = Progress { known_pairs: 0, pairs: 0, values, torn_bytes: 0 };
    let mut lines = bytes.split_inclusive(|byte| *byte == b'\n').zip(1..);
    let Some((header, _)) = lines.next() else { return Ok(progress) };
    let header: Value = serde_json::from_slice(header).unwrap_or_default();
    if header["format"] != FORMAT || !header["settings"].is_object() {
        return Err(JournalError::Foreign(path.to_owned()));
    }
    if let Some(how) = other_setting(&header["settings"], &json!(settings)) {
        return Err(JournalError::OtherSetting(path.to_owned(), how));
    }
    for (line, number) in lines {
        let step = json_line::read(line);
        let step = step.and_then(|step| check(step, settings, progress.pairs));
        let step = step.map_err(|why| JournalError::Damaged(path.to_owned(), number, why))?;
        (progress.pairs, progress.values) = (step.pairs, step.values);
    }
    progress.known_pairs = progress.pairs;
    Ok(progress)
}

/// Returns how the first setting that differs was in a file, and how it is wanted.
fn other_setting(stored: &Value, wanted: &Value) -> Option<String> {
    let Difference { path, left, right } = differences(stored, wanted).into_iter().next()?;
    let of_margins = path.starts_with("margins");
    let margins = of_margins.then(|| other_margins(&stored["margins"], &wanted["margins"]));
    margins.flatten().or_else(|| Some(format!("with {path} {left}, not {right}")))
}

/// Returns how the margins of a file differ from those that are wanted: first in their names, then in their values.
fn other_margins(stored: &Value, wanted: &Value) -> Option<String> {
    let (old, new) = (names(stored), names(wanted));
    let only = |some: &[&str], others: &[&str]| {
        let only = some.iter().filter(|name| !others.contains(name)).copied();
        listed(&only.collect::<Vec<_>>())
    };
    match (only(&old, &new), only(&new, &old)) {
        (Some(gone), Some(added)) => return Some(format!("with {gone}, not {added}")),
        (Some(gone), None) => return Some(format!("with {gone}, which this command leaves out")),
        (None, Some(added)) => return Some(format!("without {added}")),
        (None, None) => {}
    }
    let Difference { path, left, right } = differences(stored, wanted).into_iter().next()?;
    let (name, key) = path.strip_prefix('[')?.split_once("].")?;
    let bound = match key {
        "start" => "starting at",
        "least" => "at least",
        "most" => "at most",
        _ => return None,
    };
    Some(format!("with the margin {name} {bound} {left}, not {right}"))
}

/// Returns the names of margins in the format of the file.
fn names(margins: &Value) -> Vec<&str> {
    let margins = margins.as_array().into_iter().flatten();
    margins.filter_map(|margin| margin["name"].as_str()).collect()
}

/// Returns names of margins as a part of a sentence, of many only the first few; `None` without names.
fn listed(names: &[&str]) -> Option<String> {
    let rest = names.len().saturating_sub(MAX_NAMED);
    let named = names[..names.len() - rest].join(", ");
    match (names.len(), rest) {
        (0, _) => None,
        (1, _) => Some(format!("the margin {named}")),
        (_, 0) => Some(format!("the margins {named}")),
        _ => Some(format!("the margins {named} and {rest} more")),
    }
}

/// Returns a step, after checking that it can follow `before` pairs.
fn check(step: Step, settings: &Settings, before: u64) -> Result<Step, String> {
    let pairs = step.pairs.checked_sub(before).filter(|pairs| (1..=settings.batch).contains(pairs));
    let Some(pairs) = pairs else {
        return Err(format!("invalid number of pairs {} after {before}", step.pairs));
    };
    if step.result.unsigned_abs() > 2 * pairs {
        return Err(format!("invalid result {} of {pairs} pairs", step.result));
    }
    let (known, wanted) = (step.values.len(), settings.margins.len());
    if known != wanted {
        return Err(format!("{known} values for {wanted} margins"));
    }
    for (margin, value) in settings.margins.iter().zip(&step.values) {
        if !(f64::from(margin.min)..=f64::from(margin.max)).contains(value) {
            return Err(format!("{} is {value}, out of range", margin.name));
        }
    }
    Ok(step)
}
