//! Multi-PV: several best moves, each with an exact score and a variation of its own.
//!
//! The search of the root is repeated without the moves that already have their variations.

use crate::eval::Score;
use crate::search::progress::{Observer, Progress, Silent};
use crate::search::worker::Worker;

/// The best variations found so far, the best first.
#[derive(Debug)]
pub(crate) struct Variations {
    wanted: usize,
    /// A win that needs no search.
    won: Option<Progress>,
    found: Vec<Progress>,
    /// Indicates whether an only move is searched for its value.
    pub(crate) values_only_move: bool,
}

impl Variations {
    /// Returns the state before the search for `wanted` variations, one of which may be a win
    /// that needs no search.
    pub(crate) const fn new(wanted: usize, won: Option<Progress>) -> Self {
        Self { wanted, won, found: Vec::new(), values_only_move: false }
    }

    /// Returns these variations with the request to search even an only move for its value.
    pub(crate) fn with_value_of_only_move(self) -> Self {
        Self { values_only_move: true, ..self }
    }

    /// Returns whether one variation is enough, as in most searches.
    pub(crate) const fn is_single(&self) -> bool {
        self.wanted == 1
    }

    /// Returns the best score without a proof, or the best score if all are proved.
    pub(crate) fn best_unproved_score(&self) -> Score {
        let scores = || self.found.iter().map(|variation| variation.score);
        let unproved = scores().find(|score| !score.is_proved());
        unproved.or_else(|| scores().next()).unwrap_or_default()
    }

    /// Replaces the variations by those of a new iteration. If that was cut short, older ones
    /// fill the gaps.
    fn update(&mut self, new: Vec<Progress>) {
        let old = std::mem::replace(&mut self.found, new);
        for variation in old {
            let is_known = |known: &Progress| is_same_move(known, &variation);
            if self.found.len() < self.wanted && !self.found.iter().any(is_known) {
                self.found.push(variation);
            }
        }
        self.found.sort_by_key(|variation| std::cmp::Reverse(variation.score));
        for (rank, variation) in self.found.iter_mut().enumerate() {
            variation.rank = rank;
        }
    }
}

fn is_same_move(a: &Progress, b: &Progress) -> bool {
    a.principal_variation.first() == b.principal_variation.first()
}

impl Worker<'_> {
    /// Searches all variations to a depth in plies. Returns `None` if the search ended before it
    /// found anything.
    pub(crate) fn iterate_multi_pv(
        &mut self,
        depth: u32,
        variations: &mut Variations,
        observer: &mut dyn Observer,
    ) -> Option<Progress> {
        let mut new = Vec::new();
        if let Some(won) = &variations.won {
            self.move_to_front(won);
            new.push(won.clone());
        }
        while new.len() < variations.wanted && !self.is_stopped {
            self.pv_index = new.len();
            let last = variations.found.get(self.pv_index);
            let last_score = last.map_or(Score::DRAW, |variation| variation.score);
            let Some(variation) = self.iterate(depth, last_score, &mut Silent) else { break };
            new.push(variation);
        }
        self.pv_index = 0;
        if new.is_empty() {
            return None;
        }
        variations.update(new);
        for variation in variations.found.iter().rev() {
            self.move_to_front(variation);
        }
        variations.found.iter().for_each(|variation| observer.progress(variation));
        variations.found.first().cloned()
    }

    /// Continues with the variations of an interrupted search.
    pub(crate) fn resume(&mut self, variations: &mut Variations, found: Vec<Progress>) {
        for variation in found.iter().rev() {
            self.move_to_front(variation);
        }
        variations.found = found;
    }

    /// Makes the first move of a variation the first root move; the others keep their order.
    fn move_to_front(&mut self, variation: &Progress) {
        let first = variation.principal_variation.first();
        let index = self.root_moves.iter().position(|known| Some(&known.point) == first);
        if let Some(index) = index {
            self.root_moves[..=index].rotate_right(1);
        }
    }
}

#[cfg(test)]
mod tests;
