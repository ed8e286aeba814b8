//! Random openings and the groups of stones, for tests.

use std::ops::RangeInclusive;

use dolmen::board::{BoardSize, Point};

use crate::openings::Opening;

/// Different points anywhere on the board; not checked under any rule.
pub(super) fn random_opening(
    size: BoardSize,
    stones: RangeInclusive<usize>,
    random: &mut fastrand::Rng,
) -> Opening {
    let count = random.usize(stones);
    let mut moves = random.choose_multiple(size.points(), count);
    random.shuffle(&mut moves);
    Opening { name: "random".to_owned(), moves }
}

/// Returns the groups that stones form: stones less than `apart` king's moves from each other belong
/// together.
pub(super) fn groups(stones: &[Point], apart: usize) -> Vec<Vec<Point>> {
    let mut groups: Vec<Vec<Point>> = Vec::new();
    for &stone in stones {
        let is_near = |group: &Vec<Point>| group.iter().any(|one| one.distance(stone) < apart);
        let (near, mut others): (Vec<_>, Vec<_>) = groups.into_iter().partition(is_near);
        others.push(near.into_iter().flatten().chain([stone]).collect());
        groups = others;
    }
    groups
}
