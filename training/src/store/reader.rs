//! Reads files of games, and reports what is damaged.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use dolmen::board::BoardSize;
use dolmen::rules::Rule;
use thiserror::Error;

use crate::store::columns::ColumnReader;
use crate::store::game::Game;
use crate::store::header::{EXTENSION, Header, OldHeader, Source, rule};
use crate::store::record::{self, RecordError};
use crate::store::{BLOCK_HEAD, FIRST_LINE, MAGIC, Version, block_checksum, first_u32, version1};

/// The largest number of bytes before the games of a file.
const MAX_HEADER_BYTES: u64 = 1 << 16;

/// Bytes of a file that were lost to damage.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Damage {
    /// Bytes before a complete block that belong to none.
    #[error("{length} damaged bytes from byte {start} on")]
    Gap {
        /// The place of the first byte.
        start: usize,
        /// The number of bytes.
        length: usize,
    },
    /// Bytes at the end that are not a complete block, because the writer was interrupted.
    #[error("incomplete end: {length} bytes from byte {start} on are not a whole block")]
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
    /// Returns whether nothing is lost but what was being written when the writer was interrupted.
    #[must_use]
    pub const fn is_torn_end(&self) -> bool {
        matches!(self, Self::TornEnd { .. })
    }
}

/// The reason why a file cannot be read as one of games.
#[derive(Debug, Error)]
pub enum ReadError {
    /// It cannot be read.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// It begins with this text, unlike files of games.
    #[error("is not a file of games: it begins with {0:?}, expected \"dolmen games\"")]
    Foreign(String),
    /// It has another version of the format.
    #[error("has format version {0}; expected 1 or 2")]
    Version(String),
    /// Its header is damaged.
    #[error("has a damaged header")]
    DamagedHeader,
    /// Its header is complete but invalid, for this reason.
    #[error("has an invalid header: {0}")]
    Header(String),
}

/// A file of games, read.
#[derive(Clone, Debug)]
pub struct Shard {
    /// The header before the games; `None` in a file of version 1.
    pub header: Option<Header>,
    /// The rule of the games.
    pub rule: Rule,
    /// Whose labels the games have.
    pub source: Source,
    /// The seed of the games.
    pub seed: u64,
    /// All games that could be read, in the order of the file.
    pub games: Vec<Game>,
    /// The parts that could not be read.
    pub damage: Vec<Damage>,
    /// Number of whole blocks.
    pub blocks: usize,
    /// Bytes up to the end of the last whole block.
    pub whole_bytes: usize,
}

/// The layout of the blocks of a file.
#[derive(Clone, Copy)]
enum Layout {
    /// As version 1 has it, all games on one size of board.
    One(BoardSize),
    Two,
}

impl Layout {
    const fn version(self) -> Version {
        match self {
            Self::One(_) => Version::One,
            Self::Two => Version::Two,
        }
    }
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
        let (mut shard, layout) = Self::begin(bytes)?;
        shard.read_blocks(bytes, layout);
        Ok(shard)
    }

    /// Reads the header of a file, whose games are left out.
    ///
    /// # Errors
    /// As [`Shard::read`].
    pub fn read_head(path: &Path) -> Result<Self, ReadError> {
        let mut bytes = Vec::new();
        File::open(path)?.take(MAX_HEADER_BYTES).read_to_end(&mut bytes)?;
        Ok(Self::begin(&bytes)?.0)
    }

    /// Reads what stands before the blocks.
    fn begin(bytes: &[u8]) -> Result<(Self, Layout), ReadError> {
        let version = read_version(bytes)?;
        let rest = &bytes[FIRST_LINE..];
        let json = header_json(rest).ok_or(ReadError::DamagedHeader)?;
        let whole_bytes = FIRST_LINE + 8 + json.len();
        let unusable = |error: serde_json::Error| ReadError::Header(error.to_string());
        let (mut shard, layout) = match version {
            Version::One => {
                let header: OldHeader = serde_json::from_slice(json).map_err(unusable)?;
                let rule = rule(&header.rule).map_err(ReadError::Header)?;
                let size = header.board_size();
                let size = size.ok_or_else(|| ReadError::Header("invalid board size".into()))?;
                let source = Source { engine: header.engine, nodes: header.settings.nodes };
                (Self::empty(None, rule, source, header.seed), Layout::One(size))
            }
            Version::Two => {
                let header: Header = serde_json::from_slice(json).map_err(unusable)?;
                let rule = rule(&header.rule).map_err(ReadError::Header)?;
                let source = Source { engine: header.engine.clone(), nodes: header.effort.nodes };
                let seed = header.seed;
                (Self::empty(Some(header), rule, source, seed), Layout::Two)
            }
        };
        shard.whole_bytes = whole_bytes;
        Ok((shard, layout))
    }

    fn empty(header: Option<Header>, rule: Rule, source: Source, seed: u64) -> Self {
        let (games, damage) = (Vec::new(), Vec::new());
        Self { header, rule, source, seed, games, damage, blocks: 0, whole_bytes: 0 }
    }

    fn read_blocks(&mut self, bytes: &[u8], layout: Layout) {
        let mut at = self.whole_bytes;
        while at < bytes.len() {
            if let Some(payload) = whole_block(&bytes[at..], layout.version()) {
                if at > self.whole_bytes {
                    let length = at - self.whole_bytes;
                    self.damage.push(Damage::Gap { start: self.whole_bytes, length });
                }
                let read = match layout {
                    Layout::One(size) => self.read_old_games(payload, size),
                    Layout::Two => self.read_games(payload),
                };
                if let Err(error) = read {
                    self.damage.push(Damage::Record { block: at, error });
                }
                self.blocks += 1;
                at += BLOCK_HEAD + payload.len();
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

    fn read_old_games(&mut self, mut bytes: &[u8], size: BoardSize) -> Result<(), RecordError> {
        while !bytes.is_empty() {
            let (game, rest) = version1::read_game(bytes, size)?;
            self.games.push(game);
            bytes = rest;
        }
        Ok(())
    }

    fn read_games(&mut self, payload: &[u8]) -> Result<(), RecordError> {
        let short = || RecordError::new("a block ends too early");
        let (count, compressed) = payload.split_first_chunk::<4>().ok_or_else(short)?;
        let mut columns = ColumnReader::new(compressed)?;
        for _ in 0..u32::from_le_bytes(*count) {
            self.games.push(record::read_game(&mut columns)?);
        }
        Ok(columns.finish()?)
    }
}

/// The payload of the block that the bytes begin with, if it is a whole one.
fn whole_block(bytes: &[u8], version: Version) -> Option<&[u8]> {
    let rest = bytes.strip_prefix(&version.block_mark())?;
    let length = first_u32(rest)? as usize;
    let checksum = first_u32(rest.get(4..)?)?;
    let payload = rest.get(8..)?.get(..length)?;
    (block_checksum(payload) == checksum).then_some(payload)
}

/// The version that the first line names.
fn read_version(bytes: &[u8]) -> Result<Version, ReadError> {
    let line = &bytes[..bytes.len().min(FIRST_LINE)];
    let text = String::from_utf8_lossy(line).into_owned();
    let Some(version) = line.strip_prefix(MAGIC) else { return Err(ReadError::Foreign(text)) };
    let known = [Version::One, Version::Two];
    let known = known.into_iter().find(|known| version == [known.digit(), b'\n']);
    known.ok_or_else(|| ReadError::Version(text[MAGIC.len()..].trim().to_owned()))
}

/// The header, if it is whole.
fn header_json(rest: &[u8]) -> Option<&[u8]> {
    let length = first_u32(rest)? as usize;
    let checksum = first_u32(rest.get(4..)?)?;
    let json = rest.get(8..)?.get(..length)?;
    (crc32fast::hash(json) == checksum).then_some(json)
}

/// The files of games among these paths and directly within those of them that are
/// folders, in the order of their names.
///
/// # Errors
/// Returns an error if a folder cannot be read.
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
