//! Black's fouls in renju, by the definitions of the international rules: a four lacks one stone
//! to exactly five, a straight four is a row of four that either end turns into exactly five, and
//! a three lacks one stone to a straight four, a stone that must be neither a five nor a foul
//! itself. Invariant: a stone that makes exactly five is never a foul.

use strum::Display;

use crate::referee::lines::length_through;
use crate::referee::{Content, DIRECTIONS, Field, Point, Rule, Side};

/// A reason for which a black stone is forbidden in renju.
#[derive(Clone, Copy, Debug, Display, PartialEq, Eq, Hash)]
pub enum Foul {
    /// Two or more threes at once.
    #[strum(serialize = "double three")]
    DoubleThree,
    /// Two or more fours at once.
    #[strum(serialize = "double four")]
    DoubleFour,
    /// A row of six or more.
    #[strum(serialize = "overline")]
    Overline,
}

/// Returns the foul that a stone of `side` on the empty `point` would be, if it is one. Only Black in
/// renju has fouls. Of several kinds, the overline has precedence, then the double four.
///
/// # Panics
/// Panics if the point is not on the board.
pub fn foul(field: &Field, rule: Rule, side: Side, point: Point) -> Option<Foul> {
    if rule != Rule::Renju || side != Side::Black || field.get(point) != Content::Empty {
        return None;
    }
    let field = field.with(point, Side::Black);
    if makes_five(&field, point) {
        return None;
    }
    let lengths = DIRECTIONS.map(|direction| black_row(&field, point, direction));
    if lengths.iter().any(|&length| length > 5) {
        return Some(Foul::Overline);
    }
    if DIRECTIONS.map(|direction| fours(&field, point, direction)).iter().sum::<usize>() > 1 {
        return Some(Foul::DoubleFour);
    }
    let threes = DIRECTIONS.iter().filter(|&&direction| is_three(&field, point, direction)).count();
    (threes > 1).then_some(Foul::DoubleThree)
}

fn black_row(field: &Field, point: Point, direction: (i64, i64)) -> usize {
    length_through(field, Side::Black, point, direction)
}

/// Returns whether the black stone on `point` stands in a row of exactly five.
fn makes_five(field: &Field, point: Point) -> bool {
    DIRECTIONS.iter().any(|&direction| black_row(field, point, direction) == 5)
}

/// The number of fours along one line that the black stone on `point` belongs to: 0, 1 or 2.
/// A straight four has two ways to five but is the same four stones both times.
fn fours(field: &Field, point: Point, direction: (i64, i64)) -> usize {
    let mut found: Vec<Vec<i64>> = Vec::new();
    for first in -4..=0 {
        let window: Vec<i64> = (first..first + 5).collect();
        let mut empty = window
            .iter()
            .filter_map(|&steps| Some((steps, field.empty_at(point.step(direction, steps))?)));
        let Some((gap, end)) = empty.next() else {
            continue;
        };
        let stones: Vec<i64> = window.iter().copied().filter(|&steps| steps != gap).collect();
        let all_black = stones.iter().all(|&steps| {
            field.at(point.step(direction, steps)) == Some(Content::Stone(Side::Black))
        });
        let five = all_black && black_row(&field.with(end, Side::Black), end, direction) == 5;
        if five && !found.contains(&stones) {
            found.push(stones);
        }
    }
    found.len()
}

/// Returns whether the black stone on `point` belongs to a three along one line.
fn is_three(field: &Field, point: Point, direction: (i64, i64)) -> bool {
    (-3..=3).filter_map(|steps| field.empty_at(point.step(direction, steps))).any(|next| {
        let after = field.with(next, Side::Black);
        straight_four(&after, point, next, direction)
            && !makes_five(&after, next)
            && foul(field, Rule::Renju, Side::Black, next).is_none()
    })
}

/// Returns whether two black stones stand together in a straight four along one line.
fn straight_four(field: &Field, one: Point, two: Point, direction: (i64, i64)) -> bool {
    (-3..=0).any(|first| {
        let cell = |steps: i64| one.step(direction, first + steps);
        let four = (0..4).all(|steps| field.at(cell(steps)) == Some(Content::Stone(Side::Black)));
        let has_both = (0..4).any(|steps| cell(steps) == two.cell());
        let open = [-1, 4].iter().all(|&steps| {
            field
                .empty_at(cell(steps))
                .is_some_and(|end| black_row(&field.with(end, Side::Black), end, direction) == 5)
        });
        four && has_both && open
    })
}
