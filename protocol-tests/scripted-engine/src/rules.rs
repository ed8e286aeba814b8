//! The winning and the forbidden stones under the rules 0, 1, 4, 8 and 9.
//!
//! A rule is a set of switches, so that a behaviour can change a single one. Rows and fouls are those
//! of the suite's referee.

use protocol_tests::referee::{self, Rule as Known};
use protocol_tests::referee::{Content, DIRECTIONS, Field, Foul, Point, Row, Side, row_through};

use crate::game::Game;

/// The switches of a rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Rule {
    /// Six in a row do not win.
    pub(crate) exact: bool,
    /// Black must make exactly five and has forbidden points.
    pub(crate) renju: bool,
    /// Five between two opposing stones do not win.
    pub(crate) caro: bool,
    /// The edge closes a five as an opposing stone does; false under every real rule.
    pub(crate) edge_closes: bool,
    /// Six in a row of Black win instead of being a foul; false under every real rule.
    pub(crate) overline_allowed: bool,
    /// Six in a column win; false under every real rule but those by which any six win.
    pub(crate) column_overlines_win: bool,
    /// A foul counts even if the stone makes five; false under every real rule.
    pub(crate) foul_beats_five: bool,
}

impl Rule {
    /// Returns the rule of an `INFO rule` number, ignoring the bit for continuous games.
    pub(crate) fn from_code(code: i64) -> Option<Rule> {
        let rule = Known::from_code(code & !2)?;
        Some(Rule {
            exact: matches!(rule, Known::Standard | Known::Caro),
            renju: rule == Known::Renju,
            caro: matches!(rule, Known::CaroPlus | Known::Caro),
            ..Rule::default()
        })
    }

    /// Returns whether a row wins for a side if it has five stones, or more than five.
    pub(crate) fn row_wins(self, side: Side, row: &Row) -> bool {
        let is_exact = self.exact || (self.renju && side == Side::Black && !self.overline_allowed);
        let closes = |end: &Option<Content>| match end {
            None => self.edge_closes,
            Some(content) => *content == Content::Stone(side.other()),
        };
        match row.length {
            0..5 => false,
            5 => !(self.caro && row.ends.iter().all(closes)),
            _ => !is_exact,
        }
    }
}

/// Returns whether a stone of `side` on the empty point `p` wins.
pub(crate) fn wins(field: &Field, rule: Rule, side: Side, p: Point) -> bool {
    let wins = |&d: &(i64, i64)| {
        let row = row_through(field, side, p, d);
        rule.row_wins(side, &row) || (rule.column_overlines_win && d == (0, 1) && row.length > 5)
    };
    DIRECTIONS.iter().any(wins) && !(rule.foul_beats_five && foul(field, rule, side, p))
}

/// Returns whether the empty point `p` is forbidden to `side`: double three, double four or six in a
/// row of Black under renju, unless the stone makes five.
pub(crate) fn foul(field: &Field, rule: Rule, side: Side, p: Point) -> bool {
    if !rule.renju {
        return false;
    }
    let found = if rule.foul_beats_five {
        referee::foul(&without_fives(field, p), Known::Renju, side, p)
    } else {
        referee::foul(field, Known::Renju, side, p)
    };
    found.is_some_and(|foul| foul != Foul::Overline || !rule.overline_allowed)
}

/// Separates the point `p` by dead cells from the black stones with which it would make five.
fn without_fives(field: &Field, p: Point) -> Field {
    let mut parted = field.clone();
    for direction in DIRECTIONS {
        if row_through(field, Side::Black, p, direction).length == 5 {
            for beside in [-1, 1].map(|step| field.point_at(p.step(direction, step))) {
                beside.into_iter().for_each(|point| parted.set(point, Content::Dead));
            }
        }
    }
    parted
}

/// Returns the points forbidden to Black, row by row, if Black is to move under renju.
pub(crate) fn forbidden(game: &Game, rule: Rule) -> Vec<Point> {
    let mut points = game.field.empty_points();
    let is_black = game.to_move() == Side::Black;
    points.retain(|&p| is_black && foul(&game.field, rule, Side::Black, p));
    points
}

#[cfg(test)]
mod tests {
    use protocol_tests::referee::{self, Content, Field, Rule as Known, Side};

    use crate::rules::{Rule, foul, wins};

    #[test]
    fn rules_without_changes_are_those_of_the_referee() {
        const BLACK: Content = Content::Stone(Side::Black);
        const WHITE: Content = Content::Stone(Side::White);
        const CONTENTS: [Content; 8] =
            [BLACK, BLACK, BLACK, BLACK, WHITE, Content::Empty, Content::Empty, Content::Dead];
        let mut random = fastrand::Rng::with_seed(1);
        for code in [0, 1, 4, 8, 9].repeat(20) {
            let known = Known::from_code(code).expect("the code is that of a rule");
            let rule = Rule::from_code(code | 2).expect("the code is that of a rule");
            let mut field = Field::new(9, 9);
            for point in field.points() {
                field.set(point, random.choice(CONTENTS).expect("there are contents"));
            }
            for point in field.empty_points() {
                for side in [Side::Black, Side::White] {
                    let expected = referee::wins(&field, known, side, point);
                    assert_eq!(wins(&field, rule, side, point), expected, "{code} {field:?}");
                    let expected = referee::foul(&field, known, side, point).is_some();
                    assert_eq!(foul(&field, rule, side, point), expected, "{code} {field:?}");
                }
            }
        }
        for code in [-1, 5, 12, 16, 255] {
            assert_eq!(Rule::from_code(code), None, "{code}");
        }
    }
}
