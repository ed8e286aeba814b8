//! Reading Piskvork's records, as Piskvork itself does: a line about the board, lines that
//! begin with two numbers, the names of the players if the next line is no number, and then
//! codes that say nothing about the game.

use dolmen::protocol::coordinate::Coordinate;

use crate::openings::written::{BadText, Board, Complaint, WrittenGame, WrittenMove};

const FIRST_WORD: &str = "piskvorky";

/// Returns whether a line starts a record of Piskvork.
#[must_use]
pub fn is_psq(line: &str) -> bool {
    line.get(..FIRST_WORD.len()).is_some_and(|word| word.eq_ignore_ascii_case(FIRST_WORD))
}

/// Reads a record of Piskvork; none if the text is blank.
///
/// # Errors
/// The first line is not that of a record.
pub fn parse_psq(text: &str) -> Result<Option<WrittenGame>, Complaint> {
    let mut lines = text.lines().map(str::trim).zip(1..).peekable();
    let Some((header, line)) = lines.find(|(line, _)| !line.is_empty()) else {
        return Ok(None);
    };
    let not_header = || (line, BadText::NotHeader(header.to_owned()));
    let (sides, first) = parse_header(header).ok_or_else(not_header)?;
    let mut moves = Vec::new();
    while let Some((text, line)) = lines.next_if(|(text, _)| text.is_empty() || is_stone(text)) {
        moves.extend(stone(text).map(|(at, ms)| WrittenMove { line, at, ms, is_opening: false }));
    }
    let rest: Vec<&str> = lines.map(|(text, _)| text).filter(|text| !text.is_empty()).collect();
    let mut names = match rest.as_slice() {
        // A game that was no match has its code at once.
        [code, ..] if code.parse::<i64>().is_ok() => [None, None],
        [one, other, ..] => [one, other].map(|name| Some((*name).to_owned())),
        _ => [None, None],
    };
    // Names stand in the order of the players, of whom the first need not have black.
    if first == Some(1) {
        names.reverse();
    }
    let board = Board { line, text: header.to_owned(), sides };
    Ok(Some(WrittenGame { line, board: Some(board), names, moves, ..WrittenGame::default() }))
}

/// The board of the first line, and which player began.
fn parse_header(header: &str) -> Option<((usize, usize), Option<u8>)> {
    if !is_psq(header) {
        return None;
    }
    let (board, rest) = header[FIRST_WORD.len()..].split_once(',')?;
    let (width, height) = board.split_once(['x', 'X'])?;
    let first = rest.rsplit(',').next().and_then(|word| word.trim().parse().ok());
    Some(((width.trim().parse().ok()?, height.trim().parse().ok()?), first))
}

fn is_stone(line: &str) -> bool {
    stone(line).is_some()
}

/// The stone of a line and its time; none if the line is no move, as the names after the last
/// one.
fn stone(line: &str) -> Option<(Coordinate, Option<u64>)> {
    let mut numbers = line.split(',').map(|word| word.trim().parse::<i64>().ok());
    let (x, y) = (numbers.next()??, numbers.next()??);
    let ms = numbers.next().flatten().and_then(|ms| u64::try_from(ms).ok());
    Some((Coordinate { x: x.checked_sub(1)?, y: y.checked_sub(1)? }, ms))
}
