//! The labelled positions of stored games one by one, each with the group that it counts in.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use dolmen::board::{Point, Position};

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

    /// Returns the name on the command line and in tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseGroupError {
    /// The text.
    pub text: String,
}

impl fmt::Display for ParseGroupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Group::ALL.map(Group::name).join(", ");
        write!(f, "unknown kind of position {:?}: expected one of {names}", self.text)
    }
}

impl std::error::Error for ParseGroupError {}

impl FromStr for Group {
    type Err = ParseGroupError;

    /// Reads what [`Group::name`] returns.
    fn from_str(text: &str) -> Result<Self, ParseGroupError> {
        let group = Self::ALL.into_iter().find(|group| group.name() == text);
        group.ok_or_else(|| ParseGroupError { text: text.to_owned() })
    }
}

/// A file whose positions cannot be read.
#[derive(Debug)]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// The error of reading it.
    pub error: ReadError,
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.path.display(), self.error)
    }
}

impl std::error::Error for FileError {}

/// Reads a file of games.
///
/// # Errors
/// If it cannot be read or its header tells nothing. Games that are damaged are left out.
pub fn read_shard(path: &Path) -> Result<Shard, FileError> {
    Shard::read(path).map_err(|error| FileError { path: path.to_owned(), error })
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
