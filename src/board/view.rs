//! The set view of a position as one colour sees it: own, opponent's and empty points.
//!
//! The three sets are disjoint and lie on the board; what is on the board and in none of
//! them is nobody's.

use crate::board::bitboard::Bitboard;
use crate::board::color::Color;
use crate::board::direction::Direction;
use crate::board::geometry::{BoardSize, Geometry};
use crate::board::point::Point;
use crate::board::position::Position;

/// A board seen by one colour; a value that takes hypothetical stones without undo.
#[derive(Clone, Copy, Debug)]
pub struct View {
    geometry: &'static Geometry,
    own: Bitboard,
    opponent: Bitboard,
    empty: Bitboard,
}

/// An unbroken row of own stones, as long as it gets.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    /// The stones.
    pub stones: Bitboard,
    /// Number of stones.
    pub len: usize,
    /// The point beyond each end, backward and forward; `None` beyond the board's edge.
    pub ends: [Option<Point>; 2],
}

impl View {
    /// What a colour sees of a position.
    #[must_use]
    pub fn new(position: &Position, color: Color) -> Self {
        Self {
            geometry: position.geometry(),
            own: position.stones(color),
            opponent: position.stones(!color),
            empty: position.empty(),
        }
    }

    /// The board's size.
    #[must_use]
    pub const fn size(&self) -> BoardSize {
        self.geometry.size()
    }

    /// All points of the board.
    #[must_use]
    pub const fn on_board(&self) -> Bitboard {
        self.geometry.on_board()
    }

    /// The own stones.
    #[must_use]
    pub const fn own(&self) -> Bitboard {
        self.own
    }

    /// The opponent's stones.
    #[must_use]
    pub const fn opponent(&self) -> Bitboard {
        self.opponent
    }

    /// The points that can take a stone.
    #[must_use]
    pub const fn empty(&self) -> Bitboard {
        self.empty
    }

    /// The board with one more own stone.
    ///
    /// # Panics
    /// In debug builds, if the point is not empty.
    #[must_use]
    pub fn with(mut self, point: Point) -> Self {
        debug_assert!(self.empty.contains(point), "only an empty point takes a stone");
        self.own.insert(point);
        self.empty.remove(point);
        self
    }

    /// The run through an own stone in a direction.
    ///
    /// # Panics
    /// In debug builds, if no own stone is on the point.
    #[must_use]
    pub fn run(&self, point: Point, direction: Direction) -> Run {
        debug_assert!(self.own.contains(point), "a run goes through an own stone");
        let mut run =
            Run { stones: Bitboard::from_iter([point]), len: 1, ends: [Some(point), Some(point)] };
        for (end, step) in run.ends.iter_mut().zip([-1, 1]) {
            loop {
                *end = end.and_then(|point| point.offset(direction, step, self.size()));
                match *end {
                    Some(next) if self.own.contains(next) => {
                        run.stones.insert(next);
                        run.len += 1;
                    }
                    _ => break,
                }
            }
        }
        run
    }
}
