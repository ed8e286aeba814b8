//! Windows: the cells of a line around a point.
//!
//! A window is a number of two bits for each cell, the first cell lowest. This file also has the
//! slow definition of the window through a point.

use crate::board::{Color, Direction, Point, Position};

/// The contents of a cell, as one of the sides sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum Cell {
    /// A point without a stone.
    #[default]
    Empty = 0,
    /// A stone of the side.
    Own = 1,
    /// A stone of its opponent.
    Opponent = 2,
    /// No point of the board, a dead point, or a point beyond one of these.
    Outside = 3,
}

impl Cell {
    /// All contents, in the order of their bits.
    pub const ALL: [Self; 4] = [Self::Empty, Self::Own, Self::Opponent, Self::Outside];

    /// Returns the cell as the other side sees it.
    #[must_use]
    pub const fn swapped(self) -> Self {
        match self {
            Self::Own => Self::Opponent,
            Self::Opponent => Self::Own,
            Self::Empty | Self::Outside => self,
        }
    }
}

/// An odd number of cells in a row, as a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cells<const N: usize>(u32);

/// The eleven cells of a line around a point, which is the middle one.
pub type Window = Cells<11>;

/// The seven cells in the middle of a window.
pub type Core = Cells<7>;

impl<const N: usize> Cells<N> {
    /// The number of cells.
    pub const CELLS: usize = N;
    /// The number of cells on each side of the middle one.
    pub const REACH: usize = N / 2;
    /// The number of all rows of cells, possible or not.
    pub const COUNT: usize = 1 << (2 * N);
    /// The row without stones far from every edge.
    pub const EMPTY: Self = Self(0);
    /// The lower bit of each cell.
    const LOW: u32 = (Self::COUNT as u32 - 1) / 3;

    /// Returns the row of these cells.
    #[must_use]
    pub fn new(cells: [Cell; N]) -> Self {
        Self(cells.iter().rev().fold(0, |bits, &cell| bits << 2 | cell as u32))
    }

    /// Returns the row of a number below [`Cells::COUNT`].
    ///
    /// # Panics
    /// Panics if the number is too large.
    #[inline]
    #[must_use]
    pub const fn from_index(index: usize) -> Self {
        assert!(index < Self::COUNT, "each cell has two bits");
        Self(index as u32)
    }

    /// Returns the number of the row, below [`Cells::COUNT`].
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the cells.
    #[must_use]
    pub fn cells(self) -> [Cell; N] {
        std::array::from_fn(|place| Cell::ALL[(self.0 >> (2 * place) & 3) as usize])
    }

    /// Returns the row one step further along the line, whose last cell is `next`.
    #[inline]
    #[must_use]
    pub const fn moved(self, next: Cell) -> Self {
        Self(self.0 >> 2 | (next as u32) << (2 * (N - 1)))
    }

    /// Returns the row in the other direction of the line.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        let (mut rest, mut mirrored, mut place) = (self.0, 0, 0);
        while place < N {
            mirrored = mirrored << 2 | rest & 3;
            rest >>= 2;
            place += 1;
        }
        Self(mirrored)
    }

    /// Returns the row as the other side sees it.
    #[inline]
    #[must_use]
    pub const fn swapped(self) -> Self {
        Self((self.0 & Self::LOW) << 1 | self.0 >> 1 & Self::LOW)
    }

    /// Returns the row or its mirror image, whichever has the lower number.
    #[must_use]
    pub fn canonical(self) -> Self {
        self.min(self.mirrored())
    }

    /// Returns whether the row can occur on a board: its middle cell is on the board, and the cells outside lie
    /// beyond an edge.
    #[must_use]
    pub fn is_possible(self) -> bool {
        let is_outside = |place: usize| self.0 >> (2 * place) & 3 == Cell::Outside as u32;
        // Beyond a cell outside, all cells are outside.
        !is_outside(N / 2)
            && (0..N / 2).all(|place| is_outside(place) || !is_outside(place + 1))
            && (N / 2..N - 1).all(|place| is_outside(place + 1) || !is_outside(place))
    }

    /// Returns the possible rows that are not above their mirror image, the lowest first.
    pub fn all() -> impl Iterator<Item = Self> {
        let rows = (0..Self::COUNT).map(Self::from_index);
        rows.filter(|row| *row == row.canonical() && row.is_possible())
    }
}

impl Window {
    /// Returns the seven cells in the middle.
    #[must_use]
    pub const fn core(self) -> Core {
        Cells(self.0 >> (2 * (Self::REACH - Core::REACH)) & (Core::COUNT - 1) as u32)
    }
}

/// Returns the window through a point of the board, as a colour sees it: the slow definition.
///
/// ```
/// use dolmen::board::Direction;
/// use dolmen::eval::line_network::window::{Cell, window_at};
/// use dolmen::{BoardSize, Color, Point, Position};
///
/// let position = Position::new(BoardSize::square(15));
/// let corner = window_at(&position, Color::Black, Point::new(0, 0), Direction::Horizontal);
/// assert_eq!(corner.cells()[..5], [Cell::Outside; 5]);
/// ```
#[must_use]
pub fn window_at(position: &Position, viewer: Color, point: Point, direction: Direction) -> Window {
    let content = |steps: i32| match point.offset(direction, steps, position.size()) {
        None => Cell::Outside,
        Some(point) if position.dead().contains(point) => Cell::Outside,
        Some(point) => match position.color_at(point) {
            None => Cell::Empty,
            Some(color) if color == viewer => Cell::Own,
            Some(_) => Cell::Opponent,
        },
    };
    let is_hidden = |steps: i32| {
        (0..steps.abs()).any(|nearer| content(nearer * steps.signum()) == Cell::Outside)
    };
    Window::new(std::array::from_fn(|place| {
        let steps = place as i32 - Window::REACH as i32;
        if is_hidden(steps) { Cell::Outside } else { content(steps) }
    }))
}

#[cfg(test)]
mod tests;
