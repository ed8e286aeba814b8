//! The score of a position without a search of its moves: the static evaluation and what is known
//! to improve it, and wins by continuous fours.

use crate::eval::Score;
use crate::search::census::NodeKind;
use crate::search::node::{Estimate, Window};
use crate::search::table::Entry;
use crate::search::worker::Worker;
use crate::threats::Threat;

impl Worker<'_> {
    /// Evaluates the position and offers it to the sample, if there is one.
    ///
    /// Leaves out the correction of the line network if that could hardly bring the score into the
    /// window.
    #[inline]
    pub(crate) fn evaluate(&mut self, window: Window, ply: usize) -> Score {
        if let Some(sample) = &mut self.memory.sample {
            let stones = self.board.position().history();
            sample.note(&stones[stones.len() - ply..]);
        }
        let key = self.board.position().key();
        self.memory.evaluations.get(key).unwrap_or_else(|| {
            let rough = self.accumulator.evaluate_codes(&self.board);
            let gate = self.margins.correction_gate;
            let is_far = rough - gate >= window.beta || rough + gate <= window.alpha;
            if is_far {
                return rough;
            }
            let score = rough + self.accumulator.correction(&self.board);
            self.memory.evaluations.insert(key, score);
            score
        })
    }

    /// Returns the score at the horizon, where the side to move may stop with the static
    /// evaluation or win by continuous fours. The caller passes the evaluation if it knows it.
    pub(crate) fn horizon(
        &mut self,
        static_eval: Option<Score>,
        window: Window,
        ply: usize,
    ) -> Score {
        if self.board.position().empty().is_empty() {
            return Score::DRAW;
        }
        let correction = self.correction();
        let uncorrected = window.lowered_by(correction);
        let static_eval = static_eval.unwrap_or_else(|| self.evaluate(uncorrected, ply));
        let eval = Score::new(static_eval.value() + correction);
        if eval >= window.beta {
            return eval;
        }
        let margins = &self.margins;
        let is_all = !window.is_open() && !window.expects_cut;
        let budget = if is_all { margins.leaf_vcf_all } else { margins.leaf_vcf };
        self.vcf(budget as u64, ply).unwrap_or(eval)
    }

    /// Returns the score of a win by continuous fours, if the solver finds one within the
    /// budget.
    fn vcf(&mut self, budget: u64, ply: usize) -> Option<Score> {
        let mover = self.board.side_to_move();
        let is_promising = self.board.has_any(mover, &[Threat::FourThree, Threat::FourPlus])
            || self.board.count(mover, Threat::Four) > 1
            || self.board.count(mover, Threat::Forbidden) > 0;
        if !is_promising {
            return None;
        }
        let budget = budget.min(self.time.nodes_left(self.nodes));
        let variation = self.memory.vcf.local_win(&mut self.board, budget);
        let visited = self.memory.vcf.nodes();
        self.nodes += visited;
        if let Some(census) = &mut self.memory.census {
            census.note(NodeKind::Vcf, 0, visited);
        }
        let variation = variation?;
        let score = Score::win_in((ply + variation.len()) as i32);
        self.frames[ply].pv = variation;
        Some(score)
    }

    /// Returns the correction of the static evaluation by what earlier searches found.
    #[inline]
    fn correction(&self) -> i32 {
        self.memory.correction.of(&self.board) * self.margins.correction_share / 100
    }

    /// Evaluates the position without a search, and notes the result in the frame.
    pub(crate) fn estimate(&mut self, entry: Option<Entry>, ply: usize, is_free: bool) -> Estimate {
        // The evaluation is unsteady under a threat. The one before the threat says more about
        // whether the sides improve (as in Rapfi's search).
        let before = ply.checked_sub(1).and_then(|ply| self.frames[ply].eval);
        if let Some(before) = before.filter(|_| !is_free) {
            self.frames[ply].eval = Some(-before);
            let is_improving = self.is_improving(-before, ply);
            return Estimate { static_eval: Score::DRAW, eval: -before, is_improving };
        }
        let static_eval = match entry.filter(|_| is_free) {
            Some(entry) => entry.eval,
            None => self.evaluate(Window::full(), ply),
        };
        let corrected = Score::new(static_eval.value() + self.correction());
        self.frames[ply].eval = Some(corrected);
        let eval = refined(corrected, entry);
        Estimate { static_eval, eval, is_improving: self.is_improving(eval, ply) }
    }

    /// Returns whether the side to move stands better than at its last turn.
    fn is_improving(&self, eval: Score, ply: usize) -> bool {
        let before = ply.checked_sub(2).and_then(|ply| self.frames[ply].eval);
        before.is_none_or(|before| eval > before)
    }
}

/// Returns the evaluation, or the table's score where that bounds it: a search is worth more
/// than the static evaluation.
fn refined(eval: Score, entry: Option<Entry>) -> Score {
    let score = entry.filter(|entry| entry.bound.refines(eval, entry.score));
    score.map_or(eval, |entry| entry.score)
}
