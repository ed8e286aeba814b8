//! Writes files of games, and continues existing ones without losing a complete game.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use json_difference::{Difference, differences};
use thiserror::Error;

use crate::store::columns::ColumnWriter;
use crate::store::game::Game;
use crate::store::header::Header;
use crate::store::reader::{Damage, ReadError, Shard};
use crate::store::record::write_game;
use crate::store::{BLOCK_HEAD, BLOCK_MARK, FIRST_LINE, block_checksum};

/// Games of a block in a packed file.
const PACKED_GAMES: usize = 256;

/// The reason why games cannot be written to a file.
#[derive(Debug, Error)]
pub enum WriteError {
    /// It cannot be written.
    #[error("{0}: {1}")]
    Io(PathBuf, io::Error),
    /// The existing file cannot be read.
    #[error("{0} {1}")]
    Read(PathBuf, ReadError),
    /// The existing file has another header, which differs in this part.
    #[error("{0} was written with {path} {left}, not {right}", path = .1.path, left = .1.left, right = .1.right)]
    OtherHeader(PathBuf, Difference),
    /// The existing file is damaged in this part.
    #[error("{0}: {1}; move the file away to make its games again")]
    Damaged(PathBuf, Damage),
    /// The existing file has a game, with this number, that does not belong there.
    #[error(
        "{0} has game {1} twice, or that game belongs to another file; move it away to make its games again"
    )]
    Game(PathBuf, u32),
}

/// A file of games to which games are added, in any order. Invariants: no game is in it twice, and
/// the number of every game is in the range of the header.
#[derive(Debug)]
pub struct ShardWriter {
    path: PathBuf,
    header: Header,
    file: File,
    /// Numbers of the games that are not there yet.
    missing: BTreeSet<u64>,
    /// Labelled positions in the file.
    positions: u64,
    bytes: u64,
    /// The incomplete end that was cut off.
    dropped: Option<Damage>,
}

impl ShardWriter {
    /// Opens the file of a header in a folder, or creates it: an incomplete end is cut off, and a
    /// full file is packed. The caller ensures that no other process writes to the folder.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written, or has another header or damage.
    pub fn open(folder: &Path, header: &Header) -> Result<Self, WriteError> {
        let path = folder.join(header.file_name());
        let io_error = |error| WriteError::Io(path.clone(), error);
        let numbers = header.first_game..header.first_game + header.games;
        let mut missing: BTreeSet<u64> = numbers.collect();
        let mut positions = 0;
        let mut needs_packing = false;
        let mut dropped = None;
        let whole_bytes = match fs::read(&path) {
            // An incomplete header is written again.
            Ok(bytes) if header_bytes(header).starts_with(&bytes) => 0,
            Ok(_) => {
                let shard = read_known(&path, header)?;
                for game in &shard.games {
                    if !missing.remove(&u64::from(game.number)) {
                        return Err(WriteError::Game(path, game.number));
                    }
                    positions += game.labelled_positions() as u64;
                }
                needs_packing =
                    missing.is_empty() && shard.blocks > shard.games.len().div_ceil(PACKED_GAMES);
                dropped = shard.damage.into_iter().next();
                shard.whole_bytes as u64
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => 0,
            Err(error) => return Err(io_error(error)),
        };
        let mut bytes = whole_bytes;
        if whole_bytes == 0 {
            let head = header_bytes(header);
            whole_file::replace(&path, &head).map_err(io_error)?;
            bytes = head.len() as u64;
        }
        let file = OpenOptions::new().append(true).open(&path).map_err(io_error)?;
        file.set_len(bytes).map_err(io_error)?;
        let header = header.clone();
        let mut writer = Self { path, header, file, missing, positions, bytes, dropped };
        if needs_packing {
            writer.pack()?;
        }
        Ok(writer)
    }

    /// Returns the path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the incomplete end that was cut off when the file was opened.
    #[must_use]
    pub const fn dropped(&self) -> Option<&Damage> {
        self.dropped.as_ref()
    }

    /// Returns the numbers of the games that are not in the file yet.
    #[must_use]
    pub const fn missing(&self) -> &BTreeSet<u64> {
        &self.missing
    }

    /// Returns the number of labelled positions in the file.
    #[must_use]
    pub const fn positions(&self) -> u64 {
        self.positions
    }

    /// Returns the size of the file in bytes.
    #[must_use]
    pub const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Adds a game; once this returns, killing the process cannot lose it. A file that becomes full is
    /// packed.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written. A partly written game is cut off again.
    ///
    /// # Panics
    /// Panics if the file already has the game, or if the game does not belong to the file.
    pub fn add(&mut self, game: &Game) -> Result<(), WriteError> {
        assert!(self.missing.remove(&u64::from(game.number)), "game {} is expected", game.number);
        let block = block(std::slice::from_ref(game));
        if let Err(error) = self.file.write_all(&block) {
            self.file.set_len(self.bytes).ok();
            return Err(WriteError::Io(self.path.clone(), error));
        }
        self.bytes += block.len() as u64;
        self.positions += game.labelled_positions() as u64;
        if self.missing.is_empty() { self.pack() } else { Ok(()) }
    }

    /// Replaces the file by one with large blocks and the games in the order of their numbers.
    fn pack(&mut self) -> Result<(), WriteError> {
        let mut games = read_known(&self.path, &self.header)?.games;
        games.sort_by_key(|game| game.number);
        let mut bytes = header_bytes(&self.header);
        games.chunks(PACKED_GAMES).for_each(|games| bytes.extend(block(games)));
        let io_error = |error| WriteError::Io(self.path.clone(), error);
        whole_file::replace(&self.path, &bytes).map_err(io_error)?;
        self.bytes = bytes.len() as u64;
        Ok(())
    }
}

/// Reads an existing file to continue it.
fn read_known(path: &Path, header: &Header) -> Result<Shard, WriteError> {
    let shard = Shard::read(path).map_err(|error| WriteError::Read(path.to_owned(), error))?;
    let [known, wanted] = [&shard.header, header].map(|header| {
        serde_json::to_value(header).expect("a header of numbers and strings serializes to JSON")
    });
    if let Some(difference) = differences(&known, &wanted).into_iter().next() {
        return Err(WriteError::OtherHeader(path.to_owned(), difference));
    }
    match shard.damage.iter().find(|damage| !damage.is_torn_end()) {
        None => Ok(shard),
        Some(damage) => Err(WriteError::Damaged(path.to_owned(), damage.clone())),
    }
}

/// Returns the block of some games.
pub(super) fn block(games: &[Game]) -> Vec<u8> {
    let mut columns = ColumnWriter::default();
    games.iter().for_each(|game| write_game(&mut columns, game));
    let mut payload = (games.len() as u32).to_le_bytes().to_vec();
    payload.extend(columns.to_bytes());
    let mut block = Vec::with_capacity(BLOCK_HEAD + payload.len());
    block.extend(BLOCK_MARK);
    block.extend((payload.len() as u32).to_le_bytes());
    block.extend(block_checksum(&payload).to_le_bytes());
    block.append(&mut payload);
    block
}

/// Returns the bytes of a file before its blocks.
fn header_bytes(header: &Header) -> Vec<u8> {
    let json =
        serde_json::to_vec(header).expect("a header of numbers and strings serializes to JSON");
    let mut bytes = FIRST_LINE.text().into_bytes();
    bytes.extend((json.len() as u32).to_le_bytes());
    bytes.extend(crc32fast::hash(&json).to_le_bytes());
    bytes.extend(json);
    bytes
}
