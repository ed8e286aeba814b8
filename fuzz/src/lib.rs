//! The fuzz targets: functions that must not panic on any bytes. cargo-fuzz calls them through
//! `fuzz_targets`, and the program `run` calls them on stable Rust with random inputs.

pub mod certificates;
pub mod notation;
pub mod protocol;
pub mod rules;
pub mod weights;

use dolmen::{BoardSize, Point};
use fastrand::Rng;

/// A fuzz target.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The name.
    pub name: &'static str,
    /// Returns a random input that is mostly valid.
    pub input: fn(&mut Rng) -> Vec<u8>,
    /// Panics if the library fails on an input.
    pub check: fn(&[u8]),
}

/// All fuzz targets.
pub const TARGETS: [Target; 5] = [
    Target { name: "rules", input: rules::input, check: rules::check },
    Target { name: "notation", input: notation::input, check: notation::check },
    Target { name: "protocol", input: protocol::input, check: protocol::check },
    Target { name: "certificates", input: certificates::input, check: certificates::check },
    Target { name: "weights", input: weights::input, check: weights::check },
];

/// Returns all points of a board in a random order.
fn distinct_points(random: &mut Rng, size: BoardSize) -> Vec<Point> {
    let rows = 0..size.height();
    let mut points: Vec<Point> =
        rows.flat_map(|row| (0..size.width()).map(move |column| Point::new(column, row))).collect();
    random.shuffle(&mut points);
    points
}

/// Changes, removes, doubles or cuts off some bytes of an input.
pub fn damage(random: &mut Rng, input: &mut Vec<u8>) {
    if input.is_empty() {
        return;
    }
    let place = random.usize(..input.len());
    let end = (place + random.usize(1..8)).min(input.len());
    match random.u8(..5) {
        0 => input[place] = random.u8(..),
        1 => input[place] ^= 1 << random.u8(..8),
        2 => drop(input.drain(place..end)),
        3 => input.extend_from_within(place..end),
        _ => input.truncate(place),
    }
}
