//! The board cell by cell, for players that look along lines from a point.
//!
//! A margin of walls surrounds the board, so that no walk of five steps leaves the array.
//! Nobody's stones are walls as well.

use dolmen::board::{Color, Direction, Point, Position};
use dolmen::rules::Rule;

const MARGIN: usize = 5;
const STRIDE: usize = 32;

/// What a cell holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// A stone.
    Stone(Color),
    /// The edge, or nobody's stone.
    Wall,
}

/// Whether a row can grow at its ends, the point that it is seen from being one of them,
/// or its gap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// At every end.
    Open,
    /// Not everywhere.
    Blocked,
    /// Nowhere but in the gap.
    Dead,
}

/// Stones of one colour that touch a point along a direction, on either side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// How many.
    pub len: usize,
    /// How their ends are.
    pub ends: Ends,
}

/// The cells of a board.
#[derive(Clone, Debug)]
pub struct Grid {
    cells: Vec<Cell>,
}

impl Grid {
    /// The cells of a position.
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

    /// The cell `steps` away from a point, at most five.
    #[must_use]
    pub fn at(&self, point: Point, direction: Direction, steps: isize) -> Cell {
        self.cells[index(point).wrapping_add_signed(step(direction) * steps)]
    }

    /// The stones of a colour that touch a point, and the cell behind them, in one sense.
    fn run(&self, point: Point, color: Color, step: isize) -> (usize, Cell) {
        let mut at = index(point).wrapping_add_signed(step);
        let mut len = 0;
        while self.cells[at] == Cell::Stone(color) {
            len += 1;
            at = at.wrapping_add_signed(step);
        }
        (len, self.cells[at])
    }

    /// The row of a colour that touches a point; what the point itself holds is no matter.
    #[must_use]
    pub fn row(&self, point: Point, direction: Direction, color: Color) -> Row {
        let runs = [1, -1].map(|sense| self.run(point, color, sense * step(direction)));
        let sides = runs.iter().filter(|run| run.0 > 0).count();
        let free = runs.iter().filter(|run| run.0 > 0 && run.1 == Cell::Empty).count();
        let ends = match (sides, free) {
            (2, 0) => Ends::Dead,
            (sides, free) if sides == free => Ends::Open,
            _ => Ends::Blocked,
        };
        Row { len: runs[0].0 + runs[1].0, ends }
    }

    /// Whether a stone of a colour on a point makes five in a direction.
    #[must_use]
    pub fn makes_five(&self, point: Point, direction: Direction, color: Color, rule: Rule) -> bool {
        let runs = [1, -1].map(|sense| self.run(point, color, sense * step(direction)));
        let five = rule.five(color);
        let closed = runs.iter().all(|run| run.1 == Cell::Stone(!color));
        match runs[0].0 + runs[1].0 + 1 {
            0..5 => false,
            5 => !(five.can_be_closed() && closed),
            _ => !five.is_exact(),
        }
    }

    /// Whether a stone of a colour on a point makes five in any direction.
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
