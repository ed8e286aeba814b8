//! Checkpoints: files from which a training is resumed.
//!
//! ```text
//! file    "dolmen line training 2\n"  checksum: u32  length: u32  header  body
//! header  JSON of this length; the checksum (CRC-32) covers everything that follows it
//! body    the windows of the dictionary, each a u32, then the tables of `Model::tables`
//! ```
//!
//! All numbers are little-endian.

use dolmen::eval::line_network::dictionary::Dictionary;
use dolmen::eval::line_network::window::Window;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::learn::table::take;
use crate::line_network::model::{ColorModel, Model};
use crate::line_network::trainer::{Progress, Settings, Task, Trainer};

/// The beginning of a file, before its version.
const NAME: &str = "dolmen line training ";
/// The version of the format.
const VERSION: &str = "2";

/// The reason why a training cannot be resumed from a file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ResumeError {
    /// The file does not begin like a checkpoint.
    #[error("not a file of the kind {:?}", NAME.trim_end())]
    Foreign,
    /// The file has this other version of the format.
    #[error("unsupported format version {0:?}: expected {VERSION}")]
    Version(String),
    /// The checksum does not match.
    #[error("the file is damaged: its checksum does not match")]
    Damaged,
    /// The contents are invalid, for this reason.
    #[error("invalid contents: {0}")]
    Invalid(String),
}

#[derive(Serialize, Deserialize)]
struct Header {
    settings: Settings,
    progress: Progress,
    /// Of the positions, see [`Task::fingerprint`].
    positions: u32,
    windows: usize,
}

impl<'a> Trainer<'a> {
    /// Returns the training as the bytes of a file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let windows = self.dictionary.windows();
        let header = Header {
            settings: self.settings.clone(),
            progress: self.progress,
            positions: self.task.fingerprint(),
            windows: windows.len(),
        };
        let header = serde_json::to_vec(&header).expect("a header has only names and numbers");
        let mut rest = (header.len() as u32).to_le_bytes().to_vec();
        rest.extend(header);
        rest.extend(windows.iter().flat_map(|window| (window.index() as u32).to_le_bytes()));
        self.model.tables().for_each(|table| table.write(&mut rest));
        let first_line = format!("{NAME}{VERSION}\n");
        [first_line.as_bytes(), &crc32fast::hash(&rest).to_le_bytes(), &rest].concat()
    }

    /// Returns the training of a file, to go on with the same positions and settings.
    ///
    /// # Errors
    /// Returns the reason if the bytes are not a complete checkpoint, or if it has other positions
    /// or settings.
    pub fn from_bytes(
        task: &'a Task<'a>,
        settings: &Settings,
        bytes: &[u8],
    ) -> Result<Self, ResumeError> {
        let invalid = |why: &str| ResumeError::Invalid(why.to_owned());
        let mut rest = checked(bytes)?;
        let length = take(&mut rest).map(u32::from_le_bytes).ok_or(ResumeError::Damaged)?;
        let parts = rest.split_at_checked(length as usize);
        let (header, mut body) = parts.ok_or_else(|| invalid("the header is incomplete"))?;
        let header: Header =
            serde_json::from_slice(header).map_err(|error| invalid(&error.to_string()))?;
        if header.settings != *settings {
            return Err(invalid(&format!(
                "the training has other settings: {:?}",
                header.settings
            )));
        }
        if header.positions != task.fingerprint() {
            return Err(invalid("the training has other positions or targets"));
        }
        let dictionary =
            read_dictionary(header.windows, &mut body).map_err(ResumeError::Invalid)?;
        let mut model = Model { colors: settings.color_models(|_| ColorModel::new(&dictionary)) };
        for table in model.tables_mut() {
            table.read(&mut body).ok_or_else(|| invalid("there are too few numbers"))?;
        }
        if !body.is_empty() {
            return Err(invalid("there are too many numbers"));
        }
        Ok(Self::at(task, settings.clone(), dictionary, model, header.progress))
    }
}

/// Returns what follows the checksum of a file, which must match.
fn checked(bytes: &[u8]) -> Result<&[u8], ResumeError> {
    let rest = bytes.strip_prefix(NAME.as_bytes()).ok_or(ResumeError::Foreign)?;
    let Some(mut rest) = rest.strip_prefix(format!("{VERSION}\n").as_bytes()) else {
        let version = rest.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let version = String::from_utf8_lossy(&version[..version.len().min(8)]);
        return Err(ResumeError::Version(version.into_owned()));
    };
    let checksum = take(&mut rest).map(u32::from_le_bytes);
    if checksum == Some(crc32fast::hash(rest)) { Ok(rest) } else { Err(ResumeError::Damaged) }
}

/// Reads windows from the beginning of `bytes`, and drops them there.
fn read_dictionary(windows: usize, bytes: &mut &[u8]) -> Result<Dictionary, String> {
    let read = (0..windows).map(|_| {
        let index = take(bytes).map(u32::from_le_bytes).map(|index| index as usize);
        let index = index.filter(|&index| index < Window::COUNT);
        index.map(Window::from_index).ok_or_else(|| "a window is missing or invalid".to_owned())
    });
    Dictionary::new(read.collect::<Result<_, _>>()?)
}
