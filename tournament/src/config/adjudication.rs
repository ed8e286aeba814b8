//! Adjudication by the values that engines report: a loss by the engine's own values, or a draw by the values
//! of both.

use std::fmt;
use std::str::FromStr;

use crate::config::ParseValueError;
use crate::config::values::read;
use crate::config::values::serial::{Scalar, serde_as_text};

serde_as_text!(Resignation, DrawByScore);

/// A streak: a number of moves of an engine in a row, each with a value that meets a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Streak {
    /// The number of moves, at least one.
    pub moves: u32,
    /// The limit of the value, in the engine's own units.
    pub score: u32,
}

/// The condition under which an engine resigns: in its last moves its own values put it behind by the score
/// or more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResignationRule {
    /// The moves and the score.
    pub streak: Streak,
    /// Indicates whether its opponent must have seen itself ahead by as much in as many moves.
    pub both: bool,
}

/// The condition under which an engine loses by its own values, or `none`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Resignation(pub Option<ResignationRule>);

/// The condition for a draw by the values of both engines, no more than the score for either side; or `none`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DrawByScore(pub Option<Streak>);

impl Resignation {
    pub(crate) const fn is_none(&self) -> bool {
        self.0.is_none()
    }
}

impl DrawByScore {
    pub(crate) const fn is_none(&self) -> bool {
        self.0.is_none()
    }
}

/// Reads `3,1000` or `moves=3,score=1000,both=true`.
fn rule(text: &str) -> Option<ResignationRule> {
    let (mut moves, mut score, mut both) = (None, None, None);
    for (part, usual) in text.split(',').zip(["moves", "score", "both"]) {
        let (key, value) = part.split_once('=').unwrap_or((usual, part));
        match key.trim() {
            "moves" => moves = Some(value.trim().parse().ok().filter(|&moves| moves > 0)?),
            "score" => score = Some(value.trim().parse().ok()?),
            "both" => both = Some(value.trim().parse().ok()?),
            _ => return None,
        }
    }
    let is_whole = text.split(',').count() <= 3;
    let streak = Streak { moves: moves?, score: score? };
    is_whole.then_some(ResignationRule { streak, both: both.unwrap_or(false) })
}

impl FromStr for Streak {
    type Err = ParseValueError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const EXPECTED: &str = "a number of moves and a score, such as 3,500 or moves=3,score=500";
        read(text, EXPECTED, || rule(text).filter(|rule| !rule.both).map(|rule| rule.streak))
    }
}

impl FromStr for Resignation {
    type Err = ParseValueError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const EXPECTED: &str = "a number of moves and a score, such as 3,1000 or \
                                moves=3,score=1000,both=true, or none";
        read(text, EXPECTED, || match text {
            "none" => Some(Self(None)),
            _ => rule(text).map(|rule| Self(Some(rule))),
        })
    }
}

impl FromStr for DrawByScore {
    type Err = ParseValueError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const EXPECTED: &str = "a number of moves and a score, such as 10,5 or moves=10,score=5, or \
                                none";
        read(text, EXPECTED, || match text {
            "none" => Some(Self(None)),
            _ => text.parse().ok().map(|streak| Self(Some(streak))),
        })
    }
}

impl fmt::Display for Streak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { moves, score } = self;
        write!(f, "moves={moves},score={score}")
    }
}

impl fmt::Display for Resignation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(ResignationRule { streak, both: true }) => write!(f, "{streak},both=true"),
            Some(ResignationRule { streak, both: false }) => write!(f, "{streak}"),
            None => f.write_str("none"),
        }
    }
}

impl fmt::Display for DrawByScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(streak) => write!(f, "{streak}"),
            None => f.write_str("none"),
        }
    }
}
