//! The best lines of a position, by rank, while an engine reports them one by one.
//!
//! Invariant: a first move has one rank.

use std::collections::BTreeMap;

use crate::message::Thought;

/// The newest thoughts about a position, by rank.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ranking(BTreeMap<u8, Thought>);

impl Ranking {
    /// Adds a thought, which replaces the one at its rank. A move that changes its rank swaps ranks with the
    /// line at its new rank. Returns the other rank of a swap.
    pub(crate) fn note(&mut self, thought: Thought) -> Option<u8> {
        let rank = thought.rank;
        let is_older = |older: &Thought| {
            older.rank != rank
                && !older.line.is_empty()
                && older.line.first() == thought.line.first()
        };
        let old_rank = self.0.values().find(|older| is_older(older)).map(|older| older.rank);
        let displaced = self.0.insert(rank, thought);
        if let Some(old_rank) = old_rank {
            self.0.remove(&old_rank);
            let displaced = displaced.map(|older| (old_rank, Thought { rank: old_rank, ..older }));
            self.0.extend(displaced);
        }
        old_rank
    }

    /// Returns the thought of a rank, from 1.
    pub(crate) fn get(&self, rank: u8) -> Option<&Thought> {
        self.0.get(&rank)
    }

    /// Returns the thoughts by rank.
    pub(crate) fn values(&self) -> impl Iterator<Item = &Thought> {
        self.0.values()
    }

    /// Removes all thoughts.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }
}
