//! How much less deeply late moves are searched. The numbers are in [`Margins`].

use once_cell::sync::Lazy;

use crate::search::PLY;
use crate::search::margins::Margins;

/// Depth and number of moves that are told apart.
const SIDE: usize = 64;
/// Parts of a unit in which logarithms are kept.
const PARTS: i32 = 256;

/// `[n]`: the natural logarithm of n, that of 0 being 0, in [`PARTS`].
static LOGARITHMS: Lazy<[i32; SIDE]> = Lazy::new(|| {
    std::array::from_fn(|number| ((number.max(1) as f64).ln() * f64::from(PARTS)).round() as i32)
});

/// Moves at the root that are never reduced.
const FULL_ROOT_MOVES: usize = 4;

impl Margins {
    /// The reduction of the `number`th move (from 0) at the root: half the usual one.
    #[must_use]
    pub fn root_reduction(&self, depth: i32, number: usize) -> i32 {
        if number < FULL_ROOT_MOVES { 0 } else { self.late_move_reduction(depth, number) / 2 }
    }

    /// The usual reduction of the `number`th move (from 0) at a depth, in [`PLY`]s.
    #[must_use]
    pub fn late_move_reduction(&self, depth: i32, number: usize) -> i32 {
        let plies = (depth / PLY).clamp(0, SIDE as i32 - 1) as usize;
        let product = LOGARITHMS[plies] * LOGARITHMS[number.min(SIDE - 1)];
        self.reduction_base + self.reduction_slope * product / (PARTS * PARTS)
    }
}
