//! The text of a collection of positions: one position a line, for people, `diff` and `grep`.
//!
//! ```text
//! dolmen positions 1
//! # Comments and empty lines mean nothing.
//! freestyle 15x15 h8g7/i9 white depth 18 line 35 i8i7j9 line 28 g8f8
//! renju 15x15 h8/h9/a1 black label w comment "by hand" mark c3 "A"
//! freestyle 15x15 h8/- white deleted
//! ```
//!
//! A line names the rule, the size of the board, the stones (black, white and dead points; `-` for none) and the side
//! to move, and then the parts of the [`Record`]: `depth`, `line` with a score and moves (`-` for none), `label`,
//! `comment` and `mark`. `deleted` stands for a position that is no longer known. A line replaces an earlier one
//! about the same position.

use std::fmt;

use crate::board::{BoardSize, Color, Point, Position};
use crate::game::Game;
use crate::positions::record::{Label, Line, Record};
use crate::rules::Rule;

/// The first line of a file.
pub const FIRST_LINE: &str = "dolmen positions 1";

/// A position and its record, as a line states them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The position; the order of its stones has no meaning.
    pub game: Game,
    /// The record; `None` if the position is no longer known.
    pub record: Option<Record>,
}

/// The error for a text that is not a line of a collection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseTextError {
    /// The word that was not understood; empty if a word is missing.
    word: String,
    expected: &'static str,
}

impl fmt::Display for ParseTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "invalid word {:?}: expected {}", self.word, self.expected)
    }
}

impl std::error::Error for ParseTextError {}

type Parsed<T> = Result<T, ParseTextError>;

/// Returns the line that states a record, or that a position is no longer known.
#[must_use]
pub fn write(game: &Game, record: Option<&Record>) -> String {
    let position = game.position();
    let mut stones = Color::ALL.map(|color| names(position.stones(color))).join("/");
    if !position.dead().is_empty() {
        stones = format!("{stones}/{}", names(position.dead()));
    }
    let start = format!("{} {} {stones} {}", game.rule().rule, game.size(), game.side_to_move());
    let parts = record.map_or_else(|| vec!["deleted".to_owned()], parts);
    [vec![start], parts].concat().join(" ")
}

/// Returns the parts of a record as text.
fn parts(Record { depth, lines, label, comment, marks }: &Record) -> Vec<String> {
    let mut parts = Vec::new();
    parts.extend((*depth > 0).then(|| format!("depth {depth}")));
    let of_line =
        |Line { score, moves }: &Line| format!("line {score} {}", names(moves.iter().copied()));
    parts.extend(lines.iter().map(of_line));
    parts.extend(label.map(|label| format!("label {}", label.character())));
    parts.extend((!comment.is_empty()).then(|| format!("comment {}", quoted(comment))));
    parts.extend(marks.iter().map(|(point, text)| format!("mark {point} {}", quoted(text))));
    parts
}

/// Returns the names of points without separators, or `-` for none.
fn names(points: impl IntoIterator<Item = Point>) -> String {
    let names: String = points.into_iter().map(|point| point.to_string()).collect();
    if names.is_empty() { "-".to_owned() } else { names }
}

/// Returns a text in quotes.
pub(crate) fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', r"\\").replace('"', r#"\""#).replace('\n', r"\n");
    format!("\"{escaped}\"")
}

/// Parses a line, or returns `None` if it is empty or a comment.
///
/// # Errors
/// Returns an error if the line is neither empty, nor a comment, nor in the format of [`write()`].
pub fn parse(line: &str) -> Parsed<Option<Statement>> {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return Ok(None);
    }
    let mut words = Words { rest: line };
    let rule: Rule = words.parsed("a rule such as freestyle")?;
    let size = words.parsed("a size such as 15x15")?;
    let expected = "black and white stones on the board such as h8g7/i9";
    let mut position = words.taken(expected, |word| parse_stones(word, size))?;
    position.set_side_to_move(words.parsed("black or white")?);
    let game = Game::from_position(rule, position);
    let mut record = Record::default();
    let mut is_deleted = false;
    while let Some(word) = words.word() {
        match word {
            "depth" => record.depth = words.parsed("a number of plies")?,
            "line" => {
                let score = words.parsed("a score such as 35 or +M5")?;
                let moves = words.taken("moves such as i8i7", parse_points)?;
                record.lines.push(Line { score, moves });
            }
            "label" => record.label = Label::new(words.parsed("a visible character")?),
            "comment" => record.comment = words.text()?,
            "mark" => {
                let point = words.parsed("a point such as h8")?;
                record.marks.insert(point, words.text()?);
            }
            "deleted" => is_deleted = true,
            word => return Err(unexpected(word, "depth, line, label, comment, mark or deleted")),
        }
    }
    Ok(Some(Statement { game, record: (!is_deleted).then_some(record) }))
}

pub(super) fn unexpected(word: &str, expected: &'static str) -> ParseTextError {
    ParseTextError { word: word.to_owned(), expected }
}

/// Parses points without separators, such as `i8i7`, or `-`.
fn parse_points(word: &str) -> Option<Vec<Point>> {
    let mut points = Vec::new();
    let mut rest = if word == "-" { "" } else { word };
    while !rest.is_empty() {
        let digits = rest[rest.chars().next()?.len_utf8()..].chars();
        let length = 1 + digits.take_while(char::is_ascii_digit).count();
        points.push(rest.get(..length)?.parse().ok()?);
        rest = &rest[length..];
    }
    Some(points)
}

/// Parses stones such as `h8g7/i9`, followed by the dead points if there are any.
fn parse_stones(word: &str, size: BoardSize) -> Option<Position> {
    let mut parts: Vec<Vec<Point>> = word.split('/').map(parse_points).collect::<Option<_>>()?;
    if parts.len() == 2 {
        parts.push(Vec::new());
    }
    let [black, white, dead] = parts.try_into().ok()?;
    let mut position = Position::new(size);
    for (points, color) in [(black, Color::Black), (white, Color::White)] {
        for point in points {
            position.place(point, color).ok()?;
        }
    }
    for point in dead {
        position.block(point).ok()?;
    }
    Some(position)
}

/// The words of a line.
struct Words<'a> {
    rest: &'a str,
}

impl<'a> Words<'a> {
    /// Returns the next word, or `None` at the end.
    fn word(&mut self) -> Option<&'a str> {
        let rest = self.rest.trim_start();
        let (word, rest) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        self.rest = rest;
        (!word.is_empty()).then_some(word)
    }

    fn taken<T>(&mut self, expected: &'static str, parse: impl Fn(&str) -> Option<T>) -> Parsed<T> {
        let word = self.word().unwrap_or_default();
        parse(word).ok_or_else(|| unexpected(word, expected))
    }

    fn parsed<T: std::str::FromStr>(&mut self, expected: &'static str) -> Parsed<T> {
        self.taken(expected, |word| word.parse().ok())
    }

    /// Returns the next text in quotes.
    fn text(&mut self) -> Parsed<String> {
        let missing = || unexpected(self.rest.trim(), "a text in quotes");
        let quoted = self.rest.trim_start().strip_prefix('"').ok_or_else(missing)?;
        let mut characters = quoted.chars();
        let mut text = String::new();
        loop {
            let character = characters.next().ok_or_else(missing)?;
            text.push(match character {
                '"' => break,
                '\\' => match characters.next().ok_or_else(missing)? {
                    'n' => '\n',
                    escaped => escaped,
                },
                character => character,
            });
        }
        self.rest = characters.as_str();
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use crate::positions::text::{parse, write};

    /// Parses a line and writes it again.
    fn again(line: &str) -> String {
        let statement = parse(line).expect("the line is valid").expect("it is not empty");
        write(&statement.game, statement.record.as_ref())
    }

    #[test]
    fn lines_are_read_as_they_were_written() {
        for line in [
            "freestyle 15x15 -/- black",
            "freestyle 15x15 g7h8/i9 white depth 18 line 35 i8i7j9 line -28 g8f8",
            "renju 19x15 h8/h9/a1 black line +M5 b1 label w comment \"\" mark c3 \"A\"",
            "omok 22x22 v22/- white line -M4 - comment \"a \\\"b\\\" \\\\ \\n c\" mark a1 \"é\"",
            "caro6 15x15 h8/- white deleted",
        ] {
            assert_eq!(again(line), line.replace(" comment \"\"", ""));
        }
        assert_eq!(parse("  # nothing"), Ok(None));
        assert_eq!(parse(""), Ok(None));
    }

    #[test]
    fn errors_say_what_was_expected() {
        for (line, expected) in [
            ("chess", "invalid word \"chess\": expected a rule such as freestyle"),
            ("renju 4", "invalid word \"4\": expected a size such as 15x15"),
            ("renju 15x15 h8", "expected black and white stones on the board such as h8g7/i9"),
            ("renju 15x15 h8/h8 white", "expected black and white stones on the board"),
            ("renju 15x15 p16/- white", "expected black and white stones on the board"),
            ("renju 15x15 h8/- red", "invalid word \"red\": expected black or white"),
            ("renju 15x15 h8/- white line x", "invalid word \"x\": expected a score"),
            ("renju 15x15 h8/- white line 3 é", "expected moves such as i8i7"),
            ("renju 15x15 h8/- white mark a1 \"x", "expected a text in quotes"),
            ("renju 15x15 h8/- white dept 3", "expected depth, line, label"),
        ] {
            let text = parse(line).expect_err(line).to_string();
            assert!(text.contains(expected), "{line}: {text}");
        }
    }
}
