//! The store of games: one file holds games of one rule and size, made with one set of
//! settings.
//!
//! # Format, version 1
//!
//! All numbers are little endian.
//!
//! ```text
//! file    "dolmen games 1\n"  length: u32  checksum: u32  header  block*
//! header  JSON, see `Header`; the checksum (CRC-32) is of its bytes
//! block   "DGB1"  length: u32  checksum: u32  game+
//!         length of the games in bytes; checksum of the length's four bytes and the games
//! game    number: u32  outcome: u8 (0 draw, 1 black wins, 2 white wins)  count: u16
//!         word: u32, count times
//! word    bits 0–8    point: row × width + column, from the top left corner
//!         bits 9–10   kind: 0 a stone, nothing searched · 1 a stone, the search's choice
//!                     2 the search's choice, but not played: a word of kind 0 follows, or
//!                     the game ends here because the choice wins by continuous fours
//!         bits 11–15  depth of the search's last whole iteration, 31 for more;
//!                     0 if it found nothing out, its choice and score mean nothing then
//!         bits 16–31  score, signed, to the side to move: see `dolmen::eval::Score`
//! ```
//!
//! Stones alternate from black on an empty board, so that ply and side to move follow from
//! the place of a word. A move costs four bytes and a game seven.
//!
//! Blocks are appended whole, and each can be read without the others: an end that was
//! torn by a crash is dropped, and what was damaged later is found and stepped over.

pub mod game;
pub mod header;
pub mod reader;
pub mod writer;

pub use game::{Game, Ply, RecordError, Searched};
pub use header::{Header, Settings};
pub use reader::{Damage, ReadError, Shard, games_files};
pub use writer::{ShardWriter, WriteError};

/// What every file begins with.
const MAGIC: &[u8] = b"dolmen games 1\n";
/// What every block begins with.
const BLOCK_MARK: &[u8; 4] = b"DGB1";
/// Bytes of a block before its games.
const BLOCK_HEAD: usize = 12;

/// The checksum of a block.
fn block_checksum(games: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&(games.len() as u32).to_le_bytes());
    hasher.update(games);
    hasher.finalize()
}

/// The number in the first four bytes, if there are as many.
fn first_u32(bytes: &[u8]) -> Option<u32> {
    bytes.first_chunk().map(|bytes| u32::from_le_bytes(*bytes))
}

#[cfg(test)]
mod tests;
