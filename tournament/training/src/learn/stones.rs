//! The stones of many positions, close together in memory.

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

/// The stones of positions, in the order in which these were added.
#[derive(Clone, Debug, Default)]
pub struct StoneStore {
    positions: Vec<Entry>,
    points: Vec<Point>,
}

/// A board and the ends of its stones among all points.
#[derive(Clone, Copy, Debug)]
struct Entry {
    size: BoardSize,
    own_end: usize,
    other_end: usize,
}

impl StoneStore {
    /// Adds a position.
    pub fn add(&mut self, position: &Position, mover: Color) {
        self.points.extend(position.stones(mover).iter());
        let own_end = self.points.len();
        self.points.extend(position.stones(!mover).iter());
        let other_end = self.points.len();
        self.positions.push(Entry { size: position.size(), own_end, other_end });
    }

    /// Returns the stones of the position that was added after `index` others.
    ///
    /// # Panics
    /// Panics if there is no such position.
    #[must_use]
    pub fn of(&self, index: usize) -> PlacedStones<'_> {
        let start = index.checked_sub(1).map_or(0, |before| self.positions[before].other_end);
        let Entry { size, own_end, other_end } = self.positions[index];
        let (own, other) = (&self.points[start..own_end], &self.points[own_end..other_end]);
        PlacedStones { size, own, other }
    }

    /// Drops all positions but the first ones, so many.
    pub fn truncate(&mut self, length: usize) {
        self.positions.truncate(length);
        self.points.truncate(self.positions.last().map_or(0, |last| last.other_end));
    }

    /// Returns the bytes that the positions take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(&self.positions[..]) + size_of_val(&self.points[..])
    }
}
