//! The points of the board, and the symmetries that permute them.

use std::fmt;
use std::str::FromStr;

use crate::board::direction::Direction;
use crate::board::geometry::BoardSize;

/// Distance between the indices of vertically adjacent points: the 22 columns of the
/// widest board and one guard column that is always empty.
pub const STRIDE: usize = 23;

/// Number of point indices on and off the board; 22 rows of 23 fit into 512.
pub const POINT_INDICES: usize = 512;

/// A point of the board.
///
/// Columns and rows count from 0, from the top left corner. A point is stored as its index
/// `row * 23 + column` in a set of 512 bits, which is the same for every board size.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(u16);

impl Point {
    /// Creates the point in a column and a row, each from 0 to 21.
    ///
    /// # Panics
    /// If the column or the row lies beyond the widest board.
    #[must_use]
    pub const fn new(column: usize, row: usize) -> Self {
        assert!(column < STRIDE - 1 && row < STRIDE - 1, "columns and rows are below 22");
        Self((row * STRIDE + column) as u16)
    }

    /// Creates the point with this index.
    ///
    /// # Panics
    /// If the index is 512 or more.
    #[inline]
    #[must_use]
    pub const fn from_index(index: usize) -> Self {
        assert!(index < POINT_INDICES, "a point index is below 512");
        Self(index as u16)
    }

    /// Returns the index in a set of 512 bits, below [`POINT_INDICES`].
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        // The mask changes nothing, but lets the compiler drop bounds checks.
        self.0 as usize & (POINT_INDICES - 1)
    }

    /// Returns the column, from 0 at the left.
    #[inline]
    #[must_use]
    pub const fn column(self) -> usize {
        self.0 as usize % STRIDE
    }

    /// Returns the row, from 0 at the top.
    #[inline]
    #[must_use]
    pub const fn row(self) -> usize {
        self.0 as usize / STRIDE
    }

    /// Returns the point `steps` away in a direction, if it lies on a board of this size.
    #[must_use]
    pub fn offset(self, direction: Direction, steps: i32, size: BoardSize) -> Option<Self> {
        let step = direction.step();
        let column = self.column() as i32 + steps * i32::from(step.columns);
        let row = self.row() as i32 + steps * i32::from(step.rows);
        size.point(i64::from(column), i64::from(row))
    }

    /// Returns the number of king's moves between two points.
    #[must_use]
    pub fn distance(self, other: Self) -> usize {
        self.column().abs_diff(other.column()).max(self.row().abs_diff(other.row()))
    }
}

impl fmt::Display for Point {
    /// Writes the column as a letter, with none skipped, and the row as a number from 1 at
    /// the top: `h8`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column() as u8), self.row() + 1)
    }
}

/// The error for a text that does not name a point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsePointError {
    /// The text that was parsed.
    pub text: String,
}

impl fmt::Display for ParsePointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "invalid point {:?}: expected a letter and a number, such as h8", self.text)
    }
}

impl std::error::Error for ParsePointError {}

impl FromStr for Point {
    type Err = ParsePointError;

    /// Parses the text that [`Point`] displays; the letter may be upper case.
    fn from_str(text: &str) -> Result<Self, ParsePointError> {
        let parse = || {
            let column = text.bytes().next()?.to_ascii_lowercase().checked_sub(b'a')?;
            let row: i64 = text.get(1..)?.parse().ok()?;
            BoardSize::square(BoardSize::MAX).point(i64::from(column), row.checked_sub(1)?)
        };
        parse().ok_or_else(|| ParsePointError { text: text.to_owned() })
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// A symmetry of the board: an optional transposition followed by optional reflections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// Whether columns and rows are exchanged first, which only a square board allows.
    pub transpose: bool,
    /// Whether left and right are exchanged then.
    pub mirror_columns: bool,
    /// Whether top and bottom are exchanged then.
    pub mirror_rows: bool,
}

impl Symmetry {
    /// Returns the symmetries of a board: eight of a square, four of any other rectangle.
    pub fn all(size: BoardSize) -> impl Iterator<Item = Self> {
        let count = if size.width() == size.height() { 8 } else { 4 };
        (0..count).map(|bits| Self {
            mirror_columns: bits & 1 != 0,
            mirror_rows: bits & 2 != 0,
            transpose: bits & 4 != 0,
        })
    }

    /// Returns the image of a point of a board of this size.
    #[must_use]
    pub fn apply(self, point: Point, size: BoardSize) -> Point {
        let (mut column, mut row) = (point.column(), point.row());
        if self.transpose {
            (column, row) = (row, column);
        }
        if self.mirror_columns {
            column = size.width() - 1 - column;
        }
        if self.mirror_rows {
            row = size.height() - 1 - row;
        }
        Point::new(column, row)
    }
}
