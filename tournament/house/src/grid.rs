//! The board as an array of cells, for players that follow lines from a point.
//!
//! A margin of walls surrounds the board, so that no walk of five steps leaves the array. Dead
//! cells are walls too.

use dolmen::board::{Color, Direction, Point, Position};
use dolmen::rules::Rule;

const MARGIN: usize = 5;
const STRIDE: usize = 32;

/// The content of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// A stone.
    Stone(Color),
    /// The edge or a dead cell.
    Wall,
}

/// The ends at which a row can grow. The point from which the row is seen is not an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// Every end is empty.
    Open,
    /// An end is closed, but the row is not [`Dead`](Self::Dead).
    Blocked,
    /// The row lies on both sides of the point, and both ends are closed.
    Dead,
}

/// The stones of one colour that touch a point along a direction, on both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The number of stones.
    pub len: usize,
    /// The state of the ends of the row.
    pub ends: Ends,
}

/// The stones of one colour that touch a point on one side.
struct Run {
    len: usize,
    /// The cell behind the stones.
    end: Cell,
}

/// The cells of a board.
#[derive(Clone, Debug)]
pub struct Grid {
    cells: Vec<Cell>,
}

impl Grid {
    /// Creates the cells of a position.
    #[must_use]
    pub fn new(position: &Position) -> Self {
        let mut grid = Self { cells: vec![Cell::Wall; STRIDE * STRIDE] };
        for point in position.size().points() {
            let stone = position.color_at(point).map(Cell::Stone);
            if !position.dead().contains(point) {
                grid.set(point, stone.unwrap_or(Cell::Empty));
            }
        }
        grid
    }

    /// Changes a cell.
    pub fn set(&mut self, point: Point, cell: Cell) {
        self.cells[index(point)] = cell;
    }

    /// Returns the cell `steps` away from a point, at most five.
    #[must_use]
    pub fn at(&self, point: Point, direction: Direction, steps: isize) -> Cell {
        self.cells[index(point).wrapping_add_signed(step(direction) * steps)]
    }

    /// Returns the stones of a colour that touch a point on the side of `step`.
    fn run(&self, point: Point, color: Color, step: isize) -> Run {
        let mut at = index(point).wrapping_add_signed(step);
        let mut len = 0;
        while self.cells[at] == Cell::Stone(color) {
            len += 1;
            at = at.wrapping_add_signed(step);
        }
        Run { len, end: self.cells[at] }
    }

    /// Returns the row of a colour that touches a point, whatever the point itself holds.
    #[must_use]
    pub fn row(&self, point: Point, direction: Direction, color: Color) -> Row {
        let runs = [1, -1].map(|sense| self.run(point, color, sense * step(direction)));
        let sides = runs.iter().filter(|run| run.len > 0).count();
        let free = runs.iter().filter(|run| run.len > 0 && run.end == Cell::Empty).count();
        let ends = match (sides, free) {
            (2, 0) => Ends::Dead,
            (sides, free) if sides == free => Ends::Open,
            _ => Ends::Blocked,
        };
        Row { len: runs[0].len + runs[1].len, ends }
    }

    /// Returns whether a stone of a colour on a point makes five in a direction.
    #[must_use]
    pub fn makes_five(&self, point: Point, direction: Direction, color: Color, rule: Rule) -> bool {
        let runs = [1, -1].map(|sense| self.run(point, color, sense * step(direction)));
        let five = rule.five(color);
        let closed = runs.iter().all(|run| run.end == Cell::Stone(!color));
        match runs[0].len + runs[1].len + 1 {
            0..5 => false,
            5 => !(five.can_be_closed() && closed),
            _ => !five.is_exact(),
        }
    }

    /// Returns whether a stone of a colour on a point makes five in any direction.
    #[must_use]
    pub fn wins(&self, point: Point, color: Color, rule: Rule) -> bool {
        Direction::ALL.into_iter().any(|direction| self.makes_five(point, direction, color, rule))
    }
}

const fn index(point: Point) -> usize {
    (point.row() + MARGIN) * STRIDE + point.column() + MARGIN
}

fn step(direction: Direction) -> isize {
    let step = direction.step();
    isize::from(step.rows) * STRIDE as isize + isize::from(step.columns)
}

#[cfg(test)]
mod tests;
