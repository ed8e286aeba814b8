//! Fair openings: one or two stones after which the score is as near as possible to a target.
//!
//! The window of every search lies around the target. It extends to the distance of the best
//! choice so far, so that the search soon abandons a choice that cannot be fairer.

use crate::board::Point;
use crate::eval::Score;
use crate::search::depth::PLY;
use crate::search::limits::Request;
use crate::search::node::Window;
use crate::search::progress::{Observer, Progress};
use crate::search::worker::Worker;

/// The number of pairs of stones that are searched after a static evaluation of all pairs.
const MAX_PAIRS: usize = 64;
/// A distance from the target that is larger than that of any score.
const MAX_DISTANCE: i32 = 2 * Score::MAX.value();

/// The number of stones to place, and the target score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Balance {
    /// Indicates whether each side places a stone, beginning with the side to move, or only that
    /// side.
    pub is_pair: bool,
    /// The target score for the side that is to move before the stones are placed.
    pub bias: Score,
}

/// The stones that a search for a fair opening has chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BalanceResult {
    /// One or two stones in the order of play.
    pub stones: Vec<Point>,
    /// The last state of the search, with the score for the side that was to move.
    pub summary: Progress,
}

/// A pair of stones with its static distance from the target.
struct Pair {
    stones: Vec<Point>,
    distance: i32,
}

/// The best choice of one iteration.
struct Fairest {
    /// The index of the choice.
    index: usize,
    summary: Progress,
}

impl Worker<'_> {
    /// Searches for the fairest stones until a limit is reached. Returns `None` if there are
    /// not enough empty points.
    pub(crate) fn balance(
        &mut self,
        balance: Balance,
        request: &Request,
        observer: &mut dyn Observer,
    ) -> Option<BalanceResult> {
        let mut choices = self.balance_choices(balance, request);
        let stones = choices.first()?.clone();
        let summary = self.progress(0, balance.bias, &stones);
        let mut result = BalanceResult { stones, summary };
        for depth in 1..=self.time.max_depth() {
            self.selective_depth = 0;
            if let Some(Fairest { index, summary }) = self.fairest(&choices, balance, depth) {
                observer.progress(&summary);
                result = BalanceResult { stones: choices[index].clone(), summary };
                choices[..=index].rotate_right(1);
            }
            if self.is_stopped || choices.len() == 1 || !self.time.may_continue(1.0) {
                break;
            }
        }
        result.summary.nodes = self.nodes;
        result.summary.elapsed = self.elapsed();
        Some(result)
    }

    /// Returns the stones to choose from, the most promising ones first.
    fn balance_choices(&mut self, balance: Balance, request: &Request) -> Vec<Vec<Point>> {
        let first_moves = self.root_candidates(request).moves;
        let first_moves = first_moves.into_iter().map(|first| first.point);
        if !balance.is_pair {
            return first_moves.map(|point| vec![point]).collect();
        }
        let mut pairs = Vec::new();
        for first in first_moves {
            self.board.play(first);
            for second in self.root_candidates(request).moves {
                self.board.play(second.point);
                let score = self.accumulator.evaluate(&self.board).value();
                let distance = (score - balance.bias.value()).abs();
                pairs.push(Pair { stones: vec![first, second.point], distance });
                self.undo();
            }
            self.undo();
        }
        pairs.sort_by_key(|pair| pair.distance);
        pairs.into_iter().map(|pair| pair.stones).take(MAX_PAIRS).collect()
    }

    /// Searches all choices to a depth in plies. Returns `None` if the search ended during the
    /// first one.
    fn fairest(&mut self, choices: &[Vec<Point>], balance: Balance, depth: u32) -> Option<Fairest> {
        let mut fairest = None;
        let mut min_distance = MAX_DISTANCE;
        for (index, stones) in choices.iter().enumerate() {
            let window = Window::between(balance.bias - min_distance, balance.bias + min_distance);
            let score = self.score_after(stones, window, depth);
            if self.is_stopped {
                break;
            }
            let distance = (score.value() - balance.bias.value()).abs();
            if distance < min_distance {
                min_distance = distance;
                let variation = [stones, self.frames[stones.len()].pv.as_slice()].concat();
                let summary = self.progress(depth, score, &variation);
                fairest = Some(Fairest { index, summary });
            }
            if min_distance == 0 {
                break;
            }
        }
        fairest
    }

    /// Returns the score of the position after these stones for the side that is to move before
    /// them.
    fn score_after(&mut self, stones: &[Point], window: Window, depth: u32) -> Score {
        self.frames[stones.len()].pv.clear();
        for (number, &point) in stones.iter().enumerate() {
            if self.makes_five(point) {
                stones[..number].iter().for_each(|_| self.undo());
                return if number == 0 { Score::win_in(1) } else { Score::loss_in(2) };
            }
            self.board.play(point);
        }
        let depth = (depth as i32 - 1) * PLY;
        let score = if stones.len() % 2 == 1 {
            -self.search(window.flipped(), depth, stones.len())
        } else {
            self.search(window, depth, stones.len())
        };
        stones.iter().for_each(|_| self.undo());
        score
    }
}

#[cfg(test)]
mod tests;
