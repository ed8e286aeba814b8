//! How much less deeply late moves are searched.

use once_cell::sync::Lazy;

use crate::search::PLY;

/// Depth and number of moves that the table distinguishes.
const SIDE: usize = 64;
/// Reduction, in plies, per product of the logarithms of depth and move number.
const LOG_FACTOR: f64 = 0.75;
/// Reduction, in plies, of every late move.
const BASE: f64 = 0.35;

/// Further reduction when the side to move stands no better than at its last turn.
pub const NOT_IMPROVING: i32 = PLY / 2;
/// Less reduction on the principal variation.
pub const OPEN_WINDOW: i32 = PLY / 2;
/// Less reduction for moves that make or stop threats.
pub const TACTICAL: i32 = PLY;
/// History that is worth a ply less (or, if negative, more) of reduction.
pub const HISTORY_PER_PLY: i32 = 16_384;

/// `[depth in plies][move number]`: reduction in [`PLY`]s.
static TABLE: Lazy<[[i32; SIDE]; SIDE]> = Lazy::new(|| {
    std::array::from_fn(|depth| {
        std::array::from_fn(|number| {
            let logarithms = (depth.max(1) as f64).ln() * (number.max(1) as f64).ln();
            ((BASE + LOG_FACTOR * logarithms) * f64::from(PLY)) as i32
        })
    })
});

/// Moves at the root that are never reduced.
const FULL_ROOT_MOVES: usize = 4;

/// The reduction of the `number`th move (from 0) at the root: half the usual one.
#[must_use]
pub fn root_reduction(depth: i32, number: usize) -> i32 {
    if number < FULL_ROOT_MOVES { 0 } else { late_move_reduction(depth, number) / 2 }
}

/// The usual reduction of the `number`th move (from 0) at a depth.
#[must_use]
pub fn late_move_reduction(depth: i32, number: usize) -> i32 {
    let plies = (depth / PLY).clamp(0, SIDE as i32 - 1) as usize;
    TABLE[plies][number.min(SIDE - 1)]
}
