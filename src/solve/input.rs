//! Positions to solve, from text: one JSON object a line, or board diagrams with blank
//! lines between them.
//!
//! A position that comes out of here can be played on: its stones are on the board, each
//! on its own point, and nobody has a five.

use std::fmt;

use serde::Deserialize;
use serde_json::Value;

use crate::board::diagram::{self, ParseDiagramError};
use crate::board::geometry::InvalidSize;
use crate::board::{BoardSize, Color, ParseColorError, PlacementError, Point, Position};
use crate::rules::{ParseRuleError, Rule, winner};

/// What holds for every position, whatever the text says of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Assumptions {
    /// The rule of all positions; `None` for what the text says, or else freestyle.
    pub rule: Option<Rule>,
    /// The side to move in all positions; `None` for what the text says, or else what
    /// follows from the number of stones.
    pub to_move: Option<Color>,
}

/// A position to solve.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Its name in the text, or else the number of its (first) line, from 1.
    pub id: Value,
    /// The rule.
    pub rule: Rule,
    /// The stones and the side to move.
    pub position: Position,
}

/// A part of the text that is no position to solve.
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal {
    /// As [`Problem::id`].
    pub id: Value,
    /// What is wrong.
    pub error: InputError,
}

/// Why something is no position to solve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputError {
    /// The line is no JSON, or not that of a position.
    Json(String),
    /// The text draws no board.
    Diagram(ParseDiagramError),
    /// No board has that size.
    Size(InvalidSize),
    /// No rule has that name.
    Rule(ParseRuleError),
    /// No colour has that name.
    Color(ParseColorError),
    /// A stone is off the board: its column and row.
    OffBoard(i64, i64),
    /// Two stones are on one point.
    Stone(PlacementError),
    /// The numbers of black and white stones do not tell who is to move.
    NobodyToMove(usize, usize),
    /// A colour has a five already.
    Over(Color),
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json(error) => f.write_str(error),
            Self::Diagram(error) => error.fmt(f),
            Self::Size(error) => error.fmt(f),
            Self::Rule(error) => error.fmt(f),
            Self::Color(error) => error.fmt(f),
            Self::OffBoard(x, y) => write!(f, "the stone at [{x}, {y}] is off the board"),
            Self::Stone(error) => error.fmt(f),
            Self::NobodyToMove(black, white) => {
                write!(
                    f,
                    "{black} black and {white} white stones do not determine the side to move"
                )
            }
            Self::Over(winner) => write!(f, "the game is over: {winner} has a five"),
        }
    }
}

impl std::error::Error for InputError {}

/// A position as a line of JSON writes it; what else the object holds does not count.
#[derive(Debug, Deserialize)]
struct Item {
    rule: Option<String>,
    size: Size,
    black: Vec<(i64, i64)>,
    white: Vec<(i64, i64)>,
    to_move: Option<String>,
}

/// The side of a square board, or width and height.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(untagged, expecting = "invalid size: expected a number or [width, height]")]
enum Size {
    Square(i64),
    Rectangle(i64, i64),
}

/// All positions of a text, in its order. It holds lines of JSON if any line begins with
/// `{`, else diagrams.
#[must_use]
pub fn read(text: &str, assumptions: Assumptions) -> Vec<Result<Problem, Refusal>> {
    let text = text.trim_start_matches('\u{feff}');
    let lines = || (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    if lines().any(|(_, line)| line.trim_start().starts_with('{')) {
        lines().map(|(number, line)| read_item(number, line, assumptions)).collect()
    } else {
        let read = |(number, text): (usize, String)| read_diagram(number, &text, assumptions);
        paragraphs(text).into_iter().map(read).collect()
    }
}

/// The parts of a text between blank lines, each with the number of its first line.
fn paragraphs(text: &str) -> Vec<(usize, String)> {
    let mut parts: Vec<(usize, String)> = Vec::new();
    let mut is_open = false;
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim().is_empty() {
            is_open = false;
            continue;
        }
        if !is_open {
            parts.push((number, String::new()));
            is_open = true;
        }
        let (_, part) = parts.last_mut().expect("a part is open");
        part.push_str(line);
        part.push('\n');
    }
    parts
}

fn read_item(number: usize, line: &str, assumptions: Assumptions) -> Result<Problem, Refusal> {
    let mut id = Value::from(number);
    item_problem(line, assumptions, &mut id).map_err(|error| Refusal { id, error })
}

/// The position of a line; `id` becomes its own as soon as it is known.
fn item_problem(
    line: &str,
    assumptions: Assumptions,
    id: &mut Value,
) -> Result<Problem, InputError> {
    let json = |error: serde_json::Error| InputError::Json(error.to_string());
    let value: Value = serde_json::from_str(line).map_err(json)?;
    if let Some(own) = value.get("id").filter(|own| !own.is_null()) {
        *id = own.clone();
    }
    let item = Item::deserialize(value).map_err(json)?;
    let rule = item.rule.map(|name| name.parse()).transpose().map_err(InputError::Rule)?;
    let to_move = item.to_move.map(|name| name.parse()).transpose().map_err(InputError::Color)?;
    let (width, height) = match item.size {
        Size::Square(side) => (side, side),
        Size::Rectangle(width, height) => (width, height),
    };
    let size = BoardSize::new(width, height).map_err(InputError::Size)?;
    let position = place(size, &points(size, &item.black)?, &points(size, &item.white)?)?;
    problem(id.clone(), position, Assumptions { rule, to_move }.overruled_by(assumptions))
}

/// The stones of both colours, placed in turn as far as they go.
fn place(size: BoardSize, black: &[Point], white: &[Point]) -> Result<Position, InputError> {
    let mut trial = Position::new(size);
    for &point in black.iter().chain(white) {
        trial.play(point).map_err(InputError::Stone)?;
    }
    let mut position = Position::new(size);
    diagram::place_in_turn(&mut position, black, white);
    Ok(position)
}

fn points(size: BoardSize, cells: &[(i64, i64)]) -> Result<Vec<Point>, InputError> {
    let point = |&(x, y): &(i64, i64)| size.point(x, y).ok_or(InputError::OffBoard(x, y));
    cells.iter().map(point).collect()
}

fn read_diagram(number: usize, text: &str, assumptions: Assumptions) -> Result<Problem, Refusal> {
    let id = Value::from(number);
    diagram::parse(text)
        .map_err(InputError::Diagram)
        .and_then(|position| problem(id.clone(), position, assumptions))
        .map_err(|error| Refusal { id, error })
}

impl Assumptions {
    /// These, unless the others say something else.
    fn overruled_by(self, others: Self) -> Self {
        Self { rule: others.rule.or(self.rule), to_move: others.to_move.or(self.to_move) }
    }
}

/// A position under what is known of it.
fn problem(id: Value, mut position: Position, known: Assumptions) -> Result<Problem, InputError> {
    let rule = known.rule.unwrap_or_default();
    let count = |color| position.stones(color).len();
    let (black, white) = (count(Color::Black), count(Color::White));
    let by_count = match black.checked_sub(white) {
        Some(0) => Some(Color::Black),
        Some(1) => Some(Color::White),
        _ => None,
    };
    let to_move = known.to_move.or(by_count).ok_or(InputError::NobodyToMove(black, white))?;
    position.set_side_to_move(to_move);
    match winner(&position, rule) {
        Some(winner) => Err(InputError::Over(winner)),
        None => Ok(Problem { id, rule, position }),
    }
}

#[cfg(test)]
mod tests;
