//! Games as columns of bytes, version 2 of the format: see [`crate::store`].
//!
//! Invariant: `read_game` returns what `write_game` was given, but for scores that are
//! rounded to [`SCORE_STEP`] (see [`rounded`]).

use dolmen::board::{BoardSize, Color, Point};
use dolmen::eval::Score;
use dolmen::rules::Outcome;
use strum::VariantArray;

use crate::store::columns::{Column, ColumnReader, ColumnWriter, RecordError};
use crate::store::game::{Beginning, Game, GamePosition, Ply};
use crate::store::label::{
    InteriorPosition, Label, MAX_DEPTH, MAX_MOVES, MoveShare, SHARE_PARTS, Searched, Verdict,
    Verdicts,
};
use crate::store::trail::Trail;

/// Scores that are not proved are multiples of this, a quarter of a percent of win rate.
pub const SCORE_STEP: i32 = 4;
/// The code of a score below which it is not proved.
const PROVED_CODE: i32 = Score::MAX_UNPROVED.value() / SCORE_STEP + 1;
/// Most interior positions of a game position.
pub const MAX_INTERIOR: usize = 7;

/// The flag of a searched position in the byte of a ply; the bits from [`INTERIOR_SHIFT`] on hold the
/// number of interior positions.
const IS_SEARCHED: u8 = 1;
/// The flag of a ply whose move is not the one that the search chose.
const IS_OTHER_MOVE: u8 = 2;
const INTERIOR_SHIFT: u8 = 2;

/// Returns the score as it is stored.
#[must_use]
pub fn rounded(score: Score) -> Score {
    score_of_code(code_of_score(score))
}

fn code_of_score(score: Score) -> i32 {
    let value = score.value();
    let most = Score::MAX_UNPROVED.value();
    if score.is_win() || score.is_loss() {
        value.signum() * (PROVED_CODE + value.abs() - most)
    } else {
        (value + value.signum() * SCORE_STEP / 2) / SCORE_STEP
    }
}

fn score_of_code(code: i32) -> Score {
    let size = code.abs();
    if size > PROVED_CODE {
        Score::from_value(code.signum() * (size - PROVED_CODE + Score::MAX_UNPROVED.value()))
    } else {
        Score::new(code * SCORE_STEP)
    }
}

/// Appends a game.
///
/// # Panics
/// Panics if a position has more than [`MAX_INTERIOR`] interior positions or [`MAX_MOVES`] moves,
/// or if the first of its moves is not the chosen one.
pub(crate) fn write_game(columns: &mut ColumnWriter, game: &Game) {
    columns.number(Column::Games, game.number);
    columns.byte(Column::Games, game.size.width() as u8);
    columns.byte(Column::Games, game.size.height() as u8);
    columns.byte(Column::Games, game.beginning as u8);
    columns.byte(Column::Games, outcome_code(game.outcome));
    columns.byte(Column::Games, u8::from(game.end.is_some()));
    columns.number(Column::Games, game.plies.len() as u32);
    let mut trail = Trail::new(game.size);
    for ply in &game.plies {
        trail.write(columns, Column::Stones, ply.point);
        write_ply(columns, trail, Some(ply.point), ply.before.as_ref());
        trail = trail.after(ply.point);
    }
    if game.end.is_some() {
        write_ply(columns, trail, None, game.end.as_ref());
    }
}

fn write_ply(
    columns: &mut ColumnWriter,
    trail: Trail,
    played: Option<Point>,
    position: Option<&GamePosition>,
) {
    let best = position.map(|position| position.label.searched.best);
    let interior = position.map_or(0, |position| position.interior.len());
    assert!(interior <= MAX_INTERIOR, "{interior} interior positions");
    let is_other_move = best != played;
    let flags =
        u8::from(position.is_some()) * IS_SEARCHED + u8::from(is_other_move) * IS_OTHER_MOVE;
    columns.byte(Column::Plies, flags | (interior as u8) << INTERIOR_SHIFT);
    let Some(position) = position else { return };
    if is_other_move {
        trail.write(columns, Column::Moves, position.label.searched.best);
    }
    write_label(columns, trail, &position.label);
    write_moves(columns, trail, position);
    let mut last: &[Point] = &[];
    for inner in &position.interior {
        let shared = last.iter().zip(&inner.path).take_while(|(a, b)| a == b).count();
        columns.byte(Column::Lengths, shared as u8);
        columns.byte(Column::Lengths, (inner.path.len() - shared) as u8);
        let mut trail =
            shared.checked_sub(1).map_or(trail, |shared| trail.after(inner.path[shared]));
        for &point in &inner.path[shared..] {
            trail.write(columns, Column::Paths, point);
            trail = trail.after(point);
        }
        trail.write(columns, Column::Moves, inner.label.searched.best);
        write_label(columns, trail, &inner.label);
        last = &inner.path;
    }
}

/// Writes a label without its move.
fn write_label(columns: &mut ColumnWriter, trail: Trail, label: &Label) {
    let Label { searched, verdicts: Verdicts { mover, opponent }, deep } = *label;
    let verdicts = mover as u8 | (opponent as u8) << 2 | u8::from(deep.is_some()) << 4;
    columns.byte(Column::Verdicts, verdicts);
    write_score(columns, &searched);
    if let Some(deep) = deep {
        trail.write(columns, Column::Moves, deep.best);
        write_score(columns, &deep);
    }
}

fn write_score(columns: &mut ColumnWriter, searched: &Searched) {
    let code = code_of_score(searched.score);
    let zigzag = (code << 1 ^ code >> 31) as u32;
    columns.byte(Column::ScoresLow, zigzag as u8);
    columns.byte(Column::ScoresHigh, (zigzag >> 8) as u8);
    columns.byte(Column::Depths, searched.depth.min(MAX_DEPTH));
}

fn write_moves(columns: &mut ColumnWriter, trail: Trail, position: &GamePosition) {
    let moves = &position.moves;
    assert!(moves.len() <= MAX_MOVES, "{} moves", moves.len());
    columns.byte(Column::Shares, moves.len() as u8);
    for (number, MoveShare { point, share }) in moves.iter().enumerate() {
        if number == 0 {
            assert_eq!(*point, position.label.searched.best, "the chosen move comes first");
        } else {
            trail.write(columns, Column::Moves, *point);
        }
        columns.byte(Column::Shares, *share);
    }
}

const fn outcome_code(outcome: Outcome) -> u8 {
    match outcome {
        Outcome::Draw => 0,
        Outcome::Win(Color::Black) => 1,
        Outcome::Win(Color::White) => 2,
    }
}

fn outcome_of_code(code: u8) -> Result<Outcome, RecordError> {
    match code {
        0 => Ok(Outcome::Draw),
        1 => Ok(Outcome::Win(Color::Black)),
        2 => Ok(Outcome::Win(Color::White)),
        _ => Err(RecordError::new(format!("unknown outcome {code}: expected 0, 1 or 2"))),
    }
}

/// Reads the next game.
///
/// # Errors
/// Returns an error if the bytes are not a game. The legality of its moves is not checked.
pub(crate) fn read_game(columns: &mut ColumnReader) -> Result<Game, RecordError> {
    let number = columns.number(Column::Games)?;
    let (width, height) = (columns.byte(Column::Games)?, columns.byte(Column::Games)?);
    let size = BoardSize::new(i64::from(width), i64::from(height))
        .map_err(|error| RecordError::new(format!("a board of {width}x{height}: {error}")))?;
    let beginning = usize::from(columns.byte(Column::Games)?);
    let beginning = *Beginning::VARIANTS
        .get(beginning)
        .ok_or_else(|| RecordError::new(format!("unknown beginning {beginning}")))?;
    let outcome = outcome_of_code(columns.byte(Column::Games)?)?;
    let has_end = columns.byte(Column::Games)? != 0;
    let count = columns.number(Column::Games)?;
    let mut game = Game { number, size, beginning, outcome, plies: Vec::new(), end: None };
    let mut trail = Trail::new(size);
    for _ in 0..count {
        let point = trail.read(columns, Column::Stones)?;
        let before = read_ply(columns, trail, point)?;
        game.plies.push(Ply { point, before });
        trail = trail.after(point);
    }
    if has_end {
        game.end = read_ply(columns, trail, trail.last)?;
    }
    Ok(game)
}

fn read_ply(
    columns: &mut ColumnReader,
    trail: Trail,
    played: Point,
) -> Result<Option<GamePosition>, RecordError> {
    let flags = columns.byte(Column::Plies)?;
    if flags & IS_SEARCHED == 0 {
        return Ok(None);
    }
    let is_other_move = flags & IS_OTHER_MOVE != 0;
    let best = if is_other_move { trail.read(columns, Column::Moves)? } else { played };
    let label = read_label(columns, trail, best)?;
    let moves = read_moves(columns, trail, best)?;
    let mut position = GamePosition { label, moves, interior: Vec::new() };
    let mut path: Vec<Point> = Vec::new();
    for _ in 0..usize::from(flags >> INTERIOR_SHIFT).min(MAX_INTERIOR) {
        let shared = usize::from(columns.byte(Column::Lengths)?);
        let length = columns.byte(Column::Lengths)?;
        if shared > path.len() {
            return Err(RecordError::new("a path shares more moves than the previous one has"));
        }
        path.truncate(shared);
        let mut trail = path.last().map_or(trail, |&last| trail.after(last));
        for _ in 0..length {
            let point = trail.read(columns, Column::Paths)?;
            path.push(point);
            trail = trail.after(point);
        }
        let best = trail.read(columns, Column::Moves)?;
        let label = read_label(columns, trail, best)?;
        position.interior.push(InteriorPosition { path: path.clone(), label });
    }
    Ok(Some(position))
}

fn read_label(columns: &mut ColumnReader, trail: Trail, best: Point) -> Result<Label, RecordError> {
    let byte = columns.byte(Column::Verdicts)?;
    let verdict = |shift: u8| Verdict::ALL[usize::from(byte >> shift & 3)];
    let verdicts = Verdicts { mover: verdict(0), opponent: verdict(2) };
    let searched = read_score(columns, best)?;
    let deep = match byte >> 4 & 1 {
        0 => None,
        _ => {
            let best = trail.read(columns, Column::Moves)?;
            Some(read_score(columns, best)?)
        }
    };
    Ok(Label { searched, verdicts, deep })
}

fn read_score(columns: &mut ColumnReader, best: Point) -> Result<Searched, RecordError> {
    let low = u32::from(columns.byte(Column::ScoresLow)?);
    let zigzag = low | u32::from(columns.byte(Column::ScoresHigh)?) << 8;
    let code = (zigzag >> 1) as i32 ^ -((zigzag & 1) as i32);
    let depth = columns.byte(Column::Depths)?.min(MAX_DEPTH);
    Ok(Searched { best, score: score_of_code(code), depth })
}

fn read_moves(
    columns: &mut ColumnReader,
    trail: Trail,
    best: Point,
) -> Result<Vec<MoveShare>, RecordError> {
    let count = usize::from(columns.byte(Column::Shares)?);
    if count > MAX_MOVES {
        return Err(RecordError::new(format!(
            "too many moves: {count}, expected at most {MAX_MOVES}"
        )));
    }
    let mut moves = Vec::with_capacity(count);
    for number in 0..count {
        let point = if number == 0 { best } else { trail.read(columns, Column::Moves)? };
        let share = columns.byte(Column::Shares)?.clamp(1, SHARE_PARTS);
        moves.push(MoveShare { point, share });
    }
    Ok(moves)
}

#[cfg(test)]
mod tests;
