//! The state of the search at each ply of the current variation.

use crate::board::Point;
use crate::eval::Score;
use crate::search::depth::MAX_PLY;

/// The state of the search at one ply, with buffers that the nodes of this ply use in turn.
///
/// A node overwrites the state of the last node of its ply.
#[derive(Clone, Debug, Default)]
pub(crate) struct Frame {
    /// The corrected static evaluation, or an estimate under a threat; `None` before the first
    /// node of this ply.
    pub(crate) eval: Option<Score>,
    /// The move that is excluded while the search tests whether it is singular.
    pub(crate) excluded: Option<Point>,
    /// Indicates whether the node has to answer a five.
    pub(crate) must_answer_five: bool,
    /// The principal variation from here.
    pub(crate) pv: Vec<Point>,
    /// The buffer for the ranks of the moves that are still to be searched.
    pub(crate) ranked: Vec<i32>,
    /// The buffer for the moves that were searched without a cutoff.
    pub(crate) tried: Vec<Point>,
}

/// Returns the frames of a search: one for each ply and one below the deepest.
pub(crate) fn new_frames() -> Box<[Frame]> {
    vec![Frame::default(); MAX_PLY + 1].into_boxed_slice()
}
