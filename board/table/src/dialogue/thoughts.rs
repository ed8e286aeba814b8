//! The search reports of an engine: `INFO PV` blocks of Yixin-Board's protocol, and messages for the
//! log.
//!
//! Invariant: at most one thought of each rank is sent in [`INTERVAL`] milliseconds; the last one is
//! always sent.

use std::collections::{BTreeMap, VecDeque};

use dolmen::board::{Color, Point};
use dolmen::eval::Score;
use dolmen::protocol::coordinate::Coordinate;

use super::News;
use crate::message::{EngineId, Thought};
use crate::order::Millis;
use crate::tree::NodeId;

/// The shortest time between two thoughts of one rank.
const INTERVAL: u64 = 125;
/// The maximum number of lines that an engine may report.
const MAX_RANK: u8 = 10;
/// The maximum number of moves of a line.
const MAX_MOVES: usize = 64;
/// The maximum number of texts that wait; older ones are dropped.
const MAX_TEXTS: usize = 20;
/// The maximum number of characters of a text.
const MAX_TEXT: usize = 400;

/// Returns whether a line is a comment rather than an answer.
pub(super) fn is_comment(line: &str) -> bool {
    let keyword = line.split_ascii_whitespace().next().unwrap_or_default();
    let keywords = ["", "INFO", "MESSAGE", "DEBUG", "SUGGEST", "FORBID"];
    keywords.iter().any(|known| keyword.eq_ignore_ascii_case(known))
}

/// Collects the search reports of one engine, and limits their rate.
#[derive(Debug)]
pub(super) struct Listener {
    engine: EngineId,
    /// Indicates whether the engine's values are on Dolmen's scale, which has a win probability.
    has_own_scale: bool,
    /// The block that is being read.
    block: Option<Thought>,
    /// The newest unsent thoughts, by rank.
    waiting: BTreeMap<u8, Thought>,
    /// The newest unsent texts for the log.
    texts: VecDeque<Thought>,
    /// The time at which the last thought was sent.
    told: Option<Millis>,
}

impl Listener {
    pub(super) const fn new(engine: EngineId, has_own_scale: bool) -> Self {
        Self {
            engine,
            has_own_scale,
            block: None,
            waiting: BTreeMap::new(),
            texts: VecDeque::new(),
            told: None,
        }
    }

    /// Begins another job.
    pub(super) fn begin(&mut self) {
        self.clear();
        self.told = None;
    }

    /// Drops all unsent thoughts and texts.
    pub(super) fn clear(&mut self) {
        self.block = None;
        self.waiting.clear();
        self.texts.clear();
    }

    /// Returns the time at which the next unsent thoughts are due.
    pub(super) fn deadline(&self) -> Option<Millis> {
        let first = if self.is_empty() { None } else { self.told };
        first.map(|told| told.after(INTERVAL))
    }

    /// Handles a comment on a position, and returns the news that are due.
    pub(super) fn hear(&mut self, line: &str, at: NodeId, mover: Color, now: Millis) -> Vec<News> {
        let (keyword, text) = line.split_once(' ').unwrap_or((line, ""));
        if keyword.eq_ignore_ascii_case("MESSAGE") {
            let text = Some(text.chars().take(MAX_TEXT).collect());
            self.texts.push_back(Thought { text, ..self.empty(at) });
            if self.texts.len() > MAX_TEXTS {
                self.texts.pop_front();
            }
            return self.tick(now);
        }
        if !keyword.eq_ignore_ascii_case("INFO") {
            return Vec::new();
        }
        let (key, value) = text.split_once(' ').unwrap_or((text, ""));
        if key == "PV" {
            if value == "DONE" {
                let thought = self.block.take();
                self.waiting.extend(thought.map(|thought| (thought.rank, thought)));
            } else {
                let rank = value.parse::<u8>().ok().filter(|&rank| rank < MAX_RANK);
                self.block = rank.map(|rank| Thought { rank: rank + 1, ..self.empty(at) });
            }
        } else if let Some(thought) = &mut self.block {
            note(thought, key, value, mover, self.has_own_scale);
        }
        self.tick(now)
    }

    /// Returns the unsent thoughts if they are due.
    pub(super) fn tick(&mut self, now: Millis) -> Vec<News> {
        if self.told.is_some_and(|told| now.since(told) < INTERVAL) || self.is_empty() {
            return Vec::new();
        }
        self.told = Some(now);
        self.finish()
    }

    /// Returns all unsent thoughts.
    pub(super) fn finish(&mut self) -> Vec<News> {
        let texts = std::mem::take(&mut self.texts);
        let thoughts = std::mem::take(&mut self.waiting).into_values();
        texts.into_iter().chain(thoughts).map(|thought| News::Thought(Box::new(thought))).collect()
    }

    fn is_empty(&self) -> bool {
        self.waiting.is_empty() && self.texts.is_empty()
    }

    fn empty(&self, at: NodeId) -> Thought {
        Thought {
            engine: self.engine,
            at,
            rank: 1,
            depth: None,
            selective_depth: None,
            value: None,
            black_wins: None,
            nodes: None,
            speed: None,
            ms: None,
            line: Vec::new(),
            text: None,
        }
    }
}

/// Stores a field of a block.
fn note(thought: &mut Thought, key: &str, value: &str, mover: Color, has_own_scale: bool) {
    match key {
        "DEPTH" => thought.depth = value.parse().ok(),
        "SELDEPTH" => thought.selective_depth = value.parse().ok(),
        "TOTALNODES" => thought.nodes = value.parse().ok(),
        "TOTALTIME" => thought.ms = value.parse().ok(),
        "SPEED" => thought.speed = value.parse().ok(),
        "EVAL" => {
            thought.value = Some(value.chars().take(16).collect());
            if has_own_scale {
                thought.black_wins = chance(value).map(|chance| of_black(chance, mover));
            }
        }
        "WINRATE" if !has_own_scale => {
            let chance = value.parse().ok().filter(|chance| (0.0..=1.0).contains(chance));
            thought.black_wins = chance.map(|chance| of_black(chance, mover));
        }
        "BESTLINE" => {
            let moves = value.split(' ').map_while(|text| {
                let Coordinate { x, y } = text.parse().ok()?;
                let is_point = (0..22).contains(&x) && (0..22).contains(&y);
                is_point.then(|| Point::new(x as usize, y as usize).to_string())
            });
            thought.line = moves.take(MAX_MOVES).collect();
        }
        _ => {}
    }
}

/// Returns the win probability of a value on Dolmen's scale.
fn chance(value: &str) -> Option<f64> {
    if value.starts_with("+M") {
        return Some(1.0);
    }
    if value.starts_with("-M") {
        return Some(0.0);
    }
    Some(Score::from_value(value.parse().ok()?).win_probability())
}

fn of_black(chance: f64, mover: Color) -> f64 {
    match mover {
        Color::Black => chance,
        Color::White => 1.0 - chance,
    }
}
