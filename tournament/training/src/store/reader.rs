//! Reads files of games, and tells what is damaged.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use dolmen::board::BoardSize;
use dolmen::rules::Rule;

use crate::store::game::{Game, RecordError};
use crate::store::header::{EXTENSION, Header};
use crate::store::{BLOCK_HEAD, BLOCK_MARK, MAGIC, block_checksum, first_u32};

/// Bytes of a file that were lost to damage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Damage {
    /// These bytes before a whole block belong to none.
    Gap {
        /// Where they begin.
        start: usize,
        /// How many there are.
        length: usize,
    },
    /// The file's last bytes are no whole block: writing was cut off.
    TornEnd {
        /// Where they begin.
        start: usize,
        /// How many there are.
        length: usize,
    },
    /// A block is whole, but one of its records stands for no game; the rest of the block
    /// is lost.
    Record {
        /// Where the block begins.
        block: usize,
        /// What is wrong with the record.
        error: RecordError,
    },
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Gap { start, length } => write!(f, "{length} bytes damaged from byte {start} on"),
            Self::TornEnd { start, length } => {
                write!(f, "end torn: {length} bytes from byte {start} on are no whole block")
            }
            Self::Record { block, error } => write!(f, "block at byte {block}: {error}"),
        }
    }
}

/// Why a file is none of games.
#[derive(Debug)]
pub enum ReadError {
    /// It cannot be read.
    Io(io::Error),
    /// It does not begin as files of games do; the text is what it begins with.
    Foreign(String),
    /// It is of another version of the format.
    Version(String),
    /// Its header is damaged.
    DamagedHeader,
    /// Its header is whole and means nothing; the text says why.
    Header(String),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "{error}"),
            Self::Foreign(start) => write!(f, "is no file of games: begins with {start:?}"),
            Self::Version(version) => write!(f, "has version {version:?} of the format, not 1"),
            Self::DamagedHeader => write!(f, "has a damaged header"),
            Self::Header(why) => write!(f, "has a header without meaning: {why}"),
        }
    }
}

impl std::error::Error for ReadError {}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// A file of games, read.
#[derive(Clone, Debug)]
pub struct Shard {
    /// What stands before the games.
    pub header: Header,
    /// The rule of the games.
    pub rule: Rule,
    /// The size of their board.
    pub size: BoardSize,
    /// All games that could be read, in the order of the file.
    pub games: Vec<Game>,
    /// What could not be read.
    pub damage: Vec<Damage>,
    /// Bytes up to the end of the last whole block.
    pub whole_bytes: usize,
}

impl Shard {
    /// Reads a file.
    ///
    /// # Errors
    /// If it cannot be read or its header tells nothing. Damage after the header is no
    /// error.
    pub fn read(path: &Path) -> Result<Self, ReadError> {
        Self::from_bytes(&fs::read(path)?)
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// As [`Shard::read`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ReadError> {
        let (header, start) = read_header(bytes)?;
        let Some((rule, size)) = header.rule_and_size() else {
            let (width, height) = header.size;
            return Err(ReadError::Header(format!("{} on {width}x{height}", header.rule)));
        };
        let (games, damage) = (Vec::new(), Vec::new());
        let mut shard = Self { header, rule, size, games, damage, whole_bytes: start };
        shard.read_blocks(bytes);
        Ok(shard)
    }

    fn read_blocks(&mut self, bytes: &[u8]) {
        let mut at = self.whole_bytes;
        while at < bytes.len() {
            if let Some(games) = whole_block(&bytes[at..]) {
                if at > self.whole_bytes {
                    let length = at - self.whole_bytes;
                    self.damage.push(Damage::Gap { start: self.whole_bytes, length });
                }
                self.read_games(games, at);
                at += BLOCK_HEAD + games.len();
                self.whole_bytes = at;
            } else {
                at += 1;
            }
        }
        if at > self.whole_bytes {
            let length = at - self.whole_bytes;
            self.damage.push(Damage::TornEnd { start: self.whole_bytes, length });
        }
    }

    fn read_games(&mut self, mut bytes: &[u8], block: usize) {
        while !bytes.is_empty() {
            match Game::decode(bytes, self.size) {
                Ok((game, rest)) => {
                    self.games.push(game);
                    bytes = rest;
                }
                Err(error) => {
                    self.damage.push(Damage::Record { block, error });
                    return;
                }
            }
        }
    }
}

/// The games of the block that the bytes begin with, if it is a whole one.
fn whole_block(bytes: &[u8]) -> Option<&[u8]> {
    let rest = bytes.strip_prefix(BLOCK_MARK)?;
    let length = first_u32(rest)? as usize;
    let checksum = first_u32(rest.get(4..)?)?;
    let games = rest.get(8..)?.get(..length)?;
    (block_checksum(games) == checksum).then_some(games)
}

/// The header, and where the blocks begin.
fn read_header(bytes: &[u8]) -> Result<(Header, usize), ReadError> {
    let Some(rest) = bytes.strip_prefix(MAGIC) else {
        let start = &bytes[..bytes.len().min(MAGIC.len())];
        let text = String::from_utf8_lossy(start).into_owned();
        return Err(match text.strip_prefix("dolmen games ") {
            Some(version) => ReadError::Version(version.trim().to_owned()),
            None => ReadError::Foreign(text),
        });
    };
    let parts = || {
        let length = first_u32(rest)? as usize;
        let checksum = first_u32(rest.get(4..)?)?;
        let json = rest.get(8..)?.get(..length)?;
        (crc32fast::hash(json) == checksum).then_some(json)
    };
    let json = parts().ok_or(ReadError::DamagedHeader)?;
    let header = serde_json::from_slice(json);
    let header = header.map_err(|error| ReadError::Header(error.to_string()))?;
    Ok((header, MAGIC.len() + 8 + json.len()))
}

/// The files of games among these paths and directly within those of them that are
/// folders, in the order of their names.
///
/// # Errors
/// If a folder cannot be read.
pub fn games_files(paths: &[PathBuf]) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            let entries = fs::read_dir(path)?.map(|entry| entry.map(|entry| entry.path()));
            let mut found = entries.collect::<io::Result<Vec<_>>>()?;
            found.retain(|file| file.extension().is_some_and(|ending| ending == EXTENSION));
            found.sort();
            files.extend(found);
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}
