//! Writes files of games, and goes on with them: what was written whole stays.

use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use dolmen::board::BoardSize;
use fs4::FileExt;

use crate::store::game::Game;
use crate::store::header::Header;
use crate::store::reader::{ReadError, Shard};
use crate::store::{BLOCK_HEAD, BLOCK_MARK, MAGIC, block_checksum};

/// Bytes of games that fill a block.
const BLOCK_BYTES: usize = 4 << 10;

/// Why a file cannot be written or gone on with.
#[derive(Debug)]
pub enum WriteError {
    /// It cannot be written.
    Io(PathBuf, io::Error),
    /// Another process is writing it.
    Busy(PathBuf),
    /// There is a file that cannot be read.
    Read(PathBuf, ReadError),
    /// There is a file with another header: other settings, or another engine.
    OtherHeader(PathBuf),
    /// There is a file with damage before its end, or with games missing.
    Damaged(PathBuf),
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Busy(path) => write!(f, "{}: another process writes it", path.display()),
            Self::Read(path, error) => write!(f, "{} {error}", path.display()),
            Self::OtherHeader(path) => {
                let why = "was made with other settings or by another engine";
                write!(f, "{} {why}; take another seed or folder", path.display())
            }
            Self::Damaged(path) => {
                write!(f, "{} is damaged: move it away, and it is made again", path.display())
            }
        }
    }
}

impl std::error::Error for WriteError {}

/// A file of games that takes more of them. Invariant: it holds the games from the header's
/// first one on without a gap.
#[derive(Debug)]
pub struct ShardWriter {
    path: PathBuf,
    file: File,
    size: BoardSize,
    /// Games of the block to come.
    games: Vec<u8>,
    count: u64,
}

impl ShardWriter {
    /// Begins the file of a header in a folder, or goes on with it: a torn end is cut off.
    ///
    /// # Errors
    /// If the file cannot be written, or is not the beginning of what the header says.
    ///
    /// # Panics
    /// If the header names no rule or size.
    pub fn open(folder: &Path, header: &Header) -> Result<Self, WriteError> {
        let path = folder.join(header.file_name());
        let io_error = |error| WriteError::Io(path.clone(), error);
        let options = OpenOptions::new().create(true).append(true).read(true).clone();
        let mut file = options.open(&path).map_err(io_error)?;
        if FileExt::try_lock(&file).is_err() {
            return Err(WriteError::Busy(path));
        }
        let (_, size) = header.rule_and_size().expect("what is written has a rule and a size");
        let mut count = 0;
        let is_new = file.metadata().map_err(io_error)?.len() == 0;
        if is_new {
            file.write_all(&encode_header(header)).map_err(io_error)?;
        } else {
            let known = match Shard::read(&path) {
                Ok(known) => known,
                Err(error) => return Err(WriteError::Read(path, error)),
            };
            if known.header != *header {
                return Err(WriteError::OtherHeader(path));
            }
            let mut numbers = known.games.iter().map(|game| u64::from(game.number));
            if !(0..known.games.len() as u64).all(|n| numbers.next() == Some(header.first_game + n))
            {
                return Err(WriteError::Damaged(path));
            }
            count = known.games.len() as u64;
            file.set_len(known.whole_bytes as u64).map_err(io_error)?;
            file.seek(SeekFrom::End(0)).map_err(io_error)?;
        }
        Ok(Self { path, file, size, games: Vec::new(), count })
    }

    /// Number of games in the file, those not yet written included.
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// Adds the next game; it is written when its block is full.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn add(&mut self, game: &Game) -> Result<(), WriteError> {
        game.encode(self.size, &mut self.games);
        self.count += 1;
        if self.games.len() >= BLOCK_BYTES { self.flush() } else { Ok(()) }
    }

    /// Writes all games that were added.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn flush(&mut self) -> Result<(), WriteError> {
        if self.games.is_empty() {
            return Ok(());
        }
        let mut block = Vec::with_capacity(BLOCK_HEAD + self.games.len());
        block.extend(BLOCK_MARK);
        block.extend((self.games.len() as u32).to_le_bytes());
        block.extend(block_checksum(&self.games).to_le_bytes());
        block.append(&mut self.games);
        self.file.write_all(&block).map_err(|error| WriteError::Io(self.path.clone(), error))
    }
}

/// The bytes of a file before its blocks.
fn encode_header(header: &Header) -> Vec<u8> {
    let json = serde_json::to_vec(header).expect("a header is numbers and texts");
    let mut bytes = MAGIC.to_vec();
    bytes.extend((json.len() as u32).to_le_bytes());
    bytes.extend(crc32fast::hash(&json).to_le_bytes());
    bytes.extend(json);
    bytes
}
