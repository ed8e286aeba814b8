//! The numbers of positions, the same for all images of a position.

use std::collections::HashMap;

use crate::board::{Color, Key, Point, Position, Symmetry};
use crate::solver::proof_table::Numbers;

/// The numbers of the positions that were searched.
#[derive(Debug, Default)]
pub(super) struct Table {
    numbers: HashMap<Key, Numbers>,
}

impl Table {
    /// Returns the numbers of a position.
    pub(super) fn get(&self, key: Key) -> Option<Numbers> {
        self.numbers.get(&key).copied()
    }

    /// Stores the numbers of a position.
    pub(super) fn insert(&mut self, key: Key, numbers: Numbers) {
        self.numbers.insert(key, numbers);
    }

    /// Forgets a position.
    pub(super) fn forget(&mut self, key: Key) {
        self.numbers.remove(&key);
    }
}

/// Returns a key of a position that is the same for all its images.
pub(super) fn image_key(position: &Position) -> Key {
    least_key(position, |_| Key(0))
}

/// Returns [`image_key`] of the position after a move.
pub(super) fn image_key_after(position: &Position, point: Point) -> Key {
    let (size, mover) = (position.size(), position.side_to_move());
    least_key(position, |symmetry| {
        Key::WHITE_TO_MOVE ^ Key::stone(mover, symmetry.apply(point, size))
    })
}

/// Returns the least key of all images, each changed by what `change` says.
fn least_key(position: &Position, change: impl Fn(Symmetry) -> Key) -> Key {
    let size = position.size();
    let mover = match position.side_to_move() {
        Color::Black => Key(0),
        Color::White => Key::WHITE_TO_MOVE,
    };
    let key = |symmetry: Symmetry| {
        let mut key = mover ^ change(symmetry);
        for color in Color::ALL {
            for point in position.stones(color) {
                key ^= Key::stone(color, symmetry.apply(point, size));
            }
        }
        for point in position.dead() {
            key ^= Key::dead(symmetry.apply(point, size));
        }
        key.0
    };
    Key(Symmetry::all(size).map(key).min().unwrap_or_default())
}
