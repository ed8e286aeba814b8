//! The strong threats of both sides as one number.

use crate::board::Color;
use crate::threats::{Threat, ThreatBoard};

/// The number of values of [`urgency`].
pub const URGENCIES: usize = 1 << 9;

/// Returns the strong threats of both sides as bits.
///
/// From the lowest bit, the side to move has a four-three, a lesser four, a double three, a single
/// open three; the other side has an open four, a four-three, a lesser four, a double three, a
/// single open three. Fives, and an open four of the side to move, are left out, because they
/// decide the game at once.
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
