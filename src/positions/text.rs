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
//! A line names the rule, the size of the board, the stones (black, white and dead points; `-` for
//! none) and the side to move, and then the parts of the [`Record`]: `depth`, `line` with a score and
//! moves (`-` for none), `label`, `comment` and `mark`. `deleted` stands for a position that is not
//! known any more. A line replaces an earlier one about the same position.

use std::fmt::{self, Write};

use crate::board::{BoardSize, Color, Point, Position};
use crate::eval::Score;
use crate::game::Game;
use crate::positions::record::{Label, Line, Record};
use crate::rules::Rule;

/// The first line of a file.
pub const FIRST_LINE: &str = "dolmen positions 1";

/// Returns the text of a whole file with these lines.
///
/// ```
/// use dolmen::positions::text;
///
/// assert_eq!(text::whole(["# None."]), "dolmen positions 1\n# None.\n");
/// ```
#[must_use]
pub fn whole<L: AsRef<str>>(lines: impl IntoIterator<Item = L>) -> String {
    let mut text = format!("{FIRST_LINE}\n");
    for line in lines {
        text.push_str(line.as_ref());
        text.push('\n');
    }
    text
}

/// A position, and what a line says about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The position; the order of its stones means nothing.
    pub game: Game,
    /// The record; `None` if the position is not known any more.
    pub record: Option<Record>,
}

/// The error for a line that says nothing about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseStatementError {
    /// The word that was not understood; empty if a word is missing.
    word: String,
    expected: &'static str,
}

impl fmt::Display for ParseStatementError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "invalid word {:?}: expected {}", self.word, self.expected)
    }
}

impl std::error::Error for ParseStatementError {}

type Parsed<T> = Result<T, ParseStatementError>;

/// Returns the line that states a record, or that a position is not known any more.
#[must_use]
pub fn write(game: &Game, record: Option<&Record>) -> String {
    let position = game.position();
    let mut line = format!("{} {} ", game.rule().rule, game.size());
    let [black, white] = Color::ALL.map(|color| names(position.stones(color).iter()));
    line.push_str(&format!("{black}/{white}"));
    if !position.dead().is_empty() {
        line.push_str(&format!("/{}", names(position.dead().iter())));
    }
    line.push_str(&format!(" {}", position.side_to_move()));
    match record {
        Some(record) => write_record(&mut line, record).expect("a string takes all text"),
        None => line.push_str(" deleted"),
    }
    line
}

fn write_record(line: &mut String, record: &Record) -> fmt::Result {
    if record.depth > 0 {
        write!(line, " depth {}", record.depth)?;
    }
    for Line { score, moves } in &record.lines {
        write!(line, " line {score} {}", names(moves.iter().copied()))?;
    }
    if let Some(label) = record.label {
        write!(line, " label {}", label.character())?;
    }
    if !record.comment.is_empty() {
        write!(line, " comment {}", quoted(&record.comment))?;
    }
    for (point, text) in &record.marks {
        write!(line, " mark {point} {}", quoted(text))?;
    }
    Ok(())
}

/// Returns the names of points one behind the other, or `-` for none.
fn names(points: impl Iterator<Item = Point>) -> String {
    let names: String = points.map(|point| point.to_string()).collect();
    if names.is_empty() { "-".to_owned() } else { names }
}

fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', r"\\").replace('"', r#"\""#).replace('\n', r"\n");
    format!("\"{escaped}\"")
}

/// Parses a line, or returns `None` if it is empty or a comment.
///
/// # Errors
/// If it is neither that nor what [`write()`] writes.
pub fn parse(line: &str) -> Parsed<Option<Statement>> {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return Ok(None);
    }
    let mut words = Words { rest: line };
    let rule: Rule = words.parsed("a rule such as freestyle")?;
    let size = words.taken("a size such as 15x15", |word| word.parse().ok())?;
    let stones = words.word().unwrap_or_default();
    let mut position = parse_stones(stones, size)?;
    let side: Color = words.parsed("black or white")?;
    position.set_side_to_move(side);
    let game = Game::from_position(rule, position);
    let mut record = Record::default();
    let mut is_deleted = false;
    while let Some(word) = words.word() {
        match word {
            "depth" => record.depth = words.parsed("a number of plies")?,
            "line" => {
                let score: Score = words.parsed("a score such as 35 or +M5")?;
                let moves = words.taken("moves such as i8i7", parse_points)?;
                record.lines.push(Line { score, moves });
            }
            "label" => {
                let label: char = words.parsed("a visible character")?;
                record.label = Label::new(label);
            }
            "comment" => record.comment = words.text()?,
            "mark" => {
                let point: Point = words.parsed("a point such as h8")?;
                let text = words.text()?;
                record.marks.insert(point, text);
            }
            "deleted" => is_deleted = true,
            word => return Err(unexpected(word, "depth, line, label, comment, mark or deleted")),
        }
    }
    Ok(Some(Statement { game, record: (!is_deleted).then_some(record) }))
}

fn unexpected(word: &str, expected: &'static str) -> ParseStatementError {
    ParseStatementError { word: word.to_owned(), expected }
}

/// Parses points one behind the other, such as `i8i7`, or `-`.
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

fn parse_stones(word: &str, size: BoardSize) -> Parsed<Position> {
    const EXPECTED: &str = "black and white stones on the board such as h8g7/i9";
    let invalid = || unexpected(word, EXPECTED);
    let mut position = Position::new(size);
    let mut parts = word.split('/').map(parse_points);
    let mut part = || parts.next().unwrap_or(Some(Vec::new())).ok_or_else(invalid);
    let [black, white, dead] = [part()?, part()?, part()?];
    if !word.contains('/') || parts.next().is_some() {
        return Err(invalid());
    }
    for (points, color) in [(black, Color::Black), (white, Color::White)] {
        for point in points {
            position.place(point, color).map_err(|_| invalid())?;
        }
    }
    for point in dead {
        position.block(point).map_err(|_| invalid())?;
    }
    Ok(position)
}

/// The words of a line.
struct Words<'a> {
    rest: &'a str,
}

impl<'a> Words<'a> {
    /// Returns the next word, or `None` at the end.
    fn word(&mut self) -> Option<&'a str> {
        let rest = self.rest.trim_start();
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let (word, rest) = rest.split_at(end);
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

    /// Returns the text in quotes that follows.
    fn text(&mut self) -> Parsed<String> {
        let missing = unexpected(self.rest.trim(), "a text in quotes");
        let mut characters = self.rest.trim_start().char_indices();
        let Some((_, '"')) = characters.next() else { return Err(missing) };
        let start = self.rest.trim_start();
        let mut text = String::new();
        while let Some((index, character)) = characters.next() {
            match character {
                '"' => {
                    self.rest = &start[index + 1..];
                    return Ok(text);
                }
                '\\' => match characters.next() {
                    Some((_, 'n')) => text.push('\n'),
                    Some((_, escaped)) => text.push(escaped),
                    None => return Err(missing),
                },
                character => text.push(character),
            }
        }
        Err(missing)
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
            ("renju 15", "invalid word \"15\": expected a size such as 15x15"),
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
