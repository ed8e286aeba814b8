//! The line view of the board: every row, column and diagonal as one 32-bit word.
//!
//! A line has at most 22 points. The bit of a point is its column (in columns, its row)
//! plus [`LINE_MARGIN`], so that a shift by up to five cells either way stays inside
//! the word and cells off the board read as zero.

use crate::board::direction::Direction;
use crate::board::geometry::BoardSize;
use crate::board::point::{POINT_INDICES, Point, STRIDE};

/// Free bits below (and at least as many above) the cells of a line word.
pub const LINE_MARGIN: usize = 5;

/// Lines in the widest board: 22 rows, 22 columns, 43 diagonals either way.
pub const LINE_COUNT: usize = SIDE + SIDE + DIAGONALS + DIAGONALS;

const SIDE: usize = STRIDE - 1;
const DIAGONALS: usize = 2 * SIDE - 1;

/// Number of a line, below [`LINE_COUNT`]; the same for every board size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LineIndex(u8);

impl LineIndex {
    /// All lines of the widest board; on a smaller one some of them are empty.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..LINE_COUNT as u8).map(Self)
    }

    /// Position in an array of lines, below [`LINE_COUNT`].
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The direction in which the line runs.
    #[must_use]
    pub fn direction(self) -> Direction {
        match self.index() {
            index if index < SIDE => Direction::Horizontal,
            index if index < 2 * SIDE => Direction::Vertical,
            index if index < 2 * SIDE + DIAGONALS => Direction::Diagonal,
            _ => Direction::AntiDiagonal,
        }
    }

    /// Column and row of the cell that bit [`LINE_MARGIN`] stands for; the row of a
    /// diagonal's may lie off the board.
    fn origin(self) -> (i32, i32) {
        let index = self.index() as i32;
        let (side, diagonals) = (SIDE as i32, DIAGONALS as i32);
        match self.direction() {
            Direction::Horizontal => (0, index),
            Direction::Vertical => (index - side, 0),
            Direction::Diagonal => (0, index - 2 * side - (side - 1)),
            Direction::AntiDiagonal => (0, index - 2 * side - diagonals),
        }
    }

    /// The point of a cell of the line.
    #[inline]
    #[must_use]
    pub fn point(self, bit: u32) -> Point {
        let (base, step) = POINT_AT[self.index()];
        Point::from_index((i32::from(base) + i32::from(step) * bit as i32) as usize)
    }

    /// The cells of the line that lie on a board of this size.
    #[must_use]
    pub fn cells(self, size: BoardSize) -> u32 {
        let (column, row) = self.origin();
        let (column_step, row_step) = self.direction().step();
        (0..SIDE as i32)
            .filter(|&cell| {
                let column = column + cell * i32::from(column_step);
                let row = row + cell * i32::from(row_step);
                size.point(i64::from(column), i64::from(row)).is_some()
            })
            .fold(0, |cells, cell| cells | 1 << (cell as usize + LINE_MARGIN))
    }
}

/// Where a point lies in one of its four lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineSpot {
    /// The line.
    pub line: LineIndex,
    /// Number of the point's bit in the line's word, from [`LINE_MARGIN`].
    pub bit: u8,
}

impl LineSpot {
    /// The place of a point in its line in a direction.
    #[inline]
    #[must_use]
    pub fn of(point: Point, direction: Direction) -> Self {
        SPOTS[point.index()][direction.index()]
    }

    /// The same, computed; fills the table.
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

/// `[point][direction]`; meaningless for indices that are no points of the widest board.
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

/// `[line]`: the point index of bit 0, and what each further bit adds to it.
static POINT_AT: [(i16, i16); LINE_COUNT] = {
    let mut table = [(0, 0); LINE_COUNT];
    let mut index = 0;
    while index < LINE_COUNT {
        let (side, stride) = (SIDE as i32, STRIDE as i32);
        let line = index as i32;
        let (origin, step) = if line < side {
            (line * stride, 1)
        } else if line < 2 * side {
            (line - side, stride)
        } else if line < 2 * side + DIAGONALS as i32 {
            ((line - 2 * side - (side - 1)) * stride, stride + 1)
        } else {
            ((line - 2 * side - DIAGONALS as i32) * stride, 1 - stride)
        };
        table[index] = ((origin - step * LINE_MARGIN as i32) as i16, step as i16);
        index += 1;
    }
    table
};
