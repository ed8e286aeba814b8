//! The choice of a move: make five, stop a five, or else take the point with the most valuable
//! lines.

use std::cmp::Reverse;

use protocol_tests::referee::{Content, DIRECTIONS, Point, Row, Side};

use crate::game::{Coordinates, Game};
use crate::rules::{self, Rule};

/// The way in which an engine plays.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    /// The rule for its own stones.
    pub(crate) rule: Rule,
    /// The rule for those of its opponent.
    pub(crate) their_rule: Rule,
    /// The order in which it deals with fives.
    pub(crate) fives: Fives,
}

/// The order in which an engine deals with fives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Fives {
    /// It makes one, or else stops one.
    #[default]
    WinThenStop,
    /// It stops one, or else makes one.
    StopThenWin,
    /// It stops one, and never makes one.
    StopOnly,
    /// It makes one if there is only one point for it, or else stops one.
    WinIfSingle,
    /// It does neither.
    Ignore,
}

impl Style {
    /// Returns the honest way to play.
    pub(crate) fn honest(rule: Rule) -> Style {
        Style { rule, their_rule: rule, fives: Fives::WinThenStop }
    }
}

/// Returns the engine's move, or `None` if it may not play any point. Points in `barred` are played
/// only if there are no others.
pub(crate) fn choose(game: &Game, style: Style, barred: &[Coordinates]) -> Option<Point> {
    let mut points = game.field.empty_points();
    if points.iter().any(|p| !barred.contains(&p.cell())) {
        points.retain(|p| !barred.contains(&p.cell()));
    }
    let (field, own, Style { rule, their_rule, fives }) = (&game.field, game.own, style);
    let winning = |side, rule| {
        let wins = move |p: &Point| rules::wins(field, rule, side, *p);
        points.iter().copied().filter(wins)
    };
    let allowed =
        |p: &Point| !rules::foul(field, rule, own, *p) || rules::wins(field, rule, own, *p);
    let win = || winning(own, rule).next();
    let stop = || winning(own.other(), their_rule).find(allowed);
    let threaten = || points.iter().copied().filter(allowed).find(|&p| decides(game, rule, p));
    let urgent = match fives {
        Fives::WinThenStop => win().or_else(stop).or_else(threaten),
        Fives::StopThenWin => stop().or_else(win).or_else(threaten),
        Fives::WinIfSingle if winning(own, rule).count() == 1 => win(),
        Fives::StopOnly | Fives::WinIfSingle => stop(),
        Fives::Ignore => None,
    };
    let quiet = || {
        let mut sorted = points.clone();
        sorted.sort_by_cached_key(|&p| Reverse(worth(game, rule, p)));
        let makes_five = |p: &Point| rules::wins(field, rule, own, *p);
        let keeps_five = matches!(fives, Fives::StopOnly | Fives::WinIfSingle | Fives::Ignore);
        let mut sorted = sorted.into_iter().filter(allowed);
        if keeps_five { sorted.find(|p| !makes_five(p)) } else { sorted.next() }
    };
    urgent.or_else(quiet).or_else(|| points.iter().copied().find(allowed))
}

/// Returns whether the choice is obvious: the engine can make five, or at most one point is empty.
pub(crate) fn is_forced(game: &Game, rule: Rule) -> bool {
    let points = game.field.empty_points();
    points.len() < 2 || points.iter().any(|&p| rules::wins(&game.field, rule, game.own, p))
}

/// Returns whether the engine's stone on `p` threatens fives that cannot all be stopped: two of
/// them, or one on a point that is forbidden to the opponent.
fn decides(game: &Game, rule: Rule, p: Point) -> bool {
    let next = game.field.with(p, game.own);
    let near = DIRECTIONS.iter().flat_map(|&d| (-4..=4).map(move |step| p.step(d, step)));
    let fives: Vec<Point> = near
        .filter_map(|cell| next.empty_at(cell))
        .filter(|&q| rules::wins(&next, rule, game.own, q))
        .collect();
    match fives[..] {
        [] => false,
        [five] => rules::foul(&next, rule, game.own.other(), five),
        _ => true,
    }
}

/// Returns the value of the rows of five cells through `p`, plus a little for the centre.
fn worth(game: &Game, rule: Rule, p: Point) -> i64 {
    let distance = |at: u16, length: u16| (2 * i64::from(at) + 1 - i64::from(length)).abs();
    let field = &game.field;
    let centre = -distance(p.x, field.width()) - distance(p.y, field.height());
    let rows = DIRECTIONS.iter().flat_map(|&d| (-4..=0).map(move |first| (d, first)));
    let lines: i64 = rows.map(|(d, first)| row_worth(game, rule, p, first, d)).sum();
    lines * 100 + centre
}

/// Returns the value of the row of five cells whose first is `first` steps from `p`. The row is
/// worthless to a player if an opponent's stone, a dead cell or the edge is in it, or if a five in it
/// would not win because it would be part of a six or closed at both ends.
fn row_worth(game: &Game, rule: Rule, p: Point, first: i64, direction: (i64, i64)) -> i64 {
    const OWN: [i64; 6] = [1, 10, 60, 400, 4000, 0];
    const THEIRS: [i64; 6] = [1, 8, 45, 300, 3000, 0];
    let at = |step| game.field.at(p.step(direction, first + step));
    let (mut own, mut theirs) = (0, 0);
    for step in 0..5 {
        match at(step) {
            Some(Content::Empty) => {}
            Some(Content::Stone(side)) if side == game.own => own += 1,
            Some(Content::Stone(_)) => theirs += 1,
            Some(Content::Dead) | None => return 0,
        }
    }
    let is_worth = |side: Side| {
        let ends = [at(-1), at(5)];
        let more = ends.iter().filter(|&&end| end == Some(Content::Stone(side))).count();
        rule.row_wins(side, &Row { length: 5 + more, ends })
    };
    match (own, theirs) {
        (own, 0) if is_worth(game.own) => OWN[own],
        (0, theirs) if is_worth(game.own.other()) => THEIRS[theirs],
        _ => 0,
    }
}
