//! Beginnings in a small square round the middle of the board.
//!
//! Invariant: the same random numbers give the same beginnings in every version, so that the
//! commands in the files of openings stay true.

use std::ops::RangeInclusive;

use dolmen::board::{BoardSize, Geometry, Point};

/// Numbers of stones that leave the position open: with one or two black is ahead. Each is as
/// likely as any other.
pub(super) const STONES: RangeInclusive<usize> = 3..=6;
/// The maximum distance of a stone from the middle, in king's moves: a distance that leaves the
/// stones room to be apart, and the edges out of it.
const SPREAD: usize = 4;
/// The maximum distance of a stone from the nearest stone before it, in king's moves.
const REACH: usize = 3;

/// Different points near the middle and near each other; none if there are too few.
pub(super) fn draw(size: BoardSize, random: &mut fastrand::Rng) -> Option<Vec<Point>> {
    let count = random.usize(STONES);
    let middle = Geometry::of(size).center();
    let near: Vec<Point> = size.points().filter(|point| point.distance(middle) <= SPREAD).collect();
    let mut moves: Vec<Point> = Vec::with_capacity(count);
    while moves.len() < count {
        let is_free = |point: &&Point| {
            let in_reach = |stone: &Point| stone.distance(**point) <= REACH;
            !moves.contains(point) && (moves.is_empty() || moves.iter().any(in_reach))
        };
        let free: Vec<Point> = near.iter().filter(is_free).copied().collect();
        moves.push(*random.choice(&free)?);
    }
    Some(moves)
}
