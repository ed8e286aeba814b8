//! The values that the stages of one node pass to each other.

use crate::board::Bitboard;
use crate::eval::Score;
use crate::search::history::Context;

/// The scores that matter to a node: those above alpha and below beta.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
    /// Indicates an expected cut node, where some move will probably reach beta. Without it a null window
    /// belongs to an expected all-node.
    pub(crate) expects_cut: bool,
}

impl Window {
    /// Returns the window that holds every score.
    pub(crate) const fn full() -> Self {
        Self::between(Score::MIN, Score::MAX)
    }

    /// Returns the window between two scores.
    pub(crate) const fn between(alpha: Score, beta: Score) -> Self {
        Self { alpha, beta, expects_cut: false }
    }

    /// Returns the window that only separates scores above alpha from the others.
    pub(crate) fn null(self) -> Self {
        Self { beta: self.alpha + 1, ..self }
    }

    /// Returns the same window for the other side.
    ///
    /// An expected cut node and an expected all-node alternate. Below the principal variation this is a
    /// window of the principal variation.
    pub(crate) fn flipped(self) -> Self {
        let expects_cut = !self.is_open() && !self.expects_cut;
        Self { alpha: -self.beta, beta: -self.alpha, expects_cut }
    }

    /// Returns the window in which the other side need only refute a late move.
    pub(crate) fn refutation(self) -> Self {
        Self { expects_cut: true, ..self.null().flipped() }
    }

    /// Returns the window with both ends lowered by a number of evaluation units.
    pub(crate) fn lowered_by(self, units: i32) -> Self {
        Self { alpha: self.alpha - units, beta: self.beta - units, ..self }
    }

    /// Returns whether exact scores are wanted: the node is on the principal variation.
    pub(crate) fn is_open(self) -> bool {
        self.beta.value() - self.alpha.value() > 1
    }

    /// Returns the part of the window that a node can reach if the game does not end at once.
    pub(crate) fn within_mate_distance(self, ply: usize) -> Self {
        let plies = ply as i32;
        Self {
            alpha: self.alpha.max(Score::loss_in(plies + 2)),
            beta: self.beta.min(Score::win_in(plies + 3)),
            ..self
        }
    }
}

/// The moves of a node before they are ordered.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidates {
    /// The moves to search.
    pub(crate) moves: Bitboard,
    /// The moves that the node leaves out although they might be better.
    pub(crate) left_out: Bitboard,
    /// The moves that only delay the answer to an open three.
    pub(crate) delays: Bitboard,
}

impl Candidates {
    /// Returns candidates that leave out no move that might be better.
    pub(crate) const fn complete(moves: Bitboard) -> Self {
        Self { moves, left_out: Bitboard::EMPTY, delays: Bitboard::EMPTY }
    }
}

/// The static view of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Estimate {
    /// The evaluation itself; a draw if the side to move has a threat to answer.
    pub(crate) static_eval: Score,
    /// The best estimate of the score of a search.
    pub(crate) eval: Score,
    /// Indicates whether the side to move stands better than at its last turn.
    pub(crate) is_improving: bool,
}

/// The state of a node before its moves are searched.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) window: Window,
    /// The remaining depth, in fractions of a ply.
    pub(crate) depth: i32,
    /// The distance from the root.
    pub(crate) ply: usize,
    pub(crate) estimate: Estimate,
    pub(crate) candidates: Candidates,
    /// Indicates whether the opponent threatens nothing that must be answered.
    pub(crate) is_free: bool,
    /// Indicates an expected cut node whose evaluation is well above beta.
    pub(crate) is_good: bool,
    /// The earlier stones that the history compares moves with.
    pub(crate) context: Context,
}
