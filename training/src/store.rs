//! The store of games: one file holds games of one rule, made by one engine under one set of
//! conditions.
//!
//! # Format, version 2
//!
//! All numbers are little endian.
//!
//! ```text
//! file    "dolmen games 2\n"  length: u32  checksum: u32  header  block*
//! header  JSON, see `Header`; the checksum (CRC-32) is of its bytes
//! block   "DGB2"  length: u32  checksum: u32  payload
//!         length of the payload in bytes; checksum of the length's four bytes and the payload
//! payload games: u32  columns, compressed with DEFLATE
//! columns length: u32 for each of the twelve, then their bytes: `columns::Column` has the order
//! ```
//!
//! A game is spread over the columns, its numbers of one kind beside those of other games
//! (`record` has them one by one). For each game: its number, size, beginning and outcome; for
//! each stone its point and whether the position before it was searched; for each such position
//! its label (score, depth, chosen move, the verdicts of the solvers on both sides, sometimes
//! the score, depth and move of a deep search), the best moves with their shares of the nodes,
//! and up to seven interior positions: the path from the position of the game, as far as it
//! differs from the path before, and a label. Points are stored by their place in rings around
//! the stone before (`trail`), scores in multiples of four units.
//!
//! Blocks are appended whole, and each can be read without the others: an end that was torn by
//! a crash is dropped, and a block that was damaged later is detected and skipped. The last block
//! is torn if its length goes beyond the end of the file, so damage to this length looks the same. A file grows by
//! one block for each game, in the order in which games end; a full file is packed: sorted, and
//! rewritten in large blocks, which take about half of the space.

mod columns;
pub mod game;
pub mod header;
pub mod label;
pub mod reader;
pub mod record;
#[cfg(test)]
pub(crate) mod testing;
mod trail;
pub mod writer;

use crate::first_line::FirstLine;

pub use columns::RecordError;
pub use game::{Beginning, Game, GamePosition, Ply};
pub use header::{Effort, Header, Source};
pub use label::{
    InteriorPosition, Label, MAX_DEPTH, MAX_MOVES, MoveShare, SHARE_PARTS, Searched, Verdict,
    Verdicts,
};
pub use reader::{Damage, FileError, ReadError, Shard, games_files};
pub use record::MAX_INTERIOR;
pub use writer::{ShardWriter, WriteError};

/// The first line of a file.
const FIRST_LINE: FirstLine = FirstLine { kind: "dolmen games", version: "2" };
/// The beginning of every block.
const BLOCK_MARK: &[u8] = b"DGB2";
/// Bytes of a block before its payload.
const BLOCK_HEAD: usize = 12;

/// The checksum of a block.
fn block_checksum(payload: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&(payload.len() as u32).to_le_bytes());
    hasher.update(payload);
    hasher.finalize()
}

/// Returns the number in the first four bytes, if there are that many.
fn first_u32(bytes: &[u8]) -> Option<u32> {
    bytes.first_chunk().map(|bytes| u32::from_le_bytes(*bytes))
}

#[cfg(test)]
mod tests;
