//! Files with a version and a checksum.
//!
//! ```text
//! file    "NAME VERSION\n"  checksum: u32  length: u32  header  body
//! header  JSON of this length; the checksum (CRC-32) covers everything that follows it
//! ```

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

/// A kind of file.
#[derive(Clone, Copy, Debug)]
pub(super) struct FileKind {
    /// The name in its first line, with a space at its end.
    pub(super) name: &'static str,
    /// The version of its format, one character.
    pub(super) version: char,
}

/// The reason why bytes cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpenError {
    /// They do not begin like such a file, whose name this is.
    Foreign(&'static str),
    /// The file has another version of the format; the one that can be read follows.
    Version(String, char),
    /// The checksum does not match.
    Damaged,
    /// The contents are invalid, for this reason.
    Meaningless(String),
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Foreign(name) => write!(f, "not a file of the kind \"{}\"", name.trim_end()),
            Self::Version(version, expected) => {
                write!(f, "unsupported format version {version:?}: expected {expected}")
            }
            Self::Damaged => write!(f, "the file is damaged: its checksum does not match"),
            Self::Meaningless(why) => write!(f, "invalid contents: {why}"),
        }
    }
}

impl std::error::Error for OpenError {}

impl FileKind {
    /// Returns a file as bytes.
    pub(super) fn seal(self, header: &impl Serialize, body: &[u8]) -> Vec<u8> {
        let header = serde_json::to_vec(header).expect("a header has only names and numbers");
        let length = (header.len() as u32).to_le_bytes();
        let rest = [&length, &header[..], body].concat();
        let first_line = format!("{}{}\n", self.name, self.version);
        [first_line.as_bytes(), &crc32fast::hash(&rest).to_le_bytes(), &rest].concat()
    }

    /// Returns the header and the body of a file.
    ///
    /// # Errors
    /// Returns the reason if the bytes are not a whole file of this kind.
    pub(super) fn open<H: DeserializeOwned>(self, bytes: &[u8]) -> Result<(H, &[u8]), OpenError> {
        let rest = bytes.strip_prefix(self.name.as_bytes());
        let rest = rest.ok_or(OpenError::Foreign(self.name))?;
        let Some(rest) = rest.strip_prefix(format!("{}\n", self.version).as_bytes()) else {
            let version = rest.split(|&byte| byte == b'\n').next().unwrap_or_default();
            let version = String::from_utf8_lossy(&version[..version.len().min(8)]);
            return Err(OpenError::Version(version.into_owned(), self.version));
        };
        let (checksum, rest) = rest.split_first_chunk().ok_or(OpenError::Damaged)?;
        if crc32fast::hash(rest) != u32::from_le_bytes(*checksum) {
            return Err(OpenError::Damaged);
        }
        let (length, rest) = rest.split_first_chunk().ok_or(OpenError::Damaged)?;
        let parts = rest.split_at_checked(u32::from_le_bytes(*length) as usize);
        let (header, body) =
            parts.ok_or_else(|| OpenError::Meaningless("the header is incomplete".to_owned()))?;
        let header = serde_json::from_slice(header)
            .map_err(|error| OpenError::Meaningless(error.to_string()))?;
        Ok((header, body))
    }
}

/// Takes numbers from the beginning of bytes; `None` if there are too few.
pub(super) fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (taken, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*taken)
}

/// Writes a file whose old contents stay until the new ones are whole.
///
/// # Errors
/// Returns an error if the file cannot be written.
pub fn replace_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut name = path.as_os_str().to_owned();
    name.push(".new");
    let mut file = File::create(&name)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&name, path)
}
