//! The static evaluation: sums over the codes of all points, kept by the threat board, and
//! what a small network makes of them.

use crate::board::Color;
use crate::eval::score::Score;
use crate::eval::weights::{self, PARTS};
use crate::threats::{Sums, Threat, ThreatBoard};

/// The worth of a position to the side to move, by its threats alone.
#[inline]
#[must_use]
pub fn evaluate(board: &ThreatBoard) -> Score {
    let mover = board.side_to_move();
    let weights = &weights::in_use(board.rule())[mover];
    let Sums { value, features } = board.sums(mover);
    let urgency = urgency(board);
    let network = weights.network.as_ref();
    let correction = network.map_or(0, |network| network.worth(&features, urgency));
    Score::new(value / i32::from(PARTS) + i32::from(weights.bonuses[urgency]) + correction)
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
