//! The points of the board.

use std::fmt;
use std::str::FromStr;

/// Distance between the indices of vertically adjacent points: the 22 columns of the
/// widest board and one guard column that is always empty.
pub(crate) const STRIDE: usize = 23;

/// Number of point indices on and off the board; 22 rows of 23 fit into 512.
pub(crate) const POINT_INDICES: usize = 512;

/// A point of the board.
///
/// Columns and rows count from 0 at the top left corner. A point is stored as its index
/// `row * 23 + column` in a set of 512 bits; the index does not depend on the board size.
///
/// ```
/// use dolmen::Point;
///
/// let point: Point = "h8".parse()?;
/// assert_eq!(point, Point::new(7, 7));
/// assert!("x9".parse::<Point>().is_err());
/// # Ok::<(), dolmen::board::ParsePointError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(u16);

impl Point {
    /// Creates the point in a column and a row, each between 0 and 21.
    ///
    /// # Panics
    /// Panics if the column or the row is 22 or more.
    ///
    /// ```
    /// use dolmen::Point;
    ///
    /// assert_eq!(Point::new(0, 21).to_string(), "a22", "the bottom left of the largest board");
    /// ```
    #[must_use]
    pub const fn new(column: usize, row: usize) -> Self {
        assert!(column < STRIDE - 1 && row < STRIDE - 1, "columns and rows are below 22");
        Self((row * STRIDE + column) as u16)
    }

    /// Creates the point with this index.
    ///
    /// # Panics
    /// Panics if the index is 512 or more.
    ///
    /// ```
    /// use dolmen::Point;
    ///
    /// assert_eq!(Point::from_index(23), Point::new(0, 1));
    /// assert_eq!(Point::from_index(22).column(), 22, "no board has this column");
    /// ```
    #[inline]
    #[must_use]
    pub const fn from_index(index: usize) -> Self {
        assert!(index < POINT_INDICES, "a point index is below 512");
        Self(index as u16)
    }

    /// Returns the index of the point in a set of 512 bits.
    ///
    /// ```
    /// use dolmen::Point;
    ///
    /// assert_eq!(Point::new(2, 1).index(), 25);
    /// ```
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

    /// Returns the number of moves of a chess king between two points.
    ///
    /// ```
    /// use dolmen::Point;
    ///
    /// assert_eq!(Point::new(7, 7).distance(Point::new(9, 8)), 2);
    /// ```
    #[must_use]
    pub fn distance(self, other: Self) -> usize {
        self.column().abs_diff(other.column()).max(self.row().abs_diff(other.row()))
    }
}

impl fmt::Display for Point {
    /// Writes the column as a letter and the row as a number from 1 at the top: `h8`. No letter
    /// is skipped.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}{}", char::from(b'a' + self.column() as u8), self.row() + 1))
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

    /// Parses the format that [`Point`] displays; the letter may be upper case.
    fn from_str(text: &str) -> Result<Self, ParsePointError> {
        let parse = || {
            let column = text.bytes().next()?.to_ascii_lowercase().checked_sub(b'a')?;
            let row: usize = text.get(1..)?.parse().ok()?;
            let (column, row) = (usize::from(column), row.checked_sub(1)?);
            let is_on_board = column < STRIDE - 1 && row < STRIDE - 1;
            is_on_board.then(|| Self::new(column, row))
        };
        parse().ok_or_else(|| ParsePointError { text: text.to_owned() })
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
