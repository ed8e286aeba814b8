//! Zobrist keys: one random number per colour and point, combined by exclusive or.

use std::ops::{BitXor, BitXorAssign};

use crate::board::color::Color;
use crate::board::point::{POINT_INDICES, Point};

/// Hash of a set of stones and of the side to move (Zobrist 1970).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Key(pub u64);

/// Kinds of stone that have numbers of their own: black, white, nobody's.
const KINDS: usize = 3;
const SEED: u64 = 0x646f_6c6d_656e_2031;

const NUMBERS: [[u64; POINT_INDICES]; KINDS] = {
    let mut numbers = [[0; POINT_INDICES]; KINDS];
    let mut state = SEED;
    let mut kind = 0;
    while kind < KINDS {
        let mut index = 0;
        while index < POINT_INDICES {
            (state, numbers[kind][index]) = split_mix(state);
            index += 1;
        }
        kind += 1;
    }
    numbers
};
static TABLE: [[u64; POINT_INDICES]; KINDS] = NUMBERS;

/// One step of SplitMix64 (Steele, Lea and Flood 2014): the next state and its output.
const fn split_mix(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (state, z ^ (z >> 31))
}

impl Key {
    /// The number that white being to move adds.
    pub const WHITE_TO_MOVE: Self = Self(split_mix(SEED ^ 0x5555).1);

    /// The number of a stone of a colour on a point.
    #[inline]
    #[must_use]
    pub fn stone(color: Color, point: Point) -> Self {
        Self(TABLE[color.index()][point.index()])
    }

    /// The number of a point that holds nobody's stone.
    #[must_use]
    pub fn dead(point: Point) -> Self {
        Self(TABLE[2][point.index()])
    }

    /// A number that depends on the key and on another number, and on nothing else.
    #[must_use]
    pub const fn mixed_with(self, number: u64) -> Self {
        Self(split_mix(self.0 ^ split_mix(number).1).1)
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
