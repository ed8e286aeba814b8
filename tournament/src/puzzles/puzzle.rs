//! One puzzle, and its text: the kind, the effort, the answer, and the stones.
//!
//! Invariant: a text is shorter than a list of its stones would be, because three hundred puzzles of
//! each kind and rule travel with the page of the board.

use dolmen::board::{BoardSize, Color, Point, Position};
use thiserror::Error;

/// The characters of stones; a character stands for a number from 0 to 62.
const DIGITS: &[u8; 64] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";
/// The number of empty points that a character without a stone skips.
const SKIP: usize = 31;
/// The number of the character that skips [`SKIP`] empty points without a stone.
const ONLY_SKIP: usize = 2 * SKIP;

/// The kind of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// The first move of the only win by fours.
    Fours,
    /// The first move of the only win by fours and threes.
    Threes,
    /// The only defence that is not refuted.
    Defence,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Fours, Self::Threes, Self::Defence];

    /// Returns the letter of the kind in texts.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Fours => 'f',
            Self::Threes => 't',
            Self::Defence => 'd',
        }
    }

    /// Returns the name of the kind in messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fours => "fours",
            Self::Threes => "threes",
            Self::Defence => "defence",
        }
    }

    fn of_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.letter() == letter)
    }
}

/// A grade from 1, for beginners, to 5.
pub type Grade = u8;

/// The grades.
pub const GRADES: std::ops::RangeInclusive<Grade> = 1..=5;

/// The effort that the answer of a puzzle takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// The number of moves of the winning side, including the five: those of the solver, or in a defence
    /// those of the opponent's threat.
    pub moves: u32,
    /// The number of other points that the evaluation, without a search, prefers to the answer.
    pub choices: u32,
    /// The number of positions that the solvers visited to find the win, or to refute the defence that is
    /// hardest to refute.
    pub nodes: u64,
    /// Indicates whether the first move is quiet: it makes neither a four nor an open three; in a defence, it
    /// makes no three and is no point of the threat.
    pub is_quiet: bool,
}

/// A position in which exactly one move is right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The kind.
    pub kind: Kind,
    /// Indicates whether the answer would be wrong, or another one right, if no point were forbidden.
    pub turns_on_foul: bool,
    /// The right move.
    pub key: Point,
    /// The difficulty.
    pub grade: Grade,
    /// The effort that it takes; the puzzles of the page lack it.
    pub effort: Option<Effort>,
    /// The stones, of which Black has as many as White, or one more; the side to move solves the puzzle.
    pub position: Position,
}

/// The reason why a text is not a puzzle.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum PuzzleError {
    /// The text has the wrong number of parts.
    #[error("expected a kind, a point, stones and numbers, such as \"f2 h8 1Aa 4 3 12 0\"")]
    Parts,
    /// The kind is unknown.
    #[error(
        "unknown kind {0:?}: expected f, t or d and a grade from 1 to 5, with an x behind them if a forbidden \
         point matters"
    )]
    Kind(String),
    /// The right move is no empty point of the board.
    #[error("invalid answer {0:?}: expected an empty point such as h8")]
    Key(String),
    /// The stones do not fit on the board, or one has an unknown character.
    #[error(
        "invalid stones {0:?}: expected digits, letters and hyphens, and stones on the board alone"
    )]
    Stones(String),
    /// A number cannot be read.
    #[error("invalid number {0:?}: expected a whole number of 0 or more")]
    Number(String),
}

impl Puzzle {
    /// Returns the kind, the answer and the stones, as the page reads them.
    #[must_use]
    pub fn to_text(&self) -> String {
        let foul = if self.turns_on_foul { "x" } else { "" };
        let stones = stones_text(&self.position);
        format!("{}{}{foul} {} {stones}", self.kind.letter(), self.grade, self.key)
    }

    /// Returns the text with the effort that the puzzle takes, if it is known.
    #[must_use]
    pub fn to_full_text(&self) -> String {
        let text = self.to_text();
        self.effort.map_or(text.clone(), |Effort { moves, choices, nodes, is_quiet }| {
            format!("{text} {moves} {choices} {nodes} {}", u8::from(is_quiet))
        })
    }

    /// Reads a text, in which the numbers of the effort may be missing.
    ///
    /// # Errors
    /// Returns an error if the text is not a puzzle.
    pub fn from_text(text: &str, size: BoardSize) -> Result<Self, PuzzleError> {
        let mut words = text.split(' ');
        let (Some(kind), Some(key), Some(stones)) = (words.next(), words.next(), words.next())
        else {
            return Err(PuzzleError::Parts);
        };
        let mut letters = kind.chars();
        let of_letter = letters.next().and_then(Kind::of_letter);
        let unknown = || PuzzleError::Kind(kind.to_owned());
        let grade = letters.next().and_then(|digit| digit.to_digit(10)).unwrap_or(0) as Grade;
        let (kind, turns_on_foul) = match (of_letter, letters.as_str()) {
            (Some(kind), rest @ ("" | "x")) if GRADES.contains(&grade) => (kind, rest == "x"),
            _ => return Err(unknown()),
        };
        let position = stones_of(stones, size).ok_or(PuzzleError::Stones(stones.to_owned()))?;
        let invalid_key = || PuzzleError::Key(key.to_owned());
        let key: Point = key.parse().map_err(|_| invalid_key())?;
        if !position.empty().contains(key) {
            return Err(invalid_key());
        }
        let effort = effort_of(words)?;
        Ok(Self { kind, turns_on_foul, key, grade, effort, position })
    }
}

/// Reads the numbers of the effort, at the end of a puzzle.
fn effort_of<'a>(words: impl Iterator<Item = &'a str>) -> Result<Option<Effort>, PuzzleError> {
    let read = |word: &str| word.parse().map_err(|_| PuzzleError::Number(word.to_owned()));
    let numbers = words.map(read).collect::<Result<Vec<u64>, _>>()?;
    let small = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
    match numbers[..] {
        [] => Ok(None),
        [moves, choices, nodes, quiet] => {
            let (moves, choices) = (small(moves), small(choices));
            Ok(Some(Effort { moves, choices, nodes, is_quiet: quiet != 0 }))
        }
        _ => Err(PuzzleError::Parts),
    }
}

/// Writes the stones row by row: a character for each encodes its colour and the number of empty points
/// before it.
fn stones_text(position: &Position) -> String {
    let mut text = String::new();
    let mut empty = 0;
    let mut digit = |number: usize| text.push(char::from(DIGITS[number]));
    for point in position.size().points() {
        match position.color_at(point) {
            None => empty += 1,
            Some(color) => {
                while empty >= SKIP {
                    digit(ONLY_SKIP);
                    empty -= SKIP;
                }
                digit(2 * empty + usize::from(color == Color::White));
                empty = 0;
            }
        }
    }
    text
}

/// Reads stones; `None` if they leave the board or their numbers are impossible in a game.
fn stones_of(text: &str, size: BoardSize) -> Option<Position> {
    let mut position = Position::new(size);
    let mut points = size.points();
    for letter in text.bytes() {
        let number = DIGITS.iter().position(|&digit| digit == letter)?;
        if number == ONLY_SKIP {
            points.nth(SKIP - 1)?;
            continue;
        }
        let color = if number % 2 == 0 { Color::Black } else { Color::White };
        position.place(points.nth(number / 2)?, color).ok()?;
    }
    let [black, white] = Color::ALL.map(|color| position.stones(color).len());
    if black != white && black != white + 1 {
        return None;
    }
    position.set_side_to_move(if black == white { Color::Black } else { Color::White });
    Some(position)
}
