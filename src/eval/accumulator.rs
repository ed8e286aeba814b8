//! The accumulator: the sums of the evaluation, kept beside a board under play and undo.
//!
//! Most positions of a search are never evaluated, so placing a stone sums nothing up. The sums of
//! a position are computed on demand: from those of the last position that was kept, and the codes
//! that the stone after it has changed.

use std::sync::Arc;

use crate::board::point::POINT_INDICES;
use crate::board::{Bitboard, Color, Key, PerColor, Point};
use crate::eval::evaluator::RuleEvaluator;
use crate::eval::line_network::LineAccumulator;
use crate::eval::line_network::policy::PolicyInput;
use crate::eval::score::Score;
use crate::eval::sums::{PointRows, Sums};
use crate::eval::urgency::urgency;
use crate::processor::rows::Exchanges;
use crate::threats::{Code, ShapeChange, Threat, ThreatBoard};

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
    /// The codes that points had before the changes that led to the last position that was kept, the oldest first.
    log: Vec<CodesAt>,
    /// The positions that were kept; never empty, because the first one stays.
    kept: Vec<Kept>,
    /// The position one stone after the last one that was kept, if it was evaluated.
    next: Option<Next>,
    /// The codes that this stone changes, and the rows that it exchanges.
    next_codes: Box<[CodesAt; MAX_CHANGES]>,
    next_exchanges: Exchanges,
    lines: Option<LineAccumulator>,
}

/// The size of a list that has room for the changes of one stone: five points on either side in
/// four lines, and its own. As a power of two it spares the check of an index.
const MAX_CHANGES: usize = 1 << 6;

/// The codes of a point, and the rows that stand for them.
#[derive(Clone, Copy, Debug)]
struct PointCodes {
    codes: PerColor<Code>,
    rows: PointRows,
}

/// The codes of a point at some time.
#[derive(Clone, Copy, Debug)]
struct CodesAt {
    point: Point,
    codes: PointCodes,
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

/// The position one stone after a kept one, and its sums for one side to move.
#[derive(Clone, Copy, Debug)]
struct Next {
    key: Key,
    mover: Color,
    sums: Sums,
    /// The number of changes.
    changes: usize,
}

/// A move, and the chance of the side that makes it to win.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveChance {
    /// The point of the move.
    pub point: Point,
    /// The chance, from 0 to 1.
    pub chance: f64,
}

impl Accumulator {
    /// Returns an accumulator that follows a board from its present position on.
    #[must_use]
    pub fn new(evaluator: &Arc<RuleEvaluator>, board: &ThreatBoard) -> Self {
        let codes: [PointCodes; POINT_INDICES] =
            std::array::from_fn(|index| PointCodes::of(board, Point::from_index(index)));
        // Points that are not empty have no shapes and add nothing.
        let rows = || codes.iter().map(|codes| codes.rows);
        let sums = PerColor::from_fn(|mover| evaluator.summands(mover).sums_of(rows()));
        let first = Kept { placements: board.placements(), changes: 0, sums };
        Self {
            evaluator: Arc::clone(evaluator),
            codes: Box::new(codes),
            log: Vec::new(),
            kept: vec![first],
            next: None,
            next_codes: Box::new([CodesAt::NONE; MAX_CHANGES]),
            next_exchanges: Exchanges::default(),
            lines: evaluator.lines().map(|lines| LineAccumulator::new(lines, board.position())),
        }
    }

    /// Returns the worth of the board's position to the side to move.
    #[inline]
    pub fn evaluate(&mut self, board: &ThreatBoard) -> Score {
        self.evaluate_codes(board) + self.correction(board)
    }

    /// Returns the worth of the board's position to the side to move, without the correction of the
    /// line network.
    #[inline]
    pub(crate) fn evaluate_codes(&mut self, board: &ThreatBoard) -> Score {
        let sums = self.sums(board, board.side_to_move());
        self.evaluator.evaluate_sums(board, &sums)
    }

    /// Returns the correction of the line network for the board's position, in evaluation units;
    /// zero without a network.
    #[inline]
    pub(crate) fn correction(&mut self, board: &ThreatBoard) -> i32 {
        let Some(lines) = &mut self.lines else { return 0 };
        let placements = board.placements() - self.kept[0].placements;
        lines.correction(board.position(), placements, urgency(board))
    }

    /// Returns what the policy adds to the worth of each empty point near a stone, for an evaluation of the
    /// board's position; `None` if the rule has no policy.
    #[inline]
    pub(crate) fn policy(
        &mut self,
        board: &ThreatBoard,
        evaluation: Score,
    ) -> Option<impl Iterator<Item = (Point, i32)>> {
        let lines = self.lines.as_mut()?;
        let placements = board.placements() - self.kept[0].placements;
        let (evaluation, urgency) = (evaluation.value(), urgency(board));
        let input = PolicyInput { near: board.near(), evaluation, urgency };
        lines.policy(board.position(), placements, input)
    }

    /// Returns the sums of the board's position for a side to move.
    ///
    /// This is fast if at most one stone was placed after the last position that was kept.
    #[inline]
    pub fn sums(&mut self, board: &ThreatBoard, mover: Color) -> Sums {
        let last = self.last();
        match board.placements() - last.placements {
            0 => last.sums[mover],
            1 => self.next_sums(board, mover),
            _ => self.evaluator.sums(board, mover),
        }
    }

    /// Keeps the codes and the sums of the board's position until a move before it is taken back.
    /// The sums of positions after it begin there.
    #[inline]
    pub fn keep(&mut self, board: &ThreatBoard) {
        let last = self.last();
        let placements = board.placements();
        if placements == last.placements {
            return;
        }
        let is_next = placements == last.placements + 1;
        let sums = PerColor::from_fn(|mover| self.sums(board, mover));
        let Self { codes, log, next, next_codes, .. } = self;
        let mut change = |CodesAt { point, codes: new }| {
            let old = std::mem::replace(&mut codes[point.index()], new);
            log.push(CodesAt { point, codes: old });
        };
        match next.take().filter(|_| is_next) {
            Some(next) => next_codes[..next.changes].iter().copied().for_each(change),
            None => all_codes(board).for_each(&mut change),
        }
        self.kept.push(Kept { placements, changes: self.log.len(), sums });
    }

    /// Drops the sums of positions that the board has left by taking moves back. Call this after
    /// [`ThreatBoard::undo`], before the next move is played.
    #[inline]
    pub fn follow_undo(&mut self, board: &ThreatBoard) {
        let placements = board.placements();
        let first = self.kept[0].placements;
        if let Some(lines) = &mut self.lines {
            lines.follow_undo(placements - first);
        }
        while self.last().placements > placements {
            self.next = None;
            self.kept.pop();
            let changes = self.last().changes;
            for CodesAt { point, codes } in self.log.drain(changes..).rev() {
                self.codes[point.index()] = codes;
            }
        }
    }

    /// Returns the worth of each move of the side to move in move ordering. This is fast at a position that was kept.
    #[inline]
    pub(crate) fn move_scores(&self, board: &ThreatBoard) -> impl Fn(Point) -> i32 {
        let is_kept = board.placements() == self.last().placements;
        let summands = self.evaluator.summands(board.side_to_move());
        move |point| {
            let rows = if is_kept {
                self.codes[point.index()].rows
            } else {
                PointCodes::of(board, point).rows
            };
            summands.move_score(rows)
        }
    }

    #[inline]
    fn last(&self) -> &Kept {
        self.kept.last().expect("the sums of the first position are kept")
    }

    /// Returns the sums one stone after the last position that was kept.
    #[inline]
    fn next_sums(&mut self, board: &ThreatBoard, mover: Color) -> Sums {
        let key = board.position().key();
        let known = self.next.filter(|next| next.key == key);
        if let Some(next) = known.filter(|next| next.mover == mover) {
            return next.sums;
        }
        let changes = match known {
            Some(next) => next.changes,
            None => self.compare_last_placement(board),
        };
        let last = self.last();
        let sums = self.evaluator.summands(mover).after(&last.sums[mover], &self.next_exchanges);
        self.next = Some(Next { key, mover, sums, changes });
        sums
    }

    /// Lists the changes of the last stone and returns their number.
    #[inline]
    fn compare_last_placement(&mut self, board: &ThreatBoard) -> usize {
        let Self { codes, next_codes, next_exchanges, .. } = self;
        let mut count = 0;
        next_exchanges.refill(|exchanges| {
            let mut note = |point: Point, old: PointCodes, new: PointCodes| {
                next_codes[count % MAX_CHANGES] = CodesAt { point, codes: new };
                count += 1;
                old.rows.exchange_for(new.rows, exchanges);
            };
            if let Some(stone) = board.last_placement() {
                note(stone.point, codes[stone.point.index()], PointCodes::NONE);
            }
            board.report_last_changes(|change| {
                let old = codes[change.point.index()];
                note(change.point, old, old.after(board, &change));
            });
        });
        count
    }

    /// Returns the chance of the side to move after each of `moves`, by the evaluation alone: 1 after a five, and
    /// that of a draw after a move that fills the board. Leaves the board unchanged.
    pub fn chances(&mut self, board: &mut ThreatBoard, moves: Bitboard) -> Vec<MoveChance> {
        let fives = board.points(board.position().side_to_move(), Threat::Five);
        let mut chances = Vec::new();
        for point in moves {
            board.play(point);
            let chance = if fives.contains(point) {
                1.0
            } else if board.position().empty().is_empty() {
                Score::DRAW.win_probability()
            } else {
                1.0 - self.evaluate(board).win_probability()
            };
            board.undo();
            self.follow_undo(board);
            chances.push(MoveChance { point, chance });
        }
        chances
    }

    /// Returns the evaluator that the sums belong to.
    #[inline]
    #[must_use]
    pub fn evaluator(&self) -> &RuleEvaluator {
        &self.evaluator
    }
}

/// Returns the codes of all points of a board.
#[cold]
fn all_codes(board: &ThreatBoard) -> impl Iterator<Item = CodesAt> {
    let points = board.position().geometry().on_board().iter();
    points.map(|point| CodesAt { point, codes: PointCodes::of(board, point) })
}

impl CodesAt {
    /// An entry for unused places of a list.
    const NONE: Self = Self { point: Point::new(0, 0), codes: PointCodes::NONE };
}

impl PointCodes {
    /// The codes of a point without shapes.
    const NONE: Self = Self { codes: PerColor::new(Code(0), Code(0)), rows: PointRows::NONE };

    /// Returns the codes of a point.
    fn of(board: &ThreatBoard, point: Point) -> Self {
        Self::new(board, PerColor::from_fn(|color| board.code(color, point)))
    }

    /// Returns the codes after a change.
    #[inline]
    fn after(self, board: &ThreatBoard, change: &ShapeChange) -> Self {
        let code = |color| self.codes[color].with(change.direction, change.numbers[color]);
        Self::new(board, PerColor::from_fn(code))
    }

    #[inline]
    fn new(board: &ThreatBoard, codes: PerColor<Code>) -> Self {
        let entries = PerColor::from_fn(|color| board.entry_of(color, codes[color]));
        Self { codes, rows: PointRows::of(entries) }
    }
}

#[cfg(test)]
mod tests;
