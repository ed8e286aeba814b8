//! Stage 5a, singular extension: a table move that is much better than all others is
//! searched more deeply; where several are good, the node ends at once (multi-cut).

use crate::eval::Score;
use crate::search::PLY;
use crate::search::alphabeta::{Node, Window, table_depth};
use crate::search::pruning;
use crate::search::table::{Bound, Entry};
use crate::search::worker::Worker;

/// What the search of all moves but the table's says.
pub(crate) enum Singularity {
    /// The node is good enough without it.
    Cutoff(Score),
    /// How much deeper to search it, in [`PLY`]s.
    Extension(i32),
}

impl Worker<'_> {
    /// Searches the node without its table move, if that move may be singular.
    pub(crate) fn singularity(&mut self, node: &Node) -> Singularity {
        let &Node { window, depth, ply, table, .. } = node;
        let Some(entry) = table.filter(|&entry| self.may_be_singular(node, entry)) else {
            return Singularity::Extension(0);
        };
        let beta = entry.score.from_table(ply as i32) - self.memory.margins.singular(depth);
        self.frames[ply].excluded = entry.best;
        let without = self.search(Window::null(beta - 1), depth / 2, ply);
        self.frames[ply].excluded = None;
        self.frames[ply].pv.clear();
        if self.stopped {
            Singularity::Extension(0)
        } else if without < beta {
            Singularity::Extension(PLY)
        } else if beta >= window.beta && !window.is_open() {
            Singularity::Cutoff(beta)
        } else {
            Singularity::Extension(0)
        }
    }

    /// Whether the table knows a move of the node that is good after a search of nearly the
    /// same depth, and no more than good.
    fn may_be_singular(&self, node: &Node, entry: Entry) -> bool {
        let enough = table_depth(node.depth - pruning::SINGULAR_TABLE_LAG);
        node.is_free
            && self.frames[node.ply].excluded.is_none()
            && entry.best.is_some()
            && node.depth >= pruning::SINGULAR_DEPTH
            && node.ply < pruning::SINGULAR_PLIES
            && entry.depth >= enough
            && matches!(entry.bound, Bound::Lower | Bound::Exact)
            && !entry.score.is_win()
            && !entry.score.is_loss()
    }
}
