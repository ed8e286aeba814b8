//! The errors of files of results.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use thiserror::Error;
use whole_file::{PlaceError, check_file_place};

use crate::record::GameId;
use crate::store::parse::Damage;

/// The maximum number of games that a message names.
const MAX_NAMED: usize = 5;

/// A failure to read, write or merge files of results.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The system cannot read or write the file.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The error that the system reports.
        source: io::Error,
    },
    /// The file or folder cannot be at this path.
    #[error("{}: {}", .0.display(), .1)]
    Place(PathBuf, PlaceError),
    /// The file is damaged, is not a file of results, or has a text line that is not a game of its
    /// tournament.
    #[error("{}: {damage}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The place and the reason.
        damage: Damage,
    },
    /// The file has no header yet.
    #[error("{}: the file is empty", .0.display())]
    Empty(PathBuf),
    /// Another run writes to the file.
    #[error("{}: the file is in use by a run", .0.display())]
    Locked(PathBuf),
    /// The file has games beyond those of the tournament.
    #[error(
        "{}: line {line}: {game} is beyond the {pairs} pairs of this tournament: ask for as many games as before, or \
         name another file",
        path.display()
    )]
    MoreGames {
        /// The file.
        path: PathBuf,
        /// The line of the first of these games.
        line: usize,
        /// The game.
        game: GameId,
        /// The number of pairs of the tournament.
        pairs: usize,
    },
    /// The file belongs to a tournament with another configuration.
    #[error(
        "{}: this file contains the games of a different tournament ({}): name another file, such as \
         --state {}, or repeat the command that created it, with the programs as they were then",
        path.display(),
        differences.join("; "),
        other_file(path).display()
    )]
    OtherPlan {
        /// The file.
        path: PathBuf,
        /// The first few differences.
        differences: Vec<String>,
    },
    /// The file should hold the games of this tournament, but holds other content.
    #[error(
        "{} does not hold the games of this tournament: name another file, or remove it so that it \
         is written again",
        .0.display()
    )]
    OtherGames(PathBuf),
    /// The file should hold a report, but holds other content.
    #[error("{} is not a report of a tournament: name another file for the report, or remove it", .0.display())]
    OtherPage(PathBuf),
    /// An output would replace a file of results.
    #[error("{} is a file of results: name another file for the output", .0.display())]
    OverResults(PathBuf),
    /// Two files belong to different tournaments.
    #[error(
        "{} and {} contain the games of different tournaments ({})",
        files[0].display(),
        files[1].display(),
        differences.join("; ")
    )]
    OtherPlans {
        /// The two files.
        files: [PathBuf; 2],
        /// The first few differences.
        differences: Vec<String>,
    },
    /// No file has a header.
    #[error("these files contain no results")]
    Nothing,
    /// Games were played twice with different moves or results.
    #[error(
        "{} played twice, and the records differ: {}; --keep-earliest keeps the games that began \
         first",
        games_were(.0.len()),
        some_games(.0)
    )]
    Conflicts(Vec<GameId>),
}

impl StoreError {
    /// Returns a function that adds a path to an error of the system.
    pub(crate) fn io(path: &Path) -> impl Fn(io::Error) -> Self + Copy + '_ {
        |source| match (source.kind(), check_file_place(path)) {
            (ErrorKind::NotFound | ErrorKind::IsADirectory, Err(error)) => Self::place(path)(error),
            _ => Self::Io { path: path.to_path_buf(), source },
        }
    }

    /// Returns a function that adds a path to the reason why nothing can be there.
    pub(crate) fn place(path: &Path) -> impl Fn(PlaceError) -> Self + Copy + '_ {
        |error| Self::Place(path.to_path_buf(), error)
    }

    /// Returns a function that adds a path to a damage.
    pub(crate) fn damaged(path: &Path) -> impl Fn(Damage) -> Self + Copy + '_ {
        |damage| Self::Damaged { path: path.to_path_buf(), damage }
    }
}

/// Returns a file name that is not in use: `games-2.jsonl` for `games.jsonl`.
fn other_file(path: &Path) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    let named = |number: u32| path.with_file_name(format!("{stem}-{number}.{extension}"));
    let mut others = (2..).map(named);
    others.find(|other| !other.exists()).unwrap_or_else(|| path.to_path_buf())
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
    let mut words: Vec<String> = named.map(GameId::to_string).collect();
    if games.len() > MAX_NAMED {
        words.push("…".to_owned());
    }
    words.join("; ")
}
