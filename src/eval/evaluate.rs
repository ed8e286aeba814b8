//! The static evaluation: sums over the codes of all points, kept by the threat board.

use crate::board::Color;
use crate::eval::score::Score;
use crate::eval::weights::PARTS;
use crate::threats::{Threat, ThreatBoard};

/// The worth of a position to the side to move, by its threats alone.
#[inline]
#[must_use]
pub fn evaluate(board: &ThreatBoard) -> Score {
    let mover = board.side_to_move();
    let balance = board.values(mover).to_move - board.values(!mover).waiting;
    Score::new(balance / i32::from(PARTS) + board.tables().bonus(mover, urgency(board)))
}

/// Number of values of [`urgency`].
pub const URGENCIES: usize = 1 << 9;

/// Which strong threats each side has, as bits, from the lowest: the side to move has a
/// four-three, a lesser four, a double three, a single open three; the other one has an
/// open four, a four-three, a lesser four, a double three, a single open three. Fives, and
/// the open four of the side to move, decide the game at once.
#[inline]
#[must_use]
pub fn urgency(board: &ThreatBoard) -> usize {
    const FOURS: [Threat; 2] = [Threat::FourPlus, Threat::Four];
    const THREES: [Threat; 2] = [Threat::OpenThreePlus, Threat::OpenThree];
    let bits = |color: Color| {
        usize::from(board.count(color, Threat::FourThree) > 0)
            | usize::from(board.has_any(color, &FOURS)) << 1
            | usize::from(board.count(color, Threat::DoubleThree) > 0) << 2
            | usize::from(board.has_any(color, &THREES)) << 3
    };
    let mover = board.side_to_move();
    let open_four = usize::from(board.count(!mover, Threat::OpenFour) > 0);
    bits(mover) | open_four << 4 | bits(!mover) << 5
}
