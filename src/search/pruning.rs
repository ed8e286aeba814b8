//! When a node or a move is given up without a search: the margins, in one place.
//!
//! Depths are in [`PLY`]s, margins in evaluation units (200 are a win probability of
//! 73 %). All start from the shape of the formulas of Rapfi's search, with values set for
//! this evaluation by play.

use crate::search::PLY;

/// Depth below which a hopeless node is left to the VCF solver alone.
pub const RAZORING_DEPTH: i32 = 3 * PLY;
/// Positions that the VCF solver may look at in a leaf.
pub const LEAF_VCF_BUDGET: u64 = 24;
/// Positions that the VCF solver may look at before the first iteration: in its first run,
/// and in the longest one, a few milliseconds.
pub const FIRST_ROOT_VCF_BUDGET: u64 = 512;
/// See [`FIRST_ROOT_VCF_BUDGET`].
pub const ROOT_VCF_BUDGET: u64 = 8_192;

/// Least depth at which a table move is tested for being singular.
pub const SINGULAR_DEPTH: i32 = 7 * PLY;
/// Longest line, in plies, in which singular moves are extended.
pub const SINGULAR_PLIES: usize = 64;
/// How much less deep than the node the table's entry may be for that test.
pub const SINGULAR_TABLE_LAG: i32 = 3 * PLY;

/// How far below the table move's score all other moves must stay to make it singular.
#[must_use]
pub const fn singular_margin(depth: i32) -> i32 {
    5 * depth / PLY
}

/// How far the static evaluation must be below alpha for razoring.
#[must_use]
pub const fn razoring_margin(depth: i32) -> i32 {
    let plies_in_tenths = depth * 10 / PLY;
    30 + 14 * plies_in_tenths / 10 + 17 * plies_in_tenths * plies_in_tenths / 100
}

/// How far the static evaluation must be above beta for the node to be left at that.
#[must_use]
pub const fn futility_margin(depth: i32, improving: bool) -> i32 {
    let depth = if improving { depth - PLY } else { depth };
    20 + 62 * depth / PLY
}

/// Number of quiet moves after which the rest is skipped.
#[must_use]
pub const fn late_move_count(depth: i32, improving: bool) -> usize {
    let plies = if depth < 0 { 0 } else { (depth / PLY) as usize };
    let count = 3 + plies * plies / 4 + plies;
    if improving { count } else { count * 2 / 3 }
}
