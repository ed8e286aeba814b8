//! Merging the results of shards into one file, as if one machine had played them.
//!
//! Invariant: equal games give an equal file, whatever the shards, their number, and the order in
//! which they are named; and the merged file can be merged, counted and continued like any file of
//! results.

mod union;
mod write;

use std::path::PathBuf;

use thiserror::Error;

use crate::record::GameId;
use crate::store::results_file::ReadResultsError;

pub use union::{Lack, Union};

/// The maximum number of games that a message names.
const MAX_NAMED: usize = 5;

/// A failure to merge files of results.
#[derive(Debug, Error)]
pub enum MergeError {
    /// A file or folder cannot be read or written, is damaged, or a line is no game of its
    /// tournament.
    #[error(transparent)]
    File(#[from] ReadResultsError),
    /// No file has a header.
    #[error("these files contain no results")]
    Nothing,
    /// A run writes to the file of all results.
    #[error("{}: the file is in use by a run", path.display())]
    Locked {
        /// The file.
        path: PathBuf,
    },
    /// Two files belong to different tournaments.
    #[error(
        "{} and {} contain the games of different tournaments ({})",
        one.display(),
        other.display(),
        differences.join("; ")
    )]
    OtherPlan {
        /// A file.
        one: PathBuf,
        /// A file of another tournament.
        other: PathBuf,
        /// The first few differences, in words.
        differences: Vec<String>,
    },
    /// Games were played twice with different moves or results.
    #[error(
        "{} played twice, and the records differ: {}; --keep-earliest keeps the games that began \
         first",
        games_were(.0.len()),
        some_games(.0)
    )]
    Conflicts(Vec<GameId>),
}

/// Returns a number of games with its verb, such as `2 games were`.
#[must_use]
pub fn games_were(count: usize) -> String {
    if count == 1 { "1 game was".to_owned() } else { format!("{count} games were") }
}

/// Returns the names of the first few games.
#[must_use]
pub fn some_games(games: &[GameId]) -> String {
    let named = games.iter().take(MAX_NAMED);
    let mut words: Vec<String> =
        named.map(|GameId { pair, game }| format!("pair {pair}, game {game}")).collect();
    if games.len() > MAX_NAMED {
        words.push("…".to_owned());
    }
    words.join("; ")
}
