//! The facts of a position, and proofs.

use dolmen::board::Color;
use dolmen::rules::Rule;
use serde::Serialize;

use super::command::ProofKind;
use crate::tree::NodeId;

/// The facts of a position that a board shows.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Insight {
    /// The node.
    pub at: NodeId,
    /// The side to move.
    pub to_move: Option<Color>,
    /// The points where it may not play.
    pub forbidden: Vec<ForbiddenPoint>,
    /// The stones of the five that ends the game here, from one end to the other; several fives
    /// follow each other.
    pub five: Vec<String>,
    /// The result if the game ends here: `black`, `white` or `draw`.
    pub outcome: Option<String>,
    /// The threats, if the command asked for them.
    pub threats: Option<Threats>,
    /// The values of the empty points for the side to move, if the command asked for them.
    pub heat: Option<Vec<Heat>>,
    /// The moves of the built-in book, the best one first.
    pub book: Vec<BookLine>,
}

/// A move of the built-in book.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BookLine {
    /// The value for the side that makes the move: `120`, `+M5`.
    pub value: String,
    /// The chance of that side to win.
    pub chance: f64,
    /// The depth of the search behind the value, in plies.
    pub depth: u32,
    /// The expected moves, beginning with this one.
    pub line: Vec<String>,
}

/// A forbidden point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ForbiddenPoint {
    /// The point.
    pub point: String,
    /// The reason: `double three`, `double four` or `overline`.
    pub reason: String,
    /// The rows that the stone would make, each as its stones and empty points from end to end.
    pub rows: Vec<Vec<String>>,
}

/// The threats of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Threats {
    /// The points where each side makes five, black first.
    pub fives: [Vec<String>; 2],
    /// The points where each side makes an open four.
    pub open_fours: [Vec<String>; 2],
    /// The stones of each open three.
    pub threes: [Vec<Vec<String>>; 2],
    /// The win by fours that the side not to move would have if it were to move.
    pub vcf_after_pass: Vec<String>,
    /// The win by fours and open threes that it would have, if it has none by fours alone.
    pub vct_after_pass: Vec<String>,
}

/// The value of a point.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Heat {
    /// The point.
    pub point: String,
    /// The chance to win of the side that plays there, by the evaluation alone.
    pub value: f64,
}

/// The result of a proof search.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ProofResult {
    /// The node.
    pub at: NodeId,
    /// The kind.
    pub kind: ProofKind,
    /// The side that was to win.
    pub side: Color,
    /// The verdict.
    pub verdict: Verdict,
    /// The visited positions.
    pub nodes: u64,
    /// The winning moves and the defences; `None` unless the win is proved.
    pub root: Option<ProofMove>,
}

/// The verdict of a proof search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Verdict {
    /// The side wins.
    Win,
    /// There is no such win.
    NoWin,
    /// The search ended at its limit.
    Unknown,
}

/// A winning move, and the answer to each defence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ProofMove {
    /// The point of the attacker.
    pub point: String,
    /// The defences, each with the next winning move; empty after a five. Any other reply loses to the
    /// five or to the fours that the move threatens, or to `otherwise`.
    pub defences: Vec<ProofDefence>,
    /// The next winning move after any other reply; in wins by any moves only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub otherwise: Option<Box<ProofMove>>,
    /// Indicates that defences are missing, because the tree would be too large; not written if false.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub incomplete: bool,
}

/// A defence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ProofDefence {
    /// The point of the defender.
    pub point: String,
    /// The next winning move.
    pub then: ProofMove,
}

/// A line of a game in a file, for a collection.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CollectedGame {
    /// The names of Black and White, which may be empty.
    pub names: [String; 2],
    /// The rule.
    pub rule: Rule,
    /// The number of columns.
    pub width: usize,
    /// The number of rows.
    pub height: usize,
    /// The moves, one after the other, with rows from the top; `--` is a pass.
    pub moves: String,
    /// The winner; `None` if the game was drawn, or its end is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<Color>,
    /// Indicates whether the game was drawn.
    pub is_draw: bool,
}
