//! An opening, and the words for where openings lie and how files write them.

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

/// The form of openings in a file.
///
/// - Offsets: one opening a line, `dx,dy, dx,dy, …`: each move as its distance from the point in
///   the middle (on an even side, the one right of it or below it). Blanks separate as commas do,
///   `#` starts a comment, empty lines do not count.
/// - Positions: one opening a line, `h8i9g7`: columns by letter, none skipped, and rows from 1 at
///   the top. Blanks, comments and empty lines as above.
/// - SGF: game records, each one opening: the main line, or as much of its beginning as is
///   commented `opening move`, as c-gomoku-cli does.
/// - Psq: one record of Piskvork: all its moves are the opening.
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

/// The part of the board that openings begin in, which names a built-in set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, ValueEnum)]
pub enum OpeningStyle {
    /// In a small square around the centre.
    #[default]
    Middle,
    /// Anywhere, as in contests: at edges and in corners too, compact or spread out.
    Contest,
}

impl OpeningStyle {
    /// Both styles.
    pub const ALL: [Self; 2] = [Self::Middle, Self::Contest];

    /// The name that configurations and command lines have for the style.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Middle => "middle",
            Self::Contest => "contest",
        }
    }

    /// The style of this name.
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
