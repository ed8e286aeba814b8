//! The accumulator: the sums of the evaluation, kept beside a board under play and undo.
//!
//! Most positions of a search are never evaluated, so placing a stone sums nothing up. The board
//! logs the changes of its codes, and the sums of a position are computed on demand: from those
//! of the last position that was kept, and the changes since.

use std::sync::Arc;

use crate::board::point::POINT_INDICES;
use crate::board::{Color, PerColor, Point};
use crate::eval::evaluator::RuleEvaluator;
use crate::eval::score::Score;
use crate::eval::sums::{RowChanges, Sums};
use crate::eval::weights::GroupWeights;
use crate::threats::{Code, CodeEntry, ShapeChange, ThreatBoard};

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
    /// `[point]`: the codes of the last position that was kept.
    codes: Box<[PointCodes; POINT_INDICES]>,
    /// The codes before they were changed, the oldest first.
    log: Vec<CodeChange>,
    /// Never empty: the sums of the first position stay.
    kept: Vec<Kept>,
}

/// The codes of a point, and their groups and classes.
#[derive(Clone, Copy, Debug, Default)]
struct PointCodes {
    codes: PerColor<Code>,
    entries: PerColor<CodeEntry>,
}

/// A change of the codes of a point.
#[derive(Clone, Copy, Debug)]
struct CodeChange {
    point: Point,
    old: PointCodes,
}

/// The sums of a position.
#[derive(Clone, Copy, Debug)]
struct Kept {
    /// The number of stones that were placed on the board before.
    placements: usize,
    /// The number of changes in the log that led to the position.
    changes: usize,
    /// `[side to move]`
    sums: PerColor<Sums>,
}

impl Accumulator {
    /// Returns an accumulator that follows a board from its present position on.
    #[must_use]
    pub fn new(evaluator: &Arc<RuleEvaluator>, board: &ThreatBoard) -> Self {
        let mut codes = Box::new([PointCodes::default(); POINT_INDICES]);
        for point in board.position().empty() {
            codes[point.index()] = PointCodes::of(board, point);
        }
        let sums = PerColor::from_fn(|mover| evaluator.sums(board, mover));
        let first = Kept { placements: board.placements(), changes: 0, sums };
        Self { evaluator: Arc::clone(evaluator), codes, log: Vec::new(), kept: vec![first] }
    }

    /// Returns the worth of the board's position to the side to move, by its threats alone.
    #[inline]
    #[must_use]
    pub fn evaluate(&self, board: &ThreatBoard) -> Score {
        self.evaluator.evaluate_sums(board, &self.sums(board, board.side_to_move()))
    }

    /// Returns the sums of the board's position for a side to move.
    ///
    /// This is fast if at most one stone was placed after the last position that was kept.
    #[inline]
    #[must_use]
    pub fn sums(&self, board: &ThreatBoard, mover: Color) -> Sums {
        let last = self.last();
        match board.placements() - last.placements {
            0 => last.sums[mover],
            1 => self.evaluator.summands(mover).after(&last.sums[mover], &self.row_changes(board)),
            _ => self.evaluator.sums(board, mover),
        }
    }

    /// Keeps the codes and the sums of the board's position until a move before it is taken back.
    /// The sums of positions after it begin there.
    #[inline]
    pub fn keep(&mut self, board: &ThreatBoard) {
        let last = *self.last();
        let placements = board.placements();
        let sums = match placements - last.placements {
            0 => return,
            1 => {
                let rows = self.row_changes(board);
                self.follow_last_placement(board);
                PerColor::from_fn(|mover| {
                    self.evaluator.summands(mover).after(&last.sums[mover], &rows)
                })
            }
            _ => {
                self.follow_all_points(board);
                PerColor::from_fn(|mover| self.evaluator.sums(board, mover))
            }
        };
        self.kept.push(Kept { placements, changes: self.log.len(), sums });
    }

    /// Drops the sums of positions that the board has left by taking moves back. Call this after
    /// [`ThreatBoard::undo`], before the next move is played.
    #[inline]
    pub fn follow_undo(&mut self, board: &ThreatBoard) {
        let placements = board.placements();
        while self.last().placements > placements {
            self.kept.pop();
            let changes = self.last().changes;
            for CodeChange { point, old } in self.log.drain(changes..).rev() {
                self.codes[point.index()] = old;
            }
        }
    }

    /// Returns the weights of a point's code for a colour.
    #[inline]
    pub(crate) fn weights_at(
        &self,
        board: &ThreatBoard,
        color: Color,
        point: Point,
    ) -> &GroupWeights {
        if board.placements() == self.last().placements {
            let group = self.codes[point.index()].entries[color].group();
            &self.evaluator.weights()[color].groups[group]
        } else {
            self.evaluator.weights_at(board, color, point)
        }
    }

    #[inline]
    fn last(&self) -> &Kept {
        self.kept.last().expect("the sums of the first position are kept")
    }

    /// Returns the rows that the last stone has changed.
    #[inline]
    fn row_changes(&self, board: &ThreatBoard) -> RowChanges {
        let mut rows = RowChanges::new();
        if let Some(stone) = board.last_placement() {
            let old = self.codes[stone.point.index()].entries;
            rows.push(old, PerColor::default());
        }
        board.report_last_changes(|change| {
            let old = self.codes[change.point.index()];
            rows.push(old.entries, old.after(board, &change).entries);
        });
        rows
    }

    /// Notes the codes that the last stone has changed.
    #[inline]
    fn follow_last_placement(&mut self, board: &ThreatBoard) {
        let Self { codes, log, .. } = self;
        let mut set = |point: Point, new: &dyn Fn(PointCodes) -> PointCodes| {
            let codes = &mut codes[point.index()];
            log.push(CodeChange { point, old: *codes });
            *codes = new(*codes);
        };
        if let Some(stone) = board.last_placement() {
            set(stone.point, &|_| PointCodes::default());
        }
        board.report_last_changes(|change| set(change.point, &|old| old.after(board, &change)));
    }

    /// Notes the codes of all points.
    #[cold]
    fn follow_all_points(&mut self, board: &ThreatBoard) {
        for point in board.position().geometry().on_board() {
            let new = PointCodes::of(board, point);
            let old = std::mem::replace(&mut self.codes[point.index()], new);
            self.log.push(CodeChange { point, old });
        }
    }

    /// Returns the evaluator that the sums belong to.
    #[inline]
    #[must_use]
    pub fn evaluator(&self) -> &RuleEvaluator {
        &self.evaluator
    }
}

impl PointCodes {
    /// Returns the codes of a point.
    fn of(board: &ThreatBoard, point: Point) -> Self {
        let codes = PerColor::from_fn(|color| board.code(color, point));
        Self { codes, entries: PerColor::from_fn(|color| board.entry_of(color, codes[color])) }
    }

    /// Returns the codes after a change.
    #[inline]
    fn after(self, board: &ThreatBoard, change: &ShapeChange) -> Self {
        let codes = PerColor::from_fn(|color| {
            self.codes[color].with(change.direction, change.numbers[color])
        });
        Self { codes, entries: PerColor::from_fn(|color| board.entry_of(color, codes[color])) }
    }
}

#[cfg(test)]
mod tests;
