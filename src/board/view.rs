//! The set view of a position from one colour's side: its own stones, the opponent's stones
//! and the empty points.
//!
//! The three sets are disjoint and lie on the board. A point of the board that is in none
//! of them is dead (see [`Position::dead`]).

use crate::board::bitboard::Bitboard;
use crate::board::color::Color;
use crate::board::direction::Direction;
use crate::board::geometry::Geometry;
use crate::board::point::Point;
use crate::board::position::Position;
use crate::board::size::BoardSize;

/// A board from one colour's side.
///
/// A view is a small value: adding a hypothetical stone returns a new view, so there is
/// nothing to undo.
///
/// ```
/// use dolmen::board::{Direction, View};
/// use dolmen::{BoardSize, Color, Point, Position};
///
/// let position = Position::new(BoardSize::square(15));
/// let view = View::new(&position, Color::White);
/// let extended = view.with(Point::new(7, 7)).with(Point::new(8, 7));
/// assert_eq!(extended.run(Point::new(7, 7), Direction::Horizontal).len, 2);
/// assert!(view.own().is_empty());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct View {
    geometry: &'static Geometry,
    own: Bitboard,
    opponent: Bitboard,
    empty: Bitboard,
}

/// A maximal unbroken run of own stones in a line.
///
/// ```
/// use dolmen::board::{Direction, View, diagram};
/// use dolmen::{Color, Point};
///
/// let position = diagram::parse(".....\n.....\nXXX..\n.....\n.....")?;
/// let view = View::new(&position, Color::Black);
/// let run = view.run(Point::new(1, 2), Direction::Horizontal);
/// assert_eq!(run.len, 3);
/// assert_eq!(run.ends, [None, Some(Point::new(3, 2))]);
/// # Ok::<(), diagram::ParseDiagramError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Run {
    /// The stones.
    pub stones: Bitboard,
    /// The number of stones.
    pub len: usize,
    /// The points beyond the two ends, backward and forward; `None` off the board.
    pub ends: [Option<Point>; 2],
}

impl View {
    /// Creates the view of a position from one colour's side.
    #[must_use]
    pub fn new(position: &Position, color: Color) -> Self {
        Self {
            geometry: position.geometry(),
            own: position.stones(color),
            opponent: position.stones(!color),
            empty: position.empty(),
        }
    }

    /// Returns the size of the board.
    #[must_use]
    pub const fn size(&self) -> BoardSize {
        self.geometry.size()
    }

    /// Returns all points of the board.
    #[must_use]
    pub const fn on_board(&self) -> Bitboard {
        self.geometry.on_board()
    }

    /// Returns the stones of the view's colour.
    #[must_use]
    pub const fn own(&self) -> Bitboard {
        self.own
    }

    /// Returns the opponent's stones.
    #[must_use]
    pub const fn opponent(&self) -> Bitboard {
        self.opponent
    }

    /// Returns the points that can take a stone.
    #[must_use]
    pub const fn empty(&self) -> Bitboard {
        self.empty
    }

    /// Returns the view with one more own stone.
    ///
    /// # Panics
    /// Panics in debug builds if the point is not empty.
    #[must_use]
    pub fn with(mut self, point: Point) -> Self {
        debug_assert!(self.empty.contains(point), "a stone needs an empty point");
        self.own.insert(point);
        self.empty.remove(point);
        self
    }

    /// Returns the run through an own stone in a direction.
    ///
    /// # Panics
    /// Panics in debug builds if no own stone is on the point.
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
