//! Random openings for tests.

use std::ops::RangeInclusive;

use dolmen::board::BoardSize;

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
