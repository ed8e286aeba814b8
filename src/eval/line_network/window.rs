//! Windows: the cells of a line around a point.
//!
//! A window is a number of two bits for each cell, the first cell lowest. This file also has the
//! slow definition of the window through a point.

use crate::board::{Color, Direction, Point, Position};

/// The contents of a cell, as one of the sides sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum Cell {
    /// A point without a stone.
    #[default]
    Empty = 0,
    /// A stone of the side.
    Own = 1,
    /// A stone of its opponent.
    Opponent = 2,
    /// No point of the board.
    Outside = 3,
}

impl Cell {
    /// All contents, in the order of their bits.
    pub const ALL: [Self; 4] = [Self::Empty, Self::Own, Self::Opponent, Self::Outside];

    /// Returns the cell as the other side sees it.
    #[must_use]
    pub const fn swapped(self) -> Self {
        match self {
            Self::Own => Self::Opponent,
            Self::Opponent => Self::Own,
            Self::Empty | Self::Outside => self,
        }
    }
}

/// The eleven cells of a line around a point, which is the middle one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Window(u32);

impl Window {
    /// The number of cells.
    pub const CELLS: usize = 2 * Self::REACH + 1;
    /// The number of cells on each side of the middle one.
    pub const REACH: usize = 5;
    /// The number of windows of any cells, possible or not.
    pub const COUNT: usize = 1 << (2 * Self::CELLS);
    /// The window without stones far from every edge.
    pub const EMPTY: Self = Self(0);

    /// Returns the window of these cells.
    #[must_use]
    pub fn new(cells: [Cell; Self::CELLS]) -> Self {
        Self(pack(&cells))
    }

    /// Returns the window of a number below [`Window::COUNT`].
    ///
    /// # Panics
    /// Panics if the number is too large.
    #[inline]
    #[must_use]
    pub const fn from_index(index: usize) -> Self {
        assert!(index < Self::COUNT, "a window has eleven cells");
        Self(index as u32)
    }

    /// Returns the number of the window, below [`Window::COUNT`].
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the cells.
    #[must_use]
    pub fn cells(self) -> [Cell; Self::CELLS] {
        std::array::from_fn(|place| Cell::ALL[(self.0 >> (2 * place) & 3) as usize])
    }

    /// Returns the window one step further along the line, whose last cell is `next`.
    #[inline]
    #[must_use]
    pub const fn moved(self, next: Cell) -> Self {
        Self(self.0 >> 2 | (next as u32) << (2 * (Self::CELLS - 1)))
    }

    /// Returns the window in the other direction of the line.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        Self(mirror(self.0, Self::CELLS))
    }

    /// Returns the window as the other side sees it.
    #[inline]
    #[must_use]
    pub const fn swapped(self) -> Self {
        const LOW: u32 = 0x15_5555;
        Self((self.0 & LOW) << 1 | self.0 >> 1 & LOW)
    }

    /// Returns the window or its mirror image, whichever has the lower number.
    #[must_use]
    pub fn canonical(self) -> Self {
        self.min(self.mirrored())
    }

    /// Returns the seven cells in the middle.
    #[must_use]
    pub const fn core(self) -> Core {
        const SKIPPED: usize = (Window::CELLS - Core::CELLS) / 2;
        Core((self.0 >> (2 * SKIPPED)) as u16 & (Core::COUNT - 1) as u16)
    }

    /// Returns whether a board can have the window: its middle cell is on the board, and what is
    /// outside lies beyond an edge.
    #[must_use]
    pub fn is_possible(self) -> bool {
        is_possible(&self.cells())
    }
}

/// The seven cells in the middle of a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Core(u16);

impl Core {
    /// The number of cells.
    pub const CELLS: usize = 7;
    /// The number of cores of any cells, possible or not.
    pub const COUNT: usize = 1 << (2 * Self::CELLS);

    /// Returns the core of a number below [`Core::COUNT`].
    ///
    /// # Panics
    /// Panics if the number is too large.
    #[must_use]
    pub const fn from_index(index: usize) -> Self {
        assert!(index < Self::COUNT, "a core has seven cells");
        Self(index as u16)
    }

    /// Returns the core as the other side sees it.
    #[must_use]
    pub const fn swapped(self) -> Self {
        const LOW: u16 = 0x1555;
        Self((self.0 & LOW) << 1 | self.0 >> 1 & LOW)
    }

    /// Returns the number of the core, below [`Core::COUNT`].
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the core or its mirror image, whichever has the lower number.
    #[must_use]
    pub fn canonical(self) -> Self {
        self.min(Self(mirror(u32::from(self.0), Self::CELLS) as u16))
    }

    /// Returns the possible cores that are not above their mirror image, the lowest first.
    pub fn all() -> impl Iterator<Item = Self> {
        let cores = (0..Self::COUNT).map(|index| Self(index as u16));
        cores.filter(|core| *core == core.canonical() && core.is_possible())
    }

    fn is_possible(self) -> bool {
        let cell = |place| Cell::ALL[usize::from(self.0 >> (2 * place) & 3)];
        is_possible::<{ Self::CELLS }>(&std::array::from_fn(cell))
    }
}

/// Returns the bits of cells.
fn pack(cells: &[Cell]) -> u32 {
    cells.iter().rev().fold(0, |bits, &cell| bits << 2 | cell as u32)
}

/// Returns the bits of so many cells in the other order.
const fn mirror(mut bits: u32, cells: usize) -> u32 {
    let mut mirrored = 0;
    let mut place = 0;
    while place < cells {
        mirrored = mirrored << 2 | bits & 3;
        bits >>= 2;
        place += 1;
    }
    mirrored
}

/// Returns whether the middle cell is on the board, and every cell between it and another one on
/// the board is.
fn is_possible<const CELLS: usize>(cells: &[Cell; CELLS]) -> bool {
    let (before, rest) = cells.split_at(CELLS / 2);
    let from_middle = |cells: &mut dyn Iterator<Item = &Cell>| {
        cells.skip_while(|&&cell| cell != Cell::Outside).all(|&cell| cell == Cell::Outside)
    };
    rest[0] != Cell::Outside
        && from_middle(&mut before.iter().rev())
        && from_middle(&mut rest.iter())
}

/// Returns the window through a point of the board, as a colour sees it: the slow definition.
///
/// ```
/// use dolmen::board::Direction;
/// use dolmen::eval::line_network::window::{Cell, window_at};
/// use dolmen::{BoardSize, Color, Point, Position};
///
/// let position = Position::new(BoardSize::square(15));
/// let corner = window_at(&position, Color::Black, Point::new(0, 0), Direction::Horizontal);
/// assert_eq!(corner.cells()[..5], [Cell::Outside; 5]);
/// ```
#[must_use]
pub fn window_at(position: &Position, viewer: Color, point: Point, direction: Direction) -> Window {
    Window::new(std::array::from_fn(|place| {
        let steps = place as i32 - Window::REACH as i32;
        match point.offset(direction, steps, position.size()) {
            None => Cell::Outside,
            Some(point) if position.dead().contains(point) => Cell::Outside,
            Some(point) => match position.color_at(point) {
                None => Cell::Empty,
                Some(color) if color == viewer => Cell::Own,
                Some(_) => Cell::Opponent,
            },
        }
    }))
}

#[cfg(test)]
mod tests;
