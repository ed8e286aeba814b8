//! A game from the engine's view: the board of the suite's referee, and the engine's side.

use protocol_tests::referee::{Content, Field, Point, Side};

/// The sides of the boards that the engine plays on.
pub(crate) const SIDES: std::ops::RangeInclusive<i64> = 5..=22;

/// The column and the row that a manager names, perhaps outside the board.
pub(crate) type Coordinates = (i64, i64);

/// The owner of a stone, or `None` for a dead cell.
pub(crate) type Owner = Option<Player>;

/// A player from the engine's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Player {
    Own,
    Theirs,
}

/// A board and the side of the engine.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    pub(crate) field: Field,
    /// The engine's side, as the first stone decides.
    pub(crate) own: Side,
}

impl Game {
    /// Creates a game without stones.
    pub(crate) fn new(width: u16, height: u16) -> Game {
        Game { field: Field::new(width, height), own: Side::Black }
    }

    /// Counts the stones of a side.
    pub(crate) fn count(&self, side: Side) -> usize {
        let is_own = |p: &Point| self.field.get(*p) == Content::Stone(side);
        self.field.points().filter(is_own).count()
    }

    /// Counts the stones of both sides.
    pub(crate) fn stones(&self) -> usize {
        self.count(Side::Black) + self.count(Side::White)
    }

    /// Puts a stone on a point; the first stone of a board is black.
    pub(crate) fn place(&mut self, p: Point, player: Player) {
        if self.stones() == 0 {
            self.own = if player == Player::Own { Side::Black } else { Side::White };
        }
        let side = if player == Player::Own { self.own } else { self.own.other() };
        self.field.set(p, Content::Stone(side));
    }

    /// Puts a stone or a dead cell on the empty point with these coordinates. Returns `None` if there
    /// is no such point.
    pub(crate) fn put(&mut self, coordinates: Coordinates, owner: Owner) -> Option<()> {
        let p = self.field.empty_at(coordinates)?;
        match owner {
            Some(player) => self.place(p, player),
            None => self.field.set(p, Content::Dead),
        }
        Some(())
    }

    /// Returns the side to move, by the number of stones.
    pub(crate) fn to_move(&self) -> Side {
        let is_even = self.count(Side::Black) <= self.count(Side::White);
        if is_even { Side::Black } else { Side::White }
    }

    /// Returns the first point with this content, row by row.
    pub(crate) fn first(&self, content: Content) -> Option<Point> {
        self.field.points().find(|&p| self.field.get(p) == content)
    }
}
