//! The judgement of the board: whether a move may be played, and whether the game is over.
//!
//! Everything is asked of the slow definitions of the rules, which no engine uses.

use dolmen::board::{Point, Position};
use dolmen::protocol::coordinate::Coordinate;
use dolmen::rules::{IllegalMove, Outcome, Rule, check_move, forbidden, outcome};

use super::fault::Fault;
use crate::record::{Reason, Score};

/// The point of a move, if the side to move may play it.
///
/// # Errors
/// What the engine that wants to play it loses for.
pub(super) fn check(position: &Position, at: Coordinate, rule: Rule) -> Result<Point, Fault> {
    let illegal = |what| Fault::new(Reason::Illegal, format!("played {at}, {what}"));
    let Some(point) = at.on(position.size()) else {
        return Err(illegal("which is off the board"));
    };
    match check_move(position, point, rule) {
        Ok(()) => Ok(point),
        Err(IllegalMove::OffBoard(_)) => Err(illegal("which is off the board")),
        Err(IllegalMove::Occupied(_)) => Err(illegal("which is occupied")),
        Err(IllegalMove::Forbidden(_, kind)) => {
            Err(Fault::new(Reason::Foul, format!("played {at}, a {kind}")))
        }
        Err(IllegalMove::GameOver(_)) => Err(illegal("after the end of the game")),
    }
}

/// Returns how the game ended, if it did.
pub(super) fn verdict(
    position: &Position,
    rule: Rule,
    draw_after: Option<usize>,
) -> Option<(Score, Reason)> {
    match outcome(position, rule) {
        Some(Outcome::Win(color)) => return Some((super::win_of(color), Reason::Five)),
        Some(Outcome::Draw) => return Some((Score::Draw, Reason::BoardFull)),
        None => {}
    }
    if draw_after.is_some_and(|stones| position.ply() >= stones) {
        return Some((Score::Draw, Reason::MoveLimit));
    }
    let side = position.side_to_move();
    let is_forbidden = |point| forbidden(position, point, side, rule).is_some();
    let stuck = rule.restricts(side) && position.empty().iter().all(is_forbidden);
    stuck.then_some((Score::Draw, Reason::BoardFull))
}

#[cfg(test)]
mod tests;
