//! The use of the clock in the course of games.

use std::time::Duration;

use crate::config::Limits;
use crate::plan::CanonicalEngine;
use crate::record::GameRecord;

use super::layout::{Table, duration, or_dash, percent};

/// The number of an engine's moves in a stretch of a game.
const STRETCH: usize = 10;

/// The maximum number of stretches; the last one has no end.
const MAX_STRETCHES: usize = 7;

/// A stretch of the games of one engine.
struct Row<'a> {
    engine: &'a CanonicalEngine,
    stretch: usize,
    /// The time of its moves, in milliseconds, for each game that has any.
    spent: Vec<f64>,
    moves: usize,
    /// The time left on the clock after the stretch, in milliseconds, for each game with a clock.
    left: Vec<f64>,
    /// Its share of the total time of the engine.
    share: f64,
}

/// Returns a row for each engine and each stretch of ten of its own moves: the games that lasted so
/// long, the mean time of a move, the stretch's share of all time, and, if the game has a clock, the
/// mean and the least time that was left of it at the end of the stretch or of the game.
#[must_use]
pub fn clock(records: &[GameRecord], engines: &[CanonicalEngine], width: usize) -> String {
    let mean = |times: &[f64]| times.iter().sum::<f64>() / times.len() as f64;
    let least = |times: &[f64]| times.iter().copied().reduce(f64::min);
    Table::of(engines.iter().flat_map(|engine| rows(records, engine)))
        .names("Engine", |row| &row.engine.name)
        .figures("Its moves", |row| name(row.stretch))
        .figures("Games", |row| row.spent.len())
        .figures("Mean", |row| duration(row.spent.iter().sum::<f64>() / row.moves as f64))
        .figures("Share", |row| percent(row.share))
        .figures("Left", |row| or_dash((!row.left.is_empty()).then(|| duration(mean(&row.left)))))
        .figures("Least", |row| or_dash(least(&row.left).map(duration)))
        .text(width)
}

/// Returns the stretches of an engine that occurred.
fn rows<'a>(records: &[GameRecord], engine: &'a CanonicalEngine) -> Vec<Row<'a>> {
    let empty = |stretch| Row {
        engine,
        stretch,
        spent: Vec::new(),
        moves: 0,
        left: Vec::new(),
        share: 0.0,
    };
    let mut rows: Vec<Row<'_>> = (0..MAX_STRETCHES).map(empty).collect();
    for record in records {
        note(&mut rows, &times(record, engine), &engine.limits);
    }
    rows.retain(|row| row.moves > 0);
    let total: f64 = rows.iter().flat_map(|row| &row.spent).sum();
    for row in &mut rows {
        row.share = if total > 0.0 { row.spent.iter().sum::<f64>() / total } else { 0.0 };
    }
    rows
}

/// Returns the times of the moves of an engine, in milliseconds.
fn times(record: &GameRecord, engine: &CanonicalEngine) -> Vec<f64> {
    let moves = record.moves.iter().enumerate();
    let own = moves.filter(|(ply, _)| record.thinker(*ply).name == engine.name);
    own.filter_map(|(_, played)| played.ms).collect()
}

/// Adds the times of a game.
fn note(rows: &mut [Row<'_>], times: &[f64], limits: &Limits) {
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    for (row, begin) in rows.iter_mut().zip((0..times.len()).step_by(STRETCH)) {
        let is_last = row.stretch + 1 == MAX_STRETCHES;
        let end = if is_last { times.len() } else { times.len().min(begin + STRETCH) };
        row.moves += end - begin;
        row.spent.push(times[begin..end].iter().sum());
        if let Some(game) = limits.game {
            let gained = end as f64 * ms(limits.increment);
            row.left.push(ms(game) + gained - times[..end].iter().sum::<f64>());
        }
    }
}

/// Returns the numbers of the moves of a stretch, such as `11–20`.
fn name(stretch: usize) -> String {
    let first = stretch * STRETCH + 1;
    if stretch + 1 == MAX_STRETCHES {
        format!("{first}+")
    } else {
        format!("{first}–{}", first + STRETCH - 1)
    }
}
