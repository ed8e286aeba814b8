//! Player C: points weighed by the line patterns that a stone would make there, and alpha-beta
//! over the points above the average.
//!
//! The patterns are matched once for every content of the four cells on either side of a point
//! along a line; a lookup in that table replaces the classic automaton. The value of a leaf is
//! the weight of the last move, for the side that played it.

use dolmen::board::{Color, Direction, Point};

use crate::budget::Budget;
use crate::grid::Cell;
use crate::players::only_legal;
use crate::search::{Knowledge, Table, WIN, best_move};

/// The number of cells around a point along a line, without the point.
const AROUND: usize = 8;

/// The shape that a stone makes in a line, in increasing order of value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Made {
    Nothing,
    Two,
    Three,
    Four,
    OpenFour,
    Five,
}

/// The patterns: `O` is an own stone, `_` an empty cell. Other cells match neither.
const PATTERNS: [(Made, &[&str]); 5] = [
    (Made::Five, &["OOOOO"]),
    (Made::OpenFour, &["_OOOO_"]),
    (Made::Four, &["OOOO_", "OOO_O", "OO_OO", "O_OOO", "_OOOO"]),
    (Made::Three, &["__OOO_", "_OOO__", "_OO_O_", "_O_OO_"]),
    (Made::Two, &["__OO__", "_O_O__", "__O_O_", "_O__O_", "_OO___", "___OO_"]),
];

/// Returns the move of player C.
pub fn choose(table: &mut Table, legal: &[Point], budget: &mut Budget) -> Point {
    let knowledge = Patterns::new();
    let moves = only_legal(knowledge.moves(table), legal);
    best_move(table, &knowledge, moves, &[2, 4], -WIN, budget)
}

/// The shapes that a stone makes, for every content of the cells around it.
struct Patterns {
    made: Vec<Made>,
}

/// The shapes that a stone makes on a point, in all directions.
#[derive(Default)]
struct Count {
    threes: u32,
    fours: u32,
    weight: i32,
}

impl Patterns {
    fn new() -> Self {
        let made = (0..3_usize.pow(AROUND as u32)).map(|code| made(&line_of(code))).collect();
        Self { made }
    }

    fn count(&self, table: &Table, point: Point, color: Color) -> Count {
        let mut count = Count::default();
        for direction in Direction::ALL {
            let made = if table.grid.makes_five(point, direction, color, table.rule) {
                Made::Five
            } else {
                let made = self.made[code_at(table, point, direction, color)];
                // The rule does not count this row as a five.
                if made == Made::Five { Made::Nothing } else { made }
            };
            count.threes += u32::from(made == Made::Three);
            count.fours += u32::from(matches!(made, Made::Four | Made::OpenFour));
            count.weight += match made {
                Made::Nothing => 0,
                Made::Two => 50,
                Made::Three => 1_000,
                Made::Four => 1_500,
                Made::OpenFour => 20_000,
                Made::Five => 200_000,
            };
        }
        count
    }

    /// Returns the weight of a point for a colour: what it makes there, and half of what it denies
    /// the opponent. Returns `None` for two threes or two fours if the rule restricts the colour.
    fn weight(&self, table: &Table, point: Point, color: Color) -> Option<i32> {
        let own = self.count(table, point, color);
        let is_restricted = table.rule.restricts(color)
            && (own.threes > 1 || own.fours > 1)
            && !table.wins(point, color);
        (!is_restricted).then(|| own.weight + self.count(table, point, !color).weight / 2)
    }
}

impl Knowledge for Patterns {
    fn moves(&self, table: &Table) -> Vec<Point> {
        let weigh = |point| Some((point, self.weight(table, point, table.side())?));
        let mut weights: Vec<(Point, i32)> = table.nearby().iter().filter_map(weigh).collect();
        let sum: i64 = weights.iter().map(|weight| i64::from(weight.1)).sum();
        let count = weights.len() as i64;
        if sum > 0 {
            weights.retain(|weight| i64::from(weight.1) * count >= sum);
        }
        weights.sort_by_key(|weight| -weight.1);
        weights.into_iter().map(|weight| weight.0).collect()
    }

    fn value(&self, table: &Table) -> i32 {
        let last = table.position.last_move().expect("a leaf has a last move");
        -self.weight(table, last.point, last.color).unwrap_or(0)
    }
}

/// Encodes the cells around a point as a number in base 3: 0 empty, 1 own, 2 other or wall.
fn code_at(table: &Table, point: Point, direction: Direction, color: Color) -> usize {
    let half = (AROUND / 2) as isize;
    (-half..=half).filter(|&steps| steps != 0).fold(0, |code, steps| {
        let digit = match table.grid.at(point, direction, steps) {
            Cell::Empty => 0,
            Cell::Stone(stone) if stone == color => 1,
            Cell::Stone(_) | Cell::Wall => 2,
        };
        code * 3 + digit
    })
}

/// Returns the line of a number, with an own stone in its middle.
fn line_of(mut code: usize) -> String {
    let mut letters = Vec::new();
    for _ in 0..AROUND {
        letters.push(['_', 'O', 'X'][code % 3]);
        code /= 3;
    }
    letters.reverse();
    letters.insert(AROUND / 2, 'O');
    letters.into_iter().collect()
}

/// Returns the best pattern in a line that includes the stone in the middle.
fn made(line: &str) -> Made {
    let middle = AROUND / 2;
    let is_made = |pattern: &&str| {
        (0..=line.len() - pattern.len()).any(|start| {
            let holds_middle = start <= middle
                && middle < start + pattern.len()
                && pattern.as_bytes()[middle - start] == b'O';
            holds_middle && line[start..].starts_with(pattern)
        })
    };
    PATTERNS
        .iter()
        .find(|(_, patterns)| patterns.iter().any(&is_made))
        .map_or(Made::Nothing, |(made, _)| *made)
}
