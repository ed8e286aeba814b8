//! The worth of a position to the side to move.

use std::fmt;
use std::ops::{Add, Neg, Sub};
use std::str::FromStr;

use crate::board::BoardSize;

/// The worth of a position in evaluation units, or a proved win or loss with its distance in
/// plies; both as the side to move sees it.
///
/// ```
/// use dolmen::Score;
///
/// assert_eq!("+120".parse(), Ok(Score::new(120)));
/// assert_eq!("-M4".parse(), Ok(Score::loss_in(4)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Score(i32);

/// The number of evaluation units at which the win probability is the sigmoid of one, 73 %.
pub const UNITS: i32 = 400;
/// The value of a win at once; a win in `n` plies is worth `n` less.
const WIN: i32 = 30_000;
/// The longest win or loss in plies: more than the largest board has points.
const MAX_DISTANCE: i32 = 1_000;

impl Score {
    /// The score of a draw, and of a position where neither side is better.
    pub const DRAW: Self = Self(0);
    /// A value below every score.
    pub const MIN: Self = Self(-WIN - 1);
    /// A value above every score.
    pub const MAX: Self = Self(WIN + 1);
    /// The largest score that is not a proved win.
    pub const MAX_UNPROVED: Self = Self(WIN - MAX_DISTANCE - 1);

    /// Returns the score of a number of evaluation units, clamped to the range between proved
    /// losses and wins.
    ///
    /// ```
    /// use dolmen::Score;
    ///
    /// assert_eq!(Score::new(1_000_000), Score::MAX_UNPROVED);
    /// ```
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

    /// Returns the score of a win with a move of the side to move `plies` plies from now; 1 is the
    /// next move.
    ///
    /// ```
    /// use dolmen::Score;
    ///
    /// assert!(Score::win_in(5) > Score::win_in(7));
    /// assert_eq!(Score::win_in(5).to_string(), "+M5");
    /// ```
    #[inline]
    #[must_use]
    pub const fn win_in(plies: i32) -> Self {
        Self(WIN - plies)
    }

    /// Returns the score of a loss by a move of the opponent `plies` plies from now.
    ///
    /// ```
    /// use dolmen::Score;
    ///
    /// assert!(Score::loss_in(4) < Score::loss_in(6));
    /// assert_eq!(Score::loss_in(4), -Score::win_in(4));
    /// ```
    #[inline]
    #[must_use]
    pub const fn loss_in(plies: i32) -> Self {
        Self(plies - WIN)
    }

    /// Returns the score of a value, see [`Score::value`].
    ///
    /// ```
    /// use dolmen::Score;
    ///
    /// assert_eq!(Score::from_value(29_997), Score::win_in(3));
    /// ```
    #[inline]
    #[must_use]
    pub const fn from_value(value: i32) -> Self {
        Self(value)
    }

    /// Returns the value of the score: units, or for a win 30,000 less its plies.
    ///
    /// ```
    /// use dolmen::Score;
    ///
    /// assert_eq!(Score::new(-50).value(), -50);
    /// assert_eq!(Score::loss_in(4).value(), -29_996);
    /// ```
    #[inline]
    #[must_use]
    pub const fn value(self) -> i32 {
        self.0
    }

    /// Returns the win rate that is expected of the side to move, from 0 to 1.
    ///
    /// ```
    /// use dolmen::Score;
    ///
    /// assert_eq!(Score::DRAW.win_probability(), 0.5);
    /// assert_eq!((Score::new(400).win_probability() * 100.0).round(), 73.0);
    /// assert_eq!(Score::win_in(5).win_probability(), 1.0);
    /// ```
    #[must_use]
    pub fn win_probability(self) -> f64 {
        match self.plies_to_end() {
            Some(_) => f64::from(u8::from(self.is_win())),
            None => 1.0 / (1.0 + (-f64::from(self.0) / f64::from(UNITS)).exp()),
        }
    }

    /// Returns whether the score is a proved win of the side to move.
    #[inline]
    #[must_use]
    pub const fn is_win(self) -> bool {
        self.0 > Self::MAX_UNPROVED.0
    }

    /// Returns whether the score is a proved loss of the side to move.
    #[inline]
    #[must_use]
    pub const fn is_loss(self) -> bool {
        self.0 < -Self::MAX_UNPROVED.0
    }

    /// Returns whether the score is a proved win or loss.
    ///
    /// ```
    /// use dolmen::Score;
    ///
    /// assert!(Score::loss_in(4).is_proved());
    /// assert!(!Score::MAX_UNPROVED.is_proved());
    /// ```
    #[must_use]
    pub const fn is_proved(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// Returns the number of plies to the five, if the score is a proved win or loss.
    ///
    /// ```
    /// use dolmen::Score;
    ///
    /// assert_eq!(Score::loss_in(4).plies_to_end(), Some(4));
    /// assert_eq!(Score::DRAW.plies_to_end(), None);
    /// ```
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

    /// Returns the score as seen from `plies` plies earlier in the game: a win or loss is farther
    /// away by as many plies, and another score stays as it is. The side does not change.
    ///
    /// ```
    /// use dolmen::Score;
    ///
    /// assert_eq!(Score::loss_in(4).later_by(2), Score::loss_in(6));
    /// assert_eq!(Score::new(50).later_by(2), Score::new(50));
    /// ```
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

    /// Converts a score that counts plies from the root into one that counts them from the node
    /// at `ply`, for the transposition table.
    ///
    /// ```
    /// use dolmen::Score;
    ///
    /// assert_eq!(Score::win_in(5).to_table(2), Score::win_in(3));
    /// ```
    #[inline]
    #[must_use]
    pub const fn to_table(self, ply: i32) -> Self {
        self.later_by(-ply)
    }

    /// Converts a score from the transposition table, which counts plies from the node at `ply`,
    /// into one that counts them from the root.
    ///
    /// ```
    /// use dolmen::Score;
    ///
    /// assert_eq!(Score::win_in(3).from_table(2), Score::win_in(5));
    /// ```
    #[inline]
    #[must_use]
    pub const fn from_table(self, ply: i32) -> Self {
        self.later_by(ply)
    }
}

impl Neg for Score {
    type Output = Self;
    /// Returns the score as the other side sees it.
    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Self;
    /// Moves a bound by a margin, clamped to [`Score::MIN`] and [`Score::MAX`].
    #[inline]
    fn add(self, margin: i32) -> Self {
        Self((self.0 + margin).clamp(Self::MIN.0, Self::MAX.0))
    }
}

impl Sub<i32> for Score {
    type Output = Self;
    /// Moves a bound by a margin, clamped to [`Score::MIN`] and [`Score::MAX`].
    #[inline]
    fn sub(self, margin: i32) -> Self {
        self + -margin
    }
}

impl fmt::Display for Score {
    /// Writes units, or the plies to a win (`+M3`) or loss (`-M3`).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&match self.plies_to_end() {
            Some(plies) if self.is_win() => format!("+M{plies}"),
            Some(plies) => format!("-M{plies}"),
            None => self.0.to_string(),
        })
    }
}

/// The error for a text that is not a score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseScoreError {
    /// The text that was parsed.
    pub text: String,
}

impl fmt::Display for ParseScoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "invalid score {:?}: expected a number, or a win or loss such as +M5", self.text)
    }
}

impl std::error::Error for ParseScoreError {}

impl FromStr for Score {
    type Err = ParseScoreError;

    /// Parses the format that [`Score`] displays; numbers may have a `+`.
    fn from_str(text: &str) -> Result<Self, ParseScoreError> {
        const MAX_PLIES: i32 = (BoardSize::MAX * BoardSize::MAX) as i32;
        let plies = |text: &str| text.parse().ok().filter(|plies| (0..=MAX_PLIES).contains(plies));
        let score = if let Some(text) = text.strip_prefix("+M") {
            plies(text).map(Self::win_in)
        } else if let Some(text) = text.strip_prefix("-M") {
            plies(text).map(Self::loss_in)
        } else {
            text.parse().ok().map(Self::new)
        };
        score.ok_or_else(|| ParseScoreError { text: text.to_owned() })
    }
}
