//! The search reports of an engine: variations, and messages for the log.
//!
//! Invariants: at most one thought of each rank is sent in [`INTERVAL`] milliseconds, and the last one is always
//! sent. The thoughts that have been sent form the ranking of everything that the engine has reported.

use std::collections::{BTreeSet, VecDeque};

use dolmen::board::Color;
use dolmen::eval::Score;
use dolmen::protocol::variation::Variation;

use crate::message::{EngineId, Thought};
use crate::order::Millis;
use crate::ranking::Ranking;
use crate::tree::NodeId;

/// The shortest time between two thoughts of one rank.
const INTERVAL: u64 = 125;
/// The maximum number of variations that an engine may report.
const MAX_RANK: usize = 10;
/// The maximum number of moves of a variation.
const MAX_MOVES: usize = 64;
/// The maximum number of characters of a value.
const MAX_VALUE: usize = 16;
/// The maximum number of texts in the queue; the oldest ones are dropped.
const MAX_TEXTS: usize = 20;
/// The maximum number of characters of a text.
const MAX_TEXT: usize = 400;

/// Collects the search reports of one engine, and limits their rate.
#[derive(Debug)]
pub(super) struct Listener {
    engine: EngineId,
    /// Indicates whether the engine's values are on Dolmen's scale, which has a win probability.
    has_own_scale: bool,
    /// The newest thoughts of the job.
    ranking: Ranking,
    /// The ranks whose thoughts have not been sent.
    waiting: BTreeSet<u8>,
    /// The newest unsent texts for the log.
    texts: VecDeque<Thought>,
    /// The time at which the last thought was sent.
    told: Option<Millis>,
}

impl Listener {
    pub(super) fn new(engine: EngineId, has_own_scale: bool) -> Self {
        Self {
            engine,
            has_own_scale,
            ranking: Ranking::default(),
            waiting: BTreeSet::new(),
            texts: VecDeque::new(),
            told: None,
        }
    }

    /// Begins another job.
    pub(super) fn begin(&mut self) {
        self.clear();
        self.told = None;
    }

    /// Drops all thoughts and texts.
    pub(super) fn clear(&mut self) {
        self.ranking.clear();
        self.waiting.clear();
        self.texts.clear();
    }

    /// Returns the time at which the next unsent thoughts are due.
    pub(super) fn deadline(&self) -> Option<Millis> {
        let first = if self.is_empty() { None } else { self.told };
        first.map(|told| told.after(INTERVAL))
    }

    /// Takes a message about a position, and returns the thoughts that are due.
    pub(super) fn message(&mut self, text: &str, at: NodeId, now: Millis) -> Vec<Thought> {
        let text = Some(text.chars().take(MAX_TEXT).collect());
        self.texts.push_back(Thought { text, ..self.empty(at) });
        if self.texts.len() > MAX_TEXTS {
            self.texts.pop_front();
        }
        self.tick(now)
    }

    /// Takes a variation of a position with this side to move, and returns the thoughts that are due.
    pub(super) fn variation(
        &mut self,
        variation: Variation,
        at: NodeId,
        mover: Color,
        now: Millis,
    ) -> Vec<Thought> {
        if variation.rank < MAX_RANK {
            let thought = self.thought(variation, at, mover);
            self.waiting.insert(thought.rank);
            self.waiting.extend(self.ranking.note(thought));
        }
        self.tick(now)
    }

    /// Returns the unsent thoughts if they are due.
    pub(super) fn tick(&mut self, now: Millis) -> Vec<Thought> {
        if self.told.is_some_and(|told| now.since(told) < INTERVAL) || self.is_empty() {
            return Vec::new();
        }
        self.told = Some(now);
        self.finish()
    }

    /// Returns all unsent thoughts.
    pub(super) fn finish(&mut self) -> Vec<Thought> {
        let texts = std::mem::take(&mut self.texts);
        let ranks = std::mem::take(&mut self.waiting);
        let thoughts = ranks.into_iter().filter_map(|rank| self.ranking.get(rank).cloned());
        texts.into_iter().chain(thoughts).collect()
    }

    fn is_empty(&self) -> bool {
        self.waiting.is_empty() && self.texts.is_empty()
    }

    fn thought(&self, variation: Variation, at: NodeId, mover: Color) -> Thought {
        let Variation { rank, depth, selective_depth, nodes, elapsed, speed, .. } = variation;
        let value = variation.value;
        let chance =
            if self.has_own_scale { value.as_deref().and_then(chance) } else { variation.win_rate };
        let moves = variation.moves.iter().take(MAX_MOVES);
        Thought {
            rank: rank as u8 + 1,
            depth,
            selective_depth,
            value: value.map(|value| value.chars().take(MAX_VALUE).collect()),
            black_wins: chance.map(|chance| of_black(chance, mover)),
            nodes,
            speed,
            ms: elapsed.map(|elapsed| elapsed.as_millis() as u64),
            line: moves.map(ToString::to_string).collect(),
            ..self.empty(at)
        }
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

/// Returns the win probability of a value on Dolmen's scale.
fn chance(value: &str) -> Option<f64> {
    Some(value.parse::<Score>().ok()?.win_probability())
}

fn of_black(chance: f64, mover: Color) -> f64 {
    match mover {
        Color::Black => chance,
        Color::White => 1.0 - chance,
    }
}
