//! The answer of a solver.

use crate::board::Point;

/// The answer to "does the side to move win by force?".
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// It wins by this variation: its move, the reply, and so on to the five. A variation that
    /// ends earlier does so because every reply is forbidden.
    Win(Vec<Point>),
    /// It does not win by this kind of threats.
    NoWin,
    /// The budget was used up before the solver knew.
    Unknown,
}

impl Proof {
    /// Returns whether the side to move wins.
    #[must_use]
    pub const fn is_win(&self) -> bool {
        matches!(self, Self::Win(_))
    }

    /// Calls a solver that continues its search with each call, at most `calls` times, and returns its first answer
    /// other than [`Proof::Unknown`]; [`Proof::Unknown`] if there is none.
    ///
    /// ```
    /// use dolmen::solver::Proof;
    ///
    /// let mut results = [Proof::Unknown, Proof::NoWin].into_iter();
    /// assert_eq!(Proof::of_calls(3, || results.next().unwrap_or(Proof::Unknown)), Proof::NoWin);
    /// assert_eq!(Proof::of_calls(3, || Proof::Unknown), Proof::Unknown);
    /// ```
    #[must_use]
    pub fn of_calls(calls: usize, solve: impl FnMut() -> Self) -> Self {
        let mut results = std::iter::repeat_with(solve).take(calls);
        results.find(|proof| *proof != Self::Unknown).unwrap_or(Self::Unknown)
    }

    /// Returns the word for the answer.
    #[must_use]
    pub const fn verdict(&self) -> &'static str {
        match self {
            Self::Win(_) => "win",
            Self::NoWin => "no-win",
            Self::Unknown => "unknown",
        }
    }

    /// Returns the variation of a win, which is empty if there is none.
    #[must_use]
    pub fn variation(&self) -> &[Point] {
        match self {
            Self::Win(variation) => variation,
            Self::NoWin | Self::Unknown => &[],
        }
    }

    /// Returns the variation of a win.
    #[must_use]
    pub fn into_win(self) -> Option<Vec<Point>> {
        match self {
            Self::Win(variation) => Some(variation),
            Self::NoWin | Self::Unknown => None,
        }
    }
}
