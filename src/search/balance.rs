//! Fair openings: the one or two stones after which the side to move stands as nearly as
//! possible at a given worth.
//!
//! The window of every search lies around that worth and is as wide as the best choice so
//! far is off it, so that a choice that cannot be fairer is soon left.

use crate::board::{Bitboard, Point};
use crate::eval::{Score, evaluate};
use crate::search::PLY;
use crate::search::alphabeta::Window;
use crate::search::deepening::deepest_iteration;
use crate::search::limits::Limits;
use crate::search::progress::{Observer, Progress};
use crate::search::worker::Worker;

/// Pairs of stones that are searched, after a look at the static evaluation of all.
const MOST_PAIRS: usize = 64;

/// How many stones to place, and to what end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Balance {
    /// Whether a stone of each side is placed, the one to move first, or only that one's.
    pub is_pair: bool,
    /// The worth to aim at, to the side that is to move before the stones are placed.
    pub bias: Score,
}

/// The stones chosen, in the order of play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BalanceResult {
    /// One stone or two.
    pub stones: Vec<Point>,
    /// The last state of the search; the score is to the side that was to move.
    pub summary: Progress,
}

/// How far the worth of a choice is off the one aimed at; more than any difference.
const FARTHEST: i32 = 2 * Score::MAX.value();

impl Worker<'_> {
    /// Looks for the fairest stones until a limit is reached; `None` if there are not
    /// enough empty points.
    pub(crate) fn balance(
        &mut self,
        balance: Balance,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Option<BalanceResult> {
        let mut choices = self.balance_choices(balance, limits.blocked);
        let stones = choices.first()?.clone();
        let summary = self.progress(0, balance.bias, &stones);
        let mut result = BalanceResult { stones, summary };
        for depth in 1..=deepest_iteration(limits, &self.clock) {
            self.selective_depth = 0;
            if let Some((best, summary)) = self.fairest(&choices, balance, depth) {
                observer.progress(&summary);
                result = BalanceResult { stones: choices[best].clone(), summary };
                choices[..=best].rotate_right(1);
            }
            if self.stopped || choices.len() == 1 || !self.clock.may_continue(1.0) {
                break;
            }
        }
        result.summary.nodes = self.nodes;
        result.summary.elapsed = self.elapsed();
        Some(result)
    }

    /// The stones that come into question, the most promising first.
    fn balance_choices(&mut self, balance: Balance, blocked: Bitboard) -> Vec<Vec<Point>> {
        let (first_moves, _) = self.root_candidates(blocked);
        let first_moves = first_moves.into_iter().map(|first| first.point);
        if !balance.is_pair {
            return first_moves.map(|point| vec![point]).collect();
        }
        let mut pairs = Vec::new();
        for first in first_moves {
            self.board.play(first);
            for second in self.root_candidates(blocked).0 {
                self.board.play(second.point);
                let worth = evaluate(&self.board).value();
                pairs.push(((worth - balance.bias.value()).abs(), vec![first, second.point]));
                self.board.undo();
            }
            self.board.undo();
        }
        pairs.sort_by_key(|&(unfairness, _)| unfairness);
        pairs.into_iter().map(|(_, stones)| stones).take(MOST_PAIRS).collect()
    }

    /// The fairest choice after searches of a depth; `None` if the first one was cut off.
    fn fairest(
        &mut self,
        choices: &[Vec<Point>],
        balance: Balance,
        depth: u32,
    ) -> Option<(usize, Progress)> {
        let mut best = None;
        let mut unfairness = FARTHEST;
        for (number, stones) in choices.iter().enumerate() {
            let window =
                Window { alpha: balance.bias - unfairness, beta: balance.bias + unfairness };
            let worth = self.worth_after(stones, window, depth);
            if self.stopped {
                break;
            }
            let distance = (worth.value() - balance.bias.value()).abs();
            if distance < unfairness {
                unfairness = distance;
                let line = [stones, self.frames[stones.len()].pv.as_slice()].concat();
                best = Some((number, self.progress(depth, worth, &line)));
            }
            if unfairness == 0 {
                break;
            }
        }
        best
    }

    /// The worth to the side to move of a position with these stones in it.
    fn worth_after(&mut self, stones: &[Point], window: Window, depth: u32) -> Score {
        self.frames[stones.len()].pv.clear();
        for (number, &point) in stones.iter().enumerate() {
            if self.makes_five(point) {
                stones[..number].iter().for_each(|_| self.board.undo());
                return if number == 0 { Score::win_in(1) } else { Score::loss_in(2) };
            }
            self.board.play(point);
        }
        let depth = (depth as i32 - 1) * PLY;
        let worth = if stones.len() % 2 == 1 {
            -self.search(window.flipped(), depth, stones.len())
        } else {
            self.search(window, depth, stones.len())
        };
        stones.iter().for_each(|_| self.board.undo());
        worth
    }
}

#[cfg(test)]
mod tests;
