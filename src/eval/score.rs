//! The worth of a position to the side to move.

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// A worth in evaluation units, from the view of the side to move; or a proved win or
/// loss with its distance in plies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Score(i32);

/// Evaluation units whose sigmoid is that of one: so many are a win probability of 73 %.
pub const UNITS: i32 = 400;
/// A win at once; a win in `n` plies is worth `n` less.
const WIN: i32 = 30_000;
/// Longest win or loss, in plies: more than the largest board has points.
const LONGEST: i32 = 1_000;

impl Score {
    /// Neither side is better.
    pub const DRAW: Self = Self(0);
    /// Worse than any score.
    pub const MIN: Self = Self(-WIN - 1);
    /// Better than any score.
    pub const MAX: Self = Self(WIN + 1);
    /// Largest worth that is no proved win.
    pub const MAX_UNPROVED: Self = Self(WIN - LONGEST - 1);

    /// A worth in evaluation units, clamped to what is no proved win or loss.
    #[inline]
    #[must_use]
    pub const fn new(units: i32) -> Self {
        let most = Self::MAX_UNPROVED.0;
        Self(if units > most {
            most
        } else if units < -most {
            -most
        } else {
            units
        })
    }

    /// The side to move wins with its move `plies` plies from now: 1 is the next move.
    #[inline]
    #[must_use]
    pub const fn win_in(plies: i32) -> Self {
        Self(WIN - plies)
    }

    /// The opponent wins with a move `plies` plies from now.
    #[inline]
    #[must_use]
    pub const fn loss_in(plies: i32) -> Self {
        Self(plies - WIN)
    }

    /// The score with this number behind it, see [`Score::value`].
    #[inline]
    #[must_use]
    pub const fn from_value(value: i32) -> Self {
        Self(value)
    }

    /// The number behind the score: units, or 30,000 less the plies of a win.
    #[inline]
    #[must_use]
    pub const fn value(self) -> i32 {
        self.0
    }

    /// The share of games, from 0 to 1, that the side to move is expected to win.
    #[must_use]
    pub fn win_probability(self) -> f64 {
        match self.plies_to_end() {
            Some(_) => f64::from(u8::from(self.is_win())),
            None => 1.0 / (1.0 + (-f64::from(self.0) / f64::from(UNITS)).exp()),
        }
    }

    /// Whether the score is a proved win of the side to move.
    #[inline]
    #[must_use]
    pub const fn is_win(self) -> bool {
        self.0 > Self::MAX_UNPROVED.0
    }

    /// Whether the score is a proved loss of the side to move.
    #[inline]
    #[must_use]
    pub const fn is_loss(self) -> bool {
        self.0 < -Self::MAX_UNPROVED.0
    }

    /// Plies to the five, if the score is a proved win or loss.
    #[must_use]
    pub const fn plies_to_end(self) -> Option<i32> {
        if self.is_win() {
            Some(WIN - self.0)
        } else if self.is_loss() {
            Some(WIN + self.0)
        } else {
            None
        }
    }

    /// The score as seen `plies` plies earlier on the same line: wins and losses move
    /// away, worths stay, sides do not change.
    #[inline]
    #[must_use]
    pub const fn later_by(self, plies: i32) -> Self {
        if self.is_win() {
            Self(self.0 - plies)
        } else if self.is_loss() {
            Self(self.0 + plies)
        } else {
            self
        }
    }

    /// The score for a table that does not know the ply, seen from the node at `ply`.
    #[inline]
    #[must_use]
    pub const fn to_table(self, ply: i32) -> Self {
        self.later_by(-ply)
    }

    /// A score from the table, seen from the root of a search, for a node at `ply`.
    #[inline]
    #[must_use]
    pub const fn from_table(self, ply: i32) -> Self {
        self.later_by(ply)
    }
}

impl Neg for Score {
    type Output = Self;
    /// The same worth from the other side's view.
    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Self;
    /// A bound moved by a margin; the result may be any score between the extremes.
    #[inline]
    fn add(self, margin: i32) -> Self {
        Self((self.0 + margin).clamp(Self::MIN.0, Self::MAX.0))
    }
}

impl Sub<i32> for Score {
    type Output = Self;
    /// A bound moved by a margin; the result may be any score between the extremes.
    #[inline]
    fn sub(self, margin: i32) -> Self {
        self + -margin
    }
}

impl fmt::Display for Score {
    /// Units, or the moves to a win (`+M3`) or loss (`-M3`) in plies.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies_to_end() {
            Some(plies) if self.is_win() => write!(f, "+M{plies}"),
            Some(plies) => write!(f, "-M{plies}"),
            None => write!(f, "{}", self.0),
        }
    }
}
