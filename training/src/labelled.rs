//! The labelled positions of stored games one by one, each with the group that it counts in.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use dolmen::board::{Point, Position};
use thiserror::Error;

use crate::generate::tally::Kind;
use crate::store::{Game, Label, ReadError, Shard};

/// A group of labelled positions that are measured together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Group {
    /// The positions of a kind, from files of the version that is written today.
    Of(Kind),
    /// The positions of all kinds from files of version 1, whose labels are another engine's.
    VersionOne,
}

impl Group {
    /// All groups.
    pub const ALL: [Self; 5] = [
        Self::Of(Kind::Game),
        Self::Of(Kind::Interior),
        Self::Of(Kind::Crowded),
        Self::Of(Kind::Foreign),
        Self::VersionOne,
    ];

    fn names() -> String {
        Self::ALL.map(Self::name).join(", ")
    }

    /// Returns the name on the command line and in tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Of(kind) => kind.name(),
            Self::VersionOne => "version-1",
        }
    }
}

impl fmt::Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that names no group.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown kind of position {0:?}: expected one of {names}", names = Group::names())]
pub struct ParseGroupError(pub String);

impl FromStr for Group {
    type Err = ParseGroupError;

    /// Reads what [`Group::name`] returns.
    fn from_str(text: &str) -> Result<Self, ParseGroupError> {
        let group = Self::ALL.into_iter().find(|group| group.name() == text);
        group.ok_or_else(|| ParseGroupError(text.to_owned()))
    }
}

/// A file of games that cannot be read.
#[derive(Debug, Error)]
#[error("{path} {error}")]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// The reason.
    pub error: ReadError,
}

/// Reads a file of games.
///
/// # Errors
/// Returns an error if the file cannot be read or its header is invalid. Damaged games are left
/// out.
pub fn read_shard(path: &Path) -> Result<Shard, FileError> {
    Shard::read(path).map_err(|error| FileError { path: path.to_owned(), error })
}

/// Reads the header of a file of games, whose games are left out.
///
/// # Errors
/// Returns an error if the file cannot be read or its header is invalid.
pub fn read_head(path: &Path) -> Result<Shard, FileError> {
    Shard::read_head(path).map_err(|error| FileError { path: path.to_owned(), error })
}

/// A labelled position of a stored game.
#[derive(Clone, Copy, Debug)]
pub struct LabelledPosition<'a> {
    /// The game.
    pub game: &'a Game,
    /// The stones of the game that are on the board.
    pub stones_of_game: usize,
    /// The moves after them, inside a search; none in a position of the game itself.
    pub path: &'a [Point],
    /// The label.
    pub label: &'a Label,
    /// The group.
    pub group: Group,
}

impl LabelledPosition<'_> {
    /// Returns the number of stones on the board.
    #[must_use]
    pub const fn stones(&self) -> usize {
        self.stones_of_game + self.path.len()
    }

    /// Returns the position, or `None` if two stones are on one point: the game is damaged.
    #[must_use]
    pub fn position(&self) -> Option<Position> {
        let mut position = Position::new(self.game.size);
        let stones = self.game.plies[..self.stones_of_game].iter().map(|ply| ply.point);
        for point in stones.chain(self.path.iter().copied()) {
            position.play(point).ok()?;
        }
        Some(position)
    }
}

/// Returns the labelled positions of a game of a file, those inside a search after the position
/// that was searched.
pub fn labelled_positions<'a>(
    shard: &Shard,
    game: &'a Game,
) -> impl Iterator<Item = LabelledPosition<'a>> {
    let is_old = shard.header.is_none();
    let group = move |stones: usize, path: usize| {
        if is_old { Group::VersionOne } else { Group::Of(Kind::in_game(game, stones, path)) }
    };
    let labelled = move |stones_of_game: usize, path: &'a [Point], label: &'a Label| {
        let group = group(stones_of_game + path.len(), path.len());
        LabelledPosition { game, stones_of_game, path, label, group }
    };
    game.positions().flat_map(move |(stones, position)| {
        let inside = position.interior.iter();
        let inside = inside.map(move |interior| labelled(stones, &interior.path, &interior.label));
        std::iter::once(labelled(stones, &[], &position.label)).chain(inside)
    })
}
