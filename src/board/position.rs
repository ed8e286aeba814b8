//! A position: the stones, the side to move and the history, without any rules.

use std::fmt;
use std::hash::{Hash, Hasher};

use crate::board::bitboard::Bitboard;
use crate::board::color::{Color, PerColor};
use crate::board::geometry::Geometry;
use crate::board::key::Key;
use crate::board::point::Point;
use crate::board::size::BoardSize;

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
/// use dolmen::Position;
///
/// let position: Position = "X....\n.O...\n.....\n.....\n....#".parse()?;
/// assert_eq!(position, Position::from_moves("5x5 #e5 a1 b2")?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
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
    ///
    /// ```
    /// use dolmen::{BoardSize, Color, Position};
    ///
    /// let position = Position::new(BoardSize::new(20, 15)?);
    /// assert_eq!(position.empty().len(), 300);
    /// assert_eq!(position.side_to_move(), Color::Black);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
    ///
    /// ```
    /// use dolmen::Position;
    ///
    /// let position = Position::from_moves("15x15 #a1 h8")?;
    /// assert_eq!(position.occupied().len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn occupied(&self) -> Bitboard {
        self.stones[Color::Black] | self.stones[Color::White] | self.dead
    }

    /// Returns all points that can take a stone.
    ///
    /// ```
    /// use dolmen::Position;
    ///
    /// let position = Position::from_moves("15x15 #a1 h8")?;
    /// assert_eq!(position.empty().len(), 223);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn empty(&self) -> Bitboard {
        self.geometry.on_board() - self.occupied()
    }

    /// Returns whether the point is on the board and holds no stone.
    ///
    /// ```
    /// use dolmen::{Point, Position};
    ///
    /// let position = Position::from_moves("15x15 #a1 h8")?;
    /// assert!(!position.is_empty_at(Point::new(0, 0)), "the point is dead");
    /// assert!(!position.is_empty_at(Point::new(15, 0)), "the point is off the board");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_empty_at(&self, point: Point) -> bool {
        self.empty().contains(point)
    }

    /// Returns the colour of the stone on a point, or `None` if the point holds none.
    ///
    /// ```
    /// use dolmen::{Color, Point, Position};
    ///
    /// let position = Position::from_moves("15x15 #a1 h8 i9")?;
    /// assert_eq!(position.color_at(Point::new(8, 8)), Some(Color::White));
    /// assert_eq!(position.color_at(Point::new(0, 0)), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
    ///
    /// ```
    /// use dolmen::{Color, Position};
    ///
    /// let mut position = Position::from_moves("15x15 h8")?;
    /// position.set_side_to_move(Color::Black);
    /// assert_eq!(position.to_moves(), "15x15 h8 pass");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
    ///
    /// ```
    /// use dolmen::Position;
    ///
    /// assert_eq!(Position::from_moves("15x15 #a1 h8 pass i9")?.ply(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn ply(&self) -> usize {
        self.history.len()
    }

    /// Returns the hash of the stones and the side to move, which does not depend on the
    /// order of the moves.
    ///
    /// ```
    /// use dolmen::Position;
    ///
    /// let key = Position::from_moves("15x15 h8 i9 j10")?.key();
    /// assert_eq!(key, Position::from_moves("15x15 j10 i9 h8")?.key());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn key(&self) -> Key {
        self.key
    }

    /// Returns the key of the position after a move of the side to move on an empty point.
    ///
    /// ```
    /// use dolmen::{Point, Position};
    ///
    /// let mut position = Position::from_moves("15x15 h8 i9")?;
    /// let key = position.key_after(Point::new(9, 9));
    /// position.play(Point::new(9, 9))?;
    /// assert_eq!(position.key(), key);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn key_after(&self, point: Point) -> Key {
        self.key ^ Key::stone(self.side_to_move, point) ^ Key::WHITE_TO_MOVE
    }

    /// Places a stone of the side to move; the other side moves next.
    ///
    /// # Errors
    /// Returns an error if the point is off the board or occupied. The position is then unchanged.
    ///
    /// ```
    /// use dolmen::board::PlacementError;
    /// use dolmen::{Point, Position};
    ///
    /// let mut position = Position::from_moves("15x15 h8")?;
    /// let point = Point::new(7, 7);
    /// assert_eq!(position.play(point), Err(PlacementError::Occupied(point)));
    /// position.play(Point::new(8, 8))?;
    /// assert_eq!(position.to_moves(), "15x15 h8 i9");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play(&mut self, point: Point) -> Result<(), PlacementError> {
        self.place(point, self.side_to_move)
    }

    /// Places a stone of a colour, regardless of the side to move; the other side moves next.
    ///
    /// # Errors
    /// Returns an error if the point is off the board or occupied. The position is then unchanged.
    ///
    /// ```
    /// use dolmen::{Color, Point, Position};
    ///
    /// let mut position = Position::from_moves("15x15 h8")?;
    /// position.place(Point::new(7, 8), Color::Black)?;
    /// assert_eq!(position.side_to_move(), Color::White);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
    /// Returns an error if the point is off the board or occupied. The position is then unchanged.
    ///
    /// ```
    /// use dolmen::{Color, Point, Position};
    ///
    /// let mut position = Position::from_moves("15x15 h8")?;
    /// position.block(Point::new(0, 0))?;
    /// assert_eq!(position.side_to_move(), Color::White);
    /// assert_eq!(position.dead().first(), Some(Point::new(0, 0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
    ///
    /// ```
    /// use dolmen::{Color, Position};
    ///
    /// let mut position = Position::from_moves("15x15 h8 pass i8")?;
    /// position.undo();
    /// assert_eq!(position.side_to_move(), Color::Black);
    /// position.undo();
    /// assert_eq!(position.undo(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
    ///
    /// ```
    /// use dolmen::{Color, Point, Position};
    ///
    /// let mut position = Position::from_moves("15x15 h8 i9")?;
    /// position.remove(Point::new(7, 7));
    /// assert_eq!(position.side_to_move(), Color::Black);
    /// assert_eq!(position.remove(Point::new(7, 7)), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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

    /// Removes from the board a stone that is no longer in the history.
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
    /// Hashes the size and the key, which stands for the stones and the side to move.
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.size().hash(state);
        self.key.hash(state);
    }
}
