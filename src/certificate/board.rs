//! The board of the checker: contents of cells, counts of stones in windows of five cells, and
//! the rules.
//!
//! It is simple on purpose and shares nothing with the boards of the search.

use crate::board::{Bitboard, BoardSize, Color, Direction, Point, Position};
use crate::rules::{Rule, forbidden};

/// The cells around the board.
const MARGIN: usize = 6;
/// The difference between the indices of vertically adjacent cells.
const STRIDE: usize = BoardSize::MAX + 2 * MARGIN;
/// The number of cells.
const CELLS: usize = STRIDE * STRIDE;
/// The cells of a window.
const WINDOW: usize = 5;
/// The stones of a window that lacks one.
const FOUR: u8 = WINDOW as u8 - 1;

/// `[n]`: the points of the windows that have at least `3 - n` stones.
pub(super) type WindowSets = [Bitboard; MAX_NESTING + 1];

/// The content of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cell {
    /// Off the board, or dead.
    Outside,
    Empty,
    Stone(Color),
}

/// A position under a rule.
#[derive(Clone, Debug)]
pub(super) struct Board {
    position: Position,
    rule: Rule,
    cells: Box<[Cell; CELLS]>,
    /// `[color][direction][first cell]`: the stones in the window.
    stones: [Box<[[u8; CELLS]; 4]>; 2],
    /// `[color]`: how often a window has reached four stones, whatever its fifth cell holds.
    fours: [u32; 2],
    /// The windows without cells outside.
    windows: Vec<Window>,
}

/// Five cells in a row.
#[derive(Clone, Copy, Debug)]
struct Window {
    first: usize,
    direction: Direction,
}

impl Window {
    /// Returns the indices of the cells.
    fn cells(self) -> impl Iterator<Item = usize> {
        let step = step(self.direction);
        (0..WINDOW as isize).map(move |place| self.first.wrapping_add_signed(place * step))
    }
}

/// Returns the index of the cell of a point.
const fn cell_of(point: Point) -> usize {
    (point.row() + MARGIN) * STRIDE + point.column() + MARGIN
}

/// Returns the point of a cell on the board.
const fn point_of(cell: usize) -> Point {
    Point::new(cell % STRIDE - MARGIN, cell / STRIDE - MARGIN)
}

/// Returns the difference between the indices of neighbours in a direction.
const fn step(direction: Direction) -> isize {
    let step = direction.step();
    step.rows as isize * STRIDE as isize + step.columns as isize
}

/// Returns the windows through a point, some of them with cells outside.
fn windows_through(point: Point) -> impl Iterator<Item = Window> {
    Direction::ALL.into_iter().flat_map(move |direction| {
        let firsts = cells_from(point, direction, 1 - WINDOW as isize..=0);
        firsts.map(move |first| Window { first, direction })
    })
}

/// Returns the indices of cells in the line through a point, by their distances from it.
fn cells_from(
    point: Point,
    direction: Direction,
    steps: impl Iterator<Item = isize>,
) -> impl Iterator<Item = usize> {
    let (cell, step) = (cell_of(point), step(direction));
    steps.map(move |steps| cell.wrapping_add_signed(steps * step))
}

/// Returns the distances to both sides of a point, the smallest first.
fn both_sides(distance: usize) -> impl Iterator<Item = isize> {
    (1..=distance as isize).flat_map(|steps| [steps, -steps])
}

impl Board {
    /// Returns the board of a position.
    pub(super) fn new(position: &Position, rule: Rule) -> Self {
        let mut cells = Box::new([Cell::Outside; CELLS]);
        for point in position.geometry().on_board() - position.dead() {
            cells[cell_of(point)] = Cell::Empty;
        }
        let mut windows = Vec::new();
        for point in position.geometry().on_board() {
            for direction in Direction::ALL {
                let window = Window { first: cell_of(point), direction };
                if window.cells().all(|cell| cells[cell] == Cell::Empty) {
                    windows.push(window);
                }
            }
        }
        let zeros = || Box::new([[0; CELLS]; 4]);
        let mut board = Self {
            position: position.clone(),
            rule,
            cells,
            stones: [zeros(), zeros()],
            fours: [0; 2],
            windows,
        };
        for color in Color::ALL {
            for point in position.stones(color) {
                board.add(point, color);
            }
        }
        board
    }

    /// Returns the position.
    pub(super) const fn position(&self) -> &Position {
        &self.position
    }

    /// Places a stone on an empty point.
    pub(super) fn place(&mut self, point: Point, color: Color) {
        self.position.place(point, color).expect("the point was found empty");
        self.add(point, color);
    }

    /// Removes the last stone.
    pub(super) fn undo(&mut self) {
        if let Some(stone) = self.position.undo() {
            self.remove(stone.point, stone.color);
        }
    }

    /// Adds a stone to its cell and windows.
    fn add(&mut self, point: Point, color: Color) {
        self.cells[cell_of(point)] = Cell::Stone(color);
        for window in windows_through(point) {
            let count = &mut self.stones[color.index()][window.direction.index()][window.first];
            *count += 1;
            self.fours[color.index()] += u32::from(*count == FOUR);
        }
    }

    /// Removes a stone from its cell and windows.
    fn remove(&mut self, point: Point, color: Color) {
        self.cells[cell_of(point)] = Cell::Empty;
        for window in windows_through(point) {
            let count = &mut self.stones[color.index()][window.direction.index()][window.first];
            self.fours[color.index()] -= u32::from(*count == FOUR);
            *count -= 1;
        }
    }

    /// Returns whether the rule forbids an empty point to a colour.
    pub(super) fn is_forbidden(&self, point: Point, color: Color) -> bool {
        !self.is_surely_allowed(point, color)
            && forbidden(&self.position, point, color, self.rule).is_some()
    }

    /// Returns the number of neighbouring stones of a colour from a cell on.
    fn run(&self, cell: usize, step: isize, color: Color) -> usize {
        let mut length = 0;
        let mut next = cell.wrapping_add_signed(step);
        // Longer runs make no difference.
        while length < WINDOW && self.cells[next] == Cell::Stone(color) {
            length += 1;
            next = next.wrapping_add_signed(step);
        }
        length
    }

    /// Returns whether a stone of a colour on a point makes five; `false` if the point is not
    /// empty.
    pub(super) fn makes_five(&self, point: Point, color: Color) -> bool {
        let cell = cell_of(point);
        if self.cells[cell] != Cell::Empty {
            return false;
        }
        let five = self.rule.five(color);
        Direction::ALL.into_iter().any(|direction| {
            let step = step(direction);
            let runs = [self.run(cell, -step, color), self.run(cell, step, color)];
            let ends = [
                cell.wrapping_add_signed(-step * (runs[0] as isize + 1)),
                cell.wrapping_add_signed(step * (runs[1] as isize + 1)),
            ];
            let is_closed = ends.iter().all(|&end| self.cells[end] == Cell::Stone(!color));
            five.wins(1 + runs[0] + runs[1], is_closed)
        })
    }

    /// Returns the empty points where a colour makes five in a line with a point.
    pub(super) fn fives_near(&self, point: Point, color: Color) -> Bitboard {
        let mut fives = Bitboard::EMPTY;
        for window in windows_through(point) {
            if self.count(window, color) == FOUR {
                self.empty_cells(window).for_each(|point| fives.insert(point));
            }
        }
        fives.iter().filter(|&five| self.makes_five(five, color)).collect()
    }

    /// Returns whether a colour makes five somewhere with one stone.
    pub(super) fn has_five(&self, color: Color) -> bool {
        self.fours[color.index()] > 0
            && self.windows.iter().any(|&window| {
                self.count(window, color) == FOUR
                    && self.empty_cells(window).any(|point| self.makes_five(point, color))
            })
    }

    /// Returns the number of stones of a colour in a window.
    fn count(&self, window: Window, color: Color) -> u8 {
        self.stones[color.index()][window.direction.index()][window.first]
    }

    /// Returns the empty points of a window.
    fn empty_cells(&self, window: Window) -> impl Iterator<Item = Point> {
        window.cells().filter(|&cell| self.cells[cell] == Cell::Empty).map(point_of)
    }

    /// Returns whether stones of the other colour can close a five of a colour.
    pub(super) const fn can_close_fives(&self, color: Color) -> bool {
        self.rule.five(color).can_be_closed()
    }

    /// Returns the points of the board in the lines through a point, up to `distance` cells away.
    pub(super) fn near(&self, point: Point, distance: usize) -> impl Iterator<Item = Point> {
        let directions = Direction::ALL.into_iter();
        directions
            .flat_map(move |direction| cells_from(point, direction, both_sides(distance)))
            .filter(|&cell| self.cells[cell] != Cell::Outside)
            .map(point_of)
    }

    /// Adds to each set `[n]`, up to `most`, the empty points of the windows in which a colour has at
    /// least `3 - n` stones and the other colour none.
    pub(super) fn add_windows(&self, color: Color, most: usize, sets: &mut WindowSets) {
        self.windows.iter().for_each(|&window| self.add_window(window, color, most, sets));
    }

    /// Does the same as [`Board::add_windows`] for the windows through a point with a stone of the colour.
    pub(super) fn add_windows_through(
        &self,
        point: Point,
        color: Color,
        most: usize,
        sets: &mut WindowSets,
    ) {
        windows_through(point).for_each(|window| self.add_window(window, color, most, sets));
    }

    #[inline]
    fn add_window(&self, window: Window, color: Color, most: usize, sets: &mut WindowSets) {
        let stones = usize::from(self.count(window, color));
        let is_inside = || window.cells().all(|cell| self.cells[cell] != Cell::Outside);
        if stones + most < 3 || self.count(window, !color) > 0 || !is_inside() {
            return;
        }
        let points: Bitboard = self.empty_cells(window).collect();
        for set in &mut sets[3_usize.saturating_sub(stones)..=most] {
            *set |= points;
        }
    }

    /// Returns whether no stone of the other colour can make a point forbidden to a colour.
    pub(super) fn is_surely_allowed(&self, point: Point, color: Color) -> bool {
        if !self.rule.restricts(color) {
            return true;
        }
        let stones = |direction: Direction| {
            let cells = cells_from(point, direction, both_sides(WINDOW));
            cells.filter(|&cell| self.cells[cell] == Cell::Stone(color)).count()
        };
        let counts = Direction::ALL.map(stones);
        counts.iter().filter(|&&count| count >= 2).count() <= 1
            && counts.iter().all(|&count| count <= 3)
    }
}

/// The most unnamed replies that may follow each other.
pub(crate) const MAX_NESTING: usize = 2;
