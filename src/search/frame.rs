//! What the search keeps for each ply of the line that it is looking at.

use crate::board::Point;
use crate::eval::Score;

/// Deepest line, in plies.
pub(crate) const MAX_PLY: usize = 256;

/// The state of the search at one ply, and buffers that its nodes use in turn.
///
/// A node at that ply overwrites what the node before it left there.
#[derive(Clone, Debug, Default)]
pub(crate) struct Frame {
    /// The corrected static evaluation, or an estimate under a threat; `None` before the first
    /// node at this ply.
    pub(crate) eval: Option<Score>,
    /// The move that the node must do without while the search tests whether it is singular.
    pub(crate) excluded: Option<Point>,
    /// Whether the node has to answer a five.
    pub(crate) must_answer_five: bool,
    /// The principal variation from here.
    pub(crate) pv: Vec<Point>,
    /// The buffer for the moves that the node still has to search.
    pub(crate) ranked: Vec<i32>,
    /// The buffer for the moves that the node has searched without a cutoff.
    pub(crate) tried: Vec<Point>,
}

/// Returns the frames of a search: one per ply, and one below the deepest.
pub(crate) fn new_frames() -> Box<[Frame]> {
    vec![Frame::default(); MAX_PLY + 1].into_boxed_slice()
}
