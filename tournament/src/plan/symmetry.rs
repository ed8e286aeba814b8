//! The symmetry by which an opening is turned.
//!
//! Invariant: an opening is played as it is written the first time, and in the next seven laps
//! over the openings by every other symmetry once, so that no game repeats another before all
//! are used up.

use crate::plan::mix;

const SYMMETRIES: u64 = 8;
const STREAM: u64 = 2;

/// The symmetry of an opening in a lap over the openings, 0 to 7.
pub(crate) fn symmetry(seed: u64, opening: u64, lap: u64) -> u8 {
    let mut order = [0, 1, 2, 3, 4, 5, 6, 7];
    // The shuffle of Fisher and Yates, with 0 left in its place.
    for last in (2..SYMMETRIES).rev() {
        let other = 1 + mix(seed, STREAM, opening * SYMMETRIES + last) % last;
        order.swap(last as usize, other as usize);
    }
    order[(lap % SYMMETRIES) as usize]
}
