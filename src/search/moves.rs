//! Stage 5, the moves of a node: in order, some skipped or deferred, late ones with less depth.

use std::mem;

use crate::board::{Key, Point};
use crate::eval::Score;
use crate::search::depth::PLY;
use crate::search::history::Cutoff;
use crate::search::node::{Node, Verdict, Window};
use crate::search::picker::{Hints, MovePicker, is_dull, is_tactical};
use crate::search::pruning;
use crate::search::searching_table::MIN_DEFER_DEPTH;
use crate::search::singular::Singularity;
use crate::search::table::Bound;
use crate::search::worker::Worker;
use crate::threats::Threat;

/// A move with everything on which its reduction depends.
#[derive(Clone, Copy, Debug)]
struct LateMove {
    /// The depth of the node, in fractions of a ply.
    depth: i32,
    /// The number of moves of the node before it.
    number: usize,
    is_tactical: bool,
    /// The move's value in the history.
    history: i32,
}

impl Worker<'_> {
    /// Stage 5: searches the moves, the most promising ones first, and returns the score of
    /// the node.
    pub(crate) fn search_moves(&mut self, node: &Node) -> Score {
        let &Node { window, ply, is_free, .. } = node;
        let color = self.board.side_to_move();
        let table_move = node.entry.and_then(|entry| entry.best);
        // Without a table move the first move is a guess, so the search goes less deep for now.
        let is_guess = table_move.is_none() && is_free && node.depth >= 4 * PLY;
        let depth = if is_guess { node.depth - PLY } else { node.depth };
        let table_extension = match self.singularity(node) {
            Singularity::Cutoff(score) => return score,
            Singularity::Extension(extension) => extension,
        };
        let frame = &mut self.frames[ply];
        let excluded = frame.excluded;
        let ranked = mem::take(&mut frame.ranked);
        let mut tried = mem::take(&mut frame.tried);
        tried.clear();
        let mut picker = MovePicker::new(table_move, node.candidates.moves, ranked);
        let (mut alpha, mut best, mut best_move) = (window.alpha, Score::MIN, None);
        let late_moves = self.memory.margins.late_moves(node.depth, node.estimate.is_improving);
        while let Some(point) = picker.next(&self.board, &self.hints(node)) {
            // Stage 5b: moves that are skipped, once a move that does not lose is known.
            let may_skip = !best.is_loss() && !picker.is_deferred();
            if Some(point) == excluded
                || self.board.is_forbidden(color, point)
                || (may_skip && is_free && picker.is_late(&self.board, point, late_moves))
                || (may_skip && self.is_pruned(node, point))
            {
                continue;
            }
            // Stage 5c: moves that are deferred while another thread searches them.
            let number = picker.accept();
            if self.is_searched_elsewhere(node, point, number) && picker.defer(point) {
                continue;
            }
            let child = Window { alpha, beta: window.beta };
            let extension = if Some(point) == table_move { table_extension } else { 0 };
            let score = self.search_move(node, depth + extension, child, point, number);
            if self.is_stopped {
                return Score::DRAW;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(point);
                    self.update_pv(ply, point);
                }
                if score >= window.beta {
                    self.reward(node, point, &tried, depth);
                    break;
                }
            }
            tried.push(point);
        }
        let frame = &mut self.frames[ply];
        frame.ranked = picker.into_buffer();
        frame.tried = tried;
        self.conclude(node, best, best_move)
    }

    /// Rewards a move that refuted the last move, and punishes the moves `tried` before it.
    fn reward(&mut self, node: &Node, best: Point, tried: &[Point], depth: i32) {
        let &Node { ply, ref context, .. } = node;
        let (color, plies) = (self.board.side_to_move(), (depth / PLY).max(1));
        self.memory.history.reward(&Cutoff { color, best, tried, context, ply, plies });
    }

    /// Returns the score of a node after all its moves, and stores it unless one move was
    /// excluded.
    fn conclude(&mut self, node: &Node, best: Score, best_move: Option<Point>) -> Score {
        let &Node { window, ply, is_free, .. } = node;
        if self.frames[ply].excluded.is_some() {
            return if best == Score::MIN { window.alpha } else { best };
        }
        let is_doubtful = best.is_loss() && !node.candidates.left_out.is_empty();
        // A move that was left out might avert the loss, so there is no proof.
        let score = if is_doubtful { pruning::NEARLY_LOST } else { best };
        if score == Score::MIN {
            // Every move is forbidden: either the threat goes through, or there is none and
            // points far from all stones are left.
            return if is_free { node.estimate.eval } else { Score::loss_in(ply as i32 + 4) };
        }
        let bound = if score >= window.beta {
            Bound::Lower
        } else if best_move.is_some() && window.is_open() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let verdict = Verdict { score, bound, best: best_move };
        self.correct_eval(node, verdict);
        self.store(node, verdict);
        score
    }

    /// Stage 6a: learns from the error of the static evaluation, if the result reveals it.
    fn correct_eval(&mut self, node: &Node, verdict: Verdict) {
        let Verdict { score, bound, .. } = verdict;
        let is_telling = match bound {
            Bound::Lower => score > node.estimate.eval,
            Bound::Upper => score < node.estimate.eval,
            Bound::Exact => true,
            Bound::None => false,
        };
        if node.is_free && is_telling && !score.is_win() && !score.is_loss() {
            let eval = self.frames[node.ply].eval.unwrap_or(node.estimate.eval);
            self.memory.correction.learn(&self.board, score, eval, node.depth);
        }
    }

    fn hints<'a>(&'a self, node: &'a Node) -> Hints<'a> {
        Hints {
            accumulator: &self.accumulator,
            history: &self.memory.history,
            margins: &self.memory.margins,
            context: &node.context,
            ply: node.ply,
        }
    }

    /// Returns whether a move is skipped wherever it comes in the order: a move without any
    /// shape or, near the horizon, a distant four that only delays.
    fn is_pruned(&self, node: &Node, point: Point) -> bool {
        if node.is_free {
            return is_dull(&self.board, point);
        }
        let mut last = node.context.previous.iter().flatten();
        node.depth < self.memory.margins.delays_depth
            && node.candidates.delays.contains(point)
            && last.all(|stone| stone.distance(point) > pruning::MAX_RELATED_DISTANCE)
    }

    /// Stage 5c: returns whether another thread is searching the position after a late move.
    fn is_searched_elsewhere(&self, node: &Node, point: Point, number: usize) -> bool {
        number > 0 && node.depth >= MIN_DEFER_DEPTH && self.is_under_search(point)
    }

    /// Stage 5d: searches one move; a late one first with a null window and less depth.
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
        // The answer to a five is no choice, so it costs less depth than other moves.
        let is_forced = !node.is_free && self.board.count(!color, Threat::Five) > 0;
        let cost = if is_forced { self.memory.margins.forced_reply } else { PLY };
        let new_depth = depth - cost;
        let history = || self.memory.history.value(color, point, &node.context);
        let reduction = match number {
            0 => 0,
            _ => {
                let late_move = LateMove { depth, number, is_tactical, history: history() };
                self.reduction(node, late_move).clamp(0, (new_depth - PLY).max(0))
            }
        };
        let key = self.board.position().key_after(point);
        self.prefetch(key, new_depth - reduction, point);
        let is_announced = node.depth >= MIN_DEFER_DEPTH;
        if is_announced {
            self.enter(key);
        }
        self.board.play(point);
        let score = if number == 0 {
            -self.search(window.flipped(), new_depth, node.ply + 1)
        } else {
            self.search_late_move(window, new_depth, reduction, node.ply + 1)
        };
        self.undo();
        if is_announced {
            self.leave(key);
        }
        score
    }

    /// Loads into the processor's cache what the search of the position after a move will read.
    #[inline]
    fn prefetch(&self, key: Key, depth: i32, point: Point) {
        self.memory.evaluations.prefetch(key);
        // At the horizon only a position with a threat to answer is looked up in the table.
        let threat = self.board.strong_threat(self.board.side_to_move(), point);
        if depth > 0 || threat != Threat::Nothing {
            self.memory.table.prefetch(key);
        }
    }

    /// Returns the reduction of a late move, which grows with its number and is smaller if the
    /// move makes or stops threats or has refuted other moves before.
    fn reduction(&self, node: &Node, late_move: LateMove) -> i32 {
        let LateMove { depth, number, is_tactical, history } = late_move;
        if !node.is_free || depth < 2 * PLY {
            return 0;
        }
        let margins = &self.memory.margins;
        let mut reduction = margins.late_move_reduction(depth, number);
        if !node.estimate.is_improving {
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

    /// Returns the score of the move just played for the side that played it: with a null window
    /// and reduced depth, then with more of both if it proves better.
    pub(crate) fn search_late_move(
        &mut self,
        window: Window,
        depth: i32,
        reduction: i32,
        ply: usize,
    ) -> Score {
        let null = Window::null(window.alpha);
        let mut score = -self.search(null.flipped(), depth - reduction, ply);
        if score > window.alpha && reduction > 0 && !self.is_stopped {
            score = -self.search(null.flipped(), depth, ply);
        }
        if score > window.alpha && score < window.beta && window.is_open() && !self.is_stopped {
            score = -self.search(window.flipped(), depth, ply);
        }
        score
    }
}
