//! Puzzles: positions that a page asks a person to solve.

use dolmen::board::{Color, Point};
use serde::Deserialize;

use super::setting::{Onto, Stone};

/// A puzzle. The table keeps nothing of it, unlike of a game.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Puzzle {
    /// The rule and the board.
    pub onto: Onto,
    /// The stones.
    pub stones: Vec<Stone>,
    /// The side to move, which solves it.
    pub to_move: Color,
    /// The kind.
    pub kind: PuzzleKind,
    /// The right first move.
    pub key: Point,
}

/// The kind of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum PuzzleKind {
    /// To win by fours.
    Fours,
    /// To win by fours and threes.
    Threes,
    /// To find the only move that is not refuted.
    Defence,
}
