//! Alpha-beta with iterative deepening, over what a player takes for moves and values.
//!
//! A position is searched on a [`Table`], which is as it was when a search returns, be it
//! cut or not.

use dolmen::board::{Bitboard, Color, Point, Position};
use dolmen::rules::Rule;

use crate::budget::Budget;
use crate::grid::{Cell, Grid};

/// The value of a won game, less the plies that it takes.
pub const WIN: i32 = 10_000_000;

/// Values beyond this are won or lost games.
pub const DECIDED: i32 = WIN - 1_000;

/// A position in both its views, and the rule.
#[derive(Clone, Debug)]
pub struct Table {
    /// Its stones as sets.
    pub position: Position,
    /// Its cells.
    pub grid: Grid,
    /// The rule.
    pub rule: Rule,
}

impl Table {
    /// Sets a position up.
    #[must_use]
    pub fn new(position: &Position, rule: Rule) -> Self {
        Self { position: position.clone(), grid: Grid::new(position), rule }
    }

    /// The side to move.
    #[must_use]
    pub const fn side(&self) -> Color {
        self.position.side_to_move()
    }

    /// The empty points within two steps of any stone.
    #[must_use]
    pub fn nearby(&self) -> Bitboard {
        self.position.occupied().dilated().dilated() & self.position.empty()
    }

    /// Whether a stone of a colour on a point makes five.
    #[must_use]
    pub fn wins(&self, point: Point, color: Color) -> bool {
        self.grid.wins(point, color, self.rule)
    }

    fn play(&mut self, point: Point) {
        self.grid.set(point, Cell::Stone(self.side()));
        self.position.play(point).expect("players choose among the empty points");
    }

    fn undo(&mut self) {
        let last = self.position.undo().expect("what is taken back was played");
        self.grid.set(last.point, Cell::Empty);
    }
}

/// What a player knows.
pub trait Knowledge {
    /// The moves to look at, all empty points, the most promising first; it may be none.
    fn moves(&self, table: &Table) -> Vec<Point>;

    /// The value for the side to move, within [`WIN`]; the last move has been played.
    fn value(&self, table: &Table) -> i32;
}

/// Searches to each depth in turn and returns the best of `moves`, which is the first one
/// if there is no time at all. Root moves that raised or equalled the best value come
/// first in the next search; those valued below `hopeless` are left out of it.
///
/// # Panics
/// If there is no move.
pub fn best_move(
    table: &mut Table,
    knowledge: &dyn Knowledge,
    mut moves: Vec<Point>,
    depths: &[u32],
    hopeless: i32,
    budget: &mut Budget,
) -> Point {
    let mut best = moves[0];
    for (index, &depth) in depths.iter().enumerate() {
        if index > 0 && depth > budget.depth() {
            break;
        }
        let mut search = Search { table, knowledge, budget };
        let results = search.root(&moves, depth);
        let Some(&(value, _)) = results.iter().max_by_key(|result| result.0) else { break };
        best =
            results.iter().find(|result| result.0 == value).map_or(best, |result| moves[result.1]);
        if results.len() < moves.len() || value.abs() >= DECIDED || moves.len() == 1 {
            break;
        }
        moves = next_order(&moves, &results, hopeless);
    }
    best
}

/// The root moves for the next search.
fn next_order(moves: &[Point], results: &[(i32, usize)], hopeless: i32) -> Vec<Point> {
    let mut highest = i32::MIN;
    let (mut first, mut rest) = (Vec::new(), Vec::new());
    for &(value, index) in results {
        if value >= highest {
            highest = value;
            first.insert(0, moves[index]);
        } else if value >= hopeless {
            rest.push(moves[index]);
        }
    }
    first.extend(rest);
    first
}

struct Search<'a, 'b> {
    table: &'a mut Table,
    knowledge: &'a dyn Knowledge,
    budget: &'a mut Budget<'b>,
}

impl Search<'_, '_> {
    /// The value of each move, as far as there was time, with its index; those that are
    /// not better than an earlier one are upper bounds below the best value.
    fn root(&mut self, moves: &[Point], depth: u32) -> Vec<(i32, usize)> {
        let mut results = Vec::new();
        let mut alpha = -WIN;
        for (index, &point) in moves.iter().enumerate() {
            let Some(value) = self.after(point, depth, 0, alpha - 1, WIN) else { break };
            results.push((value, index));
            alpha = alpha.max(value);
        }
        results
    }

    /// The value of a move for the one who makes it; `None` if the search is cut.
    fn after(&mut self, point: Point, depth: u32, ply: i32, alpha: i32, beta: i32) -> Option<i32> {
        if self.table.wins(point, self.table.side()) {
            return Some(WIN - ply);
        }
        self.table.play(point);
        let value = self.visit(depth - 1, ply + 1, -beta, -alpha);
        self.table.undo();
        value.map(|value| -value)
    }

    fn visit(&mut self, depth: u32, ply: i32, mut alpha: i32, beta: i32) -> Option<i32> {
        if !self.budget.take_node() {
            return None;
        }
        if self.table.position.empty().is_empty() {
            return Some(0);
        }
        if depth == 0 {
            return Some(self.knowledge.value(self.table).clamp(1 - DECIDED, DECIDED - 1));
        }
        let moves = self.knowledge.moves(self.table);
        let side = self.table.side();
        if moves.iter().any(|&point| self.table.wins(point, side)) {
            return Some(WIN - ply);
        }
        let mut best = -WIN;
        for &point in &moves {
            let value = self.after(point, depth, ply, alpha, beta)?;
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        Some(if moves.is_empty() { 0 } else { best })
    }
}
