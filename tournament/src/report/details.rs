//! The details of games, which the page unpacks when one is opened: moves, times, figures of the
//! search, messages, forbidden points, what both engines took.
//!
//! Invariant: what a page holds of strangers' words is bounded, whatever they say. Games that
//! failed come first, then the newest.

use std::io::Write;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use dolmen::board::{BoardSize, Color, Position};
use dolmen::rules::{Rule, forbidden_points};
use flate2::Compression;
use flate2::write::ZlibEncoder;
use serde::Serialize;

use crate::record::{Conduct, GameRecord, MoveRecord, Score};
use crate::report::engines::round;
use crate::report::evaluation::{Reading, read};
use crate::table::is_failure;
use crate::view::clean_line;

/// Games that are packed together.
pub(super) const AT_ONCE: usize = 64;
/// Characters of messages in a page, most.
const MESSAGES: usize = 6 << 20;
/// Characters of a message, most.
const MESSAGE: usize = 300;
/// Positions whose forbidden points are looked for, most.
const POSITIONS: usize = 20_000;
/// The digits of a coordinate.
const DIGITS: &[u8; 22] = b"0123456789abcdefghijkl";

/// What is kept of a game. Lists have an entry for each move, or none at all.
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
    /// Whether there were messages that the page has no room for.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    cut: bool,
    /// The points that are forbidden before each move; empty: not known, or none ever.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    forbidden: Vec<String>,
    /// Whether forbidden points are unknown although there may be some.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    unmarked: bool,
    black: Took,
    white: Took,
    #[serde(skip_serializing_if = "String::is_empty")]
    detail: String,
    seed: u64,
}

/// What an engine took in a game.
#[derive(Debug, Default, Serialize)]
struct Took {
    longest: f64,
    late: u32,
    memory: u64,
    foreign: f64,
}

/// The details of all games in their order, packed.
pub(super) fn pack(
    records: &[&GameRecord],
    rule: &str,
    (width, height): (usize, usize),
) -> Vec<String> {
    let board = board(rule, width, height);
    let mut order: Vec<usize> = (0..records.len()).collect();
    order.sort_by_key(|&place| {
        let record = records[place];
        (!is_failure(record.reason), std::cmp::Reverse(record.started), record.id)
    });
    let (mut messages_left, mut positions_left) = (MESSAGES, POSITIONS);
    let mut details: Vec<Detail> = records.iter().map(|record| Detail::new(record)).collect();
    for place in order {
        details[place].add_messages(records[place], &mut messages_left);
        if let Some((rule, size)) = board {
            details[place].add_forbidden(records[place], rule, size, &mut positions_left);
        }
    }
    details.chunks(AT_ONCE).map(pack_chunk).collect()
}

/// The rule and the board if points may be forbidden.
fn board(rule: &str, width: usize, height: usize) -> Option<(Rule, BoardSize)> {
    let rule: Rule = rule.parse().ok()?;
    let size = BoardSize::new(width as i64, height as i64).ok()?;
    matches!(rule, Rule::Renju | Rule::Omok).then_some((rule, size))
}

fn pack_chunk(details: &[Detail]) -> String {
    let text = serde_json::to_vec(details).expect("no map and no broken text is in it");
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(&text).expect("memory takes everything");
    STANDARD.encode(encoder.finish().expect("memory takes everything"))
}

impl Detail {
    fn new(record: &GameRecord) -> Self {
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
            seed: record.seed,
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

    fn add_forbidden(
        &mut self,
        record: &GameRecord,
        rule: Rule,
        size: BoardSize,
        left: &mut usize,
    ) {
        let Some(rest) = left.checked_sub(record.moves.len()) else {
            self.unmarked = true;
            return;
        };
        *left = rest;
        let mut position = Position::new(size);
        // One more than moves: also what the side to move at the end may not play.
        for played in record.moves.iter().map(Some).chain([None]) {
            let color = position.side_to_move();
            let has_some = color == Color::Black || rule == Rule::Omok;
            let points = has_some.then(|| forbidden_points(&position, color, rule));
            let points = points.iter().flat_map(|points| points.iter());
            let points = points.map(|point| (point.column() as u8, point.row() as u8));
            self.forbidden.push(text_of(points));
            let Some(MoveRecord { at: (column, row), .. }) = played else { break };
            let point = size.point(i64::from(*column), i64::from(*row));
            if point.is_none_or(|point| position.play(point).is_err()) {
                break;
            }
        }
        if self.forbidden.iter().all(String::is_empty) {
            self.forbidden.clear();
        }
    }
}

impl Took {
    fn new(conduct: &Conduct) -> Self {
        Self {
            longest: round(conduct.longest_ms),
            late: conduct.late,
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

/// Points as two digits each.
pub(super) fn text_of(points: impl Iterator<Item = (u8, u8)>) -> String {
    let digit = |number: u8| char::from(*DIGITS.get(usize::from(number)).unwrap_or(&b'?'));
    points.flat_map(|(column, row)| [digit(column), digit(row)]).collect()
}

/// Strangers' words: lines of printable characters, the end of them if they are too many.
pub(super) fn cut(text: &str, most: usize) -> String {
    let count = text.chars().count();
    let rest: String = text.chars().skip(count.saturating_sub(most)).collect();
    let lines: Vec<String> = rest.lines().map(clean_line).collect();
    let mark = if count > most { "…" } else { "" };
    format!("{mark}{}", lines.join("\n"))
}

/// Who lost a game by its own fault.
pub(super) fn loser(record: &GameRecord) -> Option<&Conduct> {
    match record.score {
        _ if !is_failure(record.reason) => None,
        Score::Black => Some(&record.white),
        Score::White => Some(&record.black),
        Score::Draw | Score::Void => None,
    }
}
