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

    /// Returns the variation of a win.
    #[must_use]
    pub fn into_win(self) -> Option<Vec<Point>> {
        match self {
            Self::Win(variation) => Some(variation),
            Self::NoWin | Self::Unknown => None,
        }
    }
}
