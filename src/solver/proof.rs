//! What a solver found out.

use crate::board::Point;

/// The answer to "does the side to move win by force?".
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// It does, and this is how: its move, the reply, and so on to the five. A line that
    /// ends earlier does so because every reply is forbidden.
    Win(Vec<Point>),
    /// It does not, by this kind of threats.
    NoWin,
    /// The budget ran out first.
    Unknown,
}
