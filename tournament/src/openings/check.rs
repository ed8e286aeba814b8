//! The check of openings: every move must be legal and must leave the game undecided.

use dolmen::board::{BoardSize, Position};
use dolmen::rules::{self, IllegalMove, Outcome, Rule};
use thiserror::Error;

use crate::openings::Opening;

/// The error for an opening that cannot be played. Moves are counted from 1.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum BadOpening {
    /// A move is off the board, on a stone, or forbidden under the rule.
    #[error("move {number}: {reason}")]
    Illegal {
        /// The number of the move.
        number: usize,
        /// The reason against the move.
        reason: IllegalMove,
    },
    /// A move ends the game.
    #[error("move {number} ends the game: {outcome}")]
    Decided {
        /// The number of the move.
        number: usize,
        /// The outcome of the game.
        outcome: Outcome,
    },
}

impl BadOpening {
    /// Returns the number of the move at fault, from 1.
    #[must_use]
    pub const fn number(&self) -> usize {
        match self {
            Self::Illegal { number, .. } | Self::Decided { number, .. } => *number,
        }
    }
}

/// Plays an opening on an empty board, black first.
///
/// # Errors
/// Returns an error if a move is off the board, on a stone, forbidden to its colour, or ends the
/// game.
pub fn check(opening: &Opening, size: BoardSize, rule: Rule) -> Result<(), BadOpening> {
    let mut position = Position::new(size);
    for (&point, number) in opening.moves.iter().zip(1..) {
        rules::check_move(&position, point, rule)
            .map_err(|reason| BadOpening::Illegal { number, reason })?;
        position.play(point).expect("a legal move is on an empty point");
        if let Some(outcome) = rules::outcome(&position, rule) {
            return Err(BadOpening::Decided { number, outcome });
        }
    }
    Ok(())
}
