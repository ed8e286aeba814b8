//! Varied openings: random first three moves near the centre.
//!
//! Games with different seeds differ; the same seed always gives the same moves.

use crate::board::{Bitboard, Key, Point, Position};

/// The number of plies that are chosen at random.
pub(super) const VARIED_PLIES: usize = 3;
/// The shortest side of a board on which the first stone may be two points from the centre.
const LARGE: usize = 9;

/// Returns a move chosen by the seed, or `None` after the first three moves of a game.
#[must_use]
pub(crate) fn varied_move(position: &Position, seed: u64) -> Option<Point> {
    let ply = position.history().len();
    let size = position.size();
    let from_center = if size.width().min(size.height()) < LARGE { 1 } else { 2 };
    let candidates = match position.history() {
        _ if ply >= VARIED_PLIES => return None,
        [] => around(position, position.geometry().center(), from_center),
        [first] => around(position, first.point, 1),
        [first, ..] => around(position, first.point, 2),
    };
    let count = candidates.len();
    let Key(number) = position.key().mixed_with(seed);
    (count > 0).then(|| candidates.iter().nth((number % count as u64) as usize)).flatten()
}

/// Returns the empty points within a distance of a point.
fn around(position: &Position, point: Point, distance: usize) -> Bitboard {
    let empty = position.empty().iter();
    empty.filter(|other| other.distance(point) <= distance).collect()
}

#[cfg(test)]
mod tests {
    use crate::board::{BoardSize, Position};
    use crate::engine::variety::varied_move;

    /// Returns the first three moves with a seed.
    fn opening(size: BoardSize, seed: u64) -> Vec<String> {
        let mut position = Position::new(size);
        let mut moves = Vec::new();
        while let Some(point) = varied_move(&position, seed) {
            position.play(point).expect("the move is possible");
            moves.push(point.to_string());
        }
        moves
    }

    #[test]
    fn seeds_vary_the_first_three_moves_and_repeat_them() {
        for side in BoardSize::MIN..=BoardSize::MAX {
            let size = BoardSize::square(side);
            let mut openings: Vec<_> = (0..40).map(|seed| opening(size, seed)).collect();
            assert!(openings.iter().all(|moves| moves.len() == 3));
            assert_eq!(openings, (0..40).map(|seed| opening(size, seed)).collect::<Vec<_>>());
            openings.sort();
            openings.dedup();
            assert!(openings.len() > 30, "{} openings", openings.len());
        }
    }
}
