//! The board and the stones on it.

use std::fmt::{self, Display};

/// The sides of the boards that the engine plays on.
pub(crate) const SIDES: std::ops::RangeInclusive<i64> = 5..=22;

/// A point of the board: column `x` from the left and row `y` from the top, both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Point {
    pub(crate) x: i64,
    pub(crate) y: i64,
}

impl Point {
    pub(crate) fn new(x: i64, y: i64) -> Point {
        Point { x, y }
    }

    /// Returns the point `n` steps along `(dx, dy)`.
    pub(crate) fn step(self, (dx, dy): (i64, i64), n: i64) -> Point {
        Point { x: self.x + n * dx, y: self.y + n * dy }
    }
}

impl Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

/// A point and its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stone {
    pub(crate) point: Point,
    pub(crate) cell: Cell,
}

/// The content of a cell from the engine's view. A dead cell belongs to neither player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cell {
    Empty,
    Own,
    Theirs,
    Dead,
}

impl Cell {
    /// Returns the opponent's stone.
    ///
    /// # Panics
    /// If the cell holds no stone.
    pub(crate) fn enemy(self) -> Cell {
        match self {
            Cell::Own => Cell::Theirs,
            Cell::Theirs => Cell::Own,
            Cell::Empty | Cell::Dead => panic!("only stones have an enemy"),
        }
    }
}

/// A rectangle of cells.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    width: i64,
    height: i64,
    cells: Vec<Cell>,
}

impl Field {
    /// Creates an empty field, whose sides must lie in [`SIDES`].
    pub(crate) fn new(width: i64, height: i64) -> Field {
        Field { width, height, cells: vec![Cell::Empty; (width * height) as usize] }
    }

    pub(crate) fn width(&self) -> i64 {
        self.width
    }

    pub(crate) fn height(&self) -> i64 {
        self.height
    }

    pub(crate) fn contains(&self, p: Point) -> bool {
        (0..self.width).contains(&p.x) && (0..self.height).contains(&p.y)
    }

    /// Returns the content of a point, or `None` outside the board.
    pub(crate) fn get(&self, p: Point) -> Option<Cell> {
        self.contains(p).then(|| self.cells[(p.y * self.width + p.x) as usize])
    }

    pub(crate) fn is_empty(&self, p: Point) -> bool {
        self.get(p) == Some(Cell::Empty)
    }

    /// Puts `cell` on a point, which must lie on the board.
    pub(crate) fn set(&mut self, p: Point, cell: Cell) {
        let index = (p.y * self.width + p.x) as usize;
        self.cells[index] = cell;
    }

    /// Counts the cells that hold `cell`.
    pub(crate) fn count(&self, cell: Cell) -> usize {
        self.cells.iter().filter(|&&c| c == cell).count()
    }

    /// Returns all points, row by row.
    pub(crate) fn points(&self) -> impl Iterator<Item = Point> + use<> {
        let (width, height) = (self.width, self.height);
        (0..height).flat_map(move |y| (0..width).map(move |x| Point { x, y }))
    }

    /// Returns the empty points, row by row.
    pub(crate) fn empty_points(&self) -> Vec<Point> {
        self.points().filter(|&p| self.is_empty(p)).collect()
    }
}

/// A field and the player who has the black stones.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    pub(crate) field: Field,
    /// The owner of the black stones: `Own` or `Theirs`, as the first stone decides.
    pub(crate) black: Cell,
}

impl Game {
    pub(crate) fn new(width: i64, height: i64) -> Game {
        Game { field: Field::new(width, height), black: Cell::Own }
    }

    pub(crate) fn stones(&self) -> usize {
        self.field.count(Cell::Own) + self.field.count(Cell::Theirs)
    }

    /// Puts a stone of `who` on an empty point; the first stone of a board is black.
    pub(crate) fn place(&mut self, p: Point, who: Cell) {
        if self.stones() == 0 {
            self.black = who;
        }
        self.field.set(p, who);
    }

    /// Returns whether Black is to move, by the number of stones.
    pub(crate) fn black_to_move(&self) -> bool {
        self.field.count(self.black) <= self.field.count(self.black.enemy())
    }

    /// Returns the first point that holds `cell`, row by row.
    pub(crate) fn first(&self, cell: Cell) -> Option<Point> {
        self.field.points().find(|&p| self.field.get(p) == Some(cell))
    }

    /// Gives each player the other's stones.
    pub(crate) fn exchange(&mut self) {
        for point in self.field.points() {
            if let Some(cell @ (Cell::Own | Cell::Theirs)) = self.field.get(point) {
                self.field.set(point, cell.enemy());
            }
        }
        self.black = self.black.enemy();
    }
}
