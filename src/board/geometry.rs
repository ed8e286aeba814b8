//! Everything that follows from the size of a board: its points, lines and
//! neighbourhoods.

use std::fmt;

use once_cell::sync::OnceCell;

use crate::board::bitboard::Bitboard;
use crate::board::direction::Direction;
use crate::board::lines::{LINE_COUNT, LineIndex, LineSpot};
use crate::board::point::{POINT_INDICES, Point, STRIDE};

/// The width and height of a board, each from [`BoardSize::MIN`] to [`BoardSize::MAX`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoardSize {
    width: u8,
    height: u8,
}

/// The error for a board size outside 5 to 22.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidSize {
    /// The requested width.
    pub width: i64,
    /// The requested height.
    pub height: i64,
}

impl fmt::Display for InvalidSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (min, max) = (BoardSize::MIN, BoardSize::MAX);
        write!(
            f,
            "invalid board size {}x{}: expected sides from {min} to {max}",
            self.width, self.height
        )
    }
}

impl std::error::Error for InvalidSize {}

impl BoardSize {
    /// The smallest side of a board.
    pub const MIN: usize = 5;
    /// The largest side of a board.
    pub const MAX: usize = STRIDE - 1;

    /// Creates the size of a board of this width and height.
    ///
    /// # Errors
    /// If a side is not between 5 and 22.
    pub fn new(width: i64, height: i64) -> Result<Self, InvalidSize> {
        let sides = Self::MIN as i64..=Self::MAX as i64;
        if sides.contains(&width) && sides.contains(&height) {
            Ok(Self { width: width as u8, height: height as u8 })
        } else {
            Err(InvalidSize { width, height })
        }
    }

    /// Creates the size of a square board.
    ///
    /// # Panics
    /// If the side is not between 5 and 22.
    #[must_use]
    pub fn square(side: usize) -> Self {
        Self::new(side as i64, side as i64).expect("the side is between 5 and 22")
    }

    /// Returns the number of columns.
    #[must_use]
    pub const fn width(self) -> usize {
        self.width as usize
    }

    /// Returns the number of rows.
    #[must_use]
    pub const fn height(self) -> usize {
        self.height as usize
    }

    /// Returns the number of points.
    #[must_use]
    pub const fn area(self) -> usize {
        self.width() * self.height()
    }

    /// Returns the point in a column and a row, if it lies on the board.
    #[must_use]
    pub fn point(self, column: i64, row: i64) -> Option<Point> {
        let on_board = (0..i64::from(self.width)).contains(&column)
            && (0..i64::from(self.height)).contains(&row);
        on_board.then(|| Point::new(column as usize, row as usize))
    }

    /// Returns all points, row by row from the top left.
    pub fn points(self) -> impl Iterator<Item = Point> {
        (0..self.height())
            .flat_map(move |row| (0..self.width()).map(move |column| Point::new(column, row)))
    }
}

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

/// The tables of one board size, which are built on first use and then shared.
#[derive(Debug)]
pub struct Geometry {
    size: BoardSize,
    on_board: Bitboard,
    cover: Vec<Point>,
    cells: [u32; LINE_COUNT],
    nearby: Box<[Bitboard; POINT_INDICES]>,
}

const SIDES: usize = BoardSize::MAX - BoardSize::MIN + 1;

impl Geometry {
    /// Returns the tables of a board size.
    #[must_use]
    pub fn of(size: BoardSize) -> &'static Self {
        static TABLES: [OnceCell<Geometry>; SIDES * SIDES] =
            [const { OnceCell::new() }; SIDES * SIDES];
        let index = (size.height() - BoardSize::MIN) * SIDES + size.width() - BoardSize::MIN;
        TABLES[index].get_or_init(|| Self::build(size))
    }

    fn build(size: BoardSize) -> Self {
        let mut nearby = Box::new([Bitboard::EMPTY; POINT_INDICES]);
        for point in size.points() {
            nearby[point.index()] = Self::neighbourhood(point, size);
        }
        let mut cells = [0; LINE_COUNT];
        for line in LineIndex::all() {
            cells[line.index()] = line.cells(size);
        }
        let on_board = size.points().collect();
        Self { size, on_board, cover: Self::line_cover(size), cells, nearby }
    }

    /// Computes [`Geometry::cover`].
    fn line_cover(size: BoardSize) -> Vec<Point> {
        let mut is_covered = [false; LINE_COUNT];
        let adds_a_line = |point: &Point| {
            let lines = Direction::ALL.map(|direction| LineSpot::of(*point, direction).line);
            let was_covered =
                lines.map(|line| std::mem::replace(&mut is_covered[line.index()], true));
            was_covered.contains(&false)
        };
        size.points().filter(adds_a_line).collect()
    }

    /// Computes [`Geometry::nearby`] for one point.
    fn neighbourhood(point: Point, size: BoardSize) -> Bitboard {
        const SQUARE_RADIUS: usize = 2;
        const LINE_RADIUS: i32 = 3;
        let on_lines = Direction::ALL.into_iter().flat_map(|direction| {
            (-LINE_RADIUS..=LINE_RADIUS)
                .filter_map(move |steps| point.offset(direction, steps, size))
        });
        let in_square = size.points().filter(|other| other.distance(point) <= SQUARE_RADIUS);
        on_lines.chain(in_square).collect()
    }

    /// Returns the board size.
    #[must_use]
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// Returns all points of the board.
    #[inline]
    #[must_use]
    pub const fn on_board(&self) -> Bitboard {
        self.on_board
    }

    /// Returns a small set of points that meets every line of the board.
    #[inline]
    #[must_use]
    pub fn cover(&self) -> &[Point] {
        &self.cover
    }

    /// Returns the cells of a line, as bits of its word.
    #[inline]
    #[must_use]
    pub fn cells(&self, line: LineIndex) -> u32 {
        self.cells[line.index()]
    }

    /// Returns the points close enough to a stone on `point` to be worth a move: those in
    /// the square of radius two around it and up to three steps away along its lines.
    #[inline]
    #[must_use]
    pub fn nearby(&self, point: Point) -> &Bitboard {
        &self.nearby[point.index()]
    }

    /// Returns the point in the middle; if a side is even, the one below or to the right
    /// of the middle.
    #[must_use]
    pub fn center(&self) -> Point {
        Point::new(self.size.width() / 2, self.size.height() / 2)
    }
}
