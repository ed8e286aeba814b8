//! The forms with one opening a line: offsets from the middle, which are also written, and
//! `h8i9g7`.

use std::io::{self, Write};

use dolmen::board::{BoardSize, Point};
use dolmen::protocol::coordinate::Coordinate;
use dolmen::rules::Rule;

use crate::openings::Opening;
use crate::openings::check::{BadOpening, check};
use crate::openings::written::{BadText, Complaint};

/// Moves as they are written, not looked at yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Draft {
    /// The line where the opening starts, from 1.
    pub(super) line: usize,
    /// Its moves, black first, counted from the top left corner, each with its line; maybe
    /// off the board.
    pub(super) moves: Vec<(usize, Coordinate)>,
}

impl Draft {
    /// The opening, if it can be played.
    pub(super) fn check(
        &self,
        name: String,
        size: BoardSize,
        rule: Rule,
    ) -> Result<Opening, BadOpening> {
        let moves =
            self.moves.iter().zip(1..).map(|(&(_, at), number)| {
                at.on(size).ok_or(BadOpening::OffBoard { number, at, size })
            });
        let opening = Opening { name, moves: moves.collect::<Result<_, _>>()? };
        check(&opening, size, rule).map(|()| opening)
    }

    /// The line of a move, counted from 1.
    pub(super) fn line_of(&self, number: usize) -> usize {
        self.moves[number - 1].0
    }
}

/// The lines that say something, with their numbers from 1, without comments.
pub(super) fn content(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().zip(1..).map(|(line, number)| {
        let words = line.split('#').next().expect("a split has at least one part");
        (number, words.trim())
    });
    lines.filter(|(_, words)| !words.is_empty())
}

/// See [`crate::openings::OpeningForm::Offsets`].
pub(super) fn offsets(text: &str, size: BoardSize) -> Result<Vec<Draft>, Complaint> {
    drafts(text, |words| offset_moves(words, size))
}

fn drafts(
    text: &str,
    moves: impl Fn(&str) -> Result<Vec<Coordinate>, BadText>,
) -> Result<Vec<Draft>, Complaint> {
    let drafts = content(text).map(|(line, words)| {
        let moves = moves(words).map_err(|bad| (line, bad))?;
        Ok(Draft { line, moves: moves.into_iter().map(|at| (line, at)).collect() })
    });
    drafts.collect()
}

fn offset_moves(words: &str, size: BoardSize) -> Result<Vec<Coordinate>, BadText> {
    // Two commas with nothing between them are a number that was forgotten.
    let words = words.strip_suffix(',').unwrap_or(words);
    let number = |word: &str| word.parse().map_err(|_| BadText::NotNumber(word.to_owned()));
    let numbers: Vec<i32> = words
        .split(',')
        .flat_map(|part| match part.trim() {
            "" => vec![""],
            part => part.split_ascii_whitespace().collect(),
        })
        .map(number)
        .collect::<Result<_, _>>()?;
    if !numbers.len().is_multiple_of(2) {
        return Err(BadText::OddCount(numbers.len()));
    }
    let (middle_x, middle_y) = ((size.width() / 2) as i64, (size.height() / 2) as i64);
    let moves = numbers.chunks_exact(2).map(|pair| Coordinate {
        x: middle_x + i64::from(pair[0]),
        y: middle_y + i64::from(pair[1]),
    });
    Ok(moves.collect())
}

/// See [`crate::openings::OpeningForm::Positions`].
pub(super) fn positions(text: &str) -> Result<Vec<Draft>, Complaint> {
    drafts(text, position_moves)
}

fn position_moves(words: &str) -> Result<Vec<Coordinate>, BadText> {
    let mut moves = Vec::new();
    let mut rest = words;
    while let Some(letter) = rest.chars().next() {
        // A point ends where the next letter starts.
        let after = &rest[letter.len_utf8()..];
        let end = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
        let (text, left) = rest.split_at(letter.len_utf8() + end);
        let point: Point = text.parse().map_err(|_| BadText::NotPoint(text.to_owned()))?;
        moves.push(point.into());
        rest = left.trim_start_matches([' ', '\t', ',']);
    }
    Ok(moves)
}

/// Writes openings, one a line, after a head of comments: what `about` says, line by line.
///
/// # Errors
/// Those of `output`.
pub fn write(
    output: &mut dyn Write,
    about: &str,
    openings: &[Opening],
    size: BoardSize,
) -> io::Result<()> {
    for line in about.lines() {
        writeln!(output, "# {line}")?;
    }
    for opening in openings {
        writeln!(output, "{}", as_offsets(opening, size))?;
    }
    Ok(())
}

/// An opening as `dx,dy, dx,dy`.
fn as_offsets(opening: &Opening, size: BoardSize) -> String {
    let (middle_x, middle_y) = ((size.width() / 2) as i64, (size.height() / 2) as i64);
    let pair = |point: &Point| {
        format!("{},{}", point.column() as i64 - middle_x, point.row() as i64 - middle_y)
    };
    opening.moves.iter().map(pair).collect::<Vec<_>>().join(", ")
}
