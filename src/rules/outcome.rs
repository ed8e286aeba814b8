//! When a game is over: fives counted stone by stone, and the full board.
//!
//! Slow and obvious on purpose: the referee, and what every fast query is tested against.

use std::fmt;

use crate::board::{Bitboard, Color, Direction, Point, Position, Run, View};
use crate::rules::rule::{Five, Rule};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// A colour has made five.
    Win(Color),
    /// No point is left to play.
    Draw,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win(color) => write!(f, "{color} wins"),
            Self::Draw => write!(f, "draw"),
        }
    }
}

/// Whether a run is a five: long enough, not too long, and not closed at both ends.
///
/// Only an opponent's stone closes an end; the board's edge and nobody's stones do not.
pub(super) fn is_five(view: &View, run: &Run, five: Five) -> bool {
    let closed = run.ends.iter().all(|end| end.is_some_and(|end| view.opponent().contains(end)));
    match run.len {
        0..5 => false,
        5 => !(five.can_be_closed() && closed),
        _ => !five.is_exact(),
    }
}

/// The stones of all fives through a point, the point included, taken as a stone of that
/// colour: there already, or yet to be placed. `None` if there is no five, or if the point
/// holds another stone or lies off the board.
#[must_use]
pub fn five_through(
    position: &Position,
    point: Point,
    color: Color,
    rule: Rule,
) -> Option<Bitboard> {
    let mut view = View::new(position, color);
    if view.empty().contains(point) {
        view = view.with(point);
    } else if !view.own().contains(point) {
        return None;
    }
    Direction::ALL
        .into_iter()
        .map(|direction| view.run(point, direction))
        .filter(|run| is_five(&view, run, rule.five(color)))
        .map(|run| run.stones)
        .reduce(|fives, stones| fives | stones)
}

/// Whether a stone of a colour on an empty point makes five; `false` if it is not empty.
#[must_use]
pub fn makes_five(position: &Position, point: Point, color: Color, rule: Rule) -> bool {
    position.is_empty_at(point) && five_through(position, point, color, rule).is_some()
}

/// The empty points where a colour makes five.
#[must_use]
pub fn five_points(position: &Position, color: Color, rule: Rule) -> Bitboard {
    position.empty().iter().filter(|&point| makes_five(position, point, color, rule)).collect()
}

/// How the game ended with the last stone placed; `None` if it goes on.
///
/// A position without a last stone has ended only if it is full. Draws before that are
/// the manager's to declare, and so is what follows a five where play is continuous.
#[must_use]
pub fn outcome(position: &Position, rule: Rule) -> Option<Outcome> {
    let last = position.last_move();
    let won = last
        .filter(|last| five_through(position, last.point, last.color, rule).is_some())
        .map(|last| Outcome::Win(last.color));
    won.or_else(|| position.empty().is_empty().then_some(Outcome::Draw))
}

/// A colour that has a five anywhere on the board; if both have, the one that did not
/// place the last stone, for it had its five first.
#[must_use]
pub fn winner(position: &Position, rule: Rule) -> Option<Color> {
    let last = position.last_move().map_or(!position.side_to_move(), |last| last.color);
    [!last, last].into_iter().find(|&color| {
        position
            .stones(color)
            .iter()
            .any(|stone| five_through(position, stone, color, rule).is_some())
    })
}

#[cfg(test)]
mod tests;
