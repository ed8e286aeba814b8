//! Points in the protocol's notation, `x,y`: column and row, each from 0, counted from the top
//! left corner. No other module depends on this order and this origin.

use std::fmt;
use std::str::FromStr;

use crate::board::{BoardSize, Point};
use crate::protocol::error::ParseError;
use crate::protocol::integer;

/// A pair of numbers that may name a point of some board.
///
/// ```
/// use dolmen::BoardSize;
/// use dolmen::protocol::coordinate::Coordinate;
///
/// let coordinate: Coordinate = "7, 14".parse()?;
/// assert_eq!(coordinate.to_string(), "7,14");
/// let point = coordinate.on(BoardSize::square(15)).expect("the board has 15 rows");
/// assert_eq!(point.to_string(), "h15");
/// assert_eq!(coordinate.on(BoardSize::square(10)), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Coordinate {
    /// The column, from 0 at the left.
    pub x: i64,
    /// The row, from 0 at the top.
    pub y: i64,
}

impl Coordinate {
    /// Returns the point of a board, or `None` if it is off the board.
    #[must_use]
    pub fn on(self, size: BoardSize) -> Option<Point> {
        size.point(self.x, self.y)
    }
}

impl From<Point> for Coordinate {
    fn from(point: Point) -> Self {
        Self { x: point.column() as i64, y: point.row() as i64 }
    }
}

impl fmt::Display for Coordinate {
    /// Writes `7,7`, without blanks, because some managers cannot read them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

impl FromStr for Coordinate {
    type Err = ParseError;

    /// Parses two numbers separated by a comma.
    ///
    /// Signs and blanks around the numbers are accepted. A number too large for 64 bits becomes
    /// the largest one, which is off every board.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        text.split_once(',')
            .and_then(|(x, y)| Some(Self { x: integer::parse(x)?, y: integer::parse(y)? }))
            .ok_or_else(|| ParseError::new("coordinates", text, "x,y"))
    }
}

#[cfg(test)]
mod tests;
