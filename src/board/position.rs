//! A position: the stones, the side to move and the history, without any rules.

use std::fmt;
use std::hash::{Hash, Hasher};

use crate::board::bitboard::Bitboard;
use crate::board::color::{Color, PerColor};
use crate::board::geometry::Geometry;
use crate::board::key::Key;
use crate::board::point::Point;
use crate::board::size::BoardSize;
use crate::board::symmetry::Symmetry;

/// A stone that was placed on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placement {
    /// The point of the stone.
    pub point: Point,
    /// The colour of the stone.
    pub color: Color,
}

/// The error for a point that cannot take a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlacementError {
    /// The point is not on the board.
    OffBoard(Point),
    /// The point already holds a stone or is dead.
    Occupied(Point),
}

impl fmt::Display for PlacementError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OffBoard(point) => write!(f, "point {point} is off the board"),
            Self::Occupied(point) => write!(f, "point {point} is occupied"),
        }
    }
}

impl std::error::Error for PlacementError {}

/// Stones on a board in the order in which they were placed, and the side to move.
///
/// ```
/// use dolmen::{BoardSize, Color, Point, Position};
///
/// let mut position = Position::new(BoardSize::square(15));
/// position.play(Point::new(7, 7))?;
/// position.play(Point::new(8, 7))?;
/// assert_eq!(position.color_at(Point::new(8, 7)), Some(Color::White));
/// position.undo();
/// assert_eq!(position.side_to_move(), Color::White);
/// assert_eq!(position.empty().len(), 224);
/// # Ok::<(), dolmen::board::PlacementError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Position {
    geometry: &'static Geometry,
    stones: PerColor<Bitboard>,
    dead: Bitboard,
    side_to_move: Color,
    history: Vec<Placement>,
    key: Key,
}

impl Position {
    /// Creates the position of an empty board with black to move.
    #[must_use]
    pub fn new(size: BoardSize) -> Self {
        Self {
            geometry: Geometry::of(size),
            stones: PerColor::default(),
            dead: Bitboard::EMPTY,
            side_to_move: Color::Black,
            history: Vec::new(),
            key: Key::default(),
        }
    }

    /// Returns the tables for the size of the board.
    #[must_use]
    pub const fn geometry(&self) -> &'static Geometry {
        self.geometry
    }

    /// Returns the size of the board.
    #[must_use]
    pub const fn size(&self) -> BoardSize {
        self.geometry.size()
    }

    /// Returns the stones of a colour.
    #[must_use]
    pub fn stones(&self, color: Color) -> Bitboard {
        self.stones[color]
    }

    /// Returns the dead points, which hold a stone of neither colour and cannot take one.
    ///
    /// In a continuous game, the stones of a five become dead points. A dead point belongs to no
    /// five and does not close the end of a five in caro.
    #[must_use]
    pub const fn dead(&self) -> Bitboard {
        self.dead
    }

    /// Returns all points that hold a stone, and the dead points.
    #[must_use]
    pub fn occupied(&self) -> Bitboard {
        self.stones[Color::Black] | self.stones[Color::White] | self.dead
    }

    /// Returns all points that can take a stone.
    #[must_use]
    pub fn empty(&self) -> Bitboard {
        self.geometry.on_board() - self.occupied()
    }

    /// Returns whether the point is on the board and holds no stone.
    #[must_use]
    pub fn is_empty_at(&self, point: Point) -> bool {
        self.empty().contains(point)
    }

    /// Returns the colour of the stone on a point, or `None` if the point holds none.
    #[must_use]
    pub fn color_at(&self, point: Point) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.stones[color].contains(point))
    }

    /// Returns the colour that moves next.
    #[must_use]
    pub const fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// Sets the colour that moves next, regardless of the stones.
    pub fn set_side_to_move(&mut self, color: Color) {
        if color != self.side_to_move {
            self.side_to_move = color;
            self.key ^= Key::WHITE_TO_MOVE;
        }
    }

    /// Returns the stones in the order in which they were placed; dead points are not included.
    #[must_use]
    pub fn history(&self) -> &[Placement] {
        &self.history
    }

    /// Returns the last stone placed, or `None` if there is none.
    #[must_use]
    pub fn last_move(&self) -> Option<Placement> {
        self.history.last().copied()
    }

    /// Returns the number of stones in the history.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.history.len()
    }

    /// Returns the hash of the stones and the side to move, which does not depend on the
    /// order of the moves.
    #[must_use]
    pub const fn key(&self) -> Key {
        self.key
    }

    /// Returns the key of the position after a move of the side to move on an empty point.
    #[inline]
    #[must_use]
    pub fn key_after(&self, point: Point) -> Key {
        self.key ^ Key::stone(self.side_to_move, point) ^ Key::WHITE_TO_MOVE
    }

    /// Returns the position as a symmetry of its board shows it.
    #[must_use]
    pub fn image(&self, symmetry: Symmetry) -> Self {
        let size = self.size();
        let mut image = Self::new(size);
        for &Placement { point, color } in &self.history {
            image.place(symmetry.apply(point, size), color).expect("the points stay apart");
        }
        for point in self.dead.iter() {
            image.block(symmetry.apply(point, size)).expect("the points stay apart");
        }
        image.set_side_to_move(self.side_to_move);
        image
    }

    /// Places a stone of the side to move; the other side moves next.
    ///
    /// # Errors
    /// If the point is off the board or occupied. The position is then unchanged.
    pub fn play(&mut self, point: Point) -> Result<(), PlacementError> {
        self.place(point, self.side_to_move)
    }

    /// Places a stone of a colour, regardless of the side to move; the other side moves next.
    ///
    /// # Errors
    /// If the point is off the board or occupied. The position is then unchanged.
    #[inline]
    pub fn place(&mut self, point: Point, color: Color) -> Result<(), PlacementError> {
        self.check_free(point)?;
        self.stones[color].insert(point);
        self.key ^= Key::stone(color, point);
        self.history.push(Placement { point, color });
        self.set_side_to_move(!color);
        Ok(())
    }

    /// Makes an empty point dead; the side to move stays the same.
    ///
    /// # Errors
    /// If the point is off the board or occupied. The position is then unchanged.
    pub fn block(&mut self, point: Point) -> Result<(), PlacementError> {
        self.check_free(point)?;
        self.dead.insert(point);
        self.key ^= Key::dead(point);
        Ok(())
    }

    #[inline]
    fn check_free(&self, point: Point) -> Result<(), PlacementError> {
        if !self.geometry.on_board().contains(point) {
            Err(PlacementError::OffBoard(point))
        } else if self.dead.contains(point) || self.color_at(point).is_some() {
            Err(PlacementError::Occupied(point))
        } else {
            Ok(())
        }
    }

    /// Removes the last stone and returns it; its colour is to move again.
    pub fn undo(&mut self) -> Option<Placement> {
        let last = self.history.pop()?;
        self.take_up(last);
        self.set_side_to_move(last.color);
        Some(last)
    }

    /// Removes the stone on a point, even if other stones were placed after it, and returns it.
    ///
    /// If it was the last stone, its colour is to move again; otherwise, the side to move stays
    /// the same.
    pub fn remove(&mut self, point: Point) -> Option<Placement> {
        let index = self.history.iter().rposition(|placement| placement.point == point)?;
        let was_last = index + 1 == self.history.len();
        let placement = self.history.remove(index);
        self.take_up(placement);
        if was_last {
            self.set_side_to_move(placement.color);
        }
        Some(placement)
    }

    /// Removes a stone that is in the history no more.
    #[inline]
    fn take_up(&mut self, Placement { point, color }: Placement) {
        self.stones[color].remove(point);
        self.key ^= Key::stone(color, point);
    }
}

impl PartialEq for Position {
    /// Compares the sizes, the stones and the sides to move, but not the orders of the moves.
    fn eq(&self, other: &Self) -> bool {
        self.size() == other.size()
            && self.stones == other.stones
            && self.dead == other.dead
            && self.side_to_move == other.side_to_move
    }
}

impl Eq for Position {}

impl Hash for Position {
    /// Hashes what is compared: the key stands for the stones and the side to move.
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.size().hash(state);
        self.key.hash(state);
    }
}
