//! What all games of a file have in common.

use dolmen::board::BoardSize;
use dolmen::rules::Rule;
use serde::{Deserialize, Serialize};

/// How games are played. Two files with equal settings, engine and seed hold equal games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// Nodes of a search for a move.
    pub nodes: u64,
    /// Nodes of a search for the worth of an opening.
    pub opening_nodes: u64,
    /// Fewest and most random stones of an opening, before the one that evens it out.
    pub random_stones: (usize, usize),
    /// An opening is even if neither side is better by more than this, in evaluation units.
    pub even_within: i32,
    /// Percentage of moves replaced by a random quiet one, in the first plies after the
    /// opening.
    pub quiet_percent: u32,
    /// How many plies those are.
    pub quiet_plies: usize,
    /// They are played only while neither side is better by more than this, in evaluation
    /// units.
    #[serde(default = "first_quiet_within")]
    pub quiet_within: i32,
}

/// What [`Settings::quiet_within`] was before it was stored.
const fn first_quiet_within() -> i32 {
    600
}

impl Settings {
    /// The usual settings with this many nodes for a move.
    #[must_use]
    pub fn with_nodes(nodes: u64) -> Self {
        Self {
            nodes,
            opening_nodes: (nodes / 4).max(100),
            random_stones: (2, 6),
            even_within: 120,
            quiet_percent: 6,
            quiet_plies: 14,
            quiet_within: first_quiet_within(),
        }
    }
}

/// What stands before the games of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// Name of the rule.
    pub rule: String,
    /// Columns and rows of the board.
    pub size: (usize, usize),
    /// Version of the engine and the signature of its search.
    pub engine: String,
    /// Seed of all games; each mixes its number in.
    pub seed: u64,
    /// Number of the file's first game; the others follow it without a gap.
    pub first_game: u64,
    /// Most games in the file.
    pub games: u64,
    /// How they were played.
    pub settings: Settings,
}

impl Header {
    /// The rule, if its name is one and the size is a board's.
    #[must_use]
    pub fn rule_and_size(&self) -> Option<(Rule, BoardSize)> {
        let (width, height) = self.size;
        let size = BoardSize::new(i64::try_from(width).ok()?, i64::try_from(height).ok()?).ok()?;
        Some((self.rule.parse().ok()?, size))
    }

    /// Name of the file that holds these games.
    #[must_use]
    pub fn file_name(&self) -> String {
        let Self { rule, size: (width, height), seed, first_game, .. } = self;
        format!("{rule}-{width}x{height}-seed{seed}-{first_game:07}.{EXTENSION}")
    }
}

/// Ending of the names of files of games.
pub const EXTENSION: &str = "games";
