//! The accumulator: the sums of the evaluation, kept beside a board under play and undo.
//!
//! Most positions of a search are never evaluated, so placing a stone sums nothing up. The board
//! logs the changes of its codes, and the sums of a position are computed on demand: from those
//! of the last position that was kept, and the changes since.

use std::sync::Arc;

use crate::board::{Color, PerColor};
use crate::eval::evaluator::RuleEvaluator;
use crate::eval::score::Score;
use crate::eval::sums::Sums;
use crate::threats::ThreatBoard;

/// The sums of one board's position and of positions before it.
///
/// The accumulator follows one board. The caller reports when moves are taken back
/// ([`Accumulator::follow_undo`]), but not when moves are played.
///
/// ```
/// use dolmen::board::{BoardSize, Position};
/// use dolmen::eval::{Accumulator, Evaluator};
/// use dolmen::rules::Rule;
/// use dolmen::threats::ThreatBoard;
///
/// let evaluator = Evaluator::built_in();
/// let mut board = ThreatBoard::new(&Position::new(BoardSize::square(15)), Rule::Freestyle);
/// let mut accumulator = Accumulator::new(evaluator.rule(Rule::Freestyle), &board);
/// board.play(board.position().geometry().center());
/// accumulator.keep(&board);
/// assert_eq!(accumulator.evaluate(&board), evaluator.rule(Rule::Freestyle).evaluate(&board));
/// board.undo();
/// accumulator.follow_undo(&board);
/// ```
#[derive(Clone, Debug)]
pub struct Accumulator {
    evaluator: Arc<RuleEvaluator>,
    /// Never empty: the sums of the first position stay.
    kept: Vec<Kept>,
}

/// The sums of a position.
#[derive(Clone, Copy, Debug)]
struct Kept {
    /// The number of changes in the board's log that led to the position.
    changes: usize,
    /// `[side to move]`
    sums: PerColor<Sums>,
}

impl Accumulator {
    /// Returns an accumulator that follows a board from its present position on.
    #[must_use]
    pub fn new(evaluator: &Arc<RuleEvaluator>, board: &ThreatBoard) -> Self {
        let sums = PerColor::from_fn(|mover| evaluator.sums(board, mover));
        let first = Kept { changes: board.changes().len(), sums };
        Self { evaluator: Arc::clone(evaluator), kept: vec![first] }
    }

    /// Returns the worth of the board's position to the side to move, by its threats alone.
    #[inline]
    #[must_use]
    pub fn evaluate(&self, board: &ThreatBoard) -> Score {
        self.evaluator.evaluate_sums(board, &self.sums(board, board.side_to_move()))
    }

    /// Returns the sums of the board's position for a side to move.
    #[inline]
    #[must_use]
    pub fn sums(&self, board: &ThreatBoard, mover: Color) -> Sums {
        let last = self.kept.last().expect("the sums of the first position are kept");
        self.evaluator.summands(mover).after(&last.sums[mover], &board.changes()[last.changes..])
    }

    /// Keeps the sums of the board's position until a move before it is taken back, so that the
    /// sums of positions after it need not begin farther back.
    #[inline]
    pub fn keep(&mut self, board: &ThreatBoard) {
        let changes = board.changes().len();
        if self.kept.last().is_none_or(|last| last.changes != changes) {
            let sums = PerColor::from_fn(|mover| self.sums(board, mover));
            self.kept.push(Kept { changes, sums });
        }
    }

    /// Drops the sums of positions that the board has left by taking moves back. Call this after
    /// [`ThreatBoard::undo`], before the next move is played.
    #[inline]
    pub fn follow_undo(&mut self, board: &ThreatBoard) {
        let changes = board.changes().len();
        while self.kept.last().is_some_and(|last| last.changes > changes) {
            self.kept.pop();
        }
    }

    /// Returns the evaluator that the sums belong to.
    #[inline]
    #[must_use]
    pub fn evaluator(&self) -> &RuleEvaluator {
        &self.evaluator
    }
}

#[cfg(test)]
mod tests;
