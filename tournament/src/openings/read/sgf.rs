//! Game records in SGF: any number of them in one file, each with its main line.
//!
//! The main line is what stands before the first closing parenthesis. Points are two small
//! letters, column and row from `a`, from the top left corner.

use dolmen::board::{BoardSize, Color};
use dolmen::protocol::coordinate::Coordinate;

use super::{BadText, Complaint, Draft};

/// What c-gomoku-cli writes about the moves that it gave to the engines.
const OPENING_COMMENT: &str = "opening move";

/// See [`super::Form::Sgf`].
pub(super) fn records(text: &str, size: BoardSize) -> Result<Vec<Draft>, Complaint> {
    let mut reader = Reader { rest: text, line: 1 };
    let mut drafts = Vec::new();
    while reader.skip_to('(') {
        let mut record = Record { line: reader.line, ..Record::default() };
        reader.record(|key, value, line| {
            record.take(key, value, line, size).map_err(|bad| (line, bad))
        })?;
        drafts.push(record.draft()?);
    }
    Ok(drafts)
}

/// One record, as far as it has been read.
#[derive(Debug, Default)]
struct Record {
    line: usize,
    /// Stones put on the board before the first move, with their lines.
    black: Vec<(usize, Coordinate)>,
    white: Vec<(usize, Coordinate)>,
    /// The moves, with their lines, and whether each is commented as one of the opening.
    moves: Vec<((usize, Coordinate), bool)>,
}

impl Record {
    fn take(
        &mut self,
        key: &str,
        value: &str,
        line: usize,
        size: BoardSize,
    ) -> Result<(), BadText> {
        match key {
            "SZ" => self.take_board(value, size),
            "AB" | "AW" if !self.moves.is_empty() => {
                Err(BadText::OutOfTurn(format!("{key}[{value}]")))
            }
            "AB" => point(value).map(|at| self.black.push((line, at))),
            "AW" => point(value).map(|at| self.white.push((line, at))),
            "B" => self.take_move(Color::Black, value, line),
            "W" => self.take_move(Color::White, value, line),
            "C" => {
                if let Some(last) = self.moves.last_mut() {
                    last.1 |= value.trim_start().starts_with(OPENING_COMMENT);
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn take_board(&self, value: &str, size: BoardSize) -> Result<(), BadText> {
        let (width, height) = value.split_once(':').unwrap_or((value, value));
        let sides = (width.trim().parse().ok(), height.trim().parse().ok());
        if sides == (Some(size.width()), Some(size.height())) {
            Ok(())
        } else {
            Err(BadText::OtherBoard(format!("SZ[{value}]")))
        }
    }

    fn take_move(&mut self, color: Color, value: &str, line: usize) -> Result<(), BadText> {
        let ply = self.black.len() + self.white.len() + self.moves.len();
        if value.trim().is_empty() || color != [Color::Black, Color::White][ply % 2] {
            let key = if color == Color::Black { 'B' } else { 'W' };
            return Err(BadText::OutOfTurn(format!("{key}[{value}]")));
        }
        self.moves.push(((line, point(value)?), false));
        Ok(())
    }

    fn draft(self) -> Result<Draft, Complaint> {
        let (black, white) = (self.black.len(), self.white.len());
        if black != white && black != white + 1 {
            return Err((self.line, BadText::Setup { black, white }));
        }
        let mut moves = Vec::with_capacity(black + white + self.moves.len());
        for ply in 0..black + white {
            let stones = if ply % 2 == 0 { &self.black } else { &self.white };
            moves.push(stones[ply / 2]);
        }
        let commented = self.moves.iter().take_while(|(_, is_opening)| *is_opening).count();
        let count = if commented > 0 { commented } else { self.moves.len() };
        moves.extend(self.moves.iter().take(count).map(|(stone, _)| *stone));
        Ok(Draft { line: self.line, moves })
    }
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
                '\\' => value.push(self.next()?),
                other => value.push(other),
            }
        }
    }
}
