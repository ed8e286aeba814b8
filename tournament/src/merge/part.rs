//! One file of results, read for merging.

use std::error::Error;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::record::{GameId, GameRecord};
use crate::state::{Contents, Damage, Header, parse};

/// A file of results.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// The file.
    pub path: PathBuf,
    /// Its header, with all machines.
    pub header: Header,
    /// Its games.
    pub records: Vec<GameRecord>,
    /// The number of the line of each game.
    pub(crate) lines: Vec<usize>,
    /// The number of a torn last line, as a file has that is being written.
    pub torn: Option<usize>,
}

/// Files of results cannot be brought together.
#[derive(Debug)]
pub enum MergeError {
    /// A file or folder cannot be read or written.
    Io {
        /// The file.
        path: PathBuf,
        /// The error that the system reports.
        source: io::Error,
    },
    /// A file is damaged, or no such file, or a line is no game of its tournament.
    Damaged {
        /// The file.
        path: PathBuf,
        /// The place and the reason.
        damage: Damage,
    },
    /// No file has a header.
    Nothing,
    /// A run writes to the file of all results.
    Locked {
        /// The file.
        path: PathBuf,
    },
    /// Two files belong to different tournaments.
    OtherPlan {
        /// A file.
        one: PathBuf,
        /// One that does not fit to it.
        other: PathBuf,
        /// The first few differences, in words.
        differences: Vec<String>,
    },
    /// Games were played twice and went differently.
    Conflicts(Vec<GameId>),
}

impl fmt::Display for MergeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io { path, source } => write!(f, "{}: {source}", path.display()),
            Self::Damaged { path, damage } => write!(f, "{}: {damage}", path.display()),
            Self::Nothing => write!(f, "these files contain no results"),
            Self::Locked { path } => {
                write!(f, "{}: the file is in use by a run", path.display())
            }
            Self::OtherPlan { one, other, differences } => write!(
                f,
                "{} and {} contain the games of different tournaments ({})",
                one.display(),
                other.display(),
                differences.join("; ")
            ),
            Self::Conflicts(games) => write!(
                f,
                "{} played twice, and the records differ: {}; --keep-earliest keeps the games that \
                 began first",
                games_were(games.len()),
                some(games)
            ),
        }
    }
}

impl Error for MergeError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Io { source, .. } => Some(source),
            Self::Damaged { damage, .. } => Some(damage),
            _ => None,
        }
    }
}

/// So many games, and the verb to them.
pub(crate) fn games_were(count: usize) -> String {
    if count == 1 { "1 game was".to_owned() } else { format!("{count} games were") }
}

/// The number of games that are named.
const NAMED: usize = 5;

/// The first few games in words.
pub(crate) fn some(games: &[GameId]) -> String {
    let named = games.iter().take(NAMED);
    let mut words: Vec<String> =
        named.map(|GameId { pair, game }| format!("pair {pair}, game {game}")).collect();
    if games.len() > NAMED {
        words.push("…".to_owned());
    }
    words.join("; ")
}

impl Part {
    /// Reads a file; none if no run has written its header yet.
    ///
    /// # Errors
    /// It cannot be read, or is damaged.
    pub fn read(path: &Path) -> Result<Option<Self>, MergeError> {
        let io = |source| MergeError::Io { path: path.to_path_buf(), source };
        let bytes = fs::read(path).map_err(io)?;
        let contents = parse(&bytes)
            .map_err(|damage| MergeError::Damaged { path: path.to_path_buf(), damage })?;
        let Contents { header, records, lines, torn, .. } = contents;
        let path = path.to_path_buf();
        Ok(header.map(|header| Self { path, header, records, lines, torn }))
    }
}
