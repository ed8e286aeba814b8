//! Reductions: the depth by which the search of late moves is cut.
//!
//! The tuning parameters are in [`Margins`].

use once_cell::sync::Lazy;

use crate::search::depth::PLY;
use crate::search::margins::Margins;

/// The number of distinct depths and of distinct move numbers.
const SIDE: usize = 64;
/// The parts of a unit in which logarithms are stored.
const PARTS: i32 = 256;

/// `[n]`: the natural logarithm of n in [`PARTS`], and 0 for n = 0.
static LOGARITHMS: Lazy<[i32; SIDE]> = Lazy::new(|| {
    std::array::from_fn(|number| ((number.max(1) as f64).ln() * f64::from(PARTS)).round() as i32)
});

/// The number of root moves that are never reduced.
const FULL_ROOT_MOVES: usize = 4;

impl Margins {
    /// Returns the reduction of the `number`th root move, counted from 0: half of that in
    /// other nodes.
    #[must_use]
    pub(crate) fn root_reduction(&self, depth: i32, number: usize) -> i32 {
        if number < FULL_ROOT_MOVES { 0 } else { self.late_move_reduction(depth, number) / 2 }
    }

    /// Returns the reduction of the `number`th move of a node, counted from 0, in fractions of
    /// a ply.
    #[must_use]
    pub(crate) fn late_move_reduction(&self, depth: i32, number: usize) -> i32 {
        let plies = (depth / PLY).clamp(0, SIDE as i32 - 1) as usize;
        let product = LOGARITHMS[plies] * LOGARITHMS[number.min(SIDE - 1)];
        self.reduction_base + self.reduction_slope * product / (PARTS * PARTS)
    }
}
