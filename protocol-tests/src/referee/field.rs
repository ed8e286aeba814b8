//! A board and its points. Invariant: a field never changes its size, and what lies outside it is
//! neither empty nor a stone.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// One step along each of the four kinds of line: row, column, falling and rising diagonal.
pub const DIRECTIONS: [(i64, i64); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The player who begins.
    Black,
    /// The player who moves second.
    White,
}

impl Side {
    /// Returns the other player.
    pub fn other(self) -> Side {
        match self {
            Side::Black => Side::White,
            Side::White => Side::Black,
        }
    }
}

/// A point of a board, zero-based: `x` to the right, `y` downwards. Written `x,y`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    /// Column, from 0.
    pub x: u16,
    /// Row, from 0.
    pub y: u16,
}

impl Point {
    /// The point in column `x` and row `y`, both from 0.
    pub fn new(x: u16, y: u16) -> Point {
        Point { x, y }
    }

    /// The cell of the point itself.
    pub fn cell(self) -> (i64, i64) {
        self.step((0, 0), 0)
    }

    /// Parses four digits, two for the column and two for the row.
    pub(crate) fn from_digits(text: &str) -> Option<Point> {
        let is_point = text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_digit());
        is_point.then(|| Some(Point::new(text[..2].parse().ok()?, text[2..].parse().ok()?)))?
    }

    /// The cell `steps` away along the direction `(dx, dy)`; it may lie outside any board.
    pub fn step(self, (dx, dy): (i64, i64), steps: i64) -> (i64, i64) {
        (i64::from(self.x) + dx * steps, i64::from(self.y) + dy * steps)
    }

    /// The larger of the two distances to another point, in columns and in rows.
    fn distance(self, other: Point) -> u16 {
        self.x.abs_diff(other.x).max(self.y.abs_diff(other.y))
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

/// A text that is no point of the form `x,y`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("invalid point `{text}`: expected x,y")]
pub struct PointError {
    text: String,
}

impl FromStr for Point {
    type Err = PointError;

    /// Reads `x,y`: decimal digits on both sides of one comma, nothing else.
    ///
    /// # Errors
    /// Returns an error if the text has another form or a number does not fit.
    fn from_str(text: &str) -> Result<Point, PointError> {
        let coordinate = |digits: &str| {
            let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
            if plain { digits.parse().ok() } else { None }
        };
        text.split_once(',')
            .and_then(|(x, y)| Some(Point::new(coordinate(x)?, coordinate(y)?)))
            .ok_or_else(|| PointError { text: text.to_owned() })
    }
}

/// The content of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// Nothing: a stone may be put there.
    Empty,
    /// A player's stone.
    Stone(Side),
    /// A neutral stone (field 3 of BOARD): in no line, and not playable.
    Dead,
}

/// A rectangular board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    width: u16,
    height: u16,
    cells: Vec<Content>,
}

impl Field {
    /// An empty board of `width` columns and `height` rows.
    pub fn new(width: u16, height: u16) -> Field {
        let cells = vec![Content::Empty; usize::from(width) * usize::from(height)];
        Field { width, height, cells }
    }

    /// Returns the number of columns.
    pub fn width(&self) -> u16 {
        self.width
    }

    /// Returns the number of rows.
    pub fn height(&self) -> u16 {
        self.height
    }

    /// Returns the content of a point.
    ///
    /// # Panics
    /// Panics if the point is not on the board.
    pub fn get(&self, point: Point) -> Content {
        self.cells[self.index(point)]
    }

    /// Sets the content of a point, regardless of the previous one.
    ///
    /// # Panics
    /// Panics if the point is not on the board.
    pub fn set(&mut self, point: Point, content: Content) {
        let index = self.index(point);
        self.cells[index] = content;
    }

    /// Returns whether column `x` and row `y` are on the board.
    pub fn contains(&self, x: i64, y: i64) -> bool {
        (0..i64::from(self.width)).contains(&x) && (0..i64::from(self.height)).contains(&y)
    }

    /// All points, row by row.
    pub fn points(&self) -> impl Iterator<Item = Point> + use<> {
        let width = self.width;
        (0..self.height).flat_map(move |y| (0..width).map(move |x| Point::new(x, y)))
    }

    /// The empty points, row by row.
    pub fn empty_points(&self) -> Vec<Point> {
        self.points().filter(|&point| self.get(point) == Content::Empty).collect()
    }

    /// Returns the number of stones, dead ones included.
    pub fn stones(&self) -> usize {
        self.cells.iter().filter(|&&content| content != Content::Empty).count()
    }

    /// The same board with one more stone.
    ///
    /// # Panics
    /// Panics if the point is not on the board.
    pub fn with(&self, point: Point, side: Side) -> Field {
        let mut field = self.clone();
        field.set(point, Content::Stone(side));
        field
    }

    /// Returns the windows of five points in a row that contain `point`; `None` marks a cell off the board.
    pub(super) fn windows(&self, point: Point) -> impl Iterator<Item = [Option<Content>; 5]> {
        let starts = DIRECTIONS.into_iter().flat_map(|way| (-4..=0).map(move |first| (way, first)));
        starts.map(move |(way, first)| {
            [0, 1, 2, 3, 4].map(|steps| self.at(point.step(way, first + steps)))
        })
    }

    /// Returns the distance of a point from the nearest stone, or `None` on an empty board.
    pub(crate) fn distance_to_stones(&self, point: Point) -> Option<u16> {
        let stones = self.points().filter(|&stone| self.get(stone) != Content::Empty);
        stones.map(|stone| stone.distance(point)).min()
    }

    /// Returns the point in column `x` and row `y`, or `None` outside the board.
    pub fn point_at(&self, (x, y): (i64, i64)) -> Option<Point> {
        let point = Point::new(u16::try_from(x).ok()?, u16::try_from(y).ok()?);
        self.contains(x, y).then_some(point)
    }

    /// Returns the content of column `x` and row `y`, or `None` outside the board.
    pub fn at(&self, cell: (i64, i64)) -> Option<Content> {
        self.point_at(cell).map(|point| self.get(point))
    }

    /// The point in column `x` and row `y` when it is on the board and empty.
    pub fn empty_at(&self, cell: (i64, i64)) -> Option<Point> {
        self.point_at(cell).filter(|&point| self.get(point) == Content::Empty)
    }

    fn index(&self, point: Point) -> usize {
        assert!(
            point.x < self.width && point.y < self.height,
            "{point} is off a board of {}x{}",
            self.width,
            self.height
        );
        usize::from(point.y) * usize::from(self.width) + usize::from(point.x)
    }
}
