//! A game with the labels of its positions.

use dolmen::board::{BoardSize, Point};
use dolmen::eval::Score;
use dolmen::rules::Outcome;
use strum::{Display, IntoStaticStr, VariantArray};

use crate::store::label::{InteriorPosition, Label, MoveShare};

/// The beginning of a game. The index of a variant is its number in a file.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Display, IntoStaticStr, VariantArray,
)]
#[strum(serialize_all = "lowercase")]
pub enum Beginning {
    /// A few stones around the middle of the board.
    Middle,
    /// A few stones anywhere.
    Anywhere,
    /// A few stones, the first of them near an edge.
    Edge,
    /// A few stones, the first of them near a corner.
    Corner,
    /// Ten to fifty stones in balance.
    Crowded,
    /// An opening of a published set and a few moves after it.
    Published,
    /// A game that Dolmen did not play.
    Foreign,
}

impl Beginning {
    /// Returns the name in plans and tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// The number of consecutive positions without an advantage after which a game is dead.
pub const DEAD_POSITIONS: usize = 24;
/// The maximum absolute score without an advantage, in units of the evaluation.
pub const DEAD_WITHIN: i32 = 24;

/// A position of a game that was searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GamePosition {
    /// The label of the position.
    pub label: Label,
    /// The moves on which the search spent most nodes, the chosen one first; empty if the move
    /// needed no search.
    pub moves: Vec<MoveShare>,
    /// Positions inside the search of this position.
    pub interior: Vec<InteriorPosition>,
}

impl GamePosition {
    /// Returns a position with a label and nothing else.
    #[must_use]
    pub const fn labelled(label: Label) -> Self {
        Self { label, moves: Vec::new(), interior: Vec::new() }
    }
}

/// A stone of a game, and the searched position before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The point of the stone.
    pub point: Point,
    /// The position before the stone; `None` in the opening.
    pub before: Option<GamePosition>,
}

/// Returns whether a game is dead after searches with these scores, the last one first: in the last
/// [`DEAD_POSITIONS`] neither side was better by more than [`DEAD_WITHIN`].
pub(crate) fn are_dead(scores: impl Iterator<Item = Score>) -> bool {
    let last: Vec<i32> = scores.take(DEAD_POSITIONS).map(|score| score.value().abs()).collect();
    last.len() == DEAD_POSITIONS && last.iter().all(|score| *score <= DEAD_WITHIN)
}

/// A game from the empty board, black first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Its number under its seed.
    pub number: u32,
    /// The board.
    pub size: BoardSize,
    /// The beginning of the game.
    pub beginning: Beginning,
    /// The outcome of the game.
    pub outcome: Outcome,
    /// Its stones.
    pub plies: Vec<Ply>,
    /// The last position, if the side to move wins there by continuous fours: the game ends
    /// then before the five is on the board.
    pub end: Option<GamePosition>,
}

impl Game {
    /// Returns the searched positions of the game, each with the number of stones before it.
    pub fn positions(&self) -> impl Iterator<Item = (usize, &GamePosition)> {
        let before = self.plies.iter().enumerate();
        let before = before.filter_map(|(ply, stone)| Some((ply, stone.before.as_ref()?)));
        before.chain(self.end.iter().map(|end| (self.plies.len(), end)))
    }

    /// Returns whether the game is dead, so that it may end as a draw. Only the searches that completed an iteration
    /// count.
    #[must_use]
    pub fn is_dead(&self) -> bool {
        let searched = self.plies.iter().rev().filter_map(|ply| ply.before.as_ref());
        let scores = searched.map(|before| before.label.searched).filter(|found| found.depth > 0);
        are_dead(scores.map(|found| found.score))
    }

    /// Returns the number of positions that have a label: those of the game and those inside
    /// its searches.
    #[must_use]
    pub fn labelled_positions(&self) -> usize {
        self.positions().map(|(_, position)| 1 + position.interior.len()).sum()
    }
}
