//! An opening, the styles of openings and the formats of their files.

use std::fmt;

use clap::ValueEnum;
use dolmen::board::Point;
use serde::{Deserialize, Serialize};

/// An opening: a name for tables and its moves, black first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The origin of the opening, such as `openings.txt:12`.
    pub name: String,
    /// Its moves in order.
    pub moves: Vec<Point>,
}

/// The format of a file of openings.
///
/// - Offsets: one opening a line, `dx,dy, dx,dy, …`: each move as its distance from the point in
///   the middle (on an even side, the point to the right of the middle or below it). Blanks may
///   replace commas, `#` starts a comment, and empty lines are ignored.
/// - Positions: one opening a line, `h8i9g7`: columns by letter, none skipped, and rows from 1 at
///   the top. Blanks, comments and empty lines as above.
/// - SGF: each game is an opening: its main line, or the moves at its beginning that have the comment
///   `opening move`, as c-gomoku-cli writes it.
/// - Psq: a record of Piskvork, all of whose moves are one opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningForm {
    /// Distances from the centre of the board, as in Gomocup's sets.
    Offsets,
    /// Points one after the other, such as `h8i9`.
    Positions,
    /// Records of games.
    Sgf,
    /// A record of Piskvork.
    Psq,
}

/// The style of openings: the part of the board where they lie. It selects a built-in set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, ValueEnum)]
pub enum OpeningStyle {
    /// In a small square around the middle.
    #[default]
    Middle,
    /// Anywhere, as in contests: at edges and in corners too, compact or spread out.
    Contest,
}

impl OpeningStyle {
    /// Both styles.
    pub const ALL: [Self; 2] = [Self::Middle, Self::Contest];

    /// Returns the name of the style in configurations and command lines.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Middle => "middle",
            Self::Contest => "contest",
        }
    }

    /// Returns the style of this name.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|style| style.name() == name)
    }
}

impl fmt::Display for OpeningStyle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
