//! Tests of symmetries, and of the shapes of openings.

use std::collections::HashSet;

use dolmen::board::{BoardSize, Symmetry};
use dolmen::protocol::coordinate::Coordinate;

use crate::openings::Opening;
use crate::openings::testing::random_opening;
use crate::openings::{shape, transform};

/// The opening of these points, written `h8i9`, on a board of any size.
fn opening(points: &str) -> Opening {
    let mut moves = Vec::new();
    let mut rest = points;
    while !rest.is_empty() {
        let end = rest[1..].find(|c: char| c.is_ascii_alphabetic()).map_or(rest.len(), |at| at + 1);
        moves.push(rest[..end].parse().expect("the points of a test are valid"));
        rest = &rest[end..];
    }
    Opening { name: "test".to_owned(), moves }
}

fn check_transform(size: BoardSize, symmetry: u8, from: &str, to: &str) {
    assert_eq!(transform(&opening(from), size, symmetry), opening(to), "{symmetry} of {size}");
}

#[test]
fn symmetries_by_number() {
    let square = BoardSize::square(15);
    for (symmetry, to) in ["b3", "n3", "b13", "n13", "c2", "m2", "c14", "m14"].iter().enumerate() {
        check_transform(square, symmetry as u8, "b3", to);
    }
    check_transform(BoardSize::square(20), 3, "k11a1", "j10t20");
    let rectangle = BoardSize::new(15, 10).expect("a board has 5 to 22 columns and rows");
    check_transform(rectangle, 3, "b3", "n8");
    check_transform(rectangle, 5, "b3", "n3");
}

#[test]
fn symmetries_differ() {
    let rectangle = BoardSize::new(9, 22).expect("a board has 5 to 22 columns and rows");
    for (size, count) in [(BoardSize::square(15), 8), (rectangle, 4)] {
        let images = (0..9).map(|symmetry| transform(&opening("b3c3"), size, symmetry).moves);
        assert_eq!(images.collect::<HashSet<_>>().len(), count);
    }
}

#[test]
fn shapes() {
    let size = BoardSize::square(15);
    let check = |first: &str, second: &str, same: bool| {
        let shapes = [first, second].map(|points| shape(&opening(points), size));
        assert_eq!(shapes[0] == shapes[1], same, "{first} {second}");
    };
    check("h8i9j8", "h8i9j8", true);
    check("h8i9j8", "j8i9h8", true); // another order
    check("h8i9j8", "a1b2c1", true); // another place
    check("h8i9j8", "h8i7j8", true); // upside down
    check("h8i9j8", "h8i9h10", true); // columns for rows
    check("h8i9j8", "h8j8i9", false); // other colours
    check("h8i9j8", "h8i9", false);
    check("", "", true);
}

/// Every image of an opening has the same shape, wherever it lies.
#[test]
fn shapes_do_not_depend_on_the_symmetry() {
    for seed in 0..100 {
        let mut random = fastrand::Rng::with_seed(seed);
        let size = BoardSize::square(random.usize(6..=22));
        let opening = random_opening(BoardSize::square(size.width() - 1), 1..=7, &mut random);
        for symmetry in 0..Symmetry::all(size).count() as u8 {
            let image = transform(&opening, size, symmetry);
            assert_eq!(shape(&image, size), shape(&opening, size), "seed {seed}");
        }
        let moved = opening.moves.iter().map(|&point| {
            let at = Coordinate::from(point);
            Coordinate { x: at.x + 1, y: at.y + 1 }.on(size).expect("there is room for a step")
        });
        let moved = Opening { name: String::new(), moves: moved.collect() };
        assert_eq!(shape(&moved, size), shape(&opening, size), "seed {seed}");
    }
}
