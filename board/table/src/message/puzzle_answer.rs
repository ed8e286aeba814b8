//! The answers to the moves of a puzzle.

use serde::Serialize;

use super::facts::ForbiddenPoint;

/// The answer to the moves of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PuzzleAnswer {
    /// The identifier of the request.
    pub id: String,
    /// The moves that were asked about.
    pub moves: Vec<String>,
    /// The verdict on the last of them.
    pub verdict: PuzzleVerdict,
    /// The reply of the table after a right move: the one that resists longest.
    pub reply: Option<String>,
    /// The refutation of a wrong move, or the moves of a win from a right one to the five.
    pub line: Vec<String>,
    /// The points where the solver may not play next.
    pub forbidden: Vec<ForbiddenPoint>,
    /// The stones of a five that the last move has made.
    pub five: Vec<String>,
}

/// The verdict on a move of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum PuzzleVerdict {
    /// No move has been played.
    Ready,
    /// The move is right, and the win goes on after the reply.
    GoesOn,
    /// The puzzle is solved.
    Solved,
    /// The move wins in another way, or is not refuted: it is neither right nor wrong.
    Other,
    /// The move is wrong.
    Wrong {
        /// The reason, which the line shows.
        reason: Refutation,
    },
}

/// The reason why a move of a puzzle is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Refutation {
    /// The other side makes five.
    Five,
    /// The other side wins by fours.
    Fours,
    /// The other side wins by fours and threes.
    Threes,
    /// The answer to the four makes a four itself.
    OwnFour,
    /// The answer leaves no win of the kind that is asked.
    Stopped,
    /// The move threatens nothing.
    Quiet,
}
