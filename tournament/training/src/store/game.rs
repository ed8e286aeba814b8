//! One game, and its record: see [`crate::store`].

use std::fmt;

use dolmen::board::{BoardSize, Color, Point};
use dolmen::eval::Score;
use dolmen::rules::Outcome;

/// What a search found out about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Searched {
    /// Its choice.
    pub best: Point,
    /// Worth to the side to move.
    pub score: Score,
    /// Depth in plies, from 0 (nothing found out) to 31 (or more).
    pub depth: u8,
}

/// A stone of a game, and what a search said about the position before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// Where it was placed.
    pub point: Point,
    /// `None` in the opening.
    pub searched: Option<Searched>,
}

/// A game from the empty board, black first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Its number under its seed.
    pub number: u32,
    /// How it ended.
    pub outcome: Outcome,
    /// Its stones.
    pub plies: Vec<Ply>,
    /// The search that ended it by a win of the side to move, if none of the stones did.
    pub proof: Option<Searched>,
}

/// Depths above are stored as this.
pub const DEEPEST: u8 = 31;

const STONE: u32 = 0;
const CHOICE: u32 = 1;
const NOT_PLAYED: u32 = 2;

/// A record that stands for no game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordError {
    /// It ends too early.
    Short,
    /// The outcome is no outcome.
    Outcome(u8),
    /// A word has a kind that does not exist, or a point off the board, or comes where it
    /// may not.
    Word(u32),
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Short => write!(f, "a record ends too early"),
            Self::Outcome(byte) => write!(f, "outcome {byte} is none of 0 1 2"),
            Self::Word(word) => write!(f, "word {word:#010x} stands for no move here"),
        }
    }
}

impl std::error::Error for RecordError {}

fn word(point: Point, kind: u32, searched: Option<&Searched>, size: BoardSize) -> u32 {
    let index = (point.row() * size.width() + point.column()) as u32;
    let (depth, score) = searched.map_or((0, 0), |found| {
        (u32::from(found.depth.min(DEEPEST)), u32::from(found.score.value() as i16 as u16))
    });
    index | kind << 9 | depth << 11 | score << 16
}

/// A word's point, kind, depth and score.
fn unpack(word: u32, size: BoardSize) -> Result<(Searched, u32), RecordError> {
    let index = (word & 511) as usize;
    if index >= size.area() {
        return Err(RecordError::Word(word));
    }
    let best = Point::new(index % size.width(), index / size.width());
    let score = Score::from_value(i32::from((word >> 16) as u16 as i16));
    Ok((Searched { best, score, depth: (word >> 11 & 31) as u8 }, word >> 9 & 3))
}

impl Game {
    /// Number of positions that a search looked at.
    #[must_use]
    pub fn searched_positions(&self) -> usize {
        let searched = self.plies.iter().filter(|ply| ply.searched.is_some()).count();
        searched + usize::from(self.proof.is_some())
    }

    /// Appends the record of the game on a board of this size.
    ///
    /// # Panics
    /// If the game has more than 32,767 stones.
    pub fn encode(&self, size: BoardSize, bytes: &mut Vec<u8>) {
        let mut words = Vec::with_capacity(self.plies.len() + 4);
        for ply in &self.plies {
            match &ply.searched {
                None => words.push(word(ply.point, STONE, None, size)),
                Some(found) if found.best == ply.point => {
                    words.push(word(ply.point, CHOICE, Some(found), size));
                }
                Some(found) => {
                    words.push(word(found.best, NOT_PLAYED, Some(found), size));
                    words.push(word(ply.point, STONE, None, size));
                }
            }
        }
        words
            .extend(self.proof.iter().map(|proof| word(proof.best, NOT_PLAYED, Some(proof), size)));
        bytes.extend(self.number.to_le_bytes());
        bytes.push(match self.outcome {
            Outcome::Draw => 0,
            Outcome::Win(Color::Black) => 1,
            Outcome::Win(Color::White) => 2,
        });
        let count = u16::try_from(words.len()).expect("no board has as many points");
        bytes.extend(count.to_le_bytes());
        bytes.extend(words.into_iter().flat_map(u32::to_le_bytes));
    }

    /// Reads a game on a board of this size from the beginning of `bytes`, and returns it
    /// with the bytes after it.
    ///
    /// # Errors
    /// If the record stands for no game; whether its moves are legal is not asked.
    pub fn decode(bytes: &[u8], size: BoardSize) -> Result<(Self, &[u8]), RecordError> {
        let (head, rest) = bytes.split_first_chunk::<7>().ok_or(RecordError::Short)?;
        let [n0, n1, n2, n3, outcome, c0, c1] = *head;
        let count = usize::from(u16::from_le_bytes([c0, c1]));
        let (words, rest) = rest.split_at_checked(4 * count).ok_or(RecordError::Short)?;
        let outcome = match outcome {
            0 => Outcome::Draw,
            1 => Outcome::Win(Color::Black),
            2 => Outcome::Win(Color::White),
            _ => return Err(RecordError::Outcome(outcome)),
        };
        let number = u32::from_le_bytes([n0, n1, n2, n3]);
        let mut game = Self { number, outcome, plies: Vec::with_capacity(count), proof: None };
        for chunk in words.chunks_exact(4) {
            let word = u32::from_le_bytes(chunk.try_into().expect("a chunk has four bytes"));
            let (found, kind) = unpack(word, size)?;
            match (kind, game.proof.take()) {
                (STONE, searched) => game.plies.push(Ply { point: found.best, searched }),
                (CHOICE, None) => {
                    game.plies.push(Ply { point: found.best, searched: Some(found) });
                }
                (NOT_PLAYED, None) => game.proof = Some(found),
                _ => return Err(RecordError::Word(word)),
            }
        }
        Ok((game, rest))
    }
}
