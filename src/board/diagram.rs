//! Boards as text: `X` black, `O` white, `.` empty, `#` nobody's.
//!
//! Rows are lines from the top; blanks between cells are optional, and so are a row
//! number before and a line of column letters under the rows.

use std::fmt;

use crate::board::color::Color;
use crate::board::geometry::{BoardSize, InvalidSize};
use crate::board::point::Point;
use crate::board::position::Position;

/// A text that draws no board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseDiagramError {
    /// A character that stands for nothing, with its line.
    UnknownCell(char, String),
    /// A row that is longer or shorter than the first one.
    UnevenRow(String),
    /// No board has that many rows or columns.
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

/// What a diagram shows: the position, and the points marked by other signs.
#[derive(Clone, Debug)]
pub struct Diagram {
    /// The stones, placed black and white in turn as far as they go; black is to move
    /// if there are as many black stones as white ones, else white.
    pub position: Position,
    /// The points drawn as one of the caller's marks, by rows from the top left; empty.
    pub marks: Vec<(Point, char)>,
}

/// Reads a diagram in which every character of `marks` stands for an empty point.
///
/// # Errors
/// If a row is uneven, a character unknown or the size no board's.
pub fn parse_marked(text: &str, marks: &str) -> Result<Diagram, ParseDiagramError> {
    let rows = cell_rows(text);
    let width = rows.first().map_or(0, |(_, cells)| cells.len());
    if let Some((row, _)) = rows.iter().find(|(_, cells)| cells.len() != width) {
        return Err(ParseDiagramError::UnevenRow((*row).to_owned()));
    }
    let size = BoardSize::new(width as i64, rows.len() as i64).map_err(ParseDiagramError::Size)?;
    let mut position = Position::new(size);
    let (mut black, mut white, mut marked) = (Vec::new(), Vec::new(), Vec::new());
    for (row, (text, cells)) in rows.iter().enumerate() {
        for (column, &cell) in cells.iter().enumerate() {
            let point = Point::new(column, row);
            match cell {
                'X' => black.push(point),
                'O' => white.push(point),
                '.' => {}
                '#' => position.block(point).expect("each point is read once"),
                mark if marks.contains(mark) => marked.push((point, mark)),
                _ => return Err(ParseDiagramError::UnknownCell(cell, (*text).to_owned())),
            }
        }
    }
    place_in_turn(&mut position, &black, &white);
    Ok(Diagram { position, marks: marked })
}

/// Reads a diagram of stones alone.
///
/// # Errors
/// As [`parse_marked`].
pub fn parse(text: &str) -> Result<Position, ParseDiagramError> {
    parse_marked(text, "").map(|diagram| diagram.position)
}

/// Places stones of the colours in turn, as far as both have some, then the rest; black
/// is to move afterwards if there are as many black stones as white ones, else white.
///
/// # Panics
/// If two stones share a point or one lies off the board.
pub fn place_in_turn(position: &mut Position, black: &[Point], white: &[Point]) {
    for turn in 0..black.len().max(white.len()) {
        for (color, points) in [(Color::Black, black), (Color::White, white)] {
            if let Some(&point) = points.get(turn) {
                position.place(point, color).expect("each stone has its own point on the board");
            }
        }
    }
    let even = black.len() == white.len();
    position.set_side_to_move(if even { Color::Black } else { Color::White });
}

/// The rows of cells of a diagram, each with its line of text: without blanks, row
/// numbers, empty lines and the line of column letters.
fn cell_rows(text: &str) -> Vec<(&str, Vec<char>)> {
    text.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !is_column_letters(line))
        .map(|line| {
            let cells = line.trim_start_matches(|c: char| c.is_ascii_digit());
            (line, cells.chars().filter(|c| !c.is_whitespace()).collect())
        })
        .collect()
}

fn is_column_letters(line: &str) -> bool {
    let letters = line.chars().filter(|c| !c.is_whitespace());
    letters.clone().count() > 0
        && letters.zip('a'..='z').all(|(letter, expected)| letter == expected)
}

/// Draws a position, row numbers and column letters included, the way that
/// [`parse`] reads it.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..self.size().height() {
            write!(f, "{:2}", row + 1)?;
            for column in 0..self.size().width() {
                let point = Point::new(column, row);
                let cell = match self.color_at(point) {
                    Some(Color::Black) => 'X',
                    Some(Color::White) => 'O',
                    None if self.dead().contains(point) => '#',
                    None => '.',
                };
                write!(f, " {cell}")?;
            }
            writeln!(f)?;
        }
        write!(f, "  ")?;
        ('a'..).take(self.size().width()).try_for_each(|letter| write!(f, " {letter}"))
    }
}
