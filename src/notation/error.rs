//! The reasons why a game cannot be read or written.

use std::fmt;

use crate::board::{BoardSize, InvalidSize};
use crate::notation::{MAX_BYTES, MAX_DEPTH, MAX_NODES};

/// The reason why a game cannot be read or written.
///
/// ```
/// use dolmen::notation::{Defaults, Place, moves};
///
/// let error = moves::read("h8\ni99", &Defaults::default()).unwrap_err();
/// assert_eq!(error.place, Place::Line(2));
/// assert_eq!(error.to_string(), "line 2: point i99 is off the board of 15x15");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError {
    /// The place in the file.
    pub place: Place,
    /// The error at that place.
    pub problem: Problem,
}

/// A place in a file.
///
/// ```
/// use dolmen::notation::{Place, Problem};
///
/// assert_eq!(Problem::TooDeep.at_line(2).place, Place::Line(2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The whole file.
    File,
    /// A text line, counted from 1.
    Line(usize),
    /// A move of a sequence, counted from 1.
    Move(usize),
    /// A byte, counted from 0.
    Byte(usize),
}

/// An error in a file, or in a game that is to be written.
///
/// ```
/// use dolmen::notation::Problem;
///
/// assert_eq!(Problem::TooDeep.to_string(), "a line has more than 500 moves");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// The file is too large.
    TooLarge,
    /// The content belongs to none of the formats.
    Unknown,
    /// Something else was expected.
    Unexpected {
        /// The text or value that would be right.
        expected: &'static str,
        /// The text that was found.
        found: String,
    },
    /// The file ends before this, such as "a text is complete".
    Ends(&'static str),
    /// No board has this size.
    Size(InvalidSize),
    /// A stone is off the board.
    OffBoard {
        /// The point as the file writes it.
        point: String,
        /// The size of the board.
        size: BoardSize,
    },
    /// A stone is on another one.
    Occupied(String),
    /// A line is too long.
    TooDeep,
    /// There are too many moves.
    Full,
    /// The file is about another game, which has this number in SGF.
    OtherGame(String),
    /// This property sets up a position in a way that moves cannot express.
    Removal(&'static str),
    /// The record has no node of this number.
    NoNode(usize),
    /// A record cannot hold dead points.
    DeadPoints,
    /// A record of Piskvork cannot hold a pass.
    Pass,
    /// A library of RenLib is for another board.
    Only15(BoardSize),
}

impl Problem {
    /// Returns the error with this problem in a text line.
    #[must_use]
    pub const fn at_line(self, line: usize) -> NotationError {
        NotationError { place: Place::Line(line), problem: self }
    }

    /// Returns the error with this problem in a move of a sequence.
    pub(super) const fn at_move(self, number: usize) -> NotationError {
        NotationError { place: Place::Move(number), problem: self }
    }

    pub(super) const fn at_byte(self, byte: usize) -> NotationError {
        NotationError { place: Place::Byte(byte), problem: self }
    }

    /// Returns the problem that a text, of which the message shows the beginning, was found in
    /// place of something else.
    pub(super) fn unexpected(expected: &'static str, found: &str) -> Self {
        Self::Unexpected { expected, found: shortened(found) }
    }
}

/// Returns the beginning of a text, for a message.
pub(super) fn shortened(text: &str) -> String {
    const MAX_CHARS: usize = 40;
    text.trim().chars().take(MAX_CHARS).collect()
}

impl From<Problem> for NotationError {
    fn from(problem: Problem) -> Self {
        Self { place: Place::File, problem }
    }
}

impl std::error::Error for Problem {}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge => write!(f, "the file is larger than {} MiB", MAX_BYTES >> 20),
            Self::Unknown => f.write_str(
                "unknown format: expected a record of Piskvork, an SGF file, a library of RenLib, \
                 or moves such as h8i9j10",
            ),
            Self::Unexpected { expected, found } => {
                write!(f, "expected {expected}, found {found:?}")
            }
            Self::Ends(before) => write!(f, "the file ends before {before}"),
            Self::Size(error) => error.fmt(f),
            Self::OffBoard { point, size } => {
                write!(f, "point {point} is off the board of {size}")
            }
            Self::Occupied(point) => write!(f, "point {point} is occupied"),
            Self::TooDeep => write!(f, "a line has more than {MAX_DEPTH} moves"),
            Self::Full => write!(f, "the file has more than {MAX_NODES} moves"),
            Self::OtherGame(game) => {
                write!(f, "game {game} of SGF is not five in a row: expected GM[4]")
            }
            Self::Removal(property) => {
                write!(f, "{property} removes stones, which no game of five in a row does")
            }
            Self::NoNode(number) => write!(f, "no move has the number {number}"),
            Self::DeadPoints => f.write_str("a record of moves has no dead points"),
            Self::Pass => {
                f.write_str("a record of Piskvork has neither passes nor set-up stones: choose SGF")
            }
            Self::Only15(size) => {
                write!(f, "a library of RenLib is for boards of 15x15, not {size}: choose SGF")
            }
        }
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Place::File => {}
            Place::Line(line) => write!(f, "line {line}: ")?,
            Place::Move(number) => write!(f, "move {number}: ")?,
            Place::Byte(byte) => write!(f, "byte {byte}: ")?,
        }
        self.problem.fmt(f)
    }
}

impl std::error::Error for NotationError {}
