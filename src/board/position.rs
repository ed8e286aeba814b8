//! A position: stones, side to move, and how it came about. Knows no rules.

use std::fmt;

use crate::board::bitboard::Bitboard;
use crate::board::color::{Color, PerColor};
use crate::board::geometry::{BoardSize, Geometry};
use crate::board::key::Key;
use crate::board::point::Point;

/// A stone as it was placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placement {
    /// Where.
    pub point: Point,
    /// Whose.
    pub color: Color,
}

/// A point that cannot take a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlacementError {
    /// The point is not on the board.
    OffBoard(Point),
    /// The point holds a stone already.
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

/// Stones on a board, in the order in which they were placed.
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
    /// The empty board, black to move.
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

    /// The tables of the board's size.
    #[must_use]
    pub const fn geometry(&self) -> &'static Geometry {
        self.geometry
    }

    /// The board's size.
    #[must_use]
    pub const fn size(&self) -> BoardSize {
        self.geometry.size()
    }

    /// The stones of a colour.
    #[must_use]
    pub fn stones(&self, color: Color) -> Bitboard {
        self.stones[color]
    }

    /// The points that hold nobody's stones: not playable, part of no row, blocking none
    /// of caro's ends.
    #[must_use]
    pub const fn dead(&self) -> Bitboard {
        self.dead
    }

    /// All points that hold a stone, nobody's included.
    #[must_use]
    pub fn occupied(&self) -> Bitboard {
        self.stones[Color::Black] | self.stones[Color::White] | self.dead
    }

    /// All points that can take a stone.
    #[must_use]
    pub fn empty(&self) -> Bitboard {
        self.geometry.on_board() - self.occupied()
    }

    /// Whether the point is on the board and holds no stone.
    #[must_use]
    pub fn is_empty_at(&self, point: Point) -> bool {
        self.empty().contains(point)
    }

    /// The colour of the stone on a point.
    #[must_use]
    pub fn color_at(&self, point: Point) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.stones[color].contains(point))
    }

    /// The colour that moves next.
    #[must_use]
    pub const fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// Says who moves next, whatever the stones.
    pub fn set_side_to_move(&mut self, color: Color) {
        if color != self.side_to_move {
            self.side_to_move = color;
            self.key ^= Key::WHITE_TO_MOVE;
        }
    }

    /// The stones in the order of their placement; nobody's stones are not among them.
    #[must_use]
    pub fn history(&self) -> &[Placement] {
        &self.history
    }

    /// The last stone placed.
    #[must_use]
    pub fn last_move(&self) -> Option<Placement> {
        self.history.last().copied()
    }

    /// Number of stones placed.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.history.len()
    }

    /// Hash of the stones and the side to move, whatever their order.
    #[must_use]
    pub const fn key(&self) -> Key {
        self.key
    }

    /// The key after a stone of the side to move on an empty point.
    #[inline]
    #[must_use]
    pub fn key_after(&self, point: Point) -> Key {
        self.key ^ Key::stone(self.side_to_move, point) ^ Key::WHITE_TO_MOVE
    }

    /// Places a stone of the side to move; the other side moves next.
    ///
    /// # Errors
    /// If the point is off the board or occupied; nothing changes then.
    pub fn play(&mut self, point: Point) -> Result<(), PlacementError> {
        self.place(point, self.side_to_move)
    }

    /// Places a stone of a colour, whoever's turn it is; the other side moves next.
    ///
    /// # Errors
    /// If the point is off the board or occupied; nothing changes then.
    #[inline]
    pub fn place(&mut self, point: Point, color: Color) -> Result<(), PlacementError> {
        self.check_free(point)?;
        self.stones[color].insert(point);
        self.key ^= Key::stone(color, point);
        self.history.push(Placement { point, color });
        self.set_side_to_move(!color);
        Ok(())
    }

    /// Makes an empty point nobody's.
    ///
    /// # Errors
    /// If the point is off the board or occupied; nothing changes then.
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

    /// Takes the last stone back; its colour is to move again.
    pub fn undo(&mut self) -> Option<Placement> {
        let last = self.history.last()?.point;
        self.remove(last)
    }

    /// Takes away the stone on a point, whenever it was placed. If it was the last one,
    /// its colour is to move again; otherwise the turn stays.
    pub fn remove(&mut self, point: Point) -> Option<Placement> {
        let index = self.history.iter().rposition(|placement| placement.point == point)?;
        let was_last = index + 1 == self.history.len();
        let placement = self.history.remove(index);
        self.stones[placement.color].remove(point);
        self.key ^= Key::stone(placement.color, point);
        if was_last {
            self.set_side_to_move(placement.color);
        }
        Some(placement)
    }
}

impl PartialEq for Position {
    /// Same size, same stones, same side to move; the order does not count.
    fn eq(&self, other: &Self) -> bool {
        self.size() == other.size()
            && self.stones == other.stones
            && self.dead == other.dead
            && self.side_to_move == other.side_to_move
    }
}

impl Eq for Position {}
