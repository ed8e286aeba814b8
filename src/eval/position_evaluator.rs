//! The evaluation of positions one after another, such as those of a game.
//!
//! Invariant: the board that is kept has the rule, the size and the dead points of the last position, and
//! its stones.

use std::sync::Arc;

use crate::board::{Placement, Position};
use crate::eval::accumulator::Accumulator;
use crate::eval::evaluator::{Evaluator, RuleEvaluator};
use crate::eval::score::Score;
use crate::rules::Rule;
use crate::threats::ThreatBoard;

/// An evaluator of positions one after another, which is faster the more first stones a position shares with the one
/// before.
///
/// ```
/// use dolmen::eval::{Evaluator, PositionEvaluator};
/// use dolmen::threats::ThreatBoard;
/// use dolmen::{Position, Rule};
///
/// let evaluator = Evaluator::built_in();
/// let mut positions = PositionEvaluator::new(&evaluator);
/// for moves in ["15x15 h8", "15x15 h8 i9", "15x15 h8 j10 g9"] {
///     let position = Position::from_moves(moves)?;
///     let board = ThreatBoard::new(&position, Rule::Renju);
///     let expected = evaluator.rule(Rule::Renju).evaluate(&board);
///     assert_eq!(positions.evaluate(&position, Rule::Renju), expected);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PositionEvaluator {
    evaluator: Arc<Evaluator>,
    /// Boxed, because it is large.
    followed: Option<Box<Followed>>,
}

/// The board of the last position.
#[derive(Clone, Debug)]
struct Followed {
    board: ThreatBoard,
    accumulator: Accumulator,
}

impl PositionEvaluator {
    /// Returns an evaluator that has seen no position.
    #[must_use]
    pub fn new(evaluator: &Arc<Evaluator>) -> Self {
        Self { evaluator: Arc::clone(evaluator), followed: None }
    }

    /// Returns the worth of a position to the side to move: that of [`RuleEvaluator::evaluate`].
    pub fn evaluate(&mut self, position: &Position, rule: Rule) -> Score {
        let known = self.followed.take().filter(|known| known.can_follow(position, rule));
        let new = || Box::new(Followed::new(self.evaluator.rule(rule), position, rule));
        let followed = self.followed.insert(known.unwrap_or_else(new));
        followed.follow(position.history());
        if followed.board.side_to_move() == position.side_to_move() {
            return followed.accumulator.evaluate(&followed.board);
        }
        // A side has passed, which a board of moves in turn cannot represent.
        let board = ThreatBoard::new(position, rule);
        Accumulator::new(self.evaluator.rule(rule), &board).evaluate(&board)
    }
}

impl Followed {
    /// Returns the board of a position without its stones.
    fn new(evaluator: &Arc<RuleEvaluator>, position: &Position, rule: Rule) -> Self {
        let mut empty = Position::new(position.size());
        for point in position.dead() {
            empty.block(point).expect("dead points are on the board");
        }
        let board = ThreatBoard::new(&empty, rule);
        Self { accumulator: Accumulator::new(evaluator, &board), board }
    }

    /// Returns whether the board can reach a position by taking stones back and placing others.
    fn can_follow(&self, position: &Position, rule: Rule) -> bool {
        let own = self.board.position();
        self.board.rule() == rule && own.size() == position.size() && own.dead() == position.dead()
    }

    /// Takes back the stones that a position does not share, and places its others.
    fn follow(&mut self, stones: &[Placement]) {
        let Self { board, accumulator } = self;
        let shared = |board: &ThreatBoard| {
            std::iter::zip(board.position().history(), stones).take_while(|(a, b)| a == b).count()
        };
        let shared = shared(board);
        while board.position().ply() > shared {
            board.undo();
        }
        accumulator.follow_undo(board);
        if stones.len() == shared + 1 {
            // The sums of a position one stone after a kept one are fast to compute.
            accumulator.keep(board);
        }
        for &Placement { point, color } in &stones[shared..] {
            board.place(point, color);
        }
    }
}

#[cfg(test)]
mod tests;
