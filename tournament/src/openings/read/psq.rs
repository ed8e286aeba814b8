//! Piskvork's records, as Piskvork and the Gomocup judge write them: a line about the board,
//! a line `x,y,milliseconds` for each move, counted from 1, and then names and codes that
//! say nothing about the position.

use dolmen::board::BoardSize;
use dolmen::protocol::coordinate::Coordinate;

use super::{BadText, Complaint, Draft};

const FIRST_WORD: &str = "piskvorky";

/// Whether a line starts a record.
pub(super) fn is_header(line: &str) -> bool {
    line.get(..FIRST_WORD.len()).is_some_and(|word| word.eq_ignore_ascii_case(FIRST_WORD))
}

/// See [`super::Form::Psq`].
pub(super) fn record(text: &str, size: BoardSize) -> Result<Vec<Draft>, Complaint> {
    let mut lines = text.lines().map(str::trim).zip(1..);
    let Some((header, line)) = lines.find(|(line, _)| !line.is_empty()) else {
        return Ok(Vec::new());
    };
    let board = board(header).ok_or_else(|| (line, BadText::NotHeader(header.to_owned())))?;
    if board != (size.width(), size.height()) {
        return Err((line, BadText::OtherBoard(header.to_owned())));
    }
    let moves = lines.map_while(|(text, line)| Some((line, stone(text)?))).collect();
    Ok(vec![Draft { line, moves }])
}

/// Width and height as the first line tells them.
fn board(header: &str) -> Option<(usize, usize)> {
    if !is_header(header) {
        return None;
    }
    let (board, _) = header[FIRST_WORD.len()..].split_once(',')?;
    let (width, height) = board.split_once(['x', 'X'])?;
    Some((width.trim().parse().ok()?, height.trim().parse().ok()?))
}

/// The move of a line; none if the line is no move, as the names after the last one.
fn stone(line: &str) -> Option<Coordinate> {
    let mut numbers = line.split(',').map(|word| word.trim().parse::<i64>().ok());
    let (x, y) = (numbers.next()??, numbers.next()??);
    Some(Coordinate { x: x.checked_sub(1)?, y: y.checked_sub(1)? })
}
