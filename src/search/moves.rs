//! The moves of a node: in order, some skipped, late ones with less depth.

use crate::board::Point;
use crate::eval::Score;
use crate::search::PLY;
use crate::search::alphabeta::{Node, Window};
use crate::search::busy;
use crate::search::picker::{Hints, MovePicker, is_dull, is_tactical};
use crate::search::pruning;
use crate::search::singular::Singularity;
use crate::search::table::Bound;
use crate::search::worker::Worker;
use crate::threats::Threat;

impl Worker<'_> {
    /// Stage 5: the moves, best first.
    pub(crate) fn search_moves(&mut self, node: &Node) -> Score {
        let &Node { window, depth, ply, is_free, .. } = node;
        let color = self.board.side_to_move();
        let table_move = node.table.and_then(|entry| entry.best);
        // Without a table move the first move is a guess: search less deeply for now.
        let reduce_guess = table_move.is_none() && is_free && depth >= 4 * PLY;
        let depth = if reduce_guess { depth - PLY } else { depth };
        let singular = match self.singularity(node) {
            Singularity::Cutoff(score) => return score,
            Singularity::Extension(extension) => extension,
        };
        let frame = &mut self.frames[ply];
        let excluded = frame.excluded;
        let ranked = std::mem::take(&mut frame.ranked);
        let mut tried = std::mem::take(&mut frame.tried);
        tried.clear();
        let mut picker = MovePicker::new(table_move, node.moves, ranked);
        let (mut alpha, mut best, mut best_move) = (window.alpha, Score::MIN, None);
        let late = self.memory.margins.late_moves(node.depth, node.improving);
        while let Some(point) = picker.next(&self.board, &self.hints(node)) {
            // Stage 5b: moves skipped, once one that does not lose is known.
            let may_skip = !best.is_loss() && !picker.is_second_round();
            if Some(point) == excluded
                || self.board.is_forbidden(color, point)
                || (may_skip && is_free && picker.is_late(&self.board, point, late))
                || (may_skip && self.is_pruned(node, point))
            {
                continue;
            }
            // Stage 5c: moves put off, while another thread searches them.
            let number = picker.accept();
            if self.is_searched_elsewhere(node, point, number) && picker.put_off(point) {
                continue;
            }
            let child = Window { alpha, beta: window.beta };
            let extension = if Some(point) == table_move { singular } else { 0 };
            let score = self.search_move(node, depth + extension, child, point, number);
            if self.stopped {
                return Score::DRAW;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(point);
                    self.update_line(ply, point);
                }
                if score >= window.beta {
                    let statistics = (ply, (depth / PLY).max(1));
                    self.memory.history.reward(color, (point, &tried), &node.context, statistics);
                    break;
                }
            }
            tried.push(point);
        }
        let frame = &mut self.frames[ply];
        (frame.ranked, frame.tried) = (picker.into_buffer(), tried);
        self.conclude(node, best, best_move)
    }

    /// The worth of a node after all its moves, remembered unless one was excluded.
    fn conclude(&mut self, node: &Node, best: Score, best_move: Option<Point>) -> Score {
        let &Node { window, ply, is_free, .. } = node;
        if self.frames[ply].excluded.is_some() {
            return if best == Score::MIN { window.alpha } else { best };
        }
        // What was left out might avert the loss, even if all else is forbidden: no proof.
        let best = match best.is_loss() && !node.left_out.is_empty() {
            true => pruning::NEARLY_LOST,
            false => best,
        };
        if best == Score::MIN {
            // Every move is forbidden: the threat goes through, or there is none and
            // points far from all stones are left.
            return if is_free { node.eval } else { Score::loss_in(ply as i32 + 4) };
        }
        let bound = if best >= window.beta {
            Bound::Lower
        } else if best_move.is_some() && window.is_open() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.correct_eval(node, best, bound);
        self.store(node, best, bound, best_move);
        best
    }

    /// Stage 6a: how far the static evaluation was off, where the result tells.
    fn correct_eval(&mut self, node: &Node, best: Score, bound: Bound) {
        let tells = match bound {
            Bound::Lower => best > node.eval,
            Bound::Upper => best < node.eval,
            Bound::Exact => true,
            Bound::None => false,
        };
        if node.is_free && tells && !best.is_win() && !best.is_loss() {
            let eval = self.frames[node.ply].eval.unwrap_or(node.eval);
            self.memory.correction.learn(&self.board, (best, eval), node.depth);
        }
    }

    fn hints<'a>(&'a self, node: &'a Node) -> Hints<'a> {
        Hints {
            history: &self.memory.history,
            margins: &self.memory.margins,
            context: &node.context,
            ply: node.ply,
        }
    }

    /// Whether a move is skipped wherever it comes in the order: one without any shape, or,
    /// near the horizon, a four far away that only delays.
    fn is_pruned(&self, node: &Node, point: Point) -> bool {
        if node.is_free {
            return is_dull(&self.board, point);
        }
        let mut last = node.context.previous.iter().flatten();
        node.depth < self.memory.margins.delays_depth
            && node.delays.contains(point)
            && last.all(|stone| stone.distance(point) > pruning::FAR)
    }

    /// Stage 5c: whether another thread is searching a late move's position just now.
    fn is_searched_elsewhere(&self, node: &Node, point: Point, number: usize) -> bool {
        number > 0 && node.depth >= busy::LEAST_DEPTH && self.is_busy(point)
    }

    /// Stage 5d: one move, with a null window and less depth first if it is a late one.
    fn search_move(
        &mut self,
        node: &Node,
        depth: i32,
        window: Window,
        point: Point,
        number: usize,
    ) -> Score {
        let color = self.board.side_to_move();
        let is_tactical = is_tactical(&self.board, color, point);
        // A forced answer to a five is no choice: it costs less depth than other moves.
        let forced = !node.is_free && self.board.count(!color, Threat::Five) > 0;
        let cost = if forced { self.memory.margins.forced_reply } else { PLY };
        let new_depth = depth - cost;
        let key = self.board.position().key_after(point);
        self.memory.table.prefetch(key);
        let busy = self.busy.filter(|_| node.depth >= busy::LEAST_DEPTH);
        if let Some(busy) = busy {
            busy.enter(key);
        }
        let history = self.memory.history.value(color, point, &node.context);
        self.board.play(point);
        let score = if number == 0 {
            -self.search(window.flipped(), new_depth, node.ply + 1)
        } else {
            let reduction = match node.is_free && depth >= 2 * PLY {
                true => self.reduction(node, (depth, number), (is_tactical, history)),
                false => 0,
            };
            let reduction = reduction.clamp(0, (new_depth - PLY).max(0));
            self.search_late_move(window, new_depth, reduction, node.ply + 1)
        };
        self.board.undo();
        if let Some(busy) = busy {
            busy.leave(key);
        }
        score
    }

    /// How much less deep a late move is searched: more the later it comes, less if it makes
    /// or stops threats, or refuted other lines before.
    fn reduction(
        &self,
        node: &Node,
        (depth, number): (i32, usize),
        (is_tactical, history): (bool, i32),
    ) -> i32 {
        let margins = &self.memory.margins;
        let mut reduction = margins.late_move_reduction(depth, number);
        if !node.improving {
            reduction += margins.reduction_not_improving;
        }
        if node.window.is_open() {
            reduction -= margins.reduction_open_window;
        }
        if is_tactical {
            reduction -= margins.reduction_tactical;
        }
        reduction - history * PLY / (100 * margins.reduction_history)
    }

    /// The worth of the move just played, to the side that played it: searched with a
    /// null window and reduced depth, and again with more where it proves better.
    pub(crate) fn search_late_move(
        &mut self,
        window: Window,
        depth: i32,
        reduction: i32,
        ply: usize,
    ) -> Score {
        let null = Window::null(window.alpha);
        let mut score = -self.search(null.flipped(), depth - reduction, ply);
        if score > window.alpha && reduction > 0 && !self.stopped {
            score = -self.search(null.flipped(), depth, ply);
        }
        if score > window.alpha && score < window.beta && window.is_open() && !self.stopped {
            score = -self.search(window.flipped(), depth, ply);
        }
        score
    }
}
