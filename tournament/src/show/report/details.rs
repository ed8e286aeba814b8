//! The details of games, which the page unpacks when one is opened: moves, times, figures of the
//! search, messages, what both engines took.
//!
//! Invariant: what a page holds of strangers' words is bounded, whatever they say. Games that
//! failed come first, then the newest.

use std::cmp::Reverse;
use std::io::Write;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use board_table::insight::{Marks, marks};
use dolmen::board::BoardSize;
use dolmen::rules::Rule;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use serde::Serialize;

use crate::config::Conditions;
use crate::plan::Canonical;
use crate::record::{Conduct, GameRecord, MoveRecord};
use crate::show::report::evaluation::{Reading, read};
use crate::show::report::values::{cut, round, text_of};

/// Games that are packed together.
pub(super) const AT_ONCE: usize = 64;
/// Characters of messages in a page, most.
const MESSAGES: usize = 6 << 20;
/// Characters of a message, most.
const MESSAGE: usize = 300;
/// The details of a game. Lists have an entry for each move, or none at all.
#[derive(Debug, Default, Serialize)]
struct Detail {
    /// Two digits for each move, column and row.
    moves: String,
    ms: Vec<Option<f64>>,
    /// Evaluations from the view of the engine that says them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    eval: Vec<Option<f64>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    depth: Vec<Option<u32>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    nodes: Vec<Option<f64>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    messages: Vec<Option<String>>,
    /// Indicates whether there were messages that the page has no room for.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    cut: bool,
    black: Took,
    white: Took,
    #[serde(skip_serializing_if = "String::is_empty")]
    detail: String,
    /// The number of times that the game was played before, and void.
    replays: u32,
    seed: u64,
    #[serde(flatten)]
    marks: Marks,
}

/// The resources that an engine took in a game.
#[derive(Debug, Default, Serialize)]
struct Took {
    longest: f64,
    late: u32,
    machine: f64,
    memory: u64,
    foreign: f64,
}

/// Returns the details of all games in their order, packed.
pub(super) fn pack(records: &[&GameRecord], config: &Canonical) -> Vec<String> {
    let Conditions { rule, size, .. } = config.conditions;
    let arena = Arena { rule, size };
    let mut order: Vec<usize> = (0..records.len()).collect();
    order.sort_by_key(|&place| {
        let record = records[place];
        (!record.reason.is_failure(), Reverse(record.started), record.id)
    });
    let mut left = MESSAGES;
    let mut details: Vec<Detail> =
        records.iter().map(|record| Detail::new(record, arena)).collect();
    for place in order {
        details[place].add_messages(records[place], &mut left);
    }
    details.chunks(AT_ONCE).map(pack_chunk).collect()
}

fn pack_chunk(details: &[Detail]) -> String {
    let text = serde_json::to_vec(details).expect("a value without maps serializes to JSON");
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(&text).expect("writing to memory never fails");
    STANDARD.encode(encoder.finish().expect("writing to memory never fails"))
}

/// The rule and the board of a tournament.
#[derive(Clone, Copy, Debug)]
struct Arena {
    rule: Rule,
    size: BoardSize,
}

impl Arena {
    /// Returns what the page draws on the boards of a game, because it knows no rule itself.
    fn marks(self, record: &GameRecord) -> Marks {
        let point = |&(column, row): &(u8, u8)| self.size.point(column.into(), row.into());
        let places = record.moves.iter().map(|played| played.at);
        marks(self.rule, self.size, places.map_while(|at| point(&at)))
    }
}

impl Detail {
    fn new(record: &GameRecord, arena: Arena) -> Self {
        let readings: Vec<Reading> = record
            .moves
            .iter()
            .map(|played| played.message.as_deref().map(read).unwrap_or_default())
            .collect();
        Self {
            moves: text_of(record.moves.iter().map(|played| played.at)),
            ms: record.moves.iter().map(|played| played.ms.map(round)).collect(),
            eval: some_of(readings.iter().map(|reading| reading.eval)),
            depth: some_of(readings.iter().map(|reading| reading.depth)),
            nodes: some_of(readings.iter().map(|reading| reading.nodes)),
            black: Took::new(&record.black),
            white: Took::new(&record.white),
            detail: cut(&record.detail, 2000),
            replays: record.replays,
            seed: record.seed,
            marks: arena.marks(record),
            ..Self::default()
        }
    }

    fn add_messages(&mut self, record: &GameRecord, left: &mut usize) {
        if record.moves.iter().all(|played| played.message.is_none()) {
            return;
        }
        let message = |played: &MoveRecord| played.message.as_deref().map(|m| cut(m, MESSAGE));
        let messages: Vec<Option<String>> = record.moves.iter().map(message).collect();
        let length = messages.iter().flatten().map(String::len).sum();
        match left.checked_sub(length) {
            Some(rest) => (*left, self.messages) = (rest, messages),
            None => self.cut = true,
        }
    }
}

impl Took {
    fn new(conduct: &Conduct) -> Self {
        Self {
            longest: round(conduct.longest_ms),
            late: conduct.late,
            machine: round(conduct.machine_ms),
            memory: conduct.peak_memory,
            foreign: round(conduct.foreign_cpu_ms),
        }
    }
}

/// The values, or an empty list if there is none among them.
fn some_of<T>(values: impl Iterator<Item = Option<T>>) -> Vec<Option<T>> {
    let values: Vec<_> = values.collect();
    if values.iter().any(Option::is_some) { values } else { Vec::new() }
}
