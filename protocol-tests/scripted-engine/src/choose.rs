//! The choice of a move: make five, stop a five, or else take the point with the most valuable
//! lines.

use std::cmp::Reverse;

use crate::game::{Cell, Game, Point};
use crate::rules::{self, DIRECTIONS, Rule};

/// Returns the engine's move, or `None` if it may not play any point. Points in `barred` are played
/// only if there are no others.
pub(crate) fn choose(game: &Game, rule: Rule, barred: &[Point]) -> Option<Point> {
    let mut points = game.field.empty_points();
    if points.iter().any(|p| !barred.contains(p)) {
        points.retain(|p| !barred.contains(p));
    }
    let winning = |who| {
        let wins = move |p: &Point| rules::wins(game, rule, who, *p);
        points.iter().copied().filter(wins)
    };
    let allowed = |p: &Point| {
        !rules::foul(game, rule, Cell::Own, *p) || rules::wins(game, rule, Cell::Own, *p)
    };
    winning(Cell::Own)
        .next()
        .or_else(|| winning(Cell::Theirs).find(allowed))
        .or_else(|| points.iter().copied().filter(allowed).find(|&p| decides(game, rule, p)))
        .or_else(|| {
            let mut sorted = points.clone();
            sorted.sort_by_key(|&p| Reverse(worth(game, rule, p)));
            sorted.into_iter().find(allowed)
        })
}

/// Returns whether the choice is obvious: the engine can make five, or at most one point is empty.
pub(crate) fn is_forced(game: &Game, rule: Rule) -> bool {
    let points = game.field.empty_points();
    points.len() < 2 || points.iter().any(|&p| rules::wins(game, rule, Cell::Own, p))
}

/// Returns whether the engine's stone on `p` threatens fives that cannot all be stopped: two of
/// them, or one on a point that is forbidden to the opponent.
fn decides(game: &Game, rule: Rule, p: Point) -> bool {
    let mut next = game.clone();
    next.place(p, Cell::Own);
    let near = DIRECTIONS.iter().flat_map(|&d| (-4..=4).map(move |step| p.step(d, step)));
    let fives: Vec<Point> = near
        .filter(|&q| next.field.is_empty(q) && rules::wins(&next, rule, Cell::Own, q))
        .collect();
    match fives[..] {
        [] => false,
        [five] => rules::foul(&next, rule, Cell::Theirs, five),
        _ => true,
    }
}

/// Returns the value of the rows of five cells through `p`, plus a little for the centre.
fn worth(game: &Game, rule: Rule, p: Point) -> i64 {
    let field = &game.field;
    let centre = -(2 * p.x + 1 - field.width()).abs() - (2 * p.y + 1 - field.height()).abs();
    let rows = DIRECTIONS.iter().flat_map(|&d| (-4..=0).map(move |first| (d, first)));
    let lines: i64 = rows.map(|(d, first)| row_worth(game, rule, p.step(d, first), d)).sum();
    lines * 100 + centre
}

/// Returns the value of the row of five cells from `start`. The row is worthless to a player if an
/// opponent's stone, a dead cell or the edge is in it, or if a five in it would not win because it
/// would be part of a six or closed at both ends.
fn row_worth(game: &Game, rule: Rule, start: Point, direction: (i64, i64)) -> i64 {
    const OWN: [i64; 6] = [1, 10, 60, 400, 4000, 0];
    const THEIRS: [i64; 6] = [1, 8, 45, 300, 3000, 0];
    let (mut own, mut theirs) = (0, 0);
    for step in 0..5 {
        match game.field.get(start.step(direction, step)) {
            Some(Cell::Empty) => {}
            Some(Cell::Own) => own += 1,
            Some(Cell::Theirs) => theirs += 1,
            Some(Cell::Dead) | None => return 0,
        }
    }
    let ends = [start.step(direction, -1), start.step(direction, 5)];
    let ends = ends.map(|p| game.field.get(p));
    let is_worthless = |who: Cell| {
        let is_six = rule.is_exact(game.black == who) && ends.contains(&Some(who));
        is_six || rule.is_closed(who, ends)
    };
    match (own, theirs) {
        (own, 0) if !is_worthless(Cell::Own) => OWN[own],
        (0, theirs) if !is_worthless(Cell::Theirs) => THEIRS[theirs],
        _ => 0,
    }
}
