//! Boards as text: `X` is black, `O` white, `.` an empty point and `#` a dead one.
//!
//! Each text line is a row of the board, starting from the top. Spaces between cells, row
//! numbers before the rows and column letters below them are optional.

use std::fmt;
use std::str::FromStr;

use crate::board::color::Color;
use crate::board::point::Point;
use crate::board::position::Position;
use crate::board::size::{BoardSize, InvalidSize};

/// The error for a text that does not draw a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseDiagramError {
    /// A character is unknown; the second field is its row.
    UnknownCell(char, String),
    /// A row is longer or shorter than the first one.
    UnevenRow(String),
    /// No board has this number of rows or columns.
    Size(InvalidSize),
}

impl fmt::Display for ParseDiagramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownCell(cell, row) => {
                write!(f, "unknown character {cell:?} in row {row:?}: expected X, O, # or .")
            }
            Self::UnevenRow(row) => write!(f, "row {row:?} differs in length from the first row"),
            Self::Size(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ParseDiagramError {}

/// The contents of a diagram: a position and marked points.
///
/// ```
/// use dolmen::board::diagram::parse_marked;
/// use dolmen::{Color, Point};
///
/// let diagram = parse_marked(".....\n.XO..\n..!..\n.....\n....#", "!")?;
/// assert_eq!(diagram.marks, [(Point::new(2, 2), '!')]);
/// assert_eq!(diagram.position.color_at(Point::new(1, 1)), Some(Color::Black));
/// assert!(diagram.position.dead().contains(Point::new(4, 4)));
/// # Ok::<(), dolmen::board::diagram::ParseDiagramError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Diagram {
    /// The position, with its stones placed in the order of [`place_in_turn`].
    pub position: Position,
    /// The empty points drawn as one of the caller's marks, row by row from the top left.
    pub marks: Vec<(Point, char)>,
}

/// Parses a diagram in which every character of `marks` stands for an empty point.
///
/// # Errors
/// Returns an error if the rows differ in length, a character is unknown or the size is invalid.
pub fn parse_marked(text: &str, marks: &str) -> Result<Diagram, ParseDiagramError> {
    let rows = rows(text);
    let width = rows.first().map_or(0, |row| row.cells.len());
    if let Some(row) = rows.iter().find(|row| row.cells.len() != width) {
        return Err(ParseDiagramError::UnevenRow(row.text.to_owned()));
    }
    let size = BoardSize::new(width as i64, rows.len() as i64).map_err(ParseDiagramError::Size)?;
    let mut position = Position::new(size);
    let [mut black, mut white] = [const { Vec::new() }; 2];
    let mut marked = Vec::new();
    for (y, row) in rows.iter().enumerate() {
        for (x, &cell) in row.cells.iter().enumerate() {
            let point = Point::new(x, y);
            match cell {
                'X' => black.push(point),
                'O' => white.push(point),
                '.' => {}
                '#' => position.block(point).expect("each point is visited once"),
                mark if marks.contains(mark) => marked.push((point, mark)),
                _ => return Err(ParseDiagramError::UnknownCell(cell, row.text.to_owned())),
            }
        }
    }
    place_in_turn(&mut position, &black, &white);
    Ok(Diagram { position, marks: marked })
}

/// Parses a diagram without marks.
///
/// # Errors
/// Returns the errors of [`parse_marked`].
pub fn parse(text: &str) -> Result<Position, ParseDiagramError> {
    parse_marked(text, "").map(|diagram| diagram.position)
}

/// Places black and white stones in turn until one colour runs out, then the rest of the other.
///
/// Afterwards, black is to move if both colours have the same number of stones, otherwise
/// white.
///
/// # Panics
/// Panics if two stones share a point, or one lies off the board.
pub fn place_in_turn(position: &mut Position, black: &[Point], white: &[Point]) {
    for turn in 0..black.len().max(white.len()) {
        for (color, points) in [(Color::Black, black), (Color::White, white)] {
            if let Some(&point) = points.get(turn) {
                position
                    .place(point, color)
                    .expect("each stone has a point of its own on the board");
            }
        }
    }
    let even = black.len() == white.len();
    position.set_side_to_move(if even { Color::Black } else { Color::White });
}

/// A row of a diagram.
struct Row<'a> {
    /// The text line.
    text: &'a str,
    /// The cells, without spaces and the row number.
    cells: Vec<char>,
}

/// Returns the rows of a diagram, without empty text lines and column letters.
fn rows(text: &str) -> Vec<Row<'_>> {
    text.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !is_column_letters(line))
        .map(|line| {
            let cells = line.trim_start_matches(|c: char| c.is_ascii_digit());
            Row { text: line, cells: cells.chars().filter(|c| !c.is_whitespace()).collect() }
        })
        .collect()
}

fn is_column_letters(line: &str) -> bool {
    let letters = line.chars().filter(|c| !c.is_whitespace());
    letters.clone().count() > 0
        && letters.zip('a'..='z').all(|(letter, expected)| letter == expected)
}

/// Returns the sign of a point in a diagram: a black stone, a white one, a dead point or an empty one.
pub(crate) fn cell(position: &Position, point: Point) -> char {
    match position.color_at(point) {
        Some(Color::Black) => 'X',
        Some(Color::White) => 'O',
        None if position.dead().contains(point) => '#',
        None => '.',
    }
}

impl fmt::Display for Position {
    /// Draws the position with row numbers and column letters, in the form that [`parse`]
    /// accepts.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..self.size().height() {
            write!(f, "{:2}", row + 1)?;
            for column in 0..self.size().width() {
                write!(f, " {}", cell(self, Point::new(column, row)))?;
            }
            writeln!(f)?;
        }
        write!(f, "  ")?;
        ('a'..).take(self.size().width()).try_for_each(|letter| write!(f, " {letter}"))
    }
}

impl FromStr for Position {
    type Err = ParseDiagramError;

    /// Parses a diagram, such as a position displays; see [`parse`].
    fn from_str(text: &str) -> Result<Self, ParseDiagramError> {
        parse(text)
    }
}
