//! The four directions of the lines of the board.

use crate::board::point::STRIDE;

/// The step from a point to a neighbouring one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The number of columns to the right.
    pub columns: i8,
    /// The number of rows downward.
    pub rows: i8,
}

/// One of the four directions of lines on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// From left to right.
    Horizontal,
    /// From top to bottom.
    Vertical,
    /// From the top left to the bottom right.
    Diagonal,
    /// From the bottom left to the top right.
    AntiDiagonal,
}

impl Direction {
    /// All four directions, in the order of every array indexed by direction.
    pub const ALL: [Self; 4] =
        [Self::Horizontal, Self::Vertical, Self::Diagonal, Self::AntiDiagonal];

    /// Returns the position in [`Direction::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the step from a point to the next one in this direction.
    #[must_use]
    pub const fn step(self) -> Step {
        match self {
            Self::Horizontal => Step { columns: 1, rows: 0 },
            Self::Vertical => Step { columns: 0, rows: 1 },
            Self::Diagonal => Step { columns: 1, rows: 1 },
            Self::AntiDiagonal => Step { columns: 1, rows: -1 },
        }
    }

    /// Returns the difference between the indices of a point and the next one in this direction.
    pub(crate) const fn index_step(self) -> i32 {
        let step = self.step();
        step.rows as i32 * STRIDE as i32 + step.columns as i32
    }
}
