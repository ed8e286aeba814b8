//! The cells of a board with a margin around it.

use dolmen::board::{BoardSize, Direction, Point};
use dolmen::eval::line_network::window::{Cell, Window};

use crate::learn::stones::PlacedStones;

/// The cells of a board with a margin, as the side to move sees them.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    size: BoardSize,
    cells: [Cell; Grid::CELLS],
}

impl Grid {
    /// Cells around the board that are outside, as far as a window reaches.
    pub(super) const MARGIN: usize = Window::REACH;
    /// Distance of the indices of cells above each other.
    pub(super) const STRIDE: usize = BoardSize::MAX + 2 * Self::MARGIN;
    /// The number of cells.
    pub(super) const CELLS: usize = Self::STRIDE * Self::STRIDE;

    /// Returns the cells of a position.
    #[must_use]
    pub(super) fn new(stones: PlacedStones<'_>) -> Self {
        let mut cells = [Cell::Outside; Self::CELLS];
        for row in 0..stones.size.height() {
            cells[Self::index(Point::new(0, row))..][..stones.size.width()].fill(Cell::Empty);
        }
        stones.own.iter().for_each(|&point| cells[Self::index(point)] = Cell::Own);
        stones.other.iter().for_each(|&point| cells[Self::index(point)] = Cell::Opponent);
        Self { size: stones.size, cells }
    }

    /// Returns the size of the board.
    #[must_use]
    pub(super) const fn size(&self) -> BoardSize {
        self.size
    }

    /// Returns the index of a point.
    #[must_use]
    pub(super) const fn index(point: Point) -> usize {
        (point.row() + Self::MARGIN) * Self::STRIDE + point.column() + Self::MARGIN
    }

    /// Returns the distance of the indices of neighbours in a direction.
    #[must_use]
    pub(super) const fn step(direction: Direction) -> isize {
        let step = direction.step();
        step.rows as isize * Self::STRIDE as isize + step.columns as isize
    }

    /// Returns the cell of an index.
    #[inline]
    #[must_use]
    pub(super) const fn cell(&self, index: usize) -> Cell {
        self.cells[index]
    }
}
