//! Reading SGF: any number of games in one text, each with its main line.
//!
//! The main line is what stands before the first closing parenthesis. Points are two small
//! letters, column and row from `a`, from the top left corner.

use dolmen::board::Color;
use dolmen::protocol::coordinate::Coordinate;

use crate::openings::written::{BadText, Board, Complaint, WrittenGame, WrittenMove};
use crate::record::Score;

/// The comment of c-gomoku-cli about the moves that it gave to the engines.
pub(crate) const OPENING_COMMENT: &str = "opening move";

/// Reads the games of a text; whatever stands between them does not count.
///
/// Times are those of comments that begin as c-gomoku-cli's do, `12ms`.
///
/// # Errors
/// The first game that is not written as it should be, or in which the colours do not take
/// turns.
pub fn parse_sgf(text: &str) -> Result<Vec<WrittenGame>, Complaint> {
    let mut reader = Reader { rest: text, line: 1 };
    let mut games = Vec::new();
    while reader.skip_to('(') {
        let mut record = Record::default();
        record.game.line = reader.line;
        reader
            .record(|key, value, line| record.take(key, value, line).map_err(|bad| (line, bad)))?;
        games.push(record.game()?);
    }
    Ok(games)
}

/// One game, as far as it has been read.
#[derive(Debug, Default)]
struct Record {
    game: WrittenGame,
    /// Stones put on the board before the first move, with their lines.
    black: Vec<(usize, Coordinate)>,
    white: Vec<(usize, Coordinate)>,
}

impl Record {
    fn take(&mut self, key: &str, value: &str, line: usize) -> Result<(), BadText> {
        let game = &mut self.game;
        match key {
            "SZ" => game.board = Some(board(value, line)?),
            "PB" => game.names[0] = Some(value.to_owned()),
            "PW" => game.names[1] = Some(value.to_owned()),
            "RE" => game.score = score(value),
            "AB" | "AW" if !game.moves.is_empty() => {
                return Err(BadText::OutOfTurn(format!("{key}[{value}]")));
            }
            "AB" => self.black.push((line, point(value)?)),
            "AW" => self.white.push((line, point(value)?)),
            "B" => self.take_move(Color::Black, value, line)?,
            "W" => self.take_move(Color::White, value, line)?,
            "C" => {
                if let Some(last) = game.moves.last_mut() {
                    last.is_opening |= value.trim_start().starts_with(OPENING_COMMENT);
                    last.ms = last.ms.or(milliseconds(value));
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn take_move(&mut self, color: Color, value: &str, line: usize) -> Result<(), BadText> {
        let ply = self.black.len() + self.white.len() + self.game.moves.len();
        if value.trim().is_empty() || color != [Color::Black, Color::White][ply % 2] {
            let key = if color == Color::Black { 'B' } else { 'W' };
            return Err(BadText::OutOfTurn(format!("{key}[{value}]")));
        }
        let at = point(value)?;
        self.game.moves.push(WrittenMove { line, at, ms: None, is_opening: false });
        Ok(())
    }

    /// The game, its first stones in turn.
    fn game(mut self) -> Result<WrittenGame, Complaint> {
        let (black, white) = (self.black.len(), self.white.len());
        if black != white && black != white + 1 {
            return Err((self.game.line, BadText::Setup { black, white }));
        }
        self.game.setup = black + white;
        let stone = |ply: usize| {
            let (line, at) =
                if ply.is_multiple_of(2) { self.black[ply / 2] } else { self.white[ply / 2] };
            WrittenMove { line, at, ms: None, is_opening: false }
        };
        self.game.moves.splice(0..0, (0..black + white).map(stone));
        Ok(self.game)
    }
}

fn board(value: &str, line: usize) -> Result<Board, BadText> {
    let text = format!("SZ[{value}]");
    let (width, height) = value.split_once(':').unwrap_or((value, value));
    match (width.trim().parse(), height.trim().parse()) {
        (Ok(width), Ok(height)) => Ok(Board { line, text, sides: (width, height) }),
        _ => Err(BadText::NotBoard(text)),
    }
}

/// The score of a result such as `B+`, `W+T` or `0`.
fn score(value: &str) -> Option<Score> {
    match value.trim() {
        "0" | "Draw" => Some(Score::Draw),
        value if value.starts_with("B+") => Some(Score::Black),
        value if value.starts_with("W+") => Some(Score::White),
        _ => None,
    }
}

/// The time at the beginning of a comment.
fn milliseconds(comment: &str) -> Option<u64> {
    let comment = comment.trim_start();
    let end = comment.find(|letter: char| !letter.is_ascii_digit())?;
    comment[end..].starts_with("ms").then(|| comment[..end].parse().ok()).flatten()
}

fn point(value: &str) -> Result<Coordinate, BadText> {
    match value.trim().as_bytes() {
        &[x @ b'a'..=b'z', y @ b'a'..=b'z'] => {
            Ok(Coordinate { x: i64::from(x - b'a'), y: i64::from(y - b'a') })
        }
        _ => Err(BadText::NotPoint(value.to_owned())),
    }
}

/// The text that is not read yet.
struct Reader<'a> {
    rest: &'a str,
    line: usize,
}

impl Reader<'_> {
    fn next(&mut self) -> Option<char> {
        let mut chars = self.rest.chars();
        let next = chars.next()?;
        self.rest = chars.as_str();
        self.line += usize::from(next == '\n');
        Some(next)
    }

    /// Goes to the next `wanted`, without taking it; false if there is none.
    fn skip_to(&mut self, wanted: char) -> bool {
        while self.rest.chars().next().is_some_and(|next| next != wanted) {
            self.next();
        }
        !self.rest.is_empty()
    }

    /// Reads a record up to its last parenthesis, and tells `take` key, value and line of
    /// every property of its main line.
    fn record(
        &mut self,
        mut take: impl FnMut(&str, &str, usize) -> Result<(), Complaint>,
    ) -> Result<(), Complaint> {
        let (mut depth, mut is_main, mut key) = (0_usize, true, String::new());
        let start = self.line;
        while let Some(next) = self.next() {
            match next {
                '(' => depth += 1,
                ')' if depth == 1 => return Ok(()),
                ')' => (depth, is_main) = (depth - 1, false),
                ';' => key.clear(),
                '[' => {
                    let line = self.line;
                    let value = self.value().ok_or((line, BadText::Unfinished))?;
                    if is_main {
                        take(&key, &value, line)?;
                    }
                    // A property may have several values; a letter after them starts another.
                    if self.rest.trim_start().starts_with(|c: char| c.is_ascii_alphabetic()) {
                        key.clear();
                    }
                }
                // Old records write keys such as `Black`: only the capitals count.
                letter if letter.is_ascii_uppercase() => key.push(letter),
                _ => {}
            }
        }
        Err((start, BadText::Unfinished))
    }

    /// The value whose bracket is open.
    fn value(&mut self) -> Option<String> {
        let mut value = String::new();
        loop {
            match self.next()? {
                ']' => return Some(value),
                '\\' => value.extend(self.escaped()?),
                other => value.push(other),
            }
        }
    }

    /// Returns what a backslash stands before: itself, or nothing at the end of a line.
    fn escaped(&mut self) -> Option<Option<char>> {
        let mut next = self.next()?;
        if next == '\r' && self.rest.starts_with('\n') {
            next = self.next()?;
        }
        Some(Some(next).filter(|letter| !matches!(letter, '\n' | '\r')))
    }
}
