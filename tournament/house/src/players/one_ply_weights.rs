//! Player B: the empty point of greatest weight by the rows that touch it, without search.
//!
//! A random choice decides between points of equal weight.

use dolmen::board::{Color, Direction, Point};
use fastrand::Rng;

use crate::grid::Ends;
use crate::search::Table;

/// The weights of a blocked row and of an open one.
type Pair = [i64; 2];

/// The weights of the opponent's rows of one, two and three stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Temperament {
    other: [Pair; 3],
}

/// The first set: the opponent's rows count as much as the player's own.
pub const CAREFUL: Temperament =
    Temperament { other: [[1_250, 5_000], [2_500, 12_000], [11_000, 60_000]] };

/// The second, more aggressive set: the opponent's short rows count less.
pub const BOLD: Temperament =
    Temperament { other: [[500, 2_000], [1_000, 4_000], [11_000, 60_000]] };

const OWN: [Pair; 3] = [[1_250, 5_000], [2_500, 12_000], [11_000, 130_000]];
const OTHER_FOUR: i64 = 200_000;
/// The weight of a point that extends the player's own four to five: more than any sum of other weights.
const OWN_FOUR: i64 = 10_000_000;
const EMPTY_SURROUNDINGS: i64 = 1;

/// Returns the move of player B.
///
/// # Panics
/// If `legal` is empty.
pub fn choose(table: &Table, legal: &[Point], temperament: Temperament, rng: &mut Rng) -> Point {
    let weights: Vec<i64> = legal.iter().map(|&point| weigh(table, point, temperament)).collect();
    let best = weights.iter().max();
    let heaviest = legal.iter().zip(&weights).filter(|(_, weight)| Some(*weight) == best);
    *rng.choice(heaviest.collect::<Vec<_>>()).expect("the position has a legal point").0
}

fn weigh(table: &Table, point: Point, temperament: Temperament) -> i64 {
    let side = table.side();
    let rows = Direction::ALL.into_iter().map(|direction| {
        row_weight(table, point, direction, side, OWN, OWN_FOUR)
            + row_weight(table, point, direction, !side, temperament.other, OTHER_FOUR)
    });
    rows.sum::<i64>().max(EMPTY_SURROUNDINGS)
}

fn row_weight(
    table: &Table,
    point: Point,
    direction: Direction,
    color: Color,
    weights: [Pair; 3],
    four: i64,
) -> i64 {
    let row = table.grid.row(point, direction, color);
    match (row.len, row.ends) {
        (4.., _) if table.grid.makes_five(point, direction, color, table.rule) => four,
        (len @ 1..4, Ends::Blocked) => weights[len - 1][0],
        (len @ 1..4, Ends::Open) => weights[len - 1][1],
        _ => 0,
    }
}
