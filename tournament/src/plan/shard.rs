//! Shards: equal parts of a tournament, for several machines.
//!
//! Invariant: a pair belongs to exactly one shard of a count, and its two games to the same;
//! which one follows from its number alone, so that shards need no communication. The first pairs
//! of a shard are spread over all pairings.

use std::ffi::OsStr;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The maximum number of shards.
const MAX_COUNT: u64 = 1_000_000;

/// A shard: its index, from 0, and how many there are; written `0/4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shard {
    count: u64,
    index: u64,
}

/// A text that is not a shard.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error(
    "invalid shard {text:?}: expected I/N, such as 0/4 for the first of four or 3/4 for the last"
)]
pub struct ParseShardError {
    /// The text.
    pub text: String,
}

impl FromStr for Shard {
    type Err = ParseShardError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let shard = || {
            let (index, count) = text.split_once('/')?;
            Self::new(number(index)?, number(count)?)
        };
        shard().ok_or_else(|| ParseShardError { text: text.to_owned() })
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

impl TryFrom<String> for Shard {
    type Error = ParseShardError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> Self {
        shard.to_string()
    }
}

/// Reads a number that consists of digits only, as in names of files.
fn number(text: &str) -> Option<u64> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

impl Shard {
    /// Returns shard `index`, from 0, of `count`; `None` if the index is not below the count, or the
    /// count is above a million.
    #[must_use]
    pub fn new(index: u64, count: u64) -> Option<Self> {
        (index < count && count <= MAX_COUNT).then_some(Self { count, index })
    }

    /// Returns the index of the shard, from 0.
    #[must_use]
    pub fn index(self) -> u64 {
        self.index
    }

    /// Returns the number of shards, at least one.
    #[must_use]
    pub fn count(self) -> u64 {
        self.count
    }

    /// Returns the shard, of `count`, to which a pair belongs.
    ///
    /// # Panics
    /// If `count` is 0 or beyond a million.
    #[must_use]
    pub fn of_pair(pair: u64, count: u64) -> Self {
        Self::new(pair % count, count)
            .expect("a remainder of a valid number of shards is a valid shard")
    }

    /// Returns whether a pair belongs to the shard.
    #[must_use]
    pub fn holds(self, pair: u64) -> bool {
        pair % self.count == self.index
    }

    /// Returns the file of results of the shard, where `whole` is that of the tournament:
    /// `league-0-of-4.jsonl` for `league.jsonl`.
    #[must_use]
    pub fn file(self, whole: &Path) -> PathBuf {
        let mut name = whole.file_stem().unwrap_or_default().to_owned();
        name.push(format!("-{}-of-{}", self.index, self.count));
        if let Some(extension) = whole.extension() {
            name.push(".");
            name.push(extension);
        }
        whole.with_file_name(name)
    }

    /// Returns the file of the whole tournament and the shard, if this is the name of a shard's
    /// file.
    #[must_use]
    pub fn of_file(path: &Path) -> Option<(PathBuf, Self)> {
        let (rest, count) = path.file_stem()?.to_str()?.rsplit_once("-of-")?;
        let (name, index) = rest.rsplit_once('-')?;
        let shard = Self::new(number(index)?, number(count)?)?;
        let mut whole = OsStr::new(name).to_owned();
        if let Some(extension) = path.extension() {
            whole.push(".");
            whole.push(extension);
        }
        Some((path.with_file_name(whole), shard))
    }
}

#[cfg(test)]
mod tests;
