//! The reduction of late moves: the depth by which a search with a null window is cut.

use crate::board::Point;
use crate::search::depth::PLY;
use crate::search::node::Node;
use crate::search::picker::is_tactical;
use crate::search::pruning::is_unrelated;
use crate::search::worker::Worker;
use crate::threats::Threat;

impl Worker<'_> {
    /// Returns the reduction of the `number`th move of a node, counted from 0, which grows with the number and is
    /// smaller if the move makes or stops threats or has refuted other moves before.
    pub(crate) fn reduction(&self, node: &Node, depth: i32, point: Point, number: usize) -> i32 {
        let margins = &self.margins;
        if depth < 2 * PLY || self.frames[node.ply].must_answer_five {
            return 0;
        }
        let late = margins.late_move_reduction(depth, number);
        if !node.is_free {
            return late * margins.reduction_answers / 100 + self.useless(node, point);
        }
        let color = self.board.side_to_move();
        let mut reduction = late;
        let is_killer = || self.memory.history.killers(node.ply).contains(&Some(point));
        if node.window.expects_cut && !is_killer() {
            reduction += margins.reduction_cut;
        }
        if !node.estimate.is_improving {
            reduction += margins.reduction_not_improving;
        }
        if self.frames[node.ply].was_open {
            reduction -= margins.reduction_was_open;
        }
        if is_tactical(&self.board, color, point) {
            reduction -= margins.reduction_tactical;
        }
        let history = self.memory.history.value(color, point, &node.context);
        reduction - history * PLY / (100 * margins.reduction_history)
    }

    /// Returns the extra reduction of an answer to an open three that stops no four and is far from
    /// the last stones, which probably only delays.
    fn useless(&self, node: &Node, point: Point) -> i32 {
        if self.board.strong_threat(!self.board.side_to_move(), point) >= Threat::Four {
            return 0;
        }
        let useless = self.margins.reduction_useless;
        let is_far = |stone: Option<Point>| stone.is_some_and(|stone| is_unrelated(stone, point));
        let [opponent, own] = node.context.previous;
        i32::from(is_far(opponent)) * useless + i32::from(is_far(own)) * useless / 2
    }
}
