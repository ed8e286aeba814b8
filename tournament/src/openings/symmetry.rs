//! The symmetries of the board, by number, and the shapes of openings up to symmetry.
//!
//! Invariant: the number of a symmetry means the same on every board: bit 0 mirrors left and
//! right, bit 1 top and bottom, and bit 2 exchanges columns and rows before that.

use std::collections::BTreeSet;

use dolmen::board::{BoardSize, Point, Symmetry};

use crate::openings::Opening;

/// Returns the image of an opening under a symmetry, with the same name.
///
/// Symmetry 0 is the identity. A number is taken modulo the number of symmetries of the board, eight of
/// a square and four of another rectangle: there 5 means 1.
///
/// # Panics
/// Panics if a move is not on the board.
#[must_use]
pub fn transform(opening: &Opening, size: BoardSize, symmetry: u8) -> Opening {
    let all: Vec<Symmetry> = Symmetry::all(size).collect();
    let moves = image(&opening.moves, size, all[usize::from(symmetry) % all.len()]);
    Opening { name: opening.name.clone(), moves }
}

fn image(moves: &[Point], size: BoardSize, symmetry: Symmetry) -> Vec<Point> {
    let apply = |&point: &Point| {
        assert!(size.point(point.column() as i64, point.row() as i64).is_some(), "it is checked");
        symmetry.apply(point, size)
    };
    moves.iter().map(apply).collect()
}

/// The stones of an opening in the order of their points, each with whether it is black.
pub type Stones = Vec<(Point, bool)>;

/// Returns the different positions to which the first `count` symmetries take an opening.
///
/// # Panics
/// Panics if a move is not on the board.
#[must_use]
pub fn images(opening: &Opening, size: BoardSize, count: usize) -> BTreeSet<Stones> {
    let images = Symmetry::all(size).take(count).map(|symmetry| {
        let moves = image(&opening.moves, size, symmetry);
        let mut stones: Stones = moves.into_iter().zip([true, false].into_iter().cycle()).collect();
        stones.sort_unstable();
        stones
    });
    images.collect()
}

/// The stones of an opening up to order, shift and symmetry.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Shape(Vec<(usize, usize, bool)>);

/// Returns the shape of an opening. Two openings have the same shape if they differ only by a
/// symmetry, a shift or the order of moves.
///
/// # Panics
/// Panics if a move is not on the board.
#[must_use]
pub fn shape(opening: &Opening, size: BoardSize) -> Shape {
    let images = Symmetry::all(size).map(|symmetry| {
        let moves = image(&opening.moves, size, symmetry);
        let left = moves.iter().map(|point| point.column()).min().unwrap_or(0);
        let top = moves.iter().map(|point| point.row()).min().unwrap_or(0);
        let stone = |(ply, point): (usize, &Point)| {
            (point.column() - left, point.row() - top, ply % 2 == 0)
        };
        let mut stones: Vec<_> = moves.iter().enumerate().map(stone).collect();
        stones.sort_unstable();
        stones
    });
    Shape(images.min().expect("every board has a symmetry"))
}
