//! Reads positions from text: one JSON object per text line, board diagrams separated by blank lines and
//! games such as `renju 15x15 h8 i9`, or games in SGF or of Piskvork.
//!
//! The positions are valid: all stones are on different points of the board, and neither side has
//! a five.

use std::fmt;

use serde::Deserialize;
use serde_json::Value;

use crate::board::diagram::{self, ParseDiagramError};
use crate::board::size::InvalidSize;
use crate::board::{BoardSize, Color, ParseColorError, PlacementError, Point, Position};
use crate::game::{Game, ParseGameError};
use crate::notation::{Defaults, NotationError, Record, psq, sgf};
use crate::rules::{ParseRuleError, Rule, winner};

/// Properties of all positions, which override the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Assumptions {
    /// The rule of all positions. `None` means the rule in the text, or freestyle if there is
    /// none.
    pub rule: Option<Rule>,
    /// The side to move in all positions. `None` means the side in the text, or the one that
    /// follows from the number of stones if there is none.
    pub to_move: Option<Color>,
}

/// A position to solve.
#[derive(Clone, Debug)]
pub(super) struct Problem {
    /// The name of the position in the text, or the number of its first text line, from 1.
    pub(super) id: Value,
    /// The rule of the position.
    pub(super) rule: Rule,
    /// The stones and the side to move.
    pub(super) position: Position,
}

/// A part of the text that is not a valid position.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Refusal {
    /// The name or number, as in [`Problem::id`].
    pub(super) id: Value,
    /// The reason.
    pub(super) error: InputError,
}

/// The error for a text that is not a valid position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum InputError {
    /// The text line is not JSON, or not the JSON object of a position.
    Json(String),
    /// The text is in none of the formats.
    Unknown,
    /// The text is not a board diagram.
    Diagram(ParseDiagramError),
    /// The text begins with a rule, but is not a game.
    Game(ParseGameError),
    /// The text is not a game in SGF or of Piskvork.
    Notation(NotationError),
    /// The size is not supported.
    Size(InvalidSize),
    /// There is no rule of this name.
    Rule(ParseRuleError),
    /// There is no colour of this name.
    Color(ParseColorError),
    /// A stone is off the board.
    OffBoard {
        /// The column of the stone.
        x: i64,
        /// The row of the stone.
        y: i64,
    },
    /// Two stones are on the same point.
    Stone(PlacementError),
    /// The numbers of stones do not determine the side to move.
    SideToMove {
        /// The number of black stones.
        black: usize,
        /// The number of white stones.
        white: usize,
    },
    /// This colour already has a five.
    GameOver(Color),
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json(error) => f.write_str(error),
            Self::Unknown => f.write_str(
                "unknown format: expected a board diagram, a game such as renju 15x15 h8 i9, JSON, SGF or \
                 a record of Piskvork",
            ),
            Self::Diagram(error) => error.fmt(f),
            Self::Game(error) => error.fmt(f),
            Self::Notation(error) => error.fmt(f),
            Self::Size(error) => error.fmt(f),
            Self::Rule(error) => error.fmt(f),
            Self::Color(error) => error.fmt(f),
            Self::OffBoard { x, y } => write!(f, "the stone at [{x}, {y}] is off the board"),
            Self::Stone(error) => error.fmt(f),
            Self::SideToMove { black, white } => {
                write!(
                    f,
                    "{black} black and {white} white stones do not determine the side to move"
                )
            }
            Self::GameOver(winner) => write!(f, "the game is over: {winner} has a five"),
        }
    }
}

impl std::error::Error for InputError {}

/// The JSON object of a position; other fields are ignored.
#[derive(Debug, Deserialize)]
struct Item {
    rule: Option<String>,
    size: Size,
    black: Vec<(i64, i64)>,
    white: Vec<(i64, i64)>,
    to_move: Option<String>,
}

/// The size of a board: the side of a square, or width and height.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(untagged, expecting = "invalid size: expected a number or [width, height]")]
enum Size {
    Square(i64),
    Rectangle(i64, i64),
}

/// Reads all positions of a text, in their order.
///
/// A text that is neither SGF nor a record of Piskvork is JSON if any text line begins with `{`; otherwise it
/// consists of diagrams and of games of one text line.
#[must_use]
pub(super) fn read(text: &str, assumptions: Assumptions) -> Vec<Result<Problem, Refusal>> {
    let text = text.trim_start_matches('\u{feff}');
    if sgf::is_sgf(text) || psq::is_psq(text) {
        return read_games(text, assumptions);
    }
    let lines = || (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    if lines().any(|(_, line)| line.trim_start().starts_with('{')) {
        lines().map(|(number, line)| read_item(number, line, assumptions)).collect()
    } else {
        let read = |paragraph: &Paragraph| read_paragraph(paragraph, assumptions);
        paragraphs(text).iter().map(read).collect()
    }
}

/// Reads the last positions of games; a game in SGF may name its rule.
fn read_games(text: &str, assumptions: Assumptions) -> Vec<Result<Problem, Refusal>> {
    let defaults = Defaults::default();
    let games = if psq::is_psq(text) {
        psq::read(text, &defaults).map(|game| vec![game])
    } else {
        sgf::read_all(text, &defaults)
    };
    let refusal = |line, error| Refusal { id: Value::from(line), error };
    match games {
        Ok(games) => games
            .iter()
            .map(|game| read_game(game, assumptions).map_err(|error| refusal(game.line, error)))
            .collect(),
        Err(error) => vec![Err(refusal(1, InputError::Notation(error)))],
    }
}

/// Returns the position at the end of the main line of a game.
fn read_game(game: &Record, assumptions: Assumptions) -> Result<Problem, InputError> {
    let position = game.position(game.end()).map_err(InputError::Stone)?;
    let own = Assumptions { rule: Some(game.rule.rule), to_move: Some(position.side_to_move()) };
    problem(Value::from(game.line), position, own.overridden_by(assumptions))
}

/// A game of one text line, or the other text lines between blank ones.
struct Paragraph {
    /// The number of its first text line, from 1.
    number: usize,
    /// Indicates whether it is a game.
    is_game: bool,
    text: String,
}

/// Splits a text at its blank lines, and before and after games of one text line.
fn paragraphs(text: &str) -> Vec<Paragraph> {
    let mut paragraphs: Vec<Paragraph> = Vec::new();
    let mut is_open = false;
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim().is_empty() {
            is_open = false;
            continue;
        }
        let is_game = is_game(line);
        if is_game || !is_open {
            paragraphs.push(Paragraph { number, is_game, text: String::new() });
        }
        is_open = !is_game;
        let paragraph = paragraphs.last_mut().expect("a paragraph is open");
        paragraph.text.push_str(line);
        paragraph.text.push('\n');
    }
    paragraphs
}

/// Reads the JSON object of a text line.
fn read_item(number: usize, line: &str, assumptions: Assumptions) -> Result<Problem, Refusal> {
    let mut id = Value::from(number);
    item_problem(line, assumptions, &mut id).map_err(|error| Refusal { id, error })
}

/// Reads the JSON object of a text line, and sets `id` to the name in it.
fn item_problem(
    line: &str,
    assumptions: Assumptions,
    id: &mut Value,
) -> Result<Problem, InputError> {
    let value: Value = json_line::read(line.as_bytes()).map_err(InputError::Json)?;
    if let Some(own) = value.get("id").filter(|own| !own.is_null()) {
        *id = own.clone();
    }
    let item = Item::deserialize(value).map_err(|error| InputError::Json(error.to_string()))?;
    let rule = item.rule.map(|name| name.parse()).transpose().map_err(InputError::Rule)?;
    let to_move = item.to_move.map(|name| name.parse()).transpose().map_err(InputError::Color)?;
    let (width, height) = match item.size {
        Size::Square(side) => (side, side),
        Size::Rectangle(width, height) => (width, height),
    };
    let size = BoardSize::new(width, height).map_err(InputError::Size)?;
    let position = place(size, &points(size, &item.black)?, &points(size, &item.white)?)?;
    problem(id.clone(), position, Assumptions { rule, to_move }.overridden_by(assumptions))
}

/// Returns a position with these stones, placed in turn as far as possible.
fn place(size: BoardSize, black: &[Point], white: &[Point]) -> Result<Position, InputError> {
    let mut trial = Position::new(size);
    for &point in black.iter().chain(white) {
        trial.play(point).map_err(InputError::Stone)?;
    }
    let mut position = Position::new(size);
    diagram::place_in_turn(&mut position, black, white);
    Ok(position)
}

/// Returns the points of a board at these columns and rows.
fn points(size: BoardSize, cells: &[(i64, i64)]) -> Result<Vec<Point>, InputError> {
    let point = |&(x, y): &(i64, i64)| size.point(x, y).ok_or(InputError::OffBoard { x, y });
    cells.iter().map(point).collect()
}

/// Returns whether a text line begins with a rule, as a game does.
fn is_game(line: &str) -> bool {
    line.split_ascii_whitespace().next().is_some_and(|word| word.parse::<Rule>().is_ok())
}

/// Reads a game of one text line, or a diagram.
fn read_paragraph(paragraph: &Paragraph, assumptions: Assumptions) -> Result<Problem, Refusal> {
    let Paragraph { number, is_game, text } = paragraph;
    let id = Value::from(*number);
    let read = if *is_game { read_game_line } else { read_diagram };
    read(text, id.clone(), assumptions).map_err(|error| Refusal { id, error })
}

/// Returns the position of a game of one text line, under the rule that it names.
fn read_game_line(text: &str, id: Value, assumptions: Assumptions) -> Result<Problem, InputError> {
    let game: Game = text.trim().parse().map_err(InputError::Game)?;
    let own = Assumptions { rule: Some(game.rule().rule), to_move: Some(game.side_to_move()) };
    problem(id, game.position().clone(), own.overridden_by(assumptions))
}

/// Returns the position of a diagram.
fn read_diagram(text: &str, id: Value, assumptions: Assumptions) -> Result<Problem, InputError> {
    // A diagram without an empty point is hardly ever meant.
    let is_meant = text.contains('.');
    let error = |error| if is_meant { InputError::Diagram(error) } else { InputError::Unknown };
    problem(id, diagram::parse(text).map_err(error)?, assumptions)
}

impl Assumptions {
    /// Returns these assumptions, overridden by the others.
    fn overridden_by(self, others: Self) -> Self {
        Self { rule: others.rule.or(self.rule), to_move: others.to_move.or(self.to_move) }
    }
}

/// Checks a position and adds its rule and side to move.
fn problem(id: Value, mut position: Position, known: Assumptions) -> Result<Problem, InputError> {
    let rule = known.rule.unwrap_or_default();
    let count = |color| position.stones(color).len();
    let (black, white) = (count(Color::Black), count(Color::White));
    let by_count = match black.checked_sub(white) {
        Some(0) => Some(Color::Black),
        Some(1) => Some(Color::White),
        _ => None,
    };
    let to_move = known.to_move.or(by_count).ok_or(InputError::SideToMove { black, white })?;
    position.set_side_to_move(to_move);
    match winner(&position, rule) {
        Some(winner) => Err(InputError::GameOver(winner)),
        None => Ok(Problem { id, rule, position }),
    }
}

#[cfg(test)]
mod tests;
