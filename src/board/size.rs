//! Board sizes, and steps between points of a board.

use std::fmt;
use std::str::FromStr;

use crate::board::direction::Direction;
use crate::board::point::{Point, STRIDE};

/// The width and height of a board, each from [`BoardSize::MIN`] to [`BoardSize::MAX`].
///
/// ```
/// use dolmen::BoardSize;
///
/// let size: BoardSize = "20x15".parse()?;
/// assert_eq!(size.width(), 20);
/// assert_eq!(size.area(), 300);
/// assert_eq!("15".parse(), Ok(BoardSize::square(15)));
/// # Ok::<(), dolmen::board::ParseSizeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoardSize {
    width: u8,
    height: u8,
}

/// The error for a board size outside 5 to 22.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidSize {
    /// The requested width.
    pub width: i64,
    /// The requested height.
    pub height: i64,
}

impl fmt::Display for InvalidSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (min, max) = (BoardSize::MIN, BoardSize::MAX);
        write!(
            f,
            "invalid board size {}x{}: expected sides from {min} to {max}",
            self.width, self.height
        )
    }
}

impl std::error::Error for InvalidSize {}

impl BoardSize {
    /// The shortest side of a board.
    pub const MIN: usize = 5;
    /// The longest side of a board.
    pub const MAX: usize = STRIDE - 1;

    /// Creates a size from a width and a height.
    ///
    /// # Errors
    /// Returns an error if a side is not between 5 and 22.
    ///
    /// ```
    /// use dolmen::BoardSize;
    ///
    /// let error = BoardSize::new(15, 23).unwrap_err();
    /// assert_eq!(error.to_string(), "invalid board size 15x23: expected sides from 5 to 22");
    /// ```
    pub fn new(width: i64, height: i64) -> Result<Self, InvalidSize> {
        let sides = Self::MIN as i64..=Self::MAX as i64;
        if sides.contains(&width) && sides.contains(&height) {
            Ok(Self { width: width as u8, height: height as u8 })
        } else {
            Err(InvalidSize { width, height })
        }
    }

    /// Creates the size of a square board.
    ///
    /// # Panics
    /// Panics if the side is not between 5 and 22.
    ///
    /// ```
    /// use dolmen::BoardSize;
    ///
    /// assert_eq!(BoardSize::square(15).to_string(), "15x15");
    /// ```
    #[must_use]
    pub fn square(side: usize) -> Self {
        Self::new(side as i64, side as i64).expect("the side is between 5 and 22")
    }

    /// Returns the number of columns.
    #[must_use]
    pub const fn width(self) -> usize {
        self.width as usize
    }

    /// Returns the number of rows.
    #[must_use]
    pub const fn height(self) -> usize {
        self.height as usize
    }

    /// Returns the number of points.
    #[must_use]
    pub const fn area(self) -> usize {
        self.width() * self.height()
    }

    /// Returns the point in a column and a row, if it lies on the board.
    ///
    /// ```
    /// use dolmen::{BoardSize, Point};
    ///
    /// let size = BoardSize::new(20, 15)?;
    /// assert_eq!(size.point(19, 14), Some(Point::new(19, 14)));
    /// assert_eq!(size.point(20, 0), None);
    /// assert_eq!(size.point(-1, 0), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn point(self, column: i64, row: i64) -> Option<Point> {
        let on_board = (0..i64::from(self.width)).contains(&column)
            && (0..i64::from(self.height)).contains(&row);
        on_board.then(|| Point::new(column as usize, row as usize))
    }

    /// Returns an iterator over all points, row by row from the top left.
    ///
    /// ```
    /// use dolmen::BoardSize;
    ///
    /// let names: Vec<String> = BoardSize::new(7, 5)?.points().map(|point| point.to_string()).collect();
    /// assert_eq!(names[5..9], ["f1", "g1", "a2", "b2"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn points(self) -> impl Iterator<Item = Point> {
        (0..self.height())
            .flat_map(move |row| (0..self.width()).map(move |column| Point::new(column, row)))
    }
}

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}x{}", self.width, self.height))
    }
}

/// The error for a text that is not a board size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseSizeError {
    /// The text that was parsed.
    pub text: String,
}

impl fmt::Display for ParseSizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (text, min, max) = (&self.text, BoardSize::MIN, BoardSize::MAX);
        write!(f, "invalid board size {text:?}: expected sides from {min} to {max}, such as 15x15")
    }
}

impl std::error::Error for ParseSizeError {}

impl FromStr for BoardSize {
    type Err = ParseSizeError;

    /// Parses the width and the height, `20x15`, or the side of a square board, `15`.
    fn from_str(text: &str) -> Result<Self, ParseSizeError> {
        let (width, height) = text.split_once('x').unwrap_or((text, text));
        let side = |text: &str| text.parse().ok();
        let size = side(width).zip(side(height));
        size.and_then(|(width, height)| Self::new(width, height).ok())
            .ok_or_else(|| ParseSizeError { text: text.to_owned() })
    }
}

impl Point {
    /// Returns the point `steps` away in a direction, if it lies on a board of this size.
    ///
    /// ```
    /// use dolmen::board::Direction;
    /// use dolmen::{BoardSize, Point};
    ///
    /// let (edge, size) = (Point::new(14, 7), BoardSize::square(15));
    /// assert_eq!(edge.offset(Direction::AntiDiagonal, 1, size), None);
    /// assert_eq!(edge.offset(Direction::AntiDiagonal, -2, size), Some(Point::new(12, 9)));
    /// ```
    #[must_use]
    pub fn offset(self, direction: Direction, steps: i32, size: BoardSize) -> Option<Self> {
        let step = direction.step();
        let column = self.column() as i32 + steps * i32::from(step.columns);
        let row = self.row() as i32 + steps * i32::from(step.rows);
        size.point(i64::from(column), i64::from(row))
    }
}
