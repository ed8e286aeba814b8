//! Games as text: the rule, then the position as a list of moves.

use std::fmt;
use std::str::FromStr;

use crate::board::{ParseMovesError, Position};
use crate::game::Game;
use crate::rules::{GameRule, ParseRuleError};

/// The word after a rule under which play goes on after a five.
const CONTINUOUS: &str = " continuous ";

/// The error for a text that is not a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseGameError {
    /// The text does not begin with a rule.
    Rule(ParseRuleError),
    /// The rest of the text is not a position.
    Moves(ParseMovesError),
}

impl fmt::Display for ParseGameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rule(error) => error.fmt(f),
            Self::Moves(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ParseGameError {}

impl fmt::Display for Game {
    /// Writes the rule and the position as one text line; see [`Position::to_moves`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.rule(), self.position().to_moves())
    }
}

impl FromStr for Game {
    type Err = ParseGameError;

    /// Parses a rule, an optional word `continuous`, a size, and points and passes, as in
    /// `renju continuous 15x15 h8 pass i9`. The moves need not be legal.
    fn from_str(text: &str) -> Result<Self, ParseGameError> {
        let text = text.trim_start();
        let long_rule = text.split_once(CONTINUOUS).map(|(name, _)| name.len() + CONTINUOUS.len());
        let end = long_rule.or_else(|| text.find(' ')).unwrap_or(text.len());
        let (rule, moves) = text.split_at(end);
        let rule: GameRule = rule.trim_end().parse().map_err(ParseGameError::Rule)?;
        let position = Position::from_moves(moves).map_err(ParseGameError::Moves)?;
        Ok(Self::from_position(rule, position))
    }
}
