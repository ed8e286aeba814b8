//! Iterative deepening: one iteration after the other until a limit is reached or the choice
//! is clear.

use crate::board::Point;
use crate::eval::Score;
use crate::search::multi_pv::Variations;
use crate::search::progress::{Detail, Observer, SearchResult};
use crate::search::stability::Stability;
use crate::search::worker::Worker;

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
        let mut stability = Stability::new(self.memory.last_score);
        let is_single = variations.is_single();
        let max_depth = self.time.max_depth();
        let mut depth = self.time.next_depth(0);
        while depth <= max_depth {
            observer.detail(Detail::Iteration);
            let summary = if is_single {
                self.iterate(depth, result.summary.score, observer)
            } else {
                self.iterate_multi_pv(depth, &mut variations, observer)
            };
            if let Some(summary) = summary {
                result.best = summary.principal_variation.first().copied().unwrap_or(result.best);
                let telling = if is_single { summary.score } else { variations.telling_score() };
                stability.note(result.best, telling);
                result.summary = summary;
            }
            if self.is_stopped
                || stability.is_settled()
                || (is_single && !self.drop_lost_moves())
                || !self.has_time(&stability, result.best)
            {
                break;
            }
            depth = self.time.next_depth(depth);
        }
        self.memory.last_score = Some(result.summary.score);
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

    /// Drops the root moves that are proved to lose, or keeps all if they all lose. Returns
    /// `false` if one move is left, so that there is nothing to search.
    fn drop_lost_moves(&mut self) -> bool {
        if self.root_moves.iter().all(|root_move| root_move.score.is_loss()) {
            return true;
        }
        self.root_moves.retain(|root_move| !root_move.score.is_loss());
        self.root_moves.len() > 1
    }

    /// Returns the share of all nodes that a root move took.
    fn node_share(&self, point: Point) -> f64 {
        let total: u64 = self.root_moves.iter().map(|root_move| root_move.nodes).sum();
        let own = self.root_moves.iter().find(|root_move| root_move.point == point);
        own.map_or(0.0, |own| own.nodes as f64 / total.max(1) as f64)
    }
}
