//! The protocol's way to name a point, `x,y`: column and row, each from 0, from the top
//! left corner. The one place that knows this order and this origin.

use std::fmt;
use std::str::FromStr;

use crate::board::{BoardSize, Point};
use crate::protocol::integer;

/// A pair of numbers that may name a point of some board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Coordinate {
    /// Column, from 0 at the left.
    pub x: i64,
    /// Row, from 0 at the top.
    pub y: i64,
}

impl Coordinate {
    /// The point of a board, if it has one there.
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
    /// `7,7`: without blanks, which some managers do not read.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

/// A text that is no pair of numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseCoordinateError {
    /// The text.
    pub text: String,
}

impl fmt::Display for ParseCoordinateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "invalid coordinates {:?}: expected x,y", self.text)
    }
}

impl std::error::Error for ParseCoordinateError {}

impl FromStr for Coordinate {
    type Err = ParseCoordinateError;

    /// Reads two numbers with a comma between them. Blanks around the numbers and signs
    /// are accepted; a number too large for 64 bits becomes the largest, on no board.
    fn from_str(text: &str) -> Result<Self, ParseCoordinateError> {
        text.split_once(',')
            .and_then(|(x, y)| Some(Self { x: integer::parse(x)?, y: integer::parse(y)? }))
            .ok_or_else(|| ParseCoordinateError { text: text.to_owned() })
    }
}

#[cfg(test)]
mod tests;
