//! One iteration: the search of the root moves to one depth.

use crate::board::Point;
use crate::eval::Score;
use crate::search::depth::PLY;
use crate::search::node::Window;
use crate::search::progress::{Detail, Observer, Progress};
use crate::search::worker::Worker;

/// The depth of the first iteration with an aspiration window.
const MIN_ASPIRATION_DEPTH: u32 = 4;

impl Worker<'_> {
    /// Searches the root moves to a depth in plies, with an aspiration window around the last
    /// score. Returns `None` if the search ended before it found anything.
    pub(crate) fn iterate(
        &mut self,
        depth: u32,
        last_score: Score,
        observer: &mut dyn Observer,
    ) -> Option<Progress> {
        self.selective_depth = 0;
        let mut margin = self.margins.aspiration;
        let mut window = Window::full();
        if depth >= MIN_ASPIRATION_DEPTH && !last_score.is_proved() {
            window = Window::between(last_score - margin, last_score + margin);
        }
        let mut best_so_far = None;
        loop {
            let outcome = self.search_root(window, depth, observer);
            best_so_far = outcome.clone().or(best_so_far);
            let Some(summary) = outcome else { return best_so_far };
            if self.is_stopped {
                return best_so_far;
            }
            margin += margin / 2 + 5;
            if summary.score <= window.alpha && window.alpha > Score::MIN {
                window.beta = window.alpha + (window.beta.value() - window.alpha.value()) / 2;
                window.alpha = widened(summary.score - margin, Score::MIN);
            } else if summary.score >= window.beta && window.beta < Score::MAX {
                window.beta = widened(summary.score + margin, Score::MAX);
            } else {
                observer.progress(&summary);
                return Some(summary);
            }
        }
    }

    /// Searches the root moves within a window.
    ///
    /// The result of a move counts if its search was completed, even if the search ended during a
    /// later one.
    fn search_root(
        &mut self,
        window: Window,
        depth: u32,
        observer: &mut dyn Observer,
    ) -> Option<Progress> {
        let mut alpha = window.alpha;
        let mut best: Option<Progress> = None;
        let first = self.pv_index;
        for index in first..self.root_moves.len() {
            let nodes_before = self.nodes;
            let point = self.root_moves[index].point;
            if index > first && self.leaves_to_others(point) {
                continue;
            }
            let child = Window { alpha, ..window };
            observer.detail(Detail::Entered(point));
            let score = self.search_root_move(child, depth as i32 * PLY, point, index - first);
            if self.is_stopped {
                break;
            }
            let left = if score.is_loss() { Detail::Lost } else { Detail::Left };
            observer.detail(left(point));
            let root_move = &mut self.root_moves[index];
            root_move.nodes += self.nodes - nodes_before;
            root_move.score = score;
            let is_best = best.as_ref().is_none_or(|best| score > best.score);
            if is_best && (index == first || score > alpha) {
                self.update_pv(0, point);
                let variation = self.frames[0].pv.clone();
                let summary = self.report(depth, score, &variation);
                if index > first {
                    observer.progress(&summary);
                }
                best = Some(summary);
                // The best move goes to the front; the others keep their order.
                self.root_moves[first..=index].rotate_right(1);
            }
            alpha = alpha.max(score);
            if alpha >= window.beta {
                break;
            }
        }
        best
    }

    /// Returns whether a helper need not search a root move, since another thread is searching
    /// it. The main thread searches all of them.
    fn leaves_to_others(&self, point: Point) -> bool {
        self.time.is_helper() && self.is_under_search(point)
    }

    fn search_root_move(
        &mut self,
        window: Window,
        depth: i32,
        point: Point,
        number: usize,
    ) -> Score {
        if self.makes_five(point) {
            self.frames[1].pv.clear();
            return Score::win_in(1);
        }
        let new_depth = depth - PLY;
        let key = self.board.position().key_after(point);
        self.enter(key);
        let reduction = self.margins.root_reduction(depth, number);
        let reduction = (number > 0).then_some(reduction.min((new_depth - PLY).max(0)));
        let score = self.play_and_search(point, window, new_depth, reduction, 1);
        self.leave(key);
        score
    }
}

/// Returns a bound that was moved outward, or the end of all scores if it is beyond those
/// without a proof.
fn widened(bound: Score, end: Score) -> Score {
    if bound.is_proved() { end } else { bound }
}
