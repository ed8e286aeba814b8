//! The four directions that a row can take.

/// A direction of rows on the board; each stands for both of its senses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Along a row of the board: `(+1, 0)`.
    Horizontal,
    /// Along a column of the board: `(0, +1)`.
    Vertical,
    /// From the top left to the bottom right: `(+1, +1)`.
    Diagonal,
    /// From the bottom left to the top right: `(+1, -1)`.
    AntiDiagonal,
}

impl Direction {
    /// The four directions, in the order of every array indexed by direction.
    pub const ALL: [Self; 4] =
        [Self::Horizontal, Self::Vertical, Self::Diagonal, Self::AntiDiagonal];

    /// Position in [`Direction::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// One step forward: change of column and of row (rows count downward).
    #[must_use]
    pub const fn step(self) -> (i8, i8) {
        match self {
            Self::Horizontal => (1, 0),
            Self::Vertical => (0, 1),
            Self::Diagonal => (1, 1),
            Self::AntiDiagonal => (1, -1),
        }
    }
}
