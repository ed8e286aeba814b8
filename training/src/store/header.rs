//! The header of a file of games: the properties that its games share.

use serde::{Deserialize, Serialize};

/// The effort of the searches that make the labels. Two files with equal conditions, engine and seed
/// hold equal games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Effort {
    /// Nodes of the search for a move, which also labels the position.
    pub nodes: u64,
    /// Nodes of the search of an interior position.
    pub interior_nodes: u64,
    /// Number of labelled positions from the search tree of each position of the game.
    pub interior: usize,
    /// The budget of the solver of continuous fours, in positions for each side.
    pub vcf_nodes: u64,
    /// The budget of the solver of continuous threats, in positions for each side.
    pub vct_nodes: u64,
    /// Nodes of the deep searches.
    pub deep_nodes: u64,
    /// The share of positions that are searched deeply as well, from 0 to 1.
    pub deep_share: f64,
}

/// The header before the games of a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// Name of the rule.
    pub rule: String,
    /// Version of the engine and the signature of its search.
    pub engine: String,
    /// Seed of all games, from which each game derives its own by the rule and its number.
    pub seed: u64,
    /// Number of the file's first game.
    pub first_game: u64,
    /// Number of games in the complete file; their numbers are consecutive.
    pub games: u64,
    /// The effort of the searches that make the labels.
    pub effort: Effort,
    /// The part of the plan about the games: their beginnings, board sizes and numbers of random moves.
    pub conditions: serde_json::Value,
}

impl Header {
    /// Returns the name of the file that holds these games.
    #[must_use]
    pub fn file_name(&self) -> String {
        let Self { rule, seed, first_game, .. } = self;
        format!("{rule}-seed{seed}-{first_game:07}.{EXTENSION}")
    }
}

/// The source of labels. Scores of different engines and searches are not comparable.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Source {
    /// Version of the engine and the signature of its search.
    pub engine: String,
    /// Nodes of the search of a position of a game.
    pub nodes: u64,
}

/// Extension of files of games.
pub const EXTENSION: &str = "games";
