//! Games of version 1 of the format, which is read and no longer written.
//!
//! ```text
//! file    "dolmen games 1\n"  length: u32  checksum: u32  header  block*
//! block   "DGB1"  length: u32  checksum: u32  game+
//! game    number: u32  outcome: u8 (0 draw, 1 black wins, 2 white wins)  count: u16
//!         word: u32, count times
//! word    bits 0–8    point: row × width + column, from the top left corner
//!         bits 9–10   kind: 0 a stone, nothing searched · 1 a stone, the search's choice
//!                     2 the search's choice, but not played: a word of kind 0 follows, or
//!                     the game ends here because the choice wins by continuous fours
//!         bits 11–15  depth of the search's last whole iteration, 31 for more;
//!                     0 if it completed none
//!         bits 16–31  score, signed, to the side to move: see `dolmen::eval::Score`
//! ```

use dolmen::board::{BoardSize, Point};
use dolmen::eval::Score;

use crate::store::game::{Beginning, Game, GamePosition, Ply};
use crate::store::label::{Label, Searched};
use crate::store::record::{RecordError, outcome_of_code};

const STONE: u32 = 0;
const CHOICE: u32 = 1;
const NOT_PLAYED: u32 = 2;

/// Reads a game on a board of this size from the beginning of `bytes`, and returns it with
/// the bytes after it.
///
/// # Errors
/// Returns an error if the record stands for no game; whether its moves are legal is not asked.
pub(super) fn read_game(bytes: &[u8], size: BoardSize) -> Result<(Game, &[u8]), RecordError> {
    let short = || RecordError::new("a record ends too early");
    let (head, rest) = bytes.split_first_chunk::<7>().ok_or_else(short)?;
    let [n0, n1, n2, n3, outcome, c0, c1] = *head;
    let count = usize::from(u16::from_le_bytes([c0, c1]));
    let (words, rest) = rest.split_at_checked(4 * count).ok_or_else(short)?;
    let mut game = Game {
        number: u32::from_le_bytes([n0, n1, n2, n3]),
        size,
        beginning: Beginning::Middle,
        outcome: outcome_of_code(outcome)?,
        plies: Vec::with_capacity(count),
        end: None,
    };
    for chunk in words.as_chunks::<4>().0 {
        let word = Word(u32::from_le_bytes(*chunk));
        let searched = word.searched(size)?;
        let position = || GamePosition::labelled(Label::of_search(searched));
        match (word.kind(), game.end.take()) {
            (STONE, before) => game.plies.push(Ply { point: searched.best, before }),
            (CHOICE, None) => {
                game.plies.push(Ply { point: searched.best, before: Some(position()) });
            }
            (NOT_PLAYED, None) => game.end = Some(position()),
            _ => return Err(word.error()),
        }
    }
    Ok((game, rest))
}

/// A move as it is stored.
#[derive(Clone, Copy)]
struct Word(u32);

impl Word {
    fn kind(self) -> u32 {
        self.0 >> 9 & 3
    }

    /// The point, depth and score.
    fn searched(self, size: BoardSize) -> Result<Searched, RecordError> {
        let index = (self.0 & 511) as usize;
        if index >= size.area() {
            return Err(self.error());
        }
        let best = Point::new(index % size.width(), index / size.width());
        let score = Score::from_value(i32::from((self.0 >> 16) as u16 as i16));
        Ok(Searched { best, score, depth: (self.0 >> 11 & 31) as u8 })
    }

    fn error(self) -> RecordError {
        RecordError::new(format!("invalid move word {:#010x}", self.0))
    }
}
