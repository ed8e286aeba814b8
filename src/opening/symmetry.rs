//! Points that are images of each other under the symmetries of a position.

use crate::board::{Bitboard, Color, Point, Position, Symmetry};

/// Returns the images of a point under the symmetries of the board that keep all stones.
pub(super) fn images(position: &Position, point: Point) -> Bitboard {
    let size = position.size();
    let keeps = |symmetry: &Symmetry| {
        Color::ALL.into_iter().all(|color| {
            let stones = position.stones(color);
            stones.iter().all(|stone| stones.contains(symmetry.apply(stone, size)))
        })
    };
    Symmetry::all(size).filter(keeps).map(|symmetry| symmetry.apply(point, size)).collect()
}

/// Returns one empty point of each set of images under the symmetries of the board that keep all stones, except the
/// sets with a point of `except`.
#[must_use]
pub fn distinct_points(position: &Position, except: &[Point]) -> Bitboard {
    let mut seen: Bitboard = except.iter().flat_map(|&point| images(position, point)).collect();
    let mut distinct = Bitboard::EMPTY;
    for point in position.empty().iter() {
        if !seen.contains(point) {
            distinct.insert(point);
            seen |= images(position, point);
        }
    }
    distinct
}
