//! Zobrist keys: a random number for each kind of stone on each point, combined by exclusive or.

use std::ops::{BitXor, BitXorAssign};

use crate::board::color::Color;
use crate::board::point::{POINT_INDICES, Point};

/// A hash of a set of stones and the side to move (Zobrist 1970).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Key(pub u64);

/// Number of kinds of occupied point: black, white and dead.
const KINDS: usize = 3;
const SEED: u64 = 0x646f_6c6d_656e_2031;

const NUMBERS: [[u64; POINT_INDICES]; KINDS] = {
    let mut numbers = [[0; POINT_INDICES]; KINDS];
    let mut state = SEED;
    let mut kind = 0;
    while kind < KINDS {
        let mut index = 0;
        while index < POINT_INDICES {
            numbers[kind][index] = split_mix(state);
            state = state.wrapping_add(INCREMENT);
            index += 1;
        }
        kind += 1;
    }
    numbers
};
static TABLE: [[u64; POINT_INDICES]; KINDS] = NUMBERS;

/// The difference between consecutive states of SplitMix64.
const INCREMENT: u64 = 0x9e37_79b9_7f4a_7c15;

/// Returns the output of SplitMix64 (Steele, Lea and Flood 2014) in a state.
const fn split_mix(state: u64) -> u64 {
    let mut z = state.wrapping_add(INCREMENT);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Key {
    /// The number that is combined with the others when white is to move.
    pub const WHITE_TO_MOVE: Self = Self(split_mix(SEED ^ 0x5555));

    /// Returns the number of a stone of a colour on a point.
    #[inline]
    #[must_use]
    pub fn stone(color: Color, point: Point) -> Self {
        Self(TABLE[color.index()][point.index()])
    }

    /// Returns the number of a dead point (see [`Position::dead`](crate::board::Position::dead)).
    #[must_use]
    pub fn dead(point: Point) -> Self {
        Self(TABLE[2][point.index()])
    }

    /// Hashes the key together with a number.
    #[must_use]
    pub const fn mixed_with(self, number: u64) -> Self {
        Self(split_mix(self.0 ^ split_mix(number)))
    }
}

impl BitXor for Key {
    type Output = Self;
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl BitXorAssign for Key {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}
