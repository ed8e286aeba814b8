//! Reads files of games, and reports their damage.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use dolmen::rules::Rule;
use thiserror::Error;

use crate::first_line::FirstLineError;
use crate::store::columns::{ColumnReader, RecordError};
use crate::store::game::Game;
use crate::store::header::{EXTENSION, Header, Source};
use crate::store::record;
use crate::store::{BLOCK_HEAD, BLOCK_MARK, FIRST_LINE, block_checksum, first_u32};

/// The largest number of bytes before the games of a file.
const MAX_HEADER_BYTES: u64 = 1 << 16;

/// Bytes of a file that were lost to damage.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Damage {
    /// Bytes that belong to no block, or to one whose checksum does not match.
    #[error("{length} damaged bytes from byte {start} on")]
    Gap {
        /// The place of the first byte.
        start: usize,
        /// The number of bytes.
        length: usize,
    },
    /// The beginning of a block at the end, because the writer was interrupted. A whole block whose length
    /// is damaged may look the same.
    #[error(
        "incomplete end: {length} bytes from byte {start} on are the beginning of a longer block"
    )]
    TornEnd {
        /// The place of the first byte.
        start: usize,
        /// The number of bytes.
        length: usize,
    },
    /// A complete block with a record that is not a game; the rest of the block is lost.
    #[error("block at byte {block}: {error}")]
    Record {
        /// The place of the block.
        block: usize,
        /// The error of the record.
        error: RecordError,
    },
}

impl Damage {
    /// Returns whether the damage is an incomplete end, left by an interrupted writer.
    #[must_use]
    pub const fn is_torn_end(&self) -> bool {
        matches!(self, Self::TornEnd { .. })
    }
}

/// The reason why a file cannot be read as one of games.
#[derive(Debug, Error)]
pub enum ReadError {
    /// It cannot be read.
    #[error("cannot be read: {0}")]
    Io(#[from] io::Error),
    /// It begins with this text instead of that of a file of games.
    #[error("is not a file of games: it begins with {0:?}, expected \"dolmen games\"")]
    Foreign(String),
    /// It has another version of the format.
    #[error(
        "has format version {0}; expected 2 (revision 3497ffc is the last that reads version 1)"
    )]
    Version(String),
    /// Its header is damaged.
    #[error("has a damaged header")]
    DamagedHeader,
    /// Its header is complete but invalid, for this reason.
    #[error("has an invalid header: {0}")]
    Header(String),
}

impl From<FirstLineError> for ReadError {
    fn from(error: FirstLineError) -> Self {
        match error {
            FirstLineError::Foreign(text) => Self::Foreign(text),
            FirstLineError::Version(version) => Self::Version(version),
            FirstLineError::Damaged => Self::DamagedHeader,
        }
    }
}

/// The contents of a file of games.
#[derive(Clone, Debug)]
pub struct Shard {
    /// The header before the games.
    pub header: Header,
    /// The rule of the games.
    pub rule: Rule,
    /// The source of the labels.
    pub source: Source,
    /// All games that could be read, in the order of the file.
    pub games: Vec<Game>,
    /// The parts that could not be read.
    pub damage: Vec<Damage>,
    /// Number of complete blocks.
    pub blocks: usize,
    /// Bytes up to the end of the last complete block.
    pub whole_bytes: usize,
}

impl Shard {
    /// Reads a file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or its header is invalid. Damage after the
    /// header is no error.
    pub fn read(path: &Path) -> Result<Self, ReadError> {
        Self::from_bytes(&fs::read(path)?)
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// As [`Shard::read`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ReadError> {
        let mut shard = Self::begin(bytes)?;
        shard.read_blocks(bytes);
        Ok(shard)
    }

    /// Reads the header of a file, without its games.
    ///
    /// # Errors
    /// As [`Shard::read`].
    pub fn read_head(path: &Path) -> Result<Self, ReadError> {
        let mut bytes = Vec::new();
        File::open(path)?.take(MAX_HEADER_BYTES).read_to_end(&mut bytes)?;
        Self::begin(&bytes)
    }

    /// Reads the header.
    fn begin(bytes: &[u8]) -> Result<Self, ReadError> {
        let after_line = FIRST_LINE.strip(bytes)?;
        let json =
            checked_part(after_line).filter(|(json, checksum)| crc32fast::hash(json) == *checksum);
        let (json, _) = json.ok_or(ReadError::DamagedHeader)?;
        let header: Header =
            serde_json::from_slice(json).map_err(|error| ReadError::Header(error.to_string()))?;
        let unknown = |_| ReadError::Header(format!("unknown rule {:?}", header.rule));
        Ok(Self {
            rule: header.rule.parse().map_err(unknown)?,
            source: Source { engine: header.engine.clone(), nodes: header.effort.nodes },
            header,
            games: Vec::new(),
            damage: Vec::new(),
            blocks: 0,
            whole_bytes: bytes.len() - after_line.len() + 8 + json.len(),
        })
    }

    fn read_blocks(&mut self, bytes: &[u8]) {
        let mut at = self.whole_bytes;
        while at < bytes.len() {
            if let Some(payload) = whole_block(&bytes[at..]) {
                if at > self.whole_bytes {
                    let length = at - self.whole_bytes;
                    self.damage.push(Damage::Gap { start: self.whole_bytes, length });
                }
                if let Err(error) = self.read_games(payload) {
                    self.damage.push(Damage::Record { block: at, error });
                }
                self.blocks += 1;
                at += BLOCK_HEAD + payload.len();
                self.whole_bytes = at;
            } else {
                at += 1;
            }
        }
        let (start, rest) = (self.whole_bytes, &bytes[self.whole_bytes..]);
        let gap = torn_end(rest).unwrap_or(rest.len());
        if gap > 0 {
            self.damage.push(Damage::Gap { start, length: gap });
        }
        if gap < rest.len() {
            let (start, length) = (start + gap, rest.len() - gap);
            self.damage.push(Damage::TornEnd { start, length });
        }
    }

    fn read_games(&mut self, payload: &[u8]) -> Result<(), RecordError> {
        let short = || RecordError::new("a block ends too early");
        let (count, compressed) = payload.split_first_chunk::<4>().ok_or_else(short)?;
        let mut columns = ColumnReader::new(compressed)?;
        for _ in 0..u32::from_le_bytes(*count) {
            self.games.push(record::read_game(&mut columns)?);
        }
        columns.finish()
    }
}

/// Returns the payload of the block at the beginning of the bytes, if it is complete.
fn whole_block(bytes: &[u8]) -> Option<&[u8]> {
    let (payload, checksum) = checked_part(bytes.strip_prefix(BLOCK_MARK)?)?;
    (block_checksum(payload) == checksum).then_some(payload)
}

/// Returns the place of an incomplete block with which the bytes after the last whole block end. After damage,
/// less than the mark of a block is no sign of one.
fn torn_end(bytes: &[u8]) -> Option<usize> {
    let is_torn = |place: &usize| {
        let block = bytes[*place..].strip_prefix(BLOCK_MARK);
        block.is_some_and(|rest| checked_part(rest).is_none())
    };
    if BLOCK_MARK.starts_with(bytes) { Some(0) } else { (0..bytes.len()).find(is_torn) }
}

/// Returns the bytes after a length and a checksum, and the checksum.
fn checked_part(bytes: &[u8]) -> Option<(&[u8], u32)> {
    let length = first_u32(bytes)? as usize;
    let checksum = first_u32(bytes.get(4..)?)?;
    Some((bytes.get(8..)?.get(..length)?, checksum))
}

/// A file of games that cannot be read.
#[derive(Debug, Error)]
#[error("{path} {error}")]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// The reason.
    pub error: ReadError,
}

/// Returns the files of games among some paths and directly within those that are folders, sorted by
/// name.
///
/// # Errors
/// Returns an error if a folder cannot be read.
pub fn games_files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, FileError> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            let found = games_within(path);
            files.extend(
                found.map_err(|error| FileError { path: path.clone(), error: error.into() })?,
            );
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}

/// Returns the files of games directly within a folder, sorted by name.
fn games_within(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path()));
    let mut found = entries.collect::<io::Result<Vec<_>>>()?;
    found.retain(|file| file.extension().is_some_and(|ending| ending == EXTENSION));
    found.sort();
    Ok(found)
}
