//! Player E: the whole board matched against line queries, and alpha-beta by iterative
//! deepening to depth 5.
//!
//! Every shape has two values, for the owner's turn and for the other's; a value of a
//! position is the sum of the first for the side to move less that of the second for the
//! other. Lines that cross are an intersection of the stones of two matches.

use dolmen::board::{Bitboard, Color, Direction, Point, View};
use dolmen::query::{Letter, LineQuery, Orientation};
use fastrand::Rng;

use crate::budget::Budget;
use crate::players::only_legal;
use crate::search::{DECIDED, Knowledge, Table, WIN, best_move};

/// Root moves below this leave an open three unanswered.
const HOPELESS: i32 = -18_000;

/// Values for the owner's turn and for the other's.
type Values = [i32; 2];

const FOUR_FOUR: Values = [99_999, 95_000];
const FOUR_THREE: Values = [99_000, 94_000];

/// What a shape counts for where lines cross.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Crossing {
    Four,
    Three,
    Nothing,
}

/// A pattern, whether it is read both ways, and what it is worth.
type Entry = (&'static str, bool, Crossing, Values);

/// The classic table, and the two shapes that it leaves out: `x_OOOO_x` and `xO_OOO_`.
const SHAPES: [Entry; 22] = [
    ("__OOOO__", false, Crossing::Four, [99_999, 95_000]),
    ("__OOOO_x", true, Crossing::Four, [99_999, 95_000]),
    ("x_OOOO_x", false, Crossing::Four, [99_999, 95_000]),
    ("_O_OOO_", true, Crossing::Four, [95_000, 2_000]),
    ("xO_OOO_", true, Crossing::Four, [95_000, 2_000]),
    ("xOOOO_o", true, Crossing::Four, [95_000, 2_000]),
    ("xO_OOOx", true, Crossing::Four, [95_000, 2_000]),
    ("xOOO_Oo", true, Crossing::Four, [95_000, 2_000]),
    ("oOO_OOo", false, Crossing::Four, [95_000, 2_000]),
    ("__OOO__", false, Crossing::Three, [20_000, 1_500]),
    ("x_OOO__", true, Crossing::Three, [20_000, 1_400]),
    ("o_OO_O_o", true, Crossing::Three, [20_000, 1_400]),
    ("xO_OO_o", true, Crossing::Nothing, [3_000, 600]),
    ("oO_O_Oo", false, Crossing::Nothing, [2_000, 400]),
    ("xOO_O_o", true, Crossing::Nothing, [1_500, 300]),
    ("xOOO__o", true, Crossing::Nothing, [1_500, 300]),
    ("x_OOO_x", false, Crossing::Nothing, [1_500, 300]),
    ("__OO__", false, Crossing::Nothing, [1_500, 300]),
    ("__O_O__", false, Crossing::Nothing, [1_500, 300]),
    ("x_OO__o", true, Crossing::Nothing, [1_000, 200]),
    ("o_O__O_o", false, Crossing::Nothing, [500, 100]),
    ("xOO___o", true, Crossing::Nothing, [200, 40]),
];

/// The move of player E.
pub fn choose(table: &mut Table, legal: &[Point], rng: &mut Rng, budget: &mut Budget) -> Point {
    if let Some(point) = opening(table, legal, rng) {
        return point;
    }
    let knowledge = Queries::new();
    let moves = only_legal(knowledge.moves(table), legal);
    best_move(table, &knowledge, moves, &[1, 2, 3, 4, 5], HOPELESS, budget)
}

/// The second stone beside the first, the centre if that lies on the edge; the third near
/// the own first stone, if the opponent stands next to it.
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
        let shape = |&(text, both, crossing, values): &Entry| Shape {
            query: text.parse().expect("the patterns are made of letters"),
            orientations: if both {
                &[Orientation::Forward, Orientation::Backward]
            } else {
                &[Orientation::Forward]
            },
            crossing,
            values,
        };
        Self { shapes: SHAPES.iter().map(shape).collect() }
    }

    /// What a colour's shapes are worth; `turn` is 0 if it is its turn, 1 if not.
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
            table.rule.restricts(color) && crossings(&threes, &threes).1.contains(last.point)
        });
        let crossed = crossings(&fours, &fours).0 / 2 * i64::from(FOUR_FOUR[turn])
            + crossings(&fours, &threes).0 * i64::from(FOUR_THREE[turn]);
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

/// How often lines of one kind cross lines of another in a stone, and the stones.
fn crossings(one: &[Bitboard; 4], other: &[Bitboard; 4]) -> (i64, Bitboard) {
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
    (count, stones)
}
