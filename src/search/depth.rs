//! Units of depth and the depths that no search exceeds.

/// The depth of one ply: the search counts depth in fractions of it.
pub const PLY: i32 = 64;

/// The maximum length of a variation, in plies. The longest forced variations on the largest
/// board take some 180 plies.
pub(crate) const MAX_PLY: usize = 256;

/// The depth of the last iteration of a search without a depth limit, in plies.
pub(crate) const MAX_ITERATION: u32 = 100;

/// Converts a depth in fractions of a ply into quarters of a ply, the unit of the
/// transposition table.
pub(crate) fn quarter_plies(depth: i32) -> u8 {
    (depth * 4 / PLY).clamp(0, i32::from(u8::MAX)) as u8
}

/// Converts a depth in quarters of a ply into fractions of a ply.
pub(crate) const fn from_quarter_plies(depth: u8) -> i32 {
    depth as i32 * PLY / 4
}

const _: () = assert!((MAX_ITERATION as usize) < MAX_PLY, "a variation fits");
