//! The symmetries of the board, by number, and the shapes of openings up to symmetry.
//!
//! Invariant: the number of a symmetry means the same on every board: bit 0 mirrors left and
//! right, bit 1 top and bottom, and bit 2 exchanges columns and rows before that.

use dolmen::board::{BoardSize, Symmetry};

use crate::openings::Opening;

/// Returns the number of symmetries of a board: eight of a square, four of another rectangle.
#[must_use]
pub fn symmetries(size: BoardSize) -> u8 {
    if size.width() == size.height() { 8 } else { 4 }
}

/// Returns the number of the symmetry that undoes another one.
///
/// # Panics
/// Never: the inverse of a symmetry of a square is one.
#[must_use]
pub fn inverse(symmetry: u8) -> u8 {
    let all: Vec<Symmetry> = Symmetry::all(BoardSize::square(BoardSize::MIN)).collect();
    let inverse = all[usize::from(symmetry) % all.len()].inverse();
    let number = all.iter().position(|&other| other == inverse);
    number.expect("symmetries are a group") as u8
}

/// Returns the image of an opening under a symmetry, with the same name.
///
/// Symmetry 0 is the identity. A number is taken modulo [`symmetries`]: on a rectangle, 5 means 1.
///
/// # Panics
/// Panics if a move is not on the board.
#[must_use]
pub fn transform(opening: &Opening, size: BoardSize, symmetry: u8) -> Opening {
    let number = usize::from(symmetry % symmetries(size));
    let symmetry =
        Symmetry::all(size).nth(number).expect("the number is less than the number of symmetries");
    let moves = opening.moves.iter().map(|&point| {
        assert!(size.point(point.column() as i64, point.row() as i64).is_some(), "it is checked");
        symmetry.apply(point, size)
    });
    Opening { name: opening.name.clone(), moves: moves.collect() }
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
    let images = (0..symmetries(size)).map(|symmetry| {
        let moves = transform(opening, size, symmetry).moves;
        let left = moves.iter().map(|point| point.column()).min().unwrap_or(0);
        let top = moves.iter().map(|point| point.row()).min().unwrap_or(0);
        let stone = |(ply, point): (usize, &dolmen::board::Point)| {
            (point.column() - left, point.row() - top, ply % 2 == 0)
        };
        let mut stones: Vec<_> = moves.iter().enumerate().map(stone).collect();
        stones.sort_unstable();
        stones
    });
    Shape(images.min().expect("every board has a symmetry"))
}
