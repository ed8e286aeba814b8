//! The static evaluation: sums over the codes of all points, kept by the threat board.

use crate::eval::score::Score;
use crate::eval::weights;
use crate::threats::ThreatBoard;

/// The worth of a position to the side to move, by its threats alone.
#[inline]
#[must_use]
pub fn evaluate(board: &ThreatBoard) -> Score {
    let mover = board.side_to_move();
    let balance = board.values(mover).to_move - board.values(!mover).waiting;
    Score::new(balance + weights::TEMPO)
}
