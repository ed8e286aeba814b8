//! Bringing the results of shards together: in one file, as if one machine had played them.
//!
//! Invariant: equal games give an equal file, whatever the shards, their number, and the order in
//! which they are named; and what is written can be merged, counted and gone on with like any file
//! of results.

mod growing;
mod union;
mod write;

use std::path::PathBuf;

use thiserror::Error;

use crate::record::GameId;
use crate::store::results_file::ReadResultsError;

pub use growing::GrowingFiles;
pub use union::{Lack, Union};

/// The number of games that are named.
const NAMED: usize = 5;

/// Files of results cannot be brought together.
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
        /// One that does not fit to it.
        other: PathBuf,
        /// The first few differences, in words.
        differences: Vec<String>,
    },
    /// Games were played twice and went differently.
    #[error(
        "{} played twice, and the records differ: {}; --keep-earliest keeps the games that began \
         first",
        games_were(.0.len()),
        some_games(.0)
    )]
    Conflicts(Vec<GameId>),
}

/// Returns so many games and the verb to them, in words.
#[must_use]
pub fn games_were(count: usize) -> String {
    if count == 1 { "1 game was".to_owned() } else { format!("{count} games were") }
}

/// Returns the first few games in words.
#[must_use]
pub fn some_games(games: &[GameId]) -> String {
    let named = games.iter().take(NAMED);
    let mut words: Vec<String> =
        named.map(|GameId { pair, game }| format!("pair {pair}, game {game}")).collect();
    if games.len() > NAMED {
        words.push("…".to_owned());
    }
    words.join("; ")
}
