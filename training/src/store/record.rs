//! Games as columns of bytes, version 2 of the format: see [`crate::store`].
//!
//! The same functions write and read, see `Coder`.
//!
//! Invariant: `read_game` returns the game that `write_game` wrote, except that scores are rounded
//! to [`SCORE_STEP`] (see [`rounded`]).

use dolmen::board::{BoardSize, Color, Point};
use dolmen::eval::Score;
use dolmen::rules::Outcome;
use strum::VariantArray;

use crate::store::columns::{Coder, Column, ColumnReader, ColumnWriter, RecordError};
use crate::store::game::{Beginning, Game, GamePosition, Ply};
use crate::store::label::{
    InteriorPosition, Label, MAX_DEPTH, MAX_MOVES, MoveShare, SHARE_PARTS, Searched, Verdict,
    Verdicts,
};
use crate::store::trail::Trail;

/// Scores that are not proved are multiples of this, a quarter of a percent of win rate.
pub const SCORE_STEP: i32 = 4;
/// The least code of a proved score.
const PROVED_CODE: i32 = Score::MAX_UNPROVED.value() / SCORE_STEP + 1;
/// The maximum number of interior positions of a game position.
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

/// The outcomes; the index of an outcome is its number in a file.
const OUTCOMES: [Outcome; 3] =
    [Outcome::Draw, Outcome::Win(Color::Black), Outcome::Win(Color::White)];
/// The placeholder for a point that is about to be read.
const NO_POINT: Point = Point::new(0, 0);
/// The placeholder for a label that is about to be read.
const NO_LABEL: Label = Label::of_search(Searched { best: NO_POINT, score: Score::DRAW, depth: 0 });

/// Appends a game.
///
/// # Panics
/// Panics if a position has more than [`MAX_INTERIOR`] interior positions or [`MAX_MOVES`] moves,
/// or if the first of its moves is not the chosen one.
pub(crate) fn write_game(columns: &mut ColumnWriter, game: &Game) {
    code_game(columns, &mut game.clone()).expect("the game has a place in the format");
}

/// Reads the next game.
///
/// # Errors
/// Returns an error if the bytes are not a game. The legality of its moves is not checked.
pub(crate) fn read_game(columns: &mut ColumnReader) -> Result<Game, RecordError> {
    let mut game = Game {
        number: 0,
        size: BoardSize::square(BoardSize::MIN),
        beginning: Beginning::Middle,
        outcome: Outcome::Draw,
        plies: Vec::new(),
        end: None,
    };
    code_game(columns, &mut game)?;
    Ok(game)
}

fn code_game(coder: &mut impl Coder, game: &mut Game) -> Result<(), RecordError> {
    coder.number(Column::Games, &mut game.number)?;
    let (mut width, mut height) = (game.size.width() as u8, game.size.height() as u8);
    coder.byte(Column::Games, &mut width)?;
    coder.byte(Column::Games, &mut height)?;
    game.size = BoardSize::new(i64::from(width), i64::from(height))
        .map_err(|error| RecordError::new(format!("a board of {width}x{height}: {error}")))?;
    let mut beginning = game.beginning as u8;
    coder.byte(Column::Games, &mut beginning)?;
    game.beginning = *Beginning::VARIANTS
        .get(usize::from(beginning))
        .ok_or_else(|| RecordError::new(format!("unknown beginning {beginning}")))?;
    let number = OUTCOMES.iter().position(|outcome| *outcome == game.outcome);
    let mut outcome = number.expect("the outcome is one of all") as u8;
    coder.byte(Column::Games, &mut outcome)?;
    game.outcome = *OUTCOMES.get(usize::from(outcome)).ok_or_else(|| {
        RecordError::new(format!("unknown outcome {outcome}: expected 0, 1 or 2"))
    })?;
    let mut has_end = u8::from(game.end.is_some());
    coder.byte(Column::Games, &mut has_end)?;
    let mut count = game.plies.len() as u32;
    coder.number(Column::Games, &mut count)?;
    let mut trail = Trail::new(game.size);
    for place in 0..count as usize {
        let ply = item(&mut game.plies, place, || Ply { point: NO_POINT, before: None });
        trail.code(coder, Column::Stones, &mut ply.point)?;
        code_position(coder, trail, Some(ply.point), &mut ply.before)?;
        trail = trail.after(ply.point);
    }
    if has_end != 0 {
        code_position(coder, trail, None, &mut game.end)?;
    }
    Ok(())
}

/// Returns an item of a list; a reader appends the item first.
fn item<T>(list: &mut Vec<T>, place: usize, new: impl FnOnce() -> T) -> &mut T {
    if place == list.len() {
        list.push(new());
    }
    &mut list[place]
}

/// Codes the position before a stone, or the last position of a game.
fn code_position(
    coder: &mut impl Coder,
    trail: Trail,
    played: Option<Point>,
    position: &mut Option<GamePosition>,
) -> Result<(), RecordError> {
    let best = position.as_ref().map(|position| position.label.searched.best);
    let interior = position.as_ref().map_or(0, |position| position.interior.len());
    assert!(interior <= MAX_INTERIOR, "{interior} interior positions");
    let mut flags =
        u8::from(position.is_some()) * IS_SEARCHED + u8::from(best != played) * IS_OTHER_MOVE;
    flags |= (interior as u8) << INTERIOR_SHIFT;
    coder.byte(Column::Plies, &mut flags)?;
    if flags & IS_SEARCHED == 0 {
        return Ok(());
    }
    let position = position.get_or_insert_with(|| GamePosition::labelled(NO_LABEL));
    let best = &mut position.label.searched.best;
    if flags & IS_OTHER_MOVE == 0 {
        *best = played.unwrap_or(trail.last);
    } else {
        trail.code(coder, Column::Moves, best)?;
    }
    code_label(coder, trail, &mut position.label)?;
    code_moves(coder, trail, position)?;
    let mut path: Vec<Point> = Vec::new();
    for place in 0..usize::from(flags >> INTERIOR_SHIFT).min(MAX_INTERIOR) {
        let new = || InteriorPosition { path: Vec::new(), label: NO_LABEL };
        let inner = item(&mut position.interior, place, new);
        let trail = code_path(coder, trail, &path, &mut inner.path)?;
        trail.code(coder, Column::Moves, &mut inner.label.searched.best)?;
        code_label(coder, trail, &mut inner.label)?;
        path.clone_from(&inner.path);
    }
    Ok(())
}

/// Codes a path after the prefix that it shares with the previous one, and returns the trail after it.
fn code_path(
    coder: &mut impl Coder,
    trail: Trail,
    last: &[Point],
    path: &mut Vec<Point>,
) -> Result<Trail, RecordError> {
    let mut shared = last.iter().zip(&*path).take_while(|(a, b)| a == b).count() as u8;
    let mut length = path.len() as u8 - shared;
    coder.byte(Column::Lengths, &mut shared)?;
    coder.byte(Column::Lengths, &mut length)?;
    let (shared, length) = (usize::from(shared), usize::from(length));
    let known = last
        .get(..shared)
        .ok_or_else(|| RecordError::new("a path shares more moves than the previous one has"))?;
    path.splice(..shared.min(path.len()), known.iter().copied());
    let mut trail = known.last().map_or(trail, |&last| trail.after(last));
    for place in shared..shared + length {
        let point = item(path, place, || NO_POINT);
        trail.code(coder, Column::Paths, point)?;
        trail = trail.after(*point);
    }
    Ok(trail)
}

/// Codes a label without its move.
fn code_label(coder: &mut impl Coder, trail: Trail, label: &mut Label) -> Result<(), RecordError> {
    let Label { searched, verdicts: Verdicts { mover, opponent }, deep } = label;
    let mut byte = *mover as u8 | (*opponent as u8) << 2 | u8::from(deep.is_some()) << 4;
    coder.byte(Column::Verdicts, &mut byte)?;
    [*mover, *opponent] = [byte, byte >> 2].map(|byte| Verdict::ALL[usize::from(byte & 3)]);
    code_score(coder, searched)?;
    if byte >> 4 & 1 == 1 {
        let deep = deep.get_or_insert(NO_LABEL.searched);
        trail.code(coder, Column::Moves, &mut deep.best)?;
        code_score(coder, deep)?;
    }
    Ok(())
}

fn code_score(coder: &mut impl Coder, searched: &mut Searched) -> Result<(), RecordError> {
    let code = code_of_score(searched.score);
    let [mut low, mut high, ..] = (code << 1 ^ code >> 31).to_le_bytes();
    coder.byte(Column::ScoresLow, &mut low)?;
    coder.byte(Column::ScoresHigh, &mut high)?;
    let zigzag = i32::from(u16::from_le_bytes([low, high]));
    searched.score = score_of_code(zigzag >> 1 ^ -(zigzag & 1));
    searched.depth = searched.depth.min(MAX_DEPTH);
    coder.byte(Column::Depths, &mut searched.depth)?;
    searched.depth = searched.depth.min(MAX_DEPTH);
    Ok(())
}

fn code_moves(
    coder: &mut impl Coder,
    trail: Trail,
    position: &mut GamePosition,
) -> Result<(), RecordError> {
    let best = position.label.searched.best;
    let mut count = position.moves.len() as u8;
    coder.byte(Column::Shares, &mut count)?;
    let count = usize::from(count);
    if count > MAX_MOVES {
        return Err(RecordError::new(format!(
            "too many moves: {count}, expected at most {MAX_MOVES}"
        )));
    }
    for place in 0..count {
        let MoveShare { point, share } =
            item(&mut position.moves, place, || MoveShare { point: best, share: 1 });
        if place == 0 {
            assert_eq!(*point, best, "the chosen move comes first");
        } else {
            trail.code(coder, Column::Moves, point)?;
        }
        coder.byte(Column::Shares, share)?;
        *share = (*share).clamp(1, SHARE_PARTS);
    }
    Ok(())
}

#[cfg(test)]
mod tests;
