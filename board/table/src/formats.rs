//! Import and export of games: Piskvork's records, SGF, libraries of RenLib, and plain moves.
//!
//! A file is untrusted: each reader checks that the stones fit on the board, limits the length of
//! lines and the number of nodes, and uses no recursion. Whether the moves are legal is not checked,
//! since a tree may hold any position.
//!
//! | format | variations | comments and labels | rule | times | names | passes |
//! |---|---|---|---|---|---|---|
//! | [`Psq`](FileFormat::Psq) | | | yes | yes | yes | |
//! | [`Sgf`](FileFormat::Sgf) | yes | yes | yes | | yes | yes |
//! | [`Text`](FileFormat::Text) | | | | | | yes |
//! | [`RenLib`](FileFormat::RenLib) | yes | yes | | | | yes |
//!
//! No format keeps the chances to win. Labels of the root and of passes have no point, and SGF does
//! not keep them. The white space around a comment is not kept.
//!
//! # Directions
//!
//! Rows count from the top in all formats, as Dolmen counts them. Programs that show row 1 at the
//! bottom, such as Gomocalc, write the same game as `h8i9` mirrored, which changes nothing about it.

mod builder;
mod encoding;
mod psq;
mod renlib;
mod sgf;
mod text;

use std::fmt;

use dolmen::board::{BoardSize, InvalidSize, Point};
use dolmen::rules::GameRule;

use crate::message::{FileFormat, OverReason, Side};
use crate::tree::{NodeId, Tree};

/// The maximum number of bytes of a file.
pub const MAX_BYTES: usize = 8 << 20;

/// The maximum number of moves of a line in a file: those of the largest board, and some passes.
pub const MAX_DEPTH: usize = 500;

/// What a file may leave open.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReadDefaults {
    /// The rule.
    pub rule: GameRule,
    /// The size of the board.
    pub size: BoardSize,
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
    /// The reason.
    pub reason: OverReason,
}

/// A game that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Imported {
    /// The format of the file.
    pub format: FileFormat,
    /// The moves.
    pub tree: Tree,
    /// The names of Black and White, which may be empty.
    pub names: [String; 2],
    /// The node that a page shows first: the end of the main line, or the one that the file says.
    pub end: NodeId,
    /// The end of the game, if the file says it.
    pub result: Option<GameResult>,
}

/// Reads a game, whose format is found out from the content.
///
/// ```
/// use board::formats::{ReadDefaults, read};
/// use dolmen::{BoardSize, Rule};
///
/// let defaults = ReadDefaults { rule: Rule::Renju.into(), size: BoardSize::square(15) };
/// let game = read(b"1. h8 2. i9", &defaults)?;
/// assert_eq!(game.tree.position(game.end)?.ply(), 2);
/// let error = read(b"h8i9\nh8", &defaults).unwrap_err();
/// assert_eq!(error.to_string(), "line 2: point h8 is occupied");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the content is no game in any of the formats, or too large.
pub fn read(data: &[u8], defaults: &ReadDefaults) -> Result<Imported, FormatError> {
    if data.len() > MAX_BYTES {
        return Err(Problem::TooLarge.into());
    }
    if renlib::is_library(data) {
        return renlib::read(data, defaults);
    }
    let text = encoding::decode(data);
    if psq::is_psq(&text) {
        psq::read(&text, defaults)
    } else if sgf::is_sgf(&text) {
        sgf::read(&sgf::in_its_encoding(data, text), defaults)
    } else {
        text::read(&text, defaults)
    }
}

/// Writes a game. Formats without variations get the moves that lead to the node `at`; in a library of
/// RenLib it is the position that is shown first.
///
/// ```
/// use board::formats::write;
/// use board::message::FileFormat;
/// use board::tree::{ROOT, Tree};
/// use dolmen::{BoardSize, Rule};
///
/// let mut tree = Tree::new(Rule::Freestyle, BoardSize::square(15));
/// let first = tree.add(ROOT, Some("h8".parse()?))?;
/// let second = tree.add(first, Some("i9".parse()?))?;
/// let text = write(&tree, FileFormat::Text, second, &Default::default(), None)?;
/// assert_eq!(text, b"h8i9\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the node does not exist, or the format cannot hold the game.
pub fn write(
    tree: &Tree,
    format: FileFormat,
    at: NodeId,
    names: &[String; 2],
    result: Option<GameResult>,
) -> Result<Vec<u8>, FormatError> {
    if tree.get(at).is_none() {
        return Err(Problem::NoNode(at).into());
    }
    match format {
        FileFormat::Psq => psq::write(tree, at, names, result),
        FileFormat::Sgf => Ok(sgf::write(tree, names, result)),
        FileFormat::Text => Ok(text::write(tree, at)),
        FileFormat::RenLib => renlib::write(tree, at),
    }
}

/// The reason why a game cannot be read or written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatError {
    /// The place in the file.
    pub place: Place,
    /// What is wrong there, and what would be right.
    pub problem: Problem,
}

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The whole file.
    File,
    /// A text line, counted from 1.
    Line(usize),
    /// A byte, counted from 0.
    Byte(usize),
}

/// What is wrong with a file, or with a game that is to be written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// The file is too large.
    #[error("the file is larger than {} MiB", MAX_BYTES >> 20)]
    TooLarge,
    /// The content belongs to none of the formats.
    #[error(
        "unknown format: expected a record of Piskvork, an SGF file, a library of RenLib, or moves \
         such as h8i9j10"
    )]
    Unknown,
    /// Something else was expected.
    #[error("expected {expected}, found {found:?}")]
    Unexpected {
        /// The text or value that would be right.
        expected: &'static str,
        /// What is there.
        found: String,
    },
    /// The file ends too early.
    #[error("the file ends before {0}")]
    Ends(&'static str),
    /// No board has this size.
    #[error("{0}")]
    Size(InvalidSize),
    /// A stone is off the board.
    #[error("point {point} is off the board of {size}")]
    OffBoard {
        /// The point as the file writes it.
        point: String,
        /// The size of the board.
        size: BoardSize,
    },
    /// A stone is on another one.
    #[error("point {0} is occupied")]
    Occupied(Point),
    /// A line is too long.
    #[error("a line has more than {MAX_DEPTH} moves")]
    TooDeep,
    /// There are too many nodes.
    #[error("the file has more than {} moves", crate::tree::MAX_NODES)]
    Full,
    /// The file is about another game.
    #[error("game {0} of SGF is not five in a row: expected GM[4]")]
    OtherGame(String),
    /// A position is set up in a way that a tree of moves cannot express.
    #[error("{0} removes stones in the middle of a game: expected moves, B or W")]
    Removal(&'static str),
    /// No node has this number.
    #[error("no move has the number {0}")]
    NoNode(NodeId),
    /// A record of Piskvork cannot hold a pass.
    #[error("a record of Piskvork has no passes: choose SGF")]
    Pass,
    /// A library of RenLib is for another board.
    #[error("a library of RenLib is for boards of 15x15, not {0}: choose SGF")]
    Only15(BoardSize),
}

impl Problem {
    fn at_line(self, line: usize) -> FormatError {
        FormatError { place: Place::Line(line), problem: self }
    }

    fn at_byte(self, byte: usize) -> FormatError {
        FormatError { place: Place::Byte(byte), problem: self }
    }

    /// Returns the problem that something else was expected than this text, which is shortened.
    fn unexpected(expected: &'static str, found: &str) -> Self {
        const LONGEST: usize = 40;
        Self::Unexpected { expected, found: found.chars().take(LONGEST).collect() }
    }
}

impl From<Problem> for FormatError {
    fn from(problem: Problem) -> Self {
        Self { place: Place::File, problem }
    }
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Place::File => {}
            Place::Line(line) => write!(f, "line {line}: ")?,
            Place::Byte(byte) => write!(f, "byte {byte}: ")?,
        }
        self.problem.fmt(f)
    }
}

impl std::error::Error for FormatError {}

#[cfg(test)]
mod tests;
