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
