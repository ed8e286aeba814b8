//! The games of a report: a row for each game, and packs of their moves and messages, of which the
//! page unpacks only those that it shows.
//!
//! Invariant: the total size of engine messages in a report is bounded. Failed games keep their
//! messages first, then the newest games.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::io::Write;
use std::ops::Not;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use board_table::insight::{Marks, marks};
use dolmen::protocol::reading::{Reading, Value};
use flate2::Compression;
use flate2::write::ZlibEncoder;
use serde::Serialize;

use crate::config::Conditions;
use crate::plan::Canonical;
use crate::record::{Conduct, GameId, GameRecord, MoveRecord, Reason};

/// The number of games that are packed together.
pub(super) const GAMES_PER_PACK: usize = 64;
/// The maximum total size of all messages, in bytes.
const MAX_MESSAGES: usize = 6 << 20;
/// The maximum number of characters of a message.
const MAX_MESSAGE: usize = 300;
/// The maximum number of characters of the output of a failed engine.
const MAX_OUTPUT: usize = 4000;

/// A game as a row of the list.
#[derive(Debug, Serialize)]
pub(super) struct Game {
    #[serde(flatten)]
    id: GameId,
    black: Option<usize>,
    white: Option<usize>,
    opening: usize,
    /// Half points of black; `None` for a void game.
    score: Option<u8>,
    reason: Reason,
    /// Stones at the end.
    length: usize,
    /// Stones of the opening.
    given: usize,
    black_ms: f64,
    white_ms: f64,
    started: u64,
    /// The first ply, from 0, that differs from the other game of the pair.
    differs: Option<usize>,
    #[serde(skip_serializing_if = "String::is_empty")]
    detail: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<Failure>,
}

/// The engine that lost a game by its own fault.
#[derive(Debug, Serialize)]
struct Failure {
    loser: Option<usize>,
    killed: Option<String>,
    last_words: String,
}

/// Returns the rows of all games.
pub(super) fn games(records: &[&GameRecord], names: &[String]) -> Vec<Game> {
    let number = |conduct: &Conduct| names.iter().position(|name| *name == conduct.name);
    let by_id: HashMap<GameId, &GameRecord> =
        records.iter().map(|record| (record.id, *record)).collect();
    let game = |record: &&GameRecord| {
        let GameId { pair, game } = record.id;
        let partner = by_id.get(&GameId { pair, game: 1 - game.min(1) });
        Game {
            id: record.id,
            black: number(&record.black),
            white: number(&record.white),
            opening: record.opening,
            score: record.score.half_points_of_black(),
            reason: record.reason,
            length: record.moves.len(),
            given: record.opening_length(),
            black_ms: record.black.time_ms.round(),
            white_ms: record.white.time_ms.round(),
            started: record.started,
            differs: partner.and_then(|partner| first_difference(record, partner)),
            detail: end_of(&record.detail, MAX_OUTPUT),
            failure: record.loser_by_fault().map(|loser| Failure {
                loser: number(loser),
                killed: loser.killed.clone(),
                last_words: end_of(loser.last_words.as_deref().unwrap_or_default(), MAX_OUTPUT),
            }),
        }
    };
    records.iter().map(game).collect()
}

/// Returns the ply from which on two games differ; `None` if their moves are the same.
fn first_difference(one: &GameRecord, other: &GameRecord) -> Option<usize> {
    let (one, other) = (&one.moves, &other.moves);
    let same = one.iter().zip(other).take_while(|(one, other)| one.at == other.at).count();
    (same < one.len().max(other.len())).then_some(same)
}

/// The details of a game.
#[derive(Debug, Serialize)]
struct Detail {
    seed: u64,
    replays: u32,
    black: Conduct,
    white: Conduct,
    moves: Vec<Move>,
    /// Indicates whether the messages were left out for lack of space.
    are_messages_omitted: bool,
    #[serde(flatten)]
    marks: Marks,
}

/// The value of a win in 0 plies, larger than that of any undecided position.
const WIN: f64 = 1e6;

/// A move, and the facts about its search that the engine's message states.
#[derive(Debug, Serialize)]
struct Move {
    at: (u8, u8),
    /// Indicates whether the engine that has the other colour at the end thought about the move, before a swap.
    #[serde(skip_serializing_if = "Not::not")]
    before_swap: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    ms: Option<f64>,
    /// The value from the view of the engine, in its own units; a win in n plies is [`WIN`] − n.
    #[serde(skip_serializing_if = "Option::is_none")]
    eval: Option<f64>,
    /// The depth in plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    /// The number of nodes searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
}

/// Returns the details of all games in their order: packs of [`GAMES_PER_PACK`] games, each a list
/// in JSON, compressed with zlib and written in base 64.
pub(super) fn pack(records: &[&GameRecord], config: &Canonical) -> Vec<String> {
    let omitted = omitted(records);
    let games: Vec<_> = records.iter().zip(omitted).collect();
    let pack = |games: &[(&&GameRecord, bool)]| {
        let details: Vec<Detail> = games
            .iter()
            .map(|(record, omitted)| Detail::new(record, &config.conditions, *omitted))
            .collect();
        let text = serde_json::to_vec(&details).expect("a struct serializes to JSON");
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(&text).expect("writing to memory never fails");
        STANDARD.encode(encoder.finish().expect("writing to memory never fails"))
    };
    games.chunks(GAMES_PER_PACK).map(pack).collect()
}

/// Returns for each game whether its messages are omitted to keep within [`MAX_MESSAGES`].
fn omitted(records: &[&GameRecord]) -> Vec<bool> {
    let mut order: Vec<usize> = (0..records.len()).collect();
    order.sort_by_key(|&index| {
        let record = records[index];
        (!record.reason.is_failure(), Reverse(record.started), record.id)
    });
    let mut left = MAX_MESSAGES;
    let mut omitted = vec![false; records.len()];
    for index in order {
        let messages = records[index].moves.iter().filter_map(|played| played.message.as_deref());
        let length = messages.map(|message| end_of(message, MAX_MESSAGE).len()).sum();
        match left.checked_sub(length) {
            Some(rest) => left = rest,
            None => omitted[index] = true,
        }
    }
    omitted
}

impl Detail {
    fn new(record: &GameRecord, conditions: &Conditions, are_messages_omitted: bool) -> Self {
        let conduct = |conduct: &Conduct| Conduct { last_words: None, ..conduct.clone() };
        let Conditions { rule, size, .. } = *conditions;
        let point = |played: &MoveRecord| size.point(played.at.0.into(), played.at.1.into());
        let moves = record.moves.iter().enumerate().map(|(ply, played)| {
            let of_color = [&record.black, &record.white][ply % 2];
            let message = played.message.as_deref();
            let reading = message.map(Reading::of).unwrap_or_default();
            let Reading { value, depth, nodes } = reading;
            let value = value.filter(|_| !reading.is_unsearched());
            Move {
                at: played.at,
                before_swap: record.thinker(ply).name != of_color.name,
                ms: played.ms.map(rounded),
                eval: value.map(eval),
                depth,
                nodes,
                message: message
                    .filter(|_| !are_messages_omitted)
                    .map(|message| end_of(message, MAX_MESSAGE)),
            }
        });
        Self {
            seed: record.seed,
            replays: record.replays,
            black: conduct(&record.black),
            white: conduct(&record.white),
            moves: moves.collect(),
            are_messages_omitted,
            marks: marks(rule, size, record.moves.iter().map_while(point)),
        }
    }
}

/// Returns a value as a number for a chart.
fn eval(value: Value) -> f64 {
    match value {
        Value::Units(units) => units.clamp(-WIN, WIN),
        Value::Win(plies) => WIN - f64::from(plies),
        Value::Loss(plies) => f64::from(plies) - WIN,
    }
}

/// Rounds a time to two or three digits, enough for a picture.
fn rounded(ms: f64) -> f64 {
    let unit = match ms {
        100.0.. => 1.0,
        1.0..100.0 => 10.0,
        _ => 100.0,
    };
    (ms * unit).round() / unit
}

/// Returns the last `most` characters of a text, after `…` if there were more.
fn end_of(text: &str, most: usize) -> String {
    match text.char_indices().nth_back(most.saturating_sub(1)) {
        Some((start, _)) if start > 0 => format!("…{}", &text[start..]),
        _ => text.to_owned(),
    }
}
