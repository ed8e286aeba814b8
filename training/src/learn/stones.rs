//! Lists and stones of many positions, stored contiguously.

use dolmen::board::{BoardSize, Color, Point, Position};

/// The stones of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacedStones<'a> {
    /// The size of the board.
    pub size: BoardSize,
    /// The points of the side to move.
    pub own: &'a [Point],
    /// The points of the other side.
    pub other: &'a [Point],
}

impl PlacedStones<'_> {
    /// Returns the position with a side to move.
    ///
    /// # Panics
    /// Panics if a point is off the board or occurs twice.
    #[must_use]
    pub fn position(&self, mover: Color) -> Position {
        let mut position = Position::new(self.size);
        for (points, color) in [(self.own, mover), (self.other, !mover)] {
            for &point in points {
                position.place(point, color).expect("the stones are on the board, each once");
            }
        }
        position.set_side_to_move(mover);
        position
    }
}

/// A list for each position, in the order in which positions were added.
#[derive(Clone, Debug)]
pub struct Lists<T> {
    items: Vec<T>,
    /// `[position]`: the end of its list in the items.
    ends: Vec<usize>,
}

impl<T> Default for Lists<T> {
    fn default() -> Self {
        Self { items: Vec::new(), ends: Vec::new() }
    }
}

impl<T> Lists<T> {
    /// Adds the list of a position.
    pub fn push(&mut self, list: impl IntoIterator<Item = T>) {
        self.items.extend(list);
        self.ends.push(self.items.len());
    }

    /// Returns the list of the position that was added after `index` others.
    ///
    /// # Panics
    /// Panics if there is no such position.
    #[must_use]
    pub fn of(&self, index: usize) -> &[T] {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.items[start..self.ends[index]]
    }

    /// Drops all lists but the first `length`.
    pub fn truncate(&mut self, length: usize) {
        self.ends.truncate(length);
        self.items.truncate(self.ends.last().copied().unwrap_or(0));
    }

    /// Returns the bytes that the lists take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(&self.items[..]) + size_of_val(&self.ends[..])
    }
}

/// The stones of positions, in the order in which these were added.
#[derive(Clone, Debug, Default)]
pub struct StoneStore {
    sizes: Vec<BoardSize>,
    own: Lists<Point>,
    other: Lists<Point>,
}

impl StoneStore {
    /// Adds a position.
    pub fn add(&mut self, position: &Position, mover: Color) {
        self.sizes.push(position.size());
        self.own.push(position.stones(mover).iter());
        self.other.push(position.stones(!mover).iter());
    }

    /// Returns the stones of the position that was added after `index` others.
    ///
    /// # Panics
    /// Panics if there is no such position.
    #[must_use]
    pub fn of(&self, index: usize) -> PlacedStones<'_> {
        PlacedStones {
            size: self.sizes[index],
            own: self.own.of(index),
            other: self.other.of(index),
        }
    }

    /// Drops all positions but the first `length`.
    pub fn truncate(&mut self, length: usize) {
        self.sizes.truncate(length);
        self.own.truncate(length);
        self.other.truncate(length);
    }

    /// Returns the bytes that the positions take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(&self.sizes[..]) + self.own.bytes() + self.other.bytes()
    }
}
