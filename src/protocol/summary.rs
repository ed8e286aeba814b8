//! The text of a `MESSAGE` about a search:
//! `depth D-SD ev V wp PERCENT n NODES n/s SPEED tm MS pv M1 M2 …`, without `pv` if there are no moves.
//!
//! The fields and their order are those of the strongest open engines, so that one parser reads
//! all of them. After the depth comes `multipv K` in multi-PV mode, `forced` if there was no other
//! move, `book` if the move comes from the opening book, and `proof` if it comes from a certificate.
//! Numbers are written in full. The score is from the point of view of the side to move, in
//! evaluation units or as a proven win `+M5` or loss `-M4` with its distance in plies; `wp` is the
//! same as a win rate in percent. Points are named in the [`Notation`] of the manager.

use std::fmt;
use std::time::Duration;

use crate::board::{BoardSize, Point};
use crate::eval::Score;
use crate::protocol::notation::{Notation, Style};
use crate::search::Origin;

/// The state of a search, as one text line describes it.
///
/// ```
/// use dolmen::protocol::summary::Summary;
///
/// let summary = Summary { depth: 7, selective_depth: 12, ..Summary::default() };
/// assert_eq!(summary.to_string(), "depth 7-12 ev 0 wp 50.0 n 0 n/s 0 tm 0");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// The depth of the last iteration, in plies.
    pub depth: u32,
    /// The length of the longest variation that was searched, in plies.
    pub selective_depth: u32,
    /// The rank of the variation in multi-PV mode, from 1; `None` if there is only one variation.
    pub rank: Option<usize>,
    /// The score for the side to move.
    pub score: Score,
    /// The number of nodes searched.
    pub nodes: u64,
    /// The number of nodes searched per second.
    pub speed: u64,
    /// The time used, which is written in whole milliseconds.
    pub elapsed: Duration,
    /// The principal variation, best move first; at most [`Summary::MAX_PV_LENGTH`] moves are
    /// written.
    pub principal_variation: Vec<Point>,
    /// The way in which the move was found.
    pub origin: Origin,
}

impl Summary {
    /// The number of moves of a principal variation that are written: managers cut text lines of
    /// more than some hundred bytes.
    pub const MAX_PV_LENGTH: usize = 60;
}

impl Summary {
    /// Returns the text line with the points named in a style.
    #[must_use]
    pub(crate) fn text(&self, style: Style) -> String {
        let variation = self.principal_variation.iter().take(Self::MAX_PV_LENGTH);
        let names = variation.map(|&point| style.name(point));
        let start = if self.principal_variation.is_empty() { "" } else { " pv" };
        names.fold(self.numbers() + start, |text, name| text + " " + &name)
    }

    /// Returns the text line without the points.
    fn numbers(&self) -> String {
        let Self { depth, selective_depth, score, nodes, speed, .. } = self;
        let rank = self.rank.map_or_else(String::new, |rank| format!("multipv {rank} "));
        let origin = match self.origin {
            Origin::Search => "",
            Origin::Forced => "forced ",
            Origin::Book => "book ",
            Origin::Proof => "proof ",
        };
        let percent = 100.0 * score.win_probability();
        let milliseconds = self.elapsed.as_millis();
        format!(
            "depth {depth}-{selective_depth} {rank}{origin}ev {score} wp {percent:.1} \
             n {nodes} n/s {speed} tm {milliseconds}"
        )
    }
}

impl fmt::Display for Summary {
    /// Writes the points by letters, which programs can read for every size of board.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = BoardSize::square(BoardSize::MAX);
        f.write_str(&self.text(Style { notation: Notation::Letters, size }))
    }
}

/// Returns the number of nodes searched per second.
#[must_use]
pub(crate) fn nodes_per_second(nodes: u64, elapsed: Duration) -> u64 {
    let milliseconds = elapsed.as_millis().max(1);
    u64::try_from(u128::from(nodes) * 1000 / milliseconds).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests;
