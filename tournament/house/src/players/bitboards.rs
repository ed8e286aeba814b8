//! Player E: the whole board matched against line queries, and alpha-beta by iterative
//! deepening to depth 5.
//!
//! Every shape has two values, for its owner's turn and for the opponent's turn. The value of a
//! position is the sum of the first values for the side to move, less the sum of the second
//! values for the opponent. Lines cross where the stones of two matches intersect.

use dolmen::board::{Bitboard, Color, Direction, Point, View};
use dolmen::query::{Letter, LineQuery, Orientation};
use fastrand::Rng;

use crate::budget::Budget;
use crate::players::only_legal;
use crate::search::{DECIDED, Knowledge, Table, WIN, best_move};

/// The value below which a root move leaves an open three unanswered.
const HOPELESS: i32 = -18_000;

/// The values for the owner's turn and for the opponent's turn.
type Values = [i32; 2];

const FOUR_FOUR: Values = [99_999, 95_000];
const FOUR_THREE: Values = [99_000, 94_000];

/// The kind of a shape where lines cross.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Crossing {
    Four,
    Three,
    Nothing,
}

/// A row of the table of shapes.
struct Entry {
    pattern: &'static str,
    orientations: &'static [Orientation],
    crossing: Crossing,
    values: Values,
}

/// A symmetric pattern, which is matched in one orientation.
const fn symmetric(pattern: &'static str, crossing: Crossing, values: Values) -> Entry {
    Entry { pattern, orientations: &[Orientation::Forward], crossing, values }
}

/// A pattern that is matched in both orientations.
const fn two_way(pattern: &'static str, crossing: Crossing, values: Values) -> Entry {
    let orientations = &[Orientation::Forward, Orientation::Backward];
    Entry { pattern, orientations, crossing, values }
}

/// The classic table, and two shapes that it lacks: `x_OOOO_x` and `xO_OOO_`.
const SHAPES: [Entry; 22] = [
    symmetric("__OOOO__", Crossing::Four, [99_999, 95_000]),
    two_way("__OOOO_x", Crossing::Four, [99_999, 95_000]),
    symmetric("x_OOOO_x", Crossing::Four, [99_999, 95_000]),
    two_way("_O_OOO_", Crossing::Four, [95_000, 2_000]),
    two_way("xO_OOO_", Crossing::Four, [95_000, 2_000]),
    two_way("xOOOO_o", Crossing::Four, [95_000, 2_000]),
    two_way("xO_OOOx", Crossing::Four, [95_000, 2_000]),
    two_way("xOOO_Oo", Crossing::Four, [95_000, 2_000]),
    symmetric("oOO_OOo", Crossing::Four, [95_000, 2_000]),
    symmetric("__OOO__", Crossing::Three, [20_000, 1_500]),
    two_way("x_OOO__", Crossing::Three, [20_000, 1_400]),
    two_way("o_OO_O_o", Crossing::Three, [20_000, 1_400]),
    two_way("xO_OO_o", Crossing::Nothing, [3_000, 600]),
    symmetric("oO_O_Oo", Crossing::Nothing, [2_000, 400]),
    two_way("xOO_O_o", Crossing::Nothing, [1_500, 300]),
    two_way("xOOO__o", Crossing::Nothing, [1_500, 300]),
    symmetric("x_OOO_x", Crossing::Nothing, [1_500, 300]),
    symmetric("__OO__", Crossing::Nothing, [1_500, 300]),
    symmetric("__O_O__", Crossing::Nothing, [1_500, 300]),
    two_way("x_OO__o", Crossing::Nothing, [1_000, 200]),
    symmetric("o_O__O_o", Crossing::Nothing, [500, 100]),
    two_way("xOO___o", Crossing::Nothing, [200, 40]),
];

/// Returns the move of player E.
pub fn choose(table: &mut Table, legal: &[Point], rng: &mut Rng, budget: &mut Budget) -> Point {
    if let Some(point) = opening(table, legal, rng) {
        return point;
    }
    let knowledge = Queries::new();
    let moves = only_legal(knowledge.moves(table), legal);
    best_move(table, &knowledge, moves, &[1, 2, 3, 4, 5], HOPELESS, budget)
}

/// Returns the move of the opening. The second stone goes next to the first, or to the centre if
/// the first lies on the edge; the third goes near the player's first stone if the opponent's
/// stone is next to it.
fn opening(table: &Table, legal: &[Point], rng: &mut Rng) -> Option<Point> {
    let size = table.position.size();
    let within = |around: Point, distance: usize| {
        legal.iter().copied().filter(move |point| point.distance(around) <= distance)
    };
    match table.position.history() {
        [first] => {
            let is_on_edge = [first.point.column(), size.width() - 1 - first.point.column()]
                .into_iter()
                .chain([first.point.row(), size.height() - 1 - first.point.row()])
                .any(|distance| distance == 0);
            let center = table.position.geometry().center();
            if is_on_edge && legal.contains(&center) {
                Some(center)
            } else {
                rng.choice(within(first.point, 1).collect::<Vec<_>>())
            }
        }
        [first, second]
            if first.color == table.side()
                && second.color != first.color
                && first.point.distance(second.point) == 1 =>
        {
            rng.choice(within(first.point, 2).collect::<Vec<_>>())
        }
        _ => None,
    }
}

struct Shape {
    query: LineQuery,
    orientations: &'static [Orientation],
    crossing: Crossing,
    values: Values,
}

/// The queries, ready to match.
struct Queries {
    shapes: Vec<Shape>,
}

impl Queries {
    fn new() -> Self {
        let shape = |entry: &Entry| Shape {
            query: entry.pattern.parse().expect("every pattern is valid"),
            orientations: entry.orientations,
            crossing: entry.crossing,
            values: entry.values,
        };
        Self { shapes: SHAPES.iter().map(shape).collect() }
    }

    /// Returns the value of a colour's shapes; `turn` is 0 on its turn and 1 on the opponent's.
    fn side_value(&self, table: &Table, color: Color, turn: usize) -> i64 {
        let view = View::new(&table.position, color);
        let mut value = 0;
        let mut fours = [Bitboard::EMPTY; 4];
        let mut threes = [Bitboard::EMPTY; 4];
        for shape in &self.shapes {
            for direction in Direction::ALL {
                for &orientation in shape.orientations {
                    let matches = shape.query.matches(&view, direction, orientation);
                    if matches.is_empty() {
                        continue;
                    }
                    value += matches.len() as i64 * i64::from(shape.values[turn]);
                    let lines = match shape.crossing {
                        Crossing::Four => &mut fours,
                        Crossing::Three => &mut threes,
                        Crossing::Nothing => continue,
                    };
                    lines[direction.index()] |=
                        shape.query.cells(&view, direction, orientation, &[Letter::Own]);
                }
            }
        }
        let last = table.position.last_move().filter(|last| last.color == color);
        let is_lost = last.is_some_and(|last| {
            table.rule.restricts(color) && crossings(&threes, &threes).stones.contains(last.point)
        });
        let crossed = crossings(&fours, &fours).count / 2 * i64::from(FOUR_FOUR[turn])
            + crossings(&fours, &threes).count * i64::from(FOUR_THREE[turn]);
        if is_lost { -i64::from(WIN) } else { value + crossed }
    }
}

impl Knowledge for Queries {
    fn moves(&self, table: &Table) -> Vec<Point> {
        let side = table.side();
        let mut moves: Vec<Point> = table.nearby().iter().collect();
        moves.sort_by_key(|&point| {
            if table.wins(point, side) {
                0
            } else if table.wins(point, !side) {
                1
            } else {
                2
            }
        });
        moves
    }

    fn value(&self, table: &Table) -> i32 {
        let side = table.side();
        let value = self.side_value(table, side, 0) - self.side_value(table, !side, 1);
        let bound = i64::from(DECIDED) - 1;
        value.clamp(-bound, bound) as i32
    }
}

/// The crossings of lines in stones.
struct Crossings {
    count: i64,
    stones: Bitboard,
}

/// Returns the crossings of lines of one kind, by direction, with lines of another kind.
fn crossings(one: &[Bitboard; 4], other: &[Bitboard; 4]) -> Crossings {
    let mut count = 0;
    let mut stones = Bitboard::EMPTY;
    for (i, first) in one.iter().enumerate() {
        for (j, second) in other.iter().enumerate() {
            if i != j {
                let crossed = *first & *second;
                count += crossed.len() as i64;
                stones |= crossed;
            }
        }
    }
    Crossings { count, stones }
}
