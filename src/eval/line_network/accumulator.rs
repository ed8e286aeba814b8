//! The sums of a line network, kept beside a board.
//!
//! Placing a stone computes nothing. The sums of a position are computed on demand: the cells
//! follow the board up to the stone before the last one, and the sums after the last stone come from
//! the rows that it exchanges.

use std::sync::Arc;

use crate::board::lines::LINE_COUNT;
use crate::board::point::{POINT_INDICES, STRIDE};
use crate::board::{Color, Direction, LineIndex, LineSpot, Placement, Point, Position};
use crate::eval::line_network::policy::{PolicyInput, PolicyRoom};
use crate::eval::line_network::tables::LineTables;
use crate::eval::line_network::window::{Cell, Window};
use crate::processor::cells::{CELL_ROWS, CellExchange, CellSum, MAX_CELL, Pool, StoneExchanges};
use crate::processor::{exchange_rows, pool_after, restore_rows};

/// The cells and sums of one board's position and of positions before it.
#[derive(Clone, Debug)]
pub(crate) struct LineAccumulator {
    tables: Arc<LineTables>,
    /// `[line]`: two bits for each cell, as black sees it.
    lines: Box<[u64; LINE_COUNT]>,
    /// `[line]`: the cells of the board that are not dead, one bit for each.
    on_board: Box<[u32; LINE_COUNT]>,
    /// `[point][direction]`: the rows of the windows.
    rows: Box<[[u16; CELL_ROWS]; CELLS]>,
    /// `[point]`
    cells: Box<[CellSum]>,
    /// The stones that the cells show, the oldest first.
    steps: Vec<Step>,
    /// The exchanges of these stones.
    log: Vec<CellExchange>,
    /// The number of steps that the board has not taken back.
    shared: usize,
    /// `[step]`: the sums before the step; the last entry has those after all steps.
    pools: Vec<Pool>,
    /// The exchanges of one stone more, and room for one of a cell off the board.
    next: Box<[CellExchange; MAX_EXCHANGES + 1]>,
    policy: PolicyRoom,
}

/// The number of cells, some of them off the board: a power of two, so that indices of cells need no
/// check.
const CELLS: usize = 1 << 10;
const _: () = assert!(POINT_INDICES <= CELLS);

/// The rows that a stone exchanges: four of its own cell, and one of each of five cells on either
/// side of it in four lines.
const MAX_EXCHANGES: usize = CELL_ROWS + 2 * Window::REACH * CELL_ROWS;

/// A stone that the cells show.
#[derive(Clone, Copy, Debug)]
struct Step {
    stone: Placement,
    /// The number of exchanges of the steps before it.
    exchanges: usize,
}

/// Returns the content of a cell with a stone as black sees it.
const fn content(color: Color) -> Cell {
    match color {
        Color::Black => Cell::Own,
        Color::White => Cell::Opponent,
    }
}

/// Returns the number of the window around a cell of a line.
#[inline]
const fn window(line: u64, bit: u32) -> usize {
    line.rotate_right(bit.wrapping_sub(Window::REACH as u32).wrapping_mul(2)) as usize
        & (Window::COUNT - 1)
}

impl LineAccumulator {
    /// Returns the cells of a position.
    pub(crate) fn new(tables: &Arc<LineTables>, position: &Position) -> Self {
        let mut lines = Box::new([u64::MAX; LINE_COUNT]);
        let mut on_board = Box::new([0; LINE_COUNT]);
        let points = position.geometry().on_board() - position.dead();
        for point in points {
            for spot in Direction::ALL.map(|direction| LineSpot::of(point, direction)) {
                let cell = position.color_at(point).map_or(Cell::Empty, content);
                let outside = (Cell::Outside as u64 ^ cell as u64) << (2 * spot.bit);
                lines[spot.line.index()] ^= outside;
                on_board[spot.line.index()] |= 1 << spot.bit;
            }
        }
        let mut rows = Box::new([[0; CELL_ROWS]; CELLS]);
        for line in LineIndex::all() {
            for bit in 0..u32::BITS {
                if on_board[line.index()] & 1 << bit != 0 {
                    let number = tables.numbers().of_window(window(lines[line.index()], bit));
                    rows[line.point(bit).index()][line.direction().index()] = number;
                }
            }
        }
        let mut cells: Box<[CellSum]> = vec![tables.bias; POINT_INDICES].into();
        let mut pool = [0; _];
        for point in points {
            let cell = &mut cells[point.index()].0;
            for row in rows[point.index()] {
                let row = &tables.rows[usize::from(row)].0;
                cell.iter_mut().zip(row).for_each(|(sum, &number)| *sum += number);
            }
            for (sum, &number) in pool.iter_mut().zip(&*cell) {
                *sum += i32::from(number.clamp(0, MAX_CELL));
            }
        }
        Self {
            tables: Arc::clone(tables),
            lines,
            on_board,
            rows,
            cells,
            steps: Vec::new(),
            log: Vec::new(),
            shared: 0,
            pools: vec![pool],
            next: Box::new([CellExchange::default(); MAX_EXCHANGES + 1]),
            policy: PolicyRoom::default(),
        }
    }

    /// Returns the correction of the evaluation, for the side to move, of a position that has `placements` more
    /// stones than the first one.
    pub(crate) fn correction(
        &mut self,
        position: &Position,
        placements: usize,
        urgency: usize,
    ) -> i32 {
        let pool = self.pool(position, placements);
        self.tables.correction(&pool, position.side_to_move(), urgency)
    }

    /// Returns what the policy adds to the worth of each candidate of a position that has `placements` more stones
    /// than the first one; `None` without a policy.
    pub(crate) fn policy(
        &mut self,
        position: &Position,
        placements: usize,
        input: PolicyInput,
    ) -> Option<impl Iterator<Item = (Point, i32)>> {
        self.tables.policy.as_ref()?;
        self.follow_all(position, placements);
        let policy = self.tables.policy.as_ref()?;
        Some(policy.worths(position, &self.rows[..], input, &mut self.policy))
    }

    /// Follows moves that were taken back until `placements` stones were left.
    #[inline]
    pub(crate) fn follow_undo(&mut self, placements: usize) {
        self.shared = self.shared.min(placements);
    }

    /// Returns the sums of a position.
    fn pool(&mut self, position: &Position, placements: usize) -> Pool {
        let stones = self.take_back_to_shared(position, placements);
        if let Some((last, before)) = stones.split_last() {
            for &stone in &before[self.steps.len().min(before.len())..] {
                self.follow(stone);
            }
            self.shared = self.steps.len();
            if self.steps.len() < stones.len() {
                let count = self.list(*last);
                let exchanges = exchanges(&self.next[..count]);
                return pool_after(self.last(), &self.cells, &self.tables.rows, exchanges);
            }
        }
        *self.last()
    }

    /// Makes the cells show a position.
    fn follow_all(&mut self, position: &Position, placements: usize) {
        let stones = self.take_back_to_shared(position, placements);
        for &stone in &stones[self.steps.len()..] {
            self.follow(stone);
        }
        self.shared = self.steps.len();
    }

    /// Removes the stones from the cells that the board has taken back, and returns those of the board
    /// after the first position.
    fn take_back_to_shared<'p>(
        &mut self,
        position: &'p Position,
        placements: usize,
    ) -> &'p [Placement] {
        while self.steps.len() > self.shared {
            self.take_back();
        }
        let history = position.history();
        &history[history.len() - placements..]
    }

    /// Returns the sums of the position that the cells show.
    #[inline]
    fn last(&self) -> &Pool {
        self.pools.last().expect("the first position has sums")
    }

    /// Lists the exchanges of a stone and returns their number.
    #[inline]
    fn list(&mut self, stone: Placement) -> usize {
        const REACH: usize = Window::REACH;
        let Self { tables, lines, on_board, rows, next, .. } = self;
        let numbers = tables.numbers();
        let center = stone.point.index();
        let mut count = CELL_ROWS;
        for direction in Direction::ALL {
            let spot = LineSpot::of(stone.point, direction);
            let bit = u32::from(spot.bit);
            let line = lines[spot.line.index()] | (content(stone.color) as u64) << (2 * bit);
            // The window around each cell in turn lies at the lower end.
            let mut window = line.rotate_right(bit.wrapping_sub(2 * REACH as u32).wrapping_mul(2));
            let mut near = on_board[spot.line.index()] >> (bit - REACH as u32);
            let step = direction.step();
            let step = (i32::from(step.rows) * STRIDE as i32 + i32::from(step.columns)) as usize;
            let mut cell = center.wrapping_sub(REACH.wrapping_mul(step));
            for place in 0..Window::CELLS {
                let index = cell % CELLS;
                let exchange = CellExchange {
                    cell: index as u16,
                    place: direction.index() as u16,
                    removed: rows[index][direction.index()],
                    added: numbers.of_window(window as usize),
                };
                if place == REACH {
                    next[direction.index()] = exchange;
                } else {
                    // There is no branch, because it would be hard to predict: the numbers of cells
                    // off the board are meaningless, and the next exchange overwrites them.
                    next[count] = exchange;
                    count += (near & 1) as usize;
                }
                window >>= 2;
                near >>= 1;
                cell = cell.wrapping_add(step);
            }
        }
        count
    }

    /// Adds a stone to the cells.
    fn follow(&mut self, stone: Placement) {
        let count = self.list(stone);
        self.steps.push(Step { stone, exchanges: self.log.len() });
        self.log.extend_from_slice(&self.next[..count]);
        let exchanges = exchanges(&self.next[..count]);
        let before = self.pools.last().expect("the first position has sums");
        let pool = exchange_rows(before, &mut self.cells, &self.tables.rows, exchanges);
        self.pools.push(pool);
        self.change_lines(stone);
        self.change_rows(self.log.len() - count, |exchange| exchange.added);
    }

    /// Removes the last stone from the cells.
    fn take_back(&mut self) {
        let Some(Step { stone, exchanges: first }) = self.steps.pop() else { return };
        self.pools.pop();
        self.change_lines(stone);
        self.change_rows(first, |exchange| exchange.removed);
        restore_rows(&mut self.cells, &self.tables.rows, &self.log[first..]);
        self.log.truncate(first);
    }

    /// Adds a stone to its lines, or removes it.
    fn change_lines(&mut self, stone: Placement) {
        for spot in Direction::ALL.map(|direction| LineSpot::of(stone.point, direction)) {
            self.lines[spot.line.index()] ^= (content(stone.color) as u64) << (2 * spot.bit);
        }
    }

    /// Changes the rows of the exchanges from number `first` on.
    fn change_rows(&mut self, first: usize, row: impl Fn(&CellExchange) -> u16) {
        for exchange in &self.log[first..] {
            let rows = &mut self.rows[usize::from(exchange.cell)];
            rows[usize::from(exchange.place)] = row(exchange);
        }
    }
}

/// Returns the exchanges of a stone's own cell and the others.
#[inline]
fn exchanges(all: &[CellExchange]) -> StoneExchanges<'_> {
    let (center, others) = all.split_first_chunk().expect("the cell of a stone comes first");
    StoneExchanges { center, others }
}

#[cfg(test)]
mod tests;
