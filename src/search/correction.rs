//! Correction history, as in chess engines: the differences between searches and the static
//! evaluation. An evaluation that is wrong in one position tends to be wrong in others with
//! the same threats, or with the same stones around the last ones.

use std::iter;

use crate::board::{Color, PerColor, Position};
use crate::eval::Score;
use crate::threats::{Threat, ThreatBoard};

/// The number of distinct hashes is 2 to this power; different features may share an entry.
const HASH_BITS: u32 = 14;
/// The parts of an evaluation unit in which corrections are stored.
const PARTS: i32 = 64;
/// The largest correction of one table in either direction, in parts.
const MAX_CORRECTION: i32 = 256 * PARTS;
/// The parts of a unit in which weights are counted.
const WEIGHTS: i32 = 256;
/// The number of distinct counts of the points of one class.
const COUNTS: u64 = 5;
/// The number of recent stones whose surroundings count.
const RECENT_STONES: usize = 2;

/// The errors that earlier searches found in the static evaluation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Correction {
    /// By the profile of the position.
    by_profile: Table,
    /// `[age]`: by the surroundings of the last stone, and of the one before.
    by_surroundings: [Table; RECENT_STONES],
}

impl Correction {
    /// Forgets all errors.
    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Returns the correction of the static evaluation of a position, in evaluation units.
    #[inline]
    #[must_use]
    pub(crate) fn of(&self, board: &ThreatBoard) -> i32 {
        let side = board.side_to_move();
        let surroundings = surroundings(board.position());
        let local = iter::zip(&self.by_surroundings, surroundings)
            .map(|(table, hash)| table.get(side, hash));
        (self.by_profile.get(side, profile(board)) + local.sum::<i32>()) / PARTS
    }

    /// Learns that a search found `score` where the corrected evaluation was `eval`, with a weight in parts of
    /// [`WEIGHTS`].
    pub(crate) fn learn(&mut self, board: &ThreatBoard, score: Score, eval: Score, weight: i32) {
        let side = board.side_to_move();
        let difference = score.value() - eval.value();
        let bonus = (difference * weight / (WEIGHTS / PARTS))
            .clamp(-MAX_CORRECTION / 4, MAX_CORRECTION / 4);
        self.by_profile.add(side, profile(board), bonus);
        for (table, hash) in iter::zip(&mut self.by_surroundings, surroundings(board.position())) {
            table.add(side, hash, bonus);
        }
    }
}

/// The corrections by one feature: `[side to move][hash]`, in parts of a unit.
#[derive(Clone, Debug)]
struct Table(PerColor<Box<[i16; 1 << HASH_BITS]>>);

impl Default for Table {
    fn default() -> Self {
        Self(PerColor::from_fn(|_| Box::new([0; 1 << HASH_BITS])))
    }
}

impl Table {
    #[inline]
    fn get(&self, side: Color, hash: usize) -> i32 {
        i32::from(self.0[side][hash])
    }

    /// Moves a correction by a bonus, less and less as it approaches the limit.
    fn add(&mut self, side: Color, hash: usize, bonus: i32) {
        let value = &mut self.0[side][hash];
        let old = i32::from(*value);
        *value = (old + bonus - old * bonus.abs() / MAX_CORRECTION) as i16;
    }
}

/// `[age]`: returns hashes of the stones in the square of 5×5 points around each of the last stones.
#[inline]
fn surroundings(position: &Position) -> [usize; RECENT_STONES] {
    /// Odd random numbers.
    const FACTORS: [u64; 4] = [
        0xb5ad_4ece_da1c_e2a9,
        0x91e1_0da5_c79e_7b1d,
        0xd1b5_4a32_d192_ed03,
        0xaef1_7502_108e_f2d9,
    ];
    let sides = Color::ALL.map(|color| position.stones(color));
    let mut last = position.history().iter().rev();
    std::array::from_fn(|_| {
        let Some(stone) = last.next() else { return 0 };
        let [black, white] = sides.each_ref().map(|stones| stones.square_around(stone.point));
        let words =
            [black as u64, (black >> u64::BITS) as u64, white as u64, (white >> u64::BITS) as u64];
        let products = iter::zip(words, FACTORS).map(|(word, factor)| word.wrapping_mul(factor));
        hash_of(products.fold(0, u64::wrapping_add))
    })
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
    // Adding up products takes less time than multiplying digit by digit.
    let mut number = FIRST_PLACE;
    for color in Color::ALL {
        for &threat in &Threat::ALL[Threat::WEAKEST_KEPT as usize..] {
            let count = board.count(color, threat) as u64;
            number += count.min(COUNTS - 1) * PLACES[color.index()][threat as usize];
        }
    }
    hash_of(number)
}

/// Returns the hash of a number.
#[inline]
fn hash_of(number: u64) -> usize {
    /// 2 to the 64 divided by the golden ratio, which spreads products over the high bits.
    const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
    (number.wrapping_mul(SPREAD) >> (u64::BITS - HASH_BITS)) as usize
}

#[cfg(test)]
mod tests;
