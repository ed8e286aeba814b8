//! The choice of a move: make five, stop a five, else the point that its lines speak for most.

use crate::game::{Cell, Game, Point};
use crate::rules::{self, DIRECTIONS, Rule};

/// The engine's move; `None` if no point is left that it may play. Points of `barred` are played
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
    winning(Cell::Own).next().or_else(|| winning(Cell::Theirs).find(allowed)).or_else(|| {
        let mut sorted = points.clone();
        sorted.sort_by_key(|&p| std::cmp::Reverse(worth(game, p)));
        sorted.into_iter().find(allowed)
    })
}

/// Whether the choice is beyond doubt: a five to make, or one empty point.
pub(crate) fn is_forced(game: &Game, rule: Rule) -> bool {
    let points = game.field.empty_points();
    points.len() < 2 || points.iter().any(|&p| rules::wins(game, rule, Cell::Own, p))
}

/// What the rows of five through `p` are worth, plus a little for the centre.
fn worth(game: &Game, p: Point) -> i64 {
    let field = &game.field;
    let centre = -(2 * p.x + 1 - field.width()).abs() - (2 * p.y + 1 - field.height()).abs();
    let rows = DIRECTIONS.iter().flat_map(|&d| (-4..=0).map(move |first| (d, first)));
    let lines: i64 = rows.map(|(d, first)| row_worth(game, p.step(d, first), d)).sum();
    lines * 100 + centre
}

/// What the row of five cells from `start` is worth: nothing to a player whose enemy, a dead cell
/// or the edge is in it.
fn row_worth(game: &Game, start: Point, direction: (i64, i64)) -> i64 {
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
    match (own, theirs) {
        (own, 0) => OWN[own],
        (0, theirs) => THEIRS[theirs],
        _ => 0,
    }
}
