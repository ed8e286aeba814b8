//! Iterative deepening: one iteration after the other until a limit is reached or the choice
//! is clear.

use crate::board::Point;
use crate::eval::Score;
use crate::search::multi_pv::Variations;
use crate::search::progress::{Detail, Observer, RootMove, SearchResult};
use crate::search::stability::Stability;
use crate::search::worker::Worker;

/// The least number of nodes for the proof that the last move without a proof loses as well.
const MIN_PROOF_NODES: u64 = 20_000;

/// The root moves that were dropped because they lose.
#[derive(Debug, Default)]
struct LostMoves {
    moves: Vec<RootMove>,
    /// The number of nodes after which the search of the last other move ends; `None` while there
    /// are several.
    max_nodes: Option<u64>,
}

impl Worker<'_> {
    /// Searches the root moves, which [`Worker::prepare`] has collected.
    pub(crate) fn deepen(
        &mut self,
        mut variations: Variations,
        observer: &mut dyn Observer,
    ) -> SearchResult {
        let first = self.root_moves.first().expect("there is a choice of moves").point;
        let summary = self.progress(0, Score::DRAW, &[first]);
        let mut result = SearchResult::unsearched(first, summary);
        let mut stability = Stability::new(self.outlived().map(|outlived| outlived.score));
        let is_single = variations.is_single();
        let mut lost_moves = LostMoves::default();
        let max_depth = self.time.max_depth();
        let mut depth = self.time.next_depth(0);
        let resumed = std::mem::take(&mut self.memory.resumed);
        if let Some(best) = resumed.first() {
            depth = self.time.next_depth(best.depth);
            result.best = best.principal_variation.first().copied().unwrap_or(first);
            result.summary = best.clone();
            self.resume(&mut variations, resumed);
        }
        while depth <= max_depth {
            observer.detail(Detail::Iteration);
            let summary = if is_single {
                self.iterate(depth, result.summary.score, observer)
            } else {
                self.iterate_multi_pv(depth, &mut variations, observer)
            };
            if let Some(summary) = summary {
                result.best = summary.principal_variation.first().copied().unwrap_or(result.best);
                let score =
                    if is_single { summary.score } else { variations.best_unproved_score() };
                stability.note(result.best, score);
                result.summary = summary;
            }
            if self.is_stopped
                || stability.is_settled()
                || (is_single
                    && !self.drop_lost_moves(&mut lost_moves)
                    && !variations.values_only_move)
                || !self.has_time(&stability, result.best)
            {
                break;
            }
            depth = self.time.next_depth(depth);
        }
        if is_single {
            self.keep_proof(&mut result);
        }
        result.summary.nodes = self.total_nodes();
        result.summary.elapsed = self.elapsed();
        result.root_moves.clone_from(&self.root_moves);
        result
    }

    /// Returns whether there is time for another iteration.
    fn has_time(&self, stability: &Stability, best: Point) -> bool {
        let factor = stability.time_factor(self.node_share(best));
        self.time.may_continue(factor)
    }

    /// Drops the root moves that are proved to lose, or takes all of them back if they all lose.
    ///
    /// Returns `false` if one move has been left for so long that its proof, which would not
    /// change the choice, is no longer worth the time.
    fn drop_lost_moves(&mut self, dropped: &mut LostMoves) -> bool {
        let is_lost = |root_move: &RootMove| root_move.score.is_loss();
        if self.root_moves.iter().all(is_lost) {
            self.root_moves.append(&mut dropped.moves);
            return true;
        }
        dropped.moves.extend(self.root_moves.extract_if(.., |root_move| is_lost(root_move)));
        if self.root_moves.len() > 1 {
            return true;
        }
        let max_nodes = *dropped.max_nodes.get_or_insert(2 * self.nodes + MIN_PROOF_NODES);
        !dropped.moves.is_empty() && self.nodes < max_nodes
    }

    /// Keeps what the last search has proved if this one was too short to prove it again.
    fn keep_proof(&self, result: &mut SearchResult) {
        let Some(outlived) = self.outlived() else { return };
        if result.summary.score.is_proved() {
            return;
        }
        let expected = outlived.variation.first().copied();
        let expected =
            expected.filter(|&point| self.root_moves.iter().any(|known| known.point == point));
        match expected {
            Some(expected) if outlived.score.is_win() => {
                result.best = expected;
                result.summary = self.summary_of_outlived(outlived, expected);
            }
            _ if outlived.score.is_loss() => {
                result.summary = self.summary_of_outlived(outlived, result.best);
            }
            _ => {}
        }
    }

    /// Returns the share of all nodes that a root move took.
    fn node_share(&self, point: Point) -> f64 {
        let total: u64 = self.root_moves.iter().map(|root_move| root_move.nodes).sum();
        let own = self.root_moves.iter().find(|root_move| root_move.point == point);
        own.map_or(0.0, |own| own.nodes as f64 / total.max(1) as f64)
    }
}
