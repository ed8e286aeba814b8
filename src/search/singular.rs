//! Stage 5a, singular extension: the search goes deeper into a table move that is much better
//! than all others. Where several moves are good, the node ends at once (multi-cut).

use crate::eval::Score;
use crate::search::depth::{PLY, quarter_plies};
use crate::search::node::{Node, Window};
use crate::search::pruning;
use crate::search::table::{Bound, Entry};
use crate::search::worker::Worker;

/// The result of searching all moves except the table move.
pub(crate) enum Singularity {
    /// The node is good enough without the table move and has this score.
    Cutoff(Score),
    /// The table move is searched deeper by this, in fractions of a ply.
    Extension(i32),
}

impl Worker<'_> {
    /// Searches the node without its table move, if that move may be singular.
    pub(crate) fn singularity(&mut self, node: &Node) -> Singularity {
        let &Node { window, depth, ply, entry, .. } = node;
        let Some(entry) = entry.filter(|&entry| self.may_be_singular(node, entry)) else {
            return Singularity::Extension(0);
        };
        let beta = entry.score.from_table(ply as i32) - self.memory.margins.singular(depth);
        self.frames[ply].excluded = entry.best;
        let without = self.search(Window::null(beta - 1), depth / 2, ply);
        self.frames[ply].excluded = None;
        self.frames[ply].pv.clear();
        if self.is_stopped {
            Singularity::Extension(0)
        } else if without < beta {
            Singularity::Extension(PLY)
        } else if beta >= window.beta && !window.is_open() {
            Singularity::Cutoff(beta)
        } else {
            Singularity::Extension(0)
        }
    }

    /// Returns whether the table has a good move of the node from a search of nearly the same
    /// depth, without a proof that it wins or loses.
    fn may_be_singular(&self, node: &Node, entry: Entry) -> bool {
        let min_depth = quarter_plies(node.depth - pruning::SINGULAR_TABLE_LAG);
        node.is_free
            && self.frames[node.ply].excluded.is_none()
            && entry.best.is_some()
            && node.depth >= pruning::MIN_SINGULAR_DEPTH
            && node.ply < pruning::MAX_SINGULAR_PLIES
            && entry.depth >= min_depth
            && matches!(entry.bound, Bound::Lower | Bound::Exact)
            && !entry.score.is_win()
            && !entry.score.is_loss()
    }
}
