//! The rule that stops a run: the sequential test.
//!
//! Invariant: the test sees pairs in the order of the plan, one at a time, and nothing after
//! its decision; so the decision does not depend on how many games were played at once, or on
//! which games were quick.

use std::collections::BTreeMap;

use crate::record::GameRecord;
use crate::statistics::{Counts, Hypothesis, Sprt};

/// A rule that ends a tournament before all games are played.
pub trait StopRule {
    /// Counts a finished game, in the order in which games finish; returns whether the tournament is
    /// over.
    fn count(&mut self, record: &GameRecord) -> bool;

    /// Returns whether the rule may end the tournament early at all.
    fn may_end_early(&self) -> bool;
}

/// A sequential test between two engines, or no test.
#[derive(Clone, Debug)]
pub struct Sequential {
    sprt: Option<Sprt>,
    /// The engine whose results are counted.
    first: String,
    /// The half points of the first engine in games of pairs that the test has not seen yet.
    waiting: BTreeMap<u64, Vec<u8>>,
    /// The pair that the test must see next.
    next: u64,
    counts: Counts,
    decision: Option<Hypothesis>,
}

impl Sequential {
    /// Returns a test of the engine `first` against its only opponent; without `sprt` it never ends.
    #[must_use]
    pub fn new(sprt: Option<Sprt>, first: &str, is_paired: bool) -> Self {
        Self {
            sprt,
            first: first.to_owned(),
            waiting: BTreeMap::new(),
            next: 0,
            counts: Counts::none(is_paired),
            decision: None,
        }
    }

    /// Returns the accepted hypothesis, if the test has decided.
    #[must_use]
    pub fn decision(&self) -> Option<Hypothesis> {
        self.decision
    }

    /// Returns whether these games decide the test.
    #[must_use]
    pub fn is_over(&self, records: &[GameRecord]) -> bool {
        let mut test = self.clone();
        records.iter().any(|record| test.count(record))
    }

    /// Counts the next pair, if it is finished and the test undecided.
    fn step(&mut self, sprt: Sprt) -> bool {
        let needed = self.counts.games_each();
        let is_finished = self.waiting.get(&self.next).is_some_and(|games| games.len() == needed);
        if self.decision.is_some() || !is_finished {
            return false;
        }
        let half_points: u8 = self.waiting.remove(&self.next).unwrap_or_default().iter().sum();
        self.next += 1;
        self.counts.count(half_points);
        self.decision = sprt.decide(&self.counts);
        true
    }
}

impl StopRule for Sequential {
    fn count(&mut self, record: &GameRecord) -> bool {
        let Some(sprt) = self.sprt else { return false };
        let Some(of_black) = record.score.half_points_of_black() else {
            return self.decision.is_some();
        };
        let half_points = if record.black.name == self.first { of_black } else { 2 - of_black };
        self.waiting.entry(record.id.pair).or_default().push(half_points);
        while self.step(sprt) {}
        self.decision.is_some()
    }

    fn may_end_early(&self) -> bool {
        self.sprt.is_some()
    }
}

#[cfg(test)]
mod tests;
