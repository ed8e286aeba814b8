//! Player A: a weight for every point, and alpha-beta to depth 3 over the weights.
//!
//! The weights, summed over the four directions, order the moves and select the heaviest. At a
//! leaf, the weights of the rows of the side to move count for it, and those of the opponent's
//! rows against it. That is right for the side whose turn it is: its own four comes before the
//! opponent's four, then its own open three, then the opponent's.

use dolmen::board::{Color, Direction, Point};

use crate::budget::Budget;
use crate::grid::{Cell, Ends};
use crate::players::only_legal;
use crate::search::{Knowledge, Table, WIN, best_move};

/// The maximum number of moves searched in a position.
const MAX_MOVES: usize = 20;

const OWN_FOUR: i32 = 200_000;
const OWN_OPEN_THREE: i32 = 10_000;
const OWN_BLOCKED_THREE: i32 = 100;
const OTHER_FOUR: i32 = 150_000;
const OTHER_THREE: i32 = 600;
const OTHER_BLOCKED_THREE_BESIDE_OPEN: i32 = -700;
const OTHER_TWO: i32 = 5;
const OTHER_BLOCKED_TWO_BESIDE_OPEN: i32 = -15;

/// Returns the move of player A.
pub fn choose(table: &mut Table, legal: &[Point], budget: &mut Budget) -> Point {
    let moves = only_legal(Weights.moves(table), legal);
    best_move(table, &Weights, moves, &[1, 2, 3], -WIN, budget)
}

struct Weights;

impl Knowledge for Weights {
    fn moves(&self, table: &Table) -> Vec<Point> {
        let mut weights = weigh(table);
        weights.sort_by_key(|weight| -(weight.own + weight.other));
        weights.truncate(MAX_MOVES);
        weights.into_iter().map(|weight| weight.point).collect()
    }

    fn value(&self, table: &Table) -> i32 {
        weigh(table).iter().map(|weight| weight.own - weight.other.max(0)).sum()
    }
}

/// The weight of an empty point by the rows of either side.
struct Weight {
    point: Point,
    own: i32,
    other: i32,
    /// The numbers of the opponent's blocked twos and threes, whose weight depends on open ones
    /// elsewhere.
    blocked: [i32; 2],
}

/// Returns the weights of all points near stones, for the side to move.
fn weigh(table: &Table) -> Vec<Weight> {
    let mut open = [false; 2];
    let mut weights: Vec<Weight> =
        table.nearby().iter().map(|point| weigh_point(table, point, &mut open)).collect();
    let of_blocked = [
        if open[0] { OTHER_BLOCKED_TWO_BESIDE_OPEN } else { OTHER_TWO },
        if open[1] { OTHER_BLOCKED_THREE_BESIDE_OPEN } else { OTHER_THREE },
    ];
    for weight in &mut weights {
        weight.other += weight.blocked[0] * of_blocked[0] + weight.blocked[1] * of_blocked[1];
    }
    weights
}

/// Returns the weight of one point, and notes in `open` whether the point ends an open two or three
/// of the opponent.
fn weigh_point(table: &Table, point: Point, open: &mut [bool; 2]) -> Weight {
    let side = table.side();
    let mut weight = Weight { point, own: 0, other: 0, blocked: [0; 2] };
    for direction in Direction::ALL {
        for sense in [1, -1] {
            match table.grid.at(point, direction, sense) {
                Cell::Stone(color) if color == side => weight.own += 1,
                Cell::Stone(_) => weight.other -= 1,
                Cell::Empty | Cell::Wall => {}
            }
        }
        weight.own += own_row(table, point, direction, side);
        let row = table.grid.row(point, direction, !side);
        match (row.len, row.ends) {
            (4.., _) if table.grid.makes_five(point, direction, !side, table.rule) => {
                weight.other += OTHER_FOUR;
            }
            (2, Ends::Open) => {
                open[0] = true;
                weight.other += OTHER_TWO;
            }
            (3, Ends::Open) => {
                open[1] = true;
                weight.other += OTHER_THREE;
            }
            (2 | 3, Ends::Blocked) => weight.blocked[row.len - 2] += 1,
            _ => {}
        }
    }
    weight
}

fn own_row(table: &Table, point: Point, direction: Direction, side: Color) -> i32 {
    let row = table.grid.row(point, direction, side);
    match (row.len, row.ends) {
        (4.., _) if table.grid.makes_five(point, direction, side, table.rule) => OWN_FOUR,
        (3, Ends::Open) => OWN_OPEN_THREE,
        (3, Ends::Blocked) => OWN_BLOCKED_THREE,
        _ => 0,
    }
}
