//! The end of a game: fives, counted stone by stone, and the full board.
//!
//! This code is deliberately slow and obvious. It referees games, and it is the definition that
//! the fast queries are tested against.

use std::fmt;

use crate::board::{Bitboard, Color, Direction, Point, Position, Run, View};
use crate::rules::rule::{Five, Rule};

/// The result of a game.
///
/// ```
/// use dolmen::board::diagram;
/// use dolmen::rules::outcome;
/// use dolmen::{Color, Outcome, Rule};
///
/// let position = diagram::parse("OO...\n.....\nXXXXX\n.....\n.OO..")?;
/// let outcome = outcome(&position, Rule::Standard);
/// assert_eq!(outcome, Some(Outcome::Win(Color::Black)));
/// assert_eq!(Outcome::Draw.to_string(), "draw");
/// # Ok::<(), diagram::ParseDiagramError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// A colour made five.
    Win(Color),
    /// The board is full.
    Draw,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win(color) => f.pad(&format!("{color} wins")),
            Self::Draw => f.pad("draw"),
        }
    }
}

/// Returns whether a run is a five: long enough, not too long, and not closed at both ends.
///
/// Only a stone of the opponent closes an end; the edge and dead points do not.
pub(super) fn is_five(view: &View, run: &Run, five: Five) -> bool {
    let closed = run.ends.iter().all(|end| end.is_some_and(|end| view.opponent().contains(end)));
    five.wins(run.len, closed)
}

/// Returns the stones of all fives of a colour through a point, including the point itself.
///
/// If the point is empty, it counts as a stone of that colour. Returns `None` if there is no
/// five, if the point holds anything else, or if it lies off the board.
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

/// Returns whether a stone of a colour on a point makes five; `false` if the point is not
/// empty.
#[must_use]
pub fn makes_five(position: &Position, point: Point, color: Color, rule: Rule) -> bool {
    position.is_empty_at(point) && five_through(position, point, color, rule).is_some()
}

/// Returns the empty points where a stone of a colour makes five.
#[must_use]
pub fn five_points(position: &Position, color: Color, rule: Rule) -> Bitboard {
    position.empty().iter().filter(|&point| makes_five(position, point, color, rule)).collect()
}

/// Returns the result of the game after the last stone, or `None` if the game goes on.
///
/// A five counts only if the last stone is part of it; [`winner`] looks at all stones.
#[must_use]
pub fn outcome(position: &Position, rule: Rule) -> Option<Outcome> {
    let last = position.last_move();
    let won = last
        .filter(|last| five_through(position, last.point, last.color, rule).is_some())
        .map(|last| Outcome::Win(last.color));
    won.or_else(|| position.empty().is_empty().then_some(Outcome::Draw))
}

/// Returns the colour that has a five anywhere on the board, or `None` if neither has one.
///
/// If both colours have one, returns the colour that did not place the last stone, because its
/// five came first.
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
