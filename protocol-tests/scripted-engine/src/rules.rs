//! The winning and the forbidden stones under the rules 0, 1, 4, 8 and 9.
//!
//! A rule is a set of switches, so that a script can bend a single one.

use crate::game::{Cell, Field, Game, Point};

/// The four directions of a line.
pub(crate) const DIRECTIONS: [(i64, i64); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// The switches of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// A foul counts even if the stone makes five; false under every real rule.
    pub(crate) foul_beats_five: bool,
}

impl Rule {
    /// Returns the rule of an `INFO rule` number, ignoring the bit for continuous games.
    pub(crate) fn from_code(code: i64) -> Option<Rule> {
        let free = Rule {
            exact: false,
            renju: false,
            caro: false,
            edge_closes: false,
            overline_allowed: false,
            foul_beats_five: false,
        };
        match code & !2 {
            0 => Some(free),
            1 => Some(Rule { exact: true, ..free }),
            4 => Some(Rule { renju: true, ..free }),
            8 => Some(Rule { caro: true, ..free }),
            9 => Some(Rule { exact: true, caro: true, ..free }),
            _ => None,
        }
    }

    /// Returns whether six in a row do not win, for Black or for White.
    pub(crate) fn is_exact(self, black: bool) -> bool {
        self.exact || (self.renju && black && !self.overline_allowed)
    }

    /// Returns whether a five of `who` between these two cells does not win; `None` is the edge.
    pub(crate) fn is_closed(self, who: Cell, ends: [Option<Cell>; 2]) -> bool {
        let closes = |end: Option<Cell>| match end {
            None => self.edge_closes,
            Some(cell) => cell == who.enemy(),
        };
        self.caro && ends.into_iter().all(closes)
    }
}

/// Returns whether a stone of `who` on the empty point `p` wins.
pub(crate) fn wins(game: &Game, rule: Rule, who: Cell, p: Point) -> bool {
    let black = game.black == who;
    let exact = rule.is_exact(black);
    if rule.foul_beats_five && foul(game, rule, who, p) {
        return false;
    }
    let field = &game.field;
    DIRECTIONS.iter().any(|&direction| {
        let ahead = run(field, who, p, direction);
        let behind = run(field, who, p, reverse(direction));
        match ahead + behind + 1 {
            0..5 => false,
            5 => {
                let ends = [p.step(direction, ahead + 1), p.step(direction, -behind - 1)];
                !rule.is_closed(who, ends.map(|end| field.get(end)))
            }
            _ => !exact,
        }
    })
}

/// Returns whether the empty point `p` is forbidden to `who`: double three, double four or six in a row of
/// Black under renju, unless the stone makes five.
pub(crate) fn foul(game: &Game, rule: Rule, who: Cell, p: Point) -> bool {
    if !rule.renju || game.black != who {
        return false;
    }
    let mut field = game.field.clone();
    is_foul(&mut field, rule, who, p)
}

/// Returns the points forbidden to Black, row by row, if Black is to move under renju.
pub(crate) fn forbidden(game: &Game, rule: Rule) -> Vec<Point> {
    let mut points = game.field.empty_points();
    points.retain(|&p| game.black_to_move() && foul(game, rule, game.black, p));
    points
}

fn is_foul(field: &mut Field, rule: Rule, black: Cell, p: Point) -> bool {
    let lengths =
        DIRECTIONS.map(|d| 1 + run(field, black, p, d) + run(field, black, p, reverse(d)));
    if lengths.contains(&5) && !rule.foul_beats_five {
        return false;
    }
    if lengths.iter().any(|&n| n > 5) {
        return !rule.overline_allowed;
    }
    field.set(p, black);
    let fours: usize = DIRECTIONS.iter().map(|&d| fours(field, black, p, d)).sum();
    let threes = DIRECTIONS.iter().filter(|&&d| is_three(field, rule, black, p, d)).count();
    field.set(p, Cell::Empty);
    fours > 1 || threes > 1
}

/// Counts the fours that the stone on `p` is part of in one direction: 0, 1 or 2.
fn fours(field: &mut Field, black: Cell, p: Point, direction: (i64, i64)) -> usize {
    let fives = five_steps(field, black, p, direction);
    match fives[..] {
        [] => 0,
        // Both ends of one straight four.
        [first, second] if second - first == 5 => 1,
        _ => fives.len().min(2),
    }
}

/// Returns the steps from `p` to the points that make exactly five with the stone on `p`.
fn five_steps(field: &Field, black: Cell, p: Point, direction: (i64, i64)) -> Vec<i64> {
    let makes_five = |&step: &i64| {
        let q = p.step(direction, step);
        let ahead = run(field, black, q, direction);
        let behind = run(field, black, q, reverse(direction));
        field.is_empty(q) && ahead + behind == 4 && (step - behind..=step + ahead).contains(&0)
    };
    (-4..=4).filter(makes_five).collect()
}

/// Returns whether the stone on `p` is part of a three: another stone, itself allowed, makes it a
/// straight four.
fn is_three(field: &mut Field, rule: Rule, black: Cell, p: Point, direction: (i64, i64)) -> bool {
    if fours(field, black, p, direction) > 0 {
        return false;
    }
    (-3..=3).any(|step| {
        let q = p.step(direction, step);
        if !field.is_empty(q) {
            return false;
        }
        field.set(q, black);
        let fives = five_steps(field, black, p, direction);
        field.set(q, Cell::Empty);
        // A five made on both ends of the same four stones, `q` among them.
        matches!(fives[..], [first, second]
            if second - first == 5 && (first..second).contains(&step))
            && !is_foul(field, rule, black, q)
    })
}

/// Counts the stones of `who` in a row beside `p`.
fn run(field: &Field, who: Cell, p: Point, direction: (i64, i64)) -> i64 {
    (1..).take_while(|&n| field.get(p.step(direction, n)) == Some(who)).count() as i64
}

fn reverse((dx, dy): (i64, i64)) -> (i64, i64) {
    (-dx, -dy)
}

#[cfg(test)]
mod tests;
