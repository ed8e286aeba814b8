//! A game as the text of a record tells it, whoever wrote it: nothing is checked yet against a
//! board or a rule.

use dolmen::protocol::coordinate::Coordinate;
use thiserror::Error;

use crate::record::Score;

/// A game of a record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WrittenGame {
    /// The line where it starts, from 1.
    pub line: usize,
    /// The board, if the record names one.
    pub board: Option<Board>,
    /// The names of black and white, as far as the record has them.
    pub names: [Option<String>; 2],
    /// The stones in their order, black first; maybe off the board or on one another.
    pub moves: Vec<WrittenMove>,
    /// The number of stones that were on the board before the first move.
    pub setup: usize,
    /// The result, if the record tells it.
    pub score: Option<Score>,
}

/// A board of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The line where it is named.
    pub line: usize,
    /// The name of the move.
    pub text: String,
    /// Columns and rows.
    pub sides: (usize, usize),
}

/// A stone of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenMove {
    /// The line where it stands.
    pub line: usize,
    /// The place of the move, counted from the top left corner.
    pub at: Coordinate,
    /// The thinking time in milliseconds, if the record tells it.
    pub ms: Option<u64>,
    /// Indicates whether the record says that the players did not choose it.
    pub is_opening: bool,
}

/// The fault of a text, with the number of its line.
pub type Complaint = (usize, BadText);

/// A text that is no record, and no opening.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum BadText {
    /// Not a whole number where one has to be.
    #[error("invalid number {0:?}: expected an integer")]
    NotNumber(String),
    /// An odd number of numbers: the last one has no partner.
    #[error("odd number of coordinates: {0}")]
    OddCount(usize),
    /// Not a point in the form that the file has.
    #[error("invalid point {0:?}")]
    NotPoint(String),
    /// Not the first line of a Piskvork record.
    #[error("invalid first line {0:?}: expected one such as Piskvorky 15x15, 11:11, 0")]
    NotHeader(String),
    /// Not the size of a board.
    #[error("invalid board size {0:?}")]
    NotBoard(String),
    /// A record of a game on another board.
    #[error("the record has a different board size: {0:?}")]
    OtherBoard(String),
    /// A move of the colour that is not to move, or a pass.
    #[error("the move {0:?} is not of the side to move")]
    OutOfTurn(String),
    /// Stones put on the board that black and white cannot have played in turn.
    #[error("{black} black and {white} white stones cannot have been placed in turn")]
    Setup {
        /// Number of black stones.
        black: usize,
        /// Number of white stones.
        white: usize,
    },
    /// The record ends in the middle.
    #[error("the record is incomplete")]
    Unfinished,
}
