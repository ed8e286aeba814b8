//! Everything that follows from the size of a board: its points, lines and
//! neighbourhoods.

use once_cell::sync::OnceCell;

use crate::board::bitboard::Bitboard;
use crate::board::direction::Direction;
use crate::board::lines::{LINE_COUNT, LineIndex, LineSpot};
use crate::board::point::{POINT_INDICES, Point};
use crate::board::size::BoardSize;

/// The tables of one board size, which are built on first use and then shared.
///
/// ```
/// use dolmen::board::Geometry;
/// use dolmen::{BoardSize, Point};
///
/// let geometry = Geometry::of(BoardSize::new(20, 15)?);
/// assert_eq!(geometry.on_board().len(), 300);
/// assert_eq!(geometry.center(), Point::new(10, 7));
/// assert_eq!(geometry.nearby(geometry.center()).len(), 33);
/// # Ok::<(), dolmen::board::InvalidSize>(())
/// ```
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
