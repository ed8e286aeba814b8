//! Checkpoints: files from which a training can be resumed.
//!
//! ```text
//! file    first line  checksum: u32  length: u32  header  body
//! header  JSON of this length; the checksum (CRC-32) covers everything that follows it
//! body    the windows of the dictionary, each a u32, then the tables of the model
//! ```
//!
//! The first line is the kind of training and the version of the format. All numbers are little-endian.

use dolmen::eval::line_network::dictionary::Dictionary;
use dolmen::eval::line_network::window::Window;
use json_difference::{Difference, differences};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use crate::first_line::{FirstLine, FirstLineError};
use crate::learn::table::{Parameters, take};
use crate::line_network::course::{Plan, Progress};

/// The reason why a training cannot be resumed from a file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ResumeError {
    /// The file does not begin like a checkpoint of this kind.
    #[error("not a file of the kind {0:?}")]
    Foreign(&'static str),
    /// The file has another version of the format.
    #[error("unsupported format version {found:?}: expected {expected}")]
    Version {
        /// The version of the file.
        found: String,
        /// The version that can be read.
        expected: &'static str,
    },
    /// The checksum does not match.
    #[error("the file is damaged: its checksum does not match")]
    Damaged,
    /// The training has other settings, which differ in these parts.
    #[error("the training has other settings: {}", list(.0))]
    OtherSettings(Vec<Difference>),
    /// The contents are invalid, for this reason.
    #[error("invalid contents: {0}")]
    Invalid(String),
}

/// Returns differences as text.
fn list(differences: &[Difference]) -> String {
    differences.iter().map(Difference::to_string).collect::<Vec<_>>().join(", ")
}

impl ResumeError {
    fn of(error: FirstLineError, FirstLine { kind, version }: FirstLine) -> Self {
        match error {
            FirstLineError::Foreign(_) => Self::Foreign(kind),
            FirstLineError::Version(found) => Self::Version { found, expected: version },
            FirstLineError::Damaged => Self::Damaged,
        }
    }
}

#[derive(Serialize, Deserialize)]
struct Header<S> {
    settings: S,
    progress: Progress,
    /// The fingerprint of the positions.
    positions: u32,
    windows: usize,
}

/// The state of a training apart from its tables.
#[derive(Clone, Copy, Debug)]
pub struct State<'a, S> {
    /// The settings.
    pub settings: &'a S,
    /// The work that is done.
    pub progress: Progress,
    /// The fingerprint of the positions.
    pub positions: u32,
    /// The dictionary.
    pub dictionary: &'a Dictionary,
}

/// Returns a training as the bytes of a file.
pub fn to_bytes<'a, S: Clone + Serialize>(
    first_line: FirstLine,
    state: &State<'_, S>,
    tables: impl Iterator<Item = &'a dyn Parameters>,
) -> Vec<u8> {
    let windows = state.dictionary.windows();
    let header = Header {
        settings: state.settings.clone(),
        progress: state.progress,
        positions: state.positions,
        windows: windows.len(),
    };
    let header = serde_json::to_vec(&header).expect("a header has only names and numbers");
    let mut rest = (header.len() as u32).to_le_bytes().to_vec();
    rest.extend(header);
    rest.extend(windows.iter().flat_map(|window| (window.index() as u32).to_le_bytes()));
    tables.for_each(|table| table.write(&mut rest));
    first_line.sealed(&rest)
}

/// A checkpoint whose tables have not been read yet.
#[derive(Debug)]
pub struct Stored<'b> {
    /// The work that is done.
    pub progress: Progress,
    /// The dictionary.
    pub dictionary: Dictionary,
    tables: &'b [u8],
}

impl<'b> Stored<'b> {
    /// Reads the checkpoint of a training that continues with the same positions and settings.
    ///
    /// # Errors
    /// Returns the reason if the bytes are not a complete checkpoint, or if it has other positions
    /// or settings.
    pub fn read<S: Serialize>(
        first_line: FirstLine,
        settings: &S,
        positions: u32,
        bytes: &'b [u8],
    ) -> Result<Self, ResumeError> {
        let (header, mut body) = read_header::<Value>(first_line, bytes)?;
        // Through text, as in the file: numbers of 32 bits have other digits as values.
        let settings = serde_json::to_vec(settings).and_then(|text| serde_json::from_slice(&text));
        let settings = settings.expect("settings are names and numbers");
        let different = differences(&header.settings, &settings);
        if !different.is_empty() {
            return Err(ResumeError::OtherSettings(different));
        }
        if header.positions != positions {
            return Err(invalid("the training has other positions or targets"));
        }
        let dictionary =
            read_dictionary(header.windows, &mut body).map_err(ResumeError::Invalid)?;
        Ok(Self { progress: header.progress, dictionary, tables: body })
    }

    /// Reads the tables, which must take up the rest of the file.
    ///
    /// # Errors
    /// Returns an error if there are too few numbers or too many.
    pub fn fill<'t>(
        mut self,
        tables: impl Iterator<Item = &'t mut dyn Parameters>,
    ) -> Result<(), ResumeError> {
        for table in tables {
            table.read(&mut self.tables).ok_or_else(|| invalid("there are too few numbers"))?;
        }
        if self.tables.is_empty() { Ok(()) } else { Err(invalid("there are too many numbers")) }
    }
}

/// Returns whether the training of a checkpoint is finished.
///
/// # Errors
/// Returns the reason if the bytes are not a complete checkpoint.
pub fn is_finished(first_line: FirstLine, bytes: &[u8]) -> Result<bool, ResumeError> {
    let (header, _) = read_header::<Plan>(first_line, bytes)?;
    Ok(header.progress.ends(&header.settings))
}

/// Reads the header of a checkpoint, and returns the body as well.
fn read_header<S: DeserializeOwned>(
    first_line: FirstLine,
    bytes: &[u8],
) -> Result<(Header<S>, &[u8]), ResumeError> {
    let rest = first_line.unsealed(bytes);
    let mut rest = rest.map_err(|error| ResumeError::of(error, first_line))?;
    let length = take(&mut rest).map(u32::from_le_bytes).ok_or(ResumeError::Damaged)?;
    let parts = rest.split_at_checked(length as usize);
    let (header, body) = parts.ok_or_else(|| invalid("the header is incomplete"))?;
    let header = serde_json::from_slice(header).map_err(|error| invalid(&error.to_string()))?;
    Ok((header, body))
}

fn invalid(why: &str) -> ResumeError {
    ResumeError::Invalid(why.to_owned())
}

/// Reads windows from the beginning of `bytes`, and advances `bytes` past them.
fn read_dictionary(windows: usize, bytes: &mut &[u8]) -> Result<Dictionary, String> {
    let read = (0..windows).map(|_| {
        let index = take(bytes).map(u32::from_le_bytes).map(|index| index as usize);
        let index = index.filter(|&index| index < Window::COUNT);
        index.map(Window::from_index).ok_or_else(|| "a window is missing or invalid".to_owned())
    });
    Dictionary::new(read.collect::<Result<_, _>>()?)
}
