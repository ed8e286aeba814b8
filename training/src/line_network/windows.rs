//! The windows through all points of a board, computed by walking along its lines, and their rows.
//!
//! Invariant: the windows are those of the slow definition in `dolmen::eval::line_network::window`.

use std::collections::HashMap;

use dolmen::board::{BoardSize, Direction, Point};
use dolmen::eval::line_network::dictionary::{Dictionary, RowNumber, WindowCounts};
use dolmen::eval::line_network::window::{Cell, Window};

use crate::learn::stones::PlacedStones;

/// A cell's rows in the four directions, and the number of cells that have the same ones.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CellRows {
    /// `[direction]`
    pub rows: [RowNumber; 4],
    /// The number of cells.
    pub count: f32,
}

/// The rows of a position's cells.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PositionRows {
    /// `[view: the side to move, the other]`
    pub views: [Vec<CellRows>; 2],
}

/// The cells of a board with a margin, as the side to move sees them.
#[derive(Clone, Debug)]
struct Grid {
    size: BoardSize,
    cells: [Cell; Grid::CELLS],
}

impl Grid {
    /// The width of the margin around the board: the reach of a window.
    const MARGIN: usize = Window::REACH;
    /// The distance between the indices of vertically adjacent cells.
    const STRIDE: usize = BoardSize::MAX + 2 * Self::MARGIN;
    const CELLS: usize = Self::STRIDE * Self::STRIDE;

    /// Returns the cells of a position.
    fn new(stones: PlacedStones<'_>) -> Self {
        let mut cells = [Cell::Outside; Self::CELLS];
        for row in 0..stones.size.height() {
            cells[Self::index(Point::new(0, row))..][..stones.size.width()].fill(Cell::Empty);
        }
        stones.own.iter().for_each(|&point| cells[Self::index(point)] = Cell::Own);
        stones.other.iter().for_each(|&point| cells[Self::index(point)] = Cell::Opponent);
        Self { size: stones.size, cells }
    }

    /// Returns the index of a point.
    const fn index(point: Point) -> usize {
        (point.row() + Self::MARGIN) * Self::STRIDE + point.column() + Self::MARGIN
    }

    /// Returns the distance between the indices of adjacent cells in a direction.
    const fn step(direction: Direction) -> isize {
        let step = direction.step();
        step.rows as isize * Self::STRIDE as isize + step.columns as isize
    }
}

/// A line of the board, by indices of a [`Grid`].
#[derive(Clone, Copy, Debug)]
struct Walk {
    direction: Direction,
    start: usize,
    cells: usize,
}

/// A cache of the lines of boards, by the size of the board.
#[derive(Clone, Debug, Default)]
struct Walks(HashMap<BoardSize, Vec<Walk>>);

/// The row of each window in a table, and room for the rows of one position.
#[derive(Debug)]
pub struct Scanner {
    walks: Walks,
    /// `[window]`
    rows: Vec<RowNumber>,
    /// `[cell of the grid][direction]`: the rows from the views of the side to move and of the other side.
    found: Vec<[[RowNumber; 4]; 2]>,
}

impl Scanner {
    /// Returns a scanner for the rows of a dictionary.
    #[must_use]
    pub fn new(dictionary: &Dictionary) -> Self {
        let windows = (0..Window::COUNT).map(Window::from_index);
        let mut rows: Vec<_> = windows.map(|window| dictionary.shared_row(window.core())).collect();
        for &window in dictionary.windows() {
            let row = dictionary.row(window);
            rows[window.index()] = row;
            rows[window.mirrored().index()] = row;
        }
        let found = vec![[[RowNumber::default(); 4]; 2]; Grid::CELLS];
        Self { walks: Walks::default(), rows, found }
    }

    /// Writes the rows of a position into `to`. Cells far from all stones and edges share one entry.
    pub fn read(&mut self, stones: PlacedStones<'_>, to: &mut PositionRows) {
        self.scan(stones);
        let Self { rows, found, .. } = self;
        let nothing = [rows[Window::EMPTY.index()]; 4];
        for (view, cells) in to.views.iter_mut().enumerate() {
            cells.clear();
            let mut empty = CellRows { rows: nothing, count: 0.0 };
            for point in stones.size.points() {
                let rows = found[Grid::index(point)][view];
                if rows == nothing {
                    empty.count += 1.0;
                } else {
                    cells.push(CellRows { rows, count: 1.0 });
                }
            }
            cells.push(empty);
        }
    }
}

impl Scanner {
    /// Finds the rows of a position.
    pub fn scan(&mut self, stones: PlacedStones<'_>) {
        let Self { walks, rows, found } = self;
        walks.for_each_window(&Grid::new(stones), |cell, direction, window| {
            let views = &mut found[cell];
            views[0][direction.index()] = rows[window.index()];
            views[1][direction.index()] = rows[window.swapped().index()];
        });
    }

    /// Returns the rows of a point in the four directions from the view of the side to move, in the
    /// position that was scanned last.
    #[must_use]
    pub fn rows_at(&self, point: Point) -> [RowNumber; 4] {
        self.found[Grid::index(point)][0]
    }
}

/// Returns the number of occurrences of each window in some positions.
pub fn count_windows<'a>(positions: impl Iterator<Item = PlacedStones<'a>>) -> WindowCounts {
    let (mut walks, mut counts) = (Walks::default(), WindowCounts::default());
    for stones in positions {
        walks.for_each_window(&Grid::new(stones), |_, _, window| counts.add(window));
    }
    counts
}

impl Walks {
    /// Calls `visit` with the index of each cell of the board, each direction and the window there.
    fn for_each_window(&mut self, grid: &Grid, mut visit: impl FnMut(usize, Direction, Window)) {
        let walks = self.0.entry(grid.size).or_insert_with(|| lines(grid.size));
        for &Walk { direction, start, cells } in walks.iter() {
            let step = Grid::step(direction);
            let at = |steps: usize| (start as isize + steps as isize * step) as usize;
            let cell =
                |steps: usize| if steps < cells { grid.cells[at(steps)] } else { Cell::Outside };
            let mut window = Window::new([Cell::Outside; Window::CELLS]);
            for steps in 0..=Window::REACH {
                window = window.moved(cell(steps));
            }
            for steps in 0..cells {
                visit(at(steps), direction, window);
                window = window.moved(cell(steps + Window::REACH + 1));
            }
        }
    }
}

/// Returns all lines of a board.
fn lines(size: BoardSize) -> Vec<Walk> {
    let of_direction = |direction: Direction| {
        let starts = size.points().filter(move |p| p.offset(direction, -1, size).is_none());
        starts.map(move |first: Point| {
            let next = |point: &Point| point.offset(direction, 1, size);
            let cells = std::iter::successors(Some(first), next).count();
            Walk { direction, start: Grid::index(first), cells }
        })
    };
    Direction::ALL.into_iter().flat_map(of_direction).collect()
}

#[cfg(test)]
mod tests;
