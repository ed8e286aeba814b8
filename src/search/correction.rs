//! Correction history, as in chess engines: the differences between searches and the static
//! evaluation. An evaluation that is wrong in one position tends to be wrong in others with
//! the same threats.

use crate::board::{Color, PerColor};
use crate::eval::Score;
use crate::search::depth::PLY;
use crate::threats::{Threat, ThreatBoard};

/// The number of distinct profiles is 2 to this power; others share an entry.
const PROFILE_BITS: u32 = 14;
/// The parts of an evaluation unit in which corrections are stored.
const PARTS: i32 = 64;
/// The largest correction in either direction, in parts.
const MAX_CORRECTION: i32 = 256 * PARTS;
/// The weight of a difference for each ply of its depth, in parts.
const WEIGHT: i32 = 4;
/// The number of distinct counts of the points of one class.
const COUNTS: u64 = 5;

/// The errors that earlier searches found in the static evaluation.
#[derive(Clone, Debug)]
pub(crate) struct Correction {
    /// `[side to move][profile]`: the correction, in parts of a unit.
    by_profile: PerColor<Box<[i16; 1 << PROFILE_BITS]>>,
}

impl Default for Correction {
    fn default() -> Self {
        Self { by_profile: PerColor::from_fn(|_| Box::new([0; 1 << PROFILE_BITS])) }
    }
}

impl Correction {
    /// Forgets all errors.
    pub(crate) fn clear(&mut self) {
        for color in Color::ALL {
            self.by_profile[color].fill(0);
        }
    }

    /// Returns the correction of the static evaluation of a position, in evaluation units.
    #[must_use]
    pub(crate) fn of(&self, board: &ThreatBoard) -> i32 {
        i32::from(self.by_profile[board.side_to_move()][profile(board)]) / PARTS
    }

    /// Learns that a search of this depth, in fractions of a ply, found `score` where the
    /// corrected evaluation was `eval`.
    pub(crate) fn learn(&mut self, board: &ThreatBoard, score: Score, eval: Score, depth: i32) {
        let value = &mut self.by_profile[board.side_to_move()][profile(board)];
        let difference = score.value() - eval.value();
        let bonus = (difference * (depth / PLY + 1) * WEIGHT)
            .clamp(-MAX_CORRECTION / 4, MAX_CORRECTION / 4);
        let old = i32::from(*value);
        *value = (old + bonus - old * bonus.abs() / MAX_CORRECTION) as i16;
    }
}

/// `[colour][class]`: the worth of the digit of a class among the digits of a profile.
const PLACES: [[u64; Threat::COUNT]; 2] = {
    let mut places = [[0; Threat::COUNT]; 2];
    let mut place = 1;
    let mut color = 2;
    while color > 0 {
        color -= 1;
        let mut class = Threat::COUNT;
        while class > Threat::WEAKEST_KEPT as usize {
            class -= 1;
            places[color][class] = place;
            place *= COUNTS;
        }
    }
    places
};

/// The worth of the leading digit, which is 1.
const FIRST_PLACE: u64 = PLACES[0][Threat::WEAKEST_KEPT as usize] * COUNTS;

/// Returns the profile of a position: a hash of how many points of each class both sides have.
fn profile(board: &ThreatBoard) -> usize {
    /// 2 to the 64 divided by the golden ratio, which spreads products over the high bits.
    const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
    // Adding up products takes less time than multiplying digit by digit.
    let mut number = FIRST_PLACE;
    for color in Color::ALL {
        for &threat in &Threat::ALL[Threat::WEAKEST_KEPT as usize..] {
            let count = board.count(color, threat) as u64;
            number += count.min(COUNTS - 1) * PLACES[color.index()][threat as usize];
        }
    }
    (number.wrapping_mul(SPREAD) >> (u64::BITS - PROFILE_BITS)) as usize
}

#[cfg(test)]
mod tests;
