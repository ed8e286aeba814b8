//! A game as the text of a record tells it, whoever wrote it: nothing is checked yet against a
//! board or a rule.

use std::fmt;

use dolmen::protocol::coordinate::Coordinate;

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
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadText {
    /// Not a whole number where one has to be.
    NotNumber(String),
    /// An odd number of numbers: the last one has no partner.
    OddCount(usize),
    /// Not a point in the form that the file has.
    NotPoint(String),
    /// Not the first line of a Piskvork record.
    NotHeader(String),
    /// Not the size of a board.
    NotBoard(String),
    /// A record of a game on another board.
    OtherBoard(String),
    /// A move of the colour that is not to move, or a pass.
    OutOfTurn(String),
    /// Stones put on the board that black and white cannot have played in turn.
    Setup {
        /// Number of black stones.
        black: usize,
        /// Number of white stones.
        white: usize,
    },
    /// The record ends in the middle.
    Unfinished,
}

impl fmt::Display for BadText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotNumber(text) => write!(f, "invalid number {text:?}: expected an integer"),
            Self::OddCount(count) => write!(f, "odd number of coordinates: {count}"),
            Self::NotPoint(text) => write!(f, "invalid point {text:?}"),
            Self::NotHeader(text) => {
                write!(
                    f,
                    "invalid first line {text:?}: expected one such as Piskvorky 15x15, 11:11, 0"
                )
            }
            Self::NotBoard(text) => write!(f, "invalid board size {text:?}"),
            Self::OtherBoard(text) => write!(f, "the record has a different board size: {text:?}"),
            Self::OutOfTurn(text) => write!(f, "the move {text:?} is not of the side to move"),
            Self::Setup { black, white } => {
                write!(f, "{black} black and {white} white stones cannot have been placed in turn")
            }
            Self::Unfinished => write!(f, "the record is incomplete"),
        }
    }
}

impl std::error::Error for BadText {}
