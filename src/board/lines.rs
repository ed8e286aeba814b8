//! The line view of the board: every row, column and diagonal as one word of 32 bits.
//!
//! A line has at most 22 points. The bit number of a point is its column (in a vertical line,
//! its row) plus [`LINE_MARGIN`]. Shifts by up to five cells in either direction therefore stay
//! inside the word, and cells off the board read as zero.

use crate::board::direction::Direction;
use crate::board::point::{POINT_INDICES, Point, STRIDE};
use crate::board::size::BoardSize;

/// Number of unused bits below the cells of a line word; there are at least as many above.
pub(crate) const LINE_MARGIN: usize = 5;

/// Number of lines of the widest board: 22 rows, 22 columns and 43 diagonals each way.
pub const LINE_COUNT: usize = SIDE + SIDE + DIAGONALS + DIAGONALS;

const SIDE: usize = STRIDE - 1;
const DIAGONALS: usize = 2 * SIDE - 1;

/// The number of a line, below [`LINE_COUNT`].
///
/// A line has the same number on boards of every size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LineIndex(u8);

impl LineIndex {
    /// Returns all lines of the widest board; on smaller boards, some of them are empty.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..LINE_COUNT as u8).map(Self)
    }

    /// Returns the number of the line, for use as an index into an array of [`LINE_COUNT`]
    /// elements.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the direction of the line.
    #[must_use]
    pub fn direction(self) -> Direction {
        match self.index() {
            index if index < SIDE => Direction::Horizontal,
            index if index < 2 * SIDE => Direction::Vertical,
            index if index < 2 * SIDE + DIAGONALS => Direction::Diagonal,
            _ => Direction::AntiDiagonal,
        }
    }

    /// Returns the point of a cell, given its bit number.
    #[inline]
    #[must_use]
    pub fn point(self, bit: u32) -> Point {
        let PointIndices { first, step } = POINT_AT[self.index()];
        Point::from_index((i32::from(first) + i32::from(step) * bit as i32) as usize)
    }

    /// Returns the cells of the line that lie on a board of this size.
    #[must_use]
    pub fn cells(self, size: BoardSize) -> u32 {
        let index = self.index() as i64;
        let [side, diagonals] = [SIDE as i64, DIAGONALS as i64];
        // The row of the first cell of a diagonal may lie off the board.
        let [column, row] = match self.direction() {
            Direction::Horizontal => [0, index],
            Direction::Vertical => [index - side, 0],
            Direction::Diagonal => [0, index - 2 * side - (side - 1)],
            Direction::AntiDiagonal => [0, index - 2 * side - diagonals],
        };
        let step = self.direction().step();
        (0..side)
            .filter(|&cell| {
                let column = column + cell * i64::from(step.columns);
                let row = row + cell * i64::from(step.rows);
                size.point(column, row).is_some()
            })
            .fold(0, |cells, cell| cells | 1 << (cell as usize + LINE_MARGIN))
    }
}

/// The place of a point in one of its four lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineSpot {
    /// The line.
    pub line: LineIndex,
    /// The number of the point's bit in the line's word, 5 or more.
    pub bit: u8,
}

impl LineSpot {
    /// Returns the place of a point in its line in a direction.
    #[inline]
    #[must_use]
    pub fn of(point: Point, direction: Direction) -> Self {
        SPOTS[point.index()][direction.index()]
    }

    /// Computes what [`LineSpot::of`] looks up.
    const fn compute(index: usize, direction: Direction) -> Self {
        let (column, row) = (index % STRIDE, index / STRIDE);
        if column >= SIDE || row >= SIDE {
            return Self { line: LineIndex(0), bit: 0 };
        }
        let (line, cell) = match direction {
            Direction::Horizontal => (row, column),
            Direction::Vertical => (SIDE + column, row),
            Direction::Diagonal => (2 * SIDE + row + SIDE - 1 - column, column),
            Direction::AntiDiagonal => (2 * SIDE + DIAGONALS + row + column, column),
        };
        Self { line: LineIndex(line as u8), bit: (cell + LINE_MARGIN) as u8 }
    }
}

/// The places of all points, indexed `[point][direction]`.
///
/// The entries for indices off the widest board are meaningless.
static SPOTS: [[LineSpot; 4]; POINT_INDICES] = {
    let mut table = [[LineSpot { line: LineIndex(0), bit: 0 }; 4]; POINT_INDICES];
    let mut index = 0;
    while index < POINT_INDICES {
        let mut direction = 0;
        while direction < 4 {
            table[index][direction] = LineSpot::compute(index, Direction::ALL[direction]);
            direction += 1;
        }
        index += 1;
    }
    table
};

/// The point indices of the bits of a line.
#[derive(Clone, Copy)]
struct PointIndices {
    /// The index that bit 0 would have; it may be negative.
    first: i16,
    /// The difference between the indices of neighbouring bits.
    step: i16,
}

/// The point indices of all lines, indexed `[line]`.
static POINT_AT: [PointIndices; LINE_COUNT] = {
    let mut table = [PointIndices { first: 0, step: 0 }; LINE_COUNT];
    let mut index = 0;
    while index < LINE_COUNT {
        let [side, stride] = [SIDE as i16, STRIDE as i16];
        let line = index as i16;
        let [origin, step] = if line < side {
            [line * stride, 1]
        } else if line < 2 * side {
            [line - side, stride]
        } else if line < 2 * side + DIAGONALS as i16 {
            [(line - 2 * side - (side - 1)) * stride, stride + 1]
        } else {
            [(line - 2 * side - DIAGONALS as i16) * stride, 1 - stride]
        };
        table[index] = PointIndices { first: origin - step * LINE_MARGIN as i16, step };
        index += 1;
    }
    table
};
