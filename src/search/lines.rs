//! Several best moves, each with its own line: the search of the root is repeated without
//! the moves that have their lines already.

use crate::eval::Score;
use crate::search::progress::{Observer, Progress, Silent};
use crate::search::worker::Worker;

/// The best lines found so far, the best first.
#[derive(Debug)]
pub(crate) struct Lines {
    wanted: usize,
    /// A win that needs no search.
    won: Option<Progress>,
    found: Vec<Progress>,
}

impl Lines {
    /// No lines yet of the number wanted, but perhaps a win that needs no search.
    pub(crate) const fn new(wanted: usize, won: Option<Progress>) -> Self {
        Self { wanted, won, found: Vec::new() }
    }

    /// How many are wanted.
    pub(crate) const fn wanted(&self) -> usize {
        self.wanted
    }

    /// The best score that is not proved, or the best score if all are.
    pub(crate) fn telling_score(&self) -> Score {
        let scores = || self.found.iter().map(|line| line.score);
        let unproved = scores().find(|score| !score.is_win() && !score.is_loss());
        unproved.or_else(|| scores().next()).unwrap_or_default()
    }

    /// Puts the lines of an iteration in the place of older ones, as far as it came.
    fn renew(&mut self, fresh: Vec<Progress>) {
        let older = std::mem::replace(&mut self.found, fresh);
        for line in older {
            let is_known = |known: &Progress| is_same_move(known, &line);
            if self.found.len() < self.wanted && !self.found.iter().any(is_known) {
                self.found.push(line);
            }
        }
        self.found.sort_by_key(|line| std::cmp::Reverse(line.score));
        for (rank, line) in self.found.iter_mut().enumerate() {
            line.rank = rank;
        }
    }
}

fn is_same_move(a: &Progress, b: &Progress) -> bool {
    a.principal_variation.first() == b.principal_variation.first()
}

impl Worker<'_> {
    /// One iteration for all lines; `None` if it was cut off before it found anything.
    pub(crate) fn iterate_lines(
        &mut self,
        depth: u32,
        lines: &mut Lines,
        observer: &mut dyn Observer,
    ) -> Option<Progress> {
        let mut fresh = Vec::new();
        if let Some(won) = &lines.won {
            self.bring_forward(won);
            fresh.push(won.clone());
        }
        while fresh.len() < lines.wanted && !self.stopped {
            self.rank = fresh.len();
            let last_score = lines.found.get(self.rank).map_or(Score::DRAW, |line| line.score);
            let Some(line) = self.iterate(depth, last_score, &mut Silent) else { break };
            fresh.push(line);
        }
        self.rank = 0;
        if fresh.is_empty() {
            return None;
        }
        lines.renew(fresh);
        for line in lines.found.iter().rev() {
            self.bring_forward(line);
        }
        lines.found.iter().for_each(|line| observer.progress(line));
        lines.found.first().cloned()
    }

    /// Makes the first move of a line the first root move; the others keep their order.
    fn bring_forward(&mut self, line: &Progress) {
        let first = line.principal_variation.first();
        let place = self.root_moves.iter().position(|known| Some(&known.point) == first);
        if let Some(place) = place {
            self.root_moves[..=place].rotate_right(1);
        }
    }
}

#[cfg(test)]
mod tests;
