//! The forms with one opening a line: offsets from the middle, and `h8i9g7`.

use dolmen::board::{BoardSize, Point};
use dolmen::protocol::coordinate::Coordinate;

use super::{BadText, Complaint, Draft};

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
