//! The list of games: a column for each property, so that ten thousand stay small.

use std::collections::HashMap;

use serde::Serialize;

use crate::record::GameRecord;
use crate::run::RunningGame;
use crate::show::report::values::{reason_number, round, text_of};

/// The score of a game that does not count.
const VOID: u8 = 3;

/// The columns.
#[derive(Debug, Default, Serialize)]
pub(super) struct Games {
    pair: Vec<u64>,
    game: Vec<u8>,
    black: Vec<Option<usize>>,
    white: Vec<Option<usize>>,
    opening: Vec<usize>,
    /// 2: black won, 1: drawn, 0: white won, 3: it does not count.
    score: Vec<u8>,
    reason: Vec<usize>,
    /// Stones at the end.
    length: Vec<usize>,
    /// Stones of the opening.
    given: Vec<usize>,
    /// Thinking time of either side, in milliseconds.
    black_ms: Vec<u64>,
    white_ms: Vec<u64>,
    /// Seconds from the beginning of the tournament.
    started: Vec<i64>,
    /// The first ply, from 0, that differs from the other game of the pair; -1: there is none, or
    /// no other game.
    differs: Vec<i64>,
}

/// A game that is being played.
#[derive(Debug, Serialize)]
pub(super) struct Running {
    pair: u64,
    game: u8,
    black: usize,
    white: usize,
    opening: usize,
    moves: String,
    ms: Vec<Option<f64>>,
    elapsed: f64,
}

impl Games {
    pub(super) fn new(records: &[&GameRecord], names: &[String], created: u64) -> Self {
        let number = |name: &str| names.iter().position(|known| known == name);
        let partners = partners(records);
        let mut games = Self::default();
        for (place, record) in records.iter().enumerate() {
            games.pair.push(record.id.pair);
            games.game.push(record.id.game);
            games.black.push(number(&record.black.name));
            games.white.push(number(&record.white.name));
            games.opening.push(record.opening);
            games.score.push(record.score.half_points_of_black().unwrap_or(VOID));
            games.reason.push(reason_number(record.reason));
            games.length.push(record.moves.len());
            games.given.push(record.opening_length());
            games.black_ms.push(record.black.time_ms.round() as u64);
            games.white_ms.push(record.white.time_ms.round() as u64);
            games.started.push(record.started as i64 - created as i64);
            let partner = partners[place].map(|partner| records[partner]);
            games.differs.push(partner.map_or(-1, |partner| first_difference(record, partner)));
        }
        games
    }
}

/// The place of the other game of each game's pair.
fn partners(records: &[&GameRecord]) -> Vec<Option<usize>> {
    let mut partners = vec![None; records.len()];
    let mut firsts = HashMap::new();
    for (place, record) in records.iter().enumerate() {
        if let Some(first) = firsts.insert(record.id.pair, place) {
            partners[first] = Some(place);
            partners[place] = Some(first);
        }
    }
    partners
}

/// The ply from which on two games differ; -1: their moves are the same.
fn first_difference(one: &GameRecord, other: &GameRecord) -> i64 {
    let (one, other) = (&one.moves, &other.moves);
    let same = one.iter().zip(other).take_while(|(one, other)| one.at == other.at).count();
    if same == one.len() && same == other.len() { -1 } else { same as i64 }
}

impl Running {
    pub(super) fn new(game: &RunningGame) -> Self {
        let RunningGame { id, black, white, opening, moves, ms, elapsed_ms } = game;
        Self {
            pair: id.pair,
            game: id.game,
            black: *black,
            white: *white,
            opening: *opening,
            moves: text_of(moves.iter().copied()),
            ms: ms.iter().map(|ms| ms.map(round)).collect(),
            elapsed: round(*elapsed_ms),
        }
    }
}
