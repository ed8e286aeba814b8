//! The symmetries of the board: its rotations and reflections.

use crate::board::point::Point;
use crate::board::position::{Placement, Position};
use crate::board::size::BoardSize;

/// A symmetry of the board: an optional transposition followed by optional reflections.
///
/// ```
/// use dolmen::board::Symmetry;
/// use dolmen::{BoardSize, Point};
///
/// let size = BoardSize::square(15);
/// let corners: Vec<Point> =
///     Symmetry::all(size).map(|symmetry| symmetry.apply(Point::new(0, 0), size)).collect();
/// assert_eq!(corners.len(), 8);
/// assert!(corners.contains(&Point::new(14, 14)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Symmetry {
    /// Indicates whether columns and rows are swapped, before any reflection; only a square board
    /// allows this.
    pub transpose: bool,
    /// Indicates whether left and right are swapped.
    pub mirror_columns: bool,
    /// Indicates whether top and bottom are swapped.
    pub mirror_rows: bool,
}

impl Symmetry {
    /// Returns the symmetries of a board: eight for a square, four for any other rectangle.
    pub fn all(size: BoardSize) -> impl Iterator<Item = Self> {
        let count = if size.width() == size.height() { 8 } else { 4 };
        (0..count).map(|bits| Self {
            mirror_columns: bits & 1 != 0,
            mirror_rows: bits & 2 != 0,
            transpose: bits & 4 != 0,
        })
    }

    /// Returns the symmetry that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Self {
        let Self { transpose, mirror_columns, mirror_rows } = self;
        if transpose {
            // After the transposition, mirrored columns are mirrored rows.
            Self { transpose, mirror_columns: mirror_rows, mirror_rows: mirror_columns }
        } else {
            self
        }
    }

    /// Returns the image of a point on a board of this size.
    #[must_use]
    pub fn apply(self, point: Point, size: BoardSize) -> Point {
        let (mut column, mut row) = (point.column(), point.row());
        if self.transpose {
            (column, row) = (row, column);
        }
        if self.mirror_columns {
            column = size.width() - 1 - column;
        }
        if self.mirror_rows {
            row = size.height() - 1 - row;
        }
        Point::new(column, row)
    }
}

impl Position {
    /// Returns the image of the position under a symmetry of its board.
    ///
    /// ```
    /// use dolmen::Position;
    /// use dolmen::board::Symmetry;
    ///
    /// let mirror = Symmetry { mirror_columns: true, ..Symmetry::default() };
    /// let image = Position::from_moves("15x15 a1 b3")?.image(mirror);
    /// assert_eq!(image.to_moves(), "15x15 o1 n3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn image(&self, symmetry: Symmetry) -> Self {
        let size = self.size();
        let mut image = Self::new(size);
        for &Placement { point, color } in self.history() {
            image.place(symmetry.apply(point, size), color).expect("the points stay apart");
        }
        for point in self.dead().iter() {
            image.block(symmetry.apply(point, size)).expect("the points stay apart");
        }
        image.set_side_to_move(self.side_to_move());
        image
    }
}
