//! How far searches came out from the static evaluation, by the threats on the board
//! (correction history, known from chess engines): an evaluation that is off in one
//! position tends to be off in others with the same threats.

use crate::board::{Color, PerColor};
use crate::eval::Score;
use crate::search::PLY;
use crate::threats::{Threat, ThreatBoard};

/// Profiles told apart, a power of two; others share a place.
const PROFILE_BITS: u32 = 14;
/// Corrections are kept in these parts of an evaluation unit.
const PARTS: i32 = 64;
/// Largest correction either way, in parts.
const LIMIT: i32 = 256 * PARTS;
/// Weight of a difference per ply of depth behind it, in parts.
const WEIGHT: i32 = 4;
/// Points of one class that are told apart, and one more.
const COUNTS: u64 = 5;

/// What earlier searches say of the static evaluation.
#[derive(Clone, Debug)]
pub struct Correction {
    /// `[side to move][profile]`: what to add, in parts of a unit.
    by_profile: PerColor<Box<[i16; 1 << PROFILE_BITS]>>,
}

impl Default for Correction {
    fn default() -> Self {
        Self { by_profile: PerColor::from_fn(|_| Box::new([0; 1 << PROFILE_BITS])) }
    }
}

impl Correction {
    /// What to add to the static evaluation of a position, in evaluation units.
    #[must_use]
    pub fn of(&self, board: &ThreatBoard) -> i32 {
        i32::from(self.by_profile[board.side_to_move()][profile(board)]) / PARTS
    }

    /// Notes that a search of this depth, in [`PLY`]s, came out at `score` where the
    /// corrected evaluation was `eval`.
    pub fn learn(&mut self, board: &ThreatBoard, (score, eval): (Score, Score), depth: i32) {
        let value = &mut self.by_profile[board.side_to_move()][profile(board)];
        let difference = score.value() - eval.value();
        let bonus = (difference * (depth / PLY + 1) * WEIGHT).clamp(-LIMIT / 4, LIMIT / 4);
        let old = i32::from(*value);
        *value = (old + bonus - old * bonus.abs() / LIMIT) as i16;
    }
}

/// The number of the position's threats: how many points of each class both sides have.
fn profile(board: &ThreatBoard) -> usize {
    /// Spreads products over the high bits: 2 to the 64 divided by the golden ratio.
    const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut number = 1_u64;
    for color in Color::ALL {
        for threat in &Threat::ALL[Threat::WEAKEST_KEPT as usize..] {
            let count = board.count(color, *threat) as u64;
            number = number * COUNTS + count.min(COUNTS - 1);
        }
    }
    (number.wrapping_mul(SPREAD) >> (u64::BITS - PROFILE_BITS)) as usize
}

#[cfg(test)]
mod tests;
