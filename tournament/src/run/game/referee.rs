//! The referee: the legality of moves, the end of the game on the board, and the faults that end it
//! otherwise.
//!
//! It uses the slow definitions of the rules, which no engine uses.

use dolmen::board::{Color, Point, Position};
use dolmen::protocol::coordinate::Coordinate;
use dolmen::rules::{IllegalMove, Outcome, Rule, check_move, forbidden, outcome};

use crate::record::{Reason, Score};

/// A reason for which a game cannot go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The reason in the record.
    pub reason: Reason,
    /// The explanation for people.
    pub detail: String,
}

impl Fault {
    /// Returns a fault with its explanation.
    #[must_use]
    pub fn new(reason: Reason, detail: impl Into<String>) -> Self {
        Self { reason, detail: detail.into() }
    }

    pub(super) fn aborted() -> Self {
        Self::new(Reason::Aborted, "the tournament was stopped")
    }

    /// Returns whether no engine is to blame for it.
    pub(super) fn is_external(&self) -> bool {
        matches!(self.reason, Reason::Aborted | Reason::Infrastructure | Reason::Machine)
    }

    /// Returns the fault as that of a seat.
    pub(super) fn of(self, seat: usize) -> Failure {
        Failure { seat, fault: self }
    }
}

/// A fault, and the seat that committed it or where it showed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Failure {
    pub(super) seat: usize,
    pub(super) fault: Fault,
}

/// Returns the point of a move, if it is legal.
///
/// # Errors
/// Returns the fault for which the engine forfeits.
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
            Err(Fault::new(Reason::Foul, format!("played {at}, {}", kind.with_article())))
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
        Some(Outcome::Win(color)) => return Some((win_of(color), Reason::Five)),
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

/// Returns the score of a game that a colour has won.
fn win_of(color: Color) -> Score {
    match color {
        Color::Black => Score::Black,
        Color::White => Score::White,
    }
}

#[cfg(test)]
mod tests;
