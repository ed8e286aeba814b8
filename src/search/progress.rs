//! What a search tells while it thinks, and in the end.

use std::time::Duration;

use crate::board::Point;
use crate::eval::Score;
use crate::search::worker::RootMove;

/// The state of a search after an iteration or a new best move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Place of the line among the best ones that were asked for; 0 is the best.
    pub rank: usize,
    /// Depth of the iteration, in plies.
    pub depth: u32,
    /// Deepest line looked at, in plies.
    pub selective_depth: u32,
    /// Worth of the position to the side to move.
    pub score: Score,
    /// Positions visited since the search began.
    pub nodes: u64,
    /// Time since the command was read.
    pub elapsed: Duration,
    /// Best line found, the move to play first.
    pub principal_variation: Vec<Point>,
}

/// What a search does at the root, for somebody who watches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// An iteration begins.
    Iteration,
    /// A move is going to be searched.
    Entered(Point),
    /// The move was searched.
    Left(Point),
    /// The move was searched and loses.
    Lost(Point),
}

/// Somebody who is told how a search gets on.
pub trait Observer {
    /// Called with each new best move and each completed iteration.
    fn progress(&mut self, progress: &Progress);

    /// Called with each step at the root.
    fn detail(&mut self, _detail: Detail) {}
}

/// An observer who does not listen.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {
    fn progress(&mut self, _progress: &Progress) {}
}

/// What a search decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// The move to play.
    pub best: Point,
    /// The last state of the search.
    pub summary: Progress,
    /// The moves at the root with the nodes spent on each, the best one first; those found to
    /// lose are left out. Empty if the move needed no search.
    pub root_moves: Vec<RootMove>,
}
