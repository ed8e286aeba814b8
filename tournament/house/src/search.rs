//! Alpha-beta search with iterative deepening, over the moves and values of a player.
//!
//! The search plays on a [`Table`] and leaves it unchanged, even when the search is cut.

use dolmen::board::{Bitboard, Color, Point, Position};
use dolmen::rules::Rule;

use crate::budget::Budget;
use crate::grid::{Cell, Grid};

/// The value of a win, less the number of plies to it.
pub const WIN: i32 = 10_000_000;

/// The bound beyond which a value means a win or a loss.
pub const DECIDED: i32 = WIN - 1_000;

/// A position in two representations, and the rule.
#[derive(Clone, Debug)]
pub struct Table {
    /// The stones as sets.
    pub position: Position,
    /// The cells.
    pub grid: Grid,
    /// The rule.
    pub rule: Rule,
}

impl Table {
    /// Sets up a position.
    #[must_use]
    pub fn new(position: &Position, rule: Rule) -> Self {
        Self { position: position.clone(), grid: Grid::new(position), rule }
    }

    /// Returns the side to move.
    #[must_use]
    pub const fn side(&self) -> Color {
        self.position.side_to_move()
    }

    /// Returns the empty points within two steps of any stone.
    #[must_use]
    pub fn nearby(&self) -> Bitboard {
        self.position.occupied().dilated().dilated() & self.position.empty()
    }

    /// Returns whether a stone of a colour on a point makes five.
    #[must_use]
    pub fn wins(&self, point: Point, color: Color) -> bool {
        self.grid.wins(point, color, self.rule)
    }

    fn play(&mut self, point: Point) {
        self.grid.set(point, Cell::Stone(self.side()));
        self.position.play(point).expect("a player chooses an empty point");
    }

    fn undo(&mut self) {
        let last = self.position.undo().expect("a move that is taken back was played before");
        self.grid.set(last.point, Cell::Empty);
    }
}

/// The knowledge of a player.
pub trait Knowledge {
    /// Returns the moves to search, the most promising first. The list may be empty.
    fn moves(&self, table: &Table) -> Vec<Point>;

    /// Returns the value for the side to move, within [`WIN`], after at least one move.
    fn value(&self, table: &Table) -> i32;
}

/// Searches to each depth in turn and returns the best of `moves`: the first one if there is no
/// time at all. The next search starts with the root moves that raised or equalled the best
/// value, and leaves out those with a value below `hopeless`.
///
/// # Panics
/// If `moves` is empty.
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
        let Some(value) = results.iter().map(|result| result.value).max() else { break };
        best =
            results.iter().find(|result| result.value == value).map_or(best, |result| result.point);
        if results.len() < moves.len() || value.abs() >= DECIDED || moves.len() == 1 {
            break;
        }
        moves = next_order(&results, hopeless);
    }
    best
}

/// A root move and its value.
struct Valued {
    point: Point,
    value: i32,
}

/// Returns the root moves for the next search.
fn next_order(results: &[Valued], hopeless: i32) -> Vec<Point> {
    let mut highest = i32::MIN;
    let (mut first, mut rest) = (Vec::new(), Vec::new());
    for &Valued { point, value } in results {
        if value >= highest {
            highest = value;
            first.insert(0, point);
        } else if value >= hopeless {
            rest.push(point);
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
    /// Returns the values of the moves for which there was time. A move worse than an earlier one
    /// has an upper bound below the best value.
    fn root(&mut self, moves: &[Point], depth: u32) -> Vec<Valued> {
        let mut results = Vec::new();
        let mut alpha = -WIN;
        for &point in moves {
            let Some(value) = self.after(point, depth, 0, alpha - 1, WIN) else { break };
            results.push(Valued { point, value });
            alpha = alpha.max(value);
        }
        results
    }

    /// Returns the value of a move for the side that plays it, or `None` if the search is cut.
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
