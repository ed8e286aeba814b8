//! Rows of stones, and which of them win under which rule. Invariant: only stones count; the
//! board's edge blocks nothing.

use strum::{Display, EnumString, FromRepr, IntoStaticStr, VariantArray};

use crate::referee::{Content, DIRECTIONS, Field, Point, Side};

/// The rules that managers announce by `INFO rule`.
#[derive(
    Clone,
    Copy,
    Debug,
    Display,
    EnumString,
    FromRepr,
    IntoStaticStr,
    VariantArray,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
)]
#[strum(serialize_all = "lowercase")]
#[repr(i64)]
pub enum Rule {
    /// Five or more win.
    Freestyle = 0,
    /// Exactly five win.
    Standard = 1,
    /// Black wins by exactly five and has fouls; White wins by five or more.
    Renju = 4,
    /// Five win unless the opponent stands at both ends; six or more always win.
    #[strum(serialize = "caro6")]
    CaroPlus = 8,
    /// Exactly five win unless the opponent stands at both ends.
    Caro = 9,
}

impl Rule {
    /// Returns the rule with that code of `INFO rule`: 0, 1, 4, 8 or 9.
    pub fn from_code(code: i64) -> Option<Rule> {
        Rule::from_repr(code)
    }
}

/// Stones of one side without a gap.
pub struct Row {
    /// The number of stones.
    pub length: usize,
    /// The content of the points before and behind them, `None` off the board.
    pub ends: [Option<Content>; 2],
}

/// The row through a stone along one direction.
pub fn row_through(field: &Field, side: Side, point: Point, direction: (i64, i64)) -> Row {
    let own = Some(Content::Stone(side));
    let reach = |sign: i64| {
        (1..)
            .find(|&steps| field.at(point.step(direction, sign * steps)) != own)
            .expect("every line of points ends at the edge of the board")
    };
    let (behind, before) = (reach(1), reach(-1));
    Row {
        length: usize::try_from(behind + before - 1).expect("both distances are at least 1"),
        ends: [field.at(point.step(direction, -before)), field.at(point.step(direction, behind))],
    }
}

/// The number of stones in the row through a stone along one direction.
pub(super) fn length_through(
    field: &Field,
    side: Side,
    point: Point,
    direction: (i64, i64),
) -> usize {
    row_through(field, side, point, direction).length
}

fn row_wins(row: &Row, rule: Rule, side: Side) -> bool {
    let other = Some(Content::Stone(side.other()));
    let shut = row.ends == [other, other];
    match (rule, side) {
        (Rule::Freestyle, _) | (Rule::Renju, Side::White) => row.length >= 5,
        (Rule::Standard, _) | (Rule::Renju, Side::Black) => row.length == 5,
        (Rule::CaroPlus, _) => row.length >= 6 || row.length == 5 && !shut,
        (Rule::Caro, _) => row.length == 5 && !shut,
    }
}

/// Returns whether the stone on `point` belongs to a winning line.
fn wins_through(field: &Field, rule: Rule, side: Side, point: Point) -> bool {
    DIRECTIONS
        .iter()
        .any(|&direction| row_wins(&row_through(field, side, point, direction), rule, side))
}

/// Returns whether a stone of `side` on `point` would win at once; `false` if the point is taken. In
/// renju, a black five wins even if the same stone makes a foul.
///
/// # Panics
/// Panics if the point is not on the board.
pub fn wins(field: &Field, rule: Rule, side: Side, point: Point) -> bool {
    field.get(point) == Content::Empty && wins_through(&field.with(point, side), rule, side, point)
}

/// The side that has a winning line on the board, if one has.
pub fn has_line(field: &Field, rule: Rule) -> Option<Side> {
    field.points().find_map(|point| match field.get(point) {
        Content::Stone(side) if wins_through(field, rule, side, point) => Some(side),
        _ => None,
    })
}
