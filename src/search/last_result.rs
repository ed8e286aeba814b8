//! The result of the last search, and the part of it that still holds two plies later.

use crate::board::{Placement, Point, Position};
use crate::eval::Score;
use crate::search::progress::{Progress, SearchResult};

/// The number of plies from one search of a game to the next: the move that was chosen and the
/// reply to it.
const PLIES: usize = 2;

/// The result of a search and the position that it is about.
#[derive(Clone, Debug)]
pub(crate) struct LastResult {
    history: Vec<Placement>,
    best: Point,
    summary: Progress,
}

/// The last search's results about a later position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Outlived {
    /// The depth that is left, in plies.
    pub(crate) depth: u32,
    /// The length of the longest variation that is left, in plies.
    pub(crate) selective_depth: u32,
    /// The score for the side to move.
    pub(crate) score: Score,
    /// The rest of the principal variation; empty if other moves were played.
    pub(crate) variation: Vec<Point>,
}

impl LastResult {
    /// Returns the result of a search of a position.
    pub(crate) fn new(position: &Position, result: &SearchResult) -> Self {
        Self {
            history: position.history().to_vec(),
            best: result.best,
            summary: result.summary.clone(),
        }
    }

    /// Returns what the result says about a position, or `None` if that is not the position after
    /// the chosen move and a reply, or if the reply makes the score meaningless.
    ///
    /// A proved win holds after any reply, a proved loss only after the expected one.
    pub(crate) fn after_reply(&self, position: &Position) -> Option<Outlived> {
        let [chosen, reply] = position.history().strip_prefix(self.history.as_slice())? else {
            return None;
        };
        if chosen.point != self.best {
            return None;
        }
        let Progress { depth, selective_depth, score, ref principal_variation, .. } = self.summary;
        let is_expected = principal_variation.get(1) == Some(&reply.point);
        if score.is_loss() && !is_expected {
            return None;
        }
        let rest = principal_variation.iter().skip(PLIES).copied();
        Some(Outlived {
            depth: depth.saturating_sub(PLIES as u32),
            selective_depth: selective_depth.saturating_sub(PLIES as u32),
            score: score.later_by(-(PLIES as i32)),
            variation: if is_expected { rest.collect() } else { Vec::new() },
        })
    }
}

#[cfg(test)]
mod tests;
