//! The opinions of a teacher: a network too large for the engine, which judges stored positions.
//!
//! `training/teacher/teach.py` trains teachers and writes their opinions as a file.
//!
//! ```text
//! file     first line  checksum: u32  opinions
//! opinion  key of the position: u64  score: u16  result: u16
//! ```
//!
//! The checksum (CRC-32) covers the opinions. A score or a result of 65,535 is a win of the side to
//! move, one of 0 a loss. All numbers are little-endian.

use std::collections::HashMap;

use dolmen::board::Key;
use thiserror::Error;

use crate::first_line::{FirstLine, FirstLineError};

/// The first line of a file.
const FIRST_LINE: FirstLine = FirstLine { kind: "dolmen teacher", version: "1" };
/// The bytes of an opinion.
const RECORD: usize = 12;
/// An opinion is at least this far from 0 and 1, so that its logit stays small.
const MARGIN: f32 = 0.005;

/// A teacher's forecast for a position, for the side to move, from 0 (a loss) to 1 (a win).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Opinion {
    /// The score that it expects of a search.
    pub score: f32,
    /// The result of the game that it expects.
    pub result: f32,
}

/// The opinions of a teacher by position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Teacher {
    opinions: HashMap<Key, Opinion>,
}

/// The reason why a file has no opinions to read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReadTeacherError {
    /// The file begins with this text instead.
    #[error("is not a file of a teacher: it begins with {0:?}, expected \"dolmen teacher\"")]
    Foreign(String),
    /// The file has another version of the format.
    #[error("has format version {0}; expected 1")]
    Version(String),
    /// The file is cut off, or its checksum does not match.
    #[error("is damaged: its length or its checksum is wrong")]
    Damaged,
}

impl From<FirstLineError> for ReadTeacherError {
    fn from(error: FirstLineError) -> Self {
        match error {
            FirstLineError::Foreign(text) => Self::Foreign(text),
            FirstLineError::Version(version) => Self::Version(version),
            FirstLineError::Damaged => Self::Damaged,
        }
    }
}

impl Teacher {
    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// Returns the reason if the bytes are not a whole file of opinions.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ReadTeacherError> {
        let (records, torn) = FIRST_LINE.unsealed(bytes)?.as_chunks::<RECORD>();
        if !torn.is_empty() {
            return Err(ReadTeacherError::Damaged);
        }
        Ok(Self { opinions: records.iter().map(opinion).collect() })
    }

    /// Returns the opinion on a position, if the teacher has judged it.
    #[must_use]
    pub fn opinion(&self, key: Key) -> Option<Opinion> {
        self.opinions.get(&key).copied()
    }
}

/// Reads an opinion.
fn opinion(record: &[u8; RECORD]) -> (Key, Opinion) {
    let [key @ .., score_low, score_high, result_low, result_high] = *record;
    let probability = |low: u8, high: u8| {
        let part = f32::from(u16::from_le_bytes([low, high])) / f32::from(u16::MAX);
        part.clamp(MARGIN, 1.0 - MARGIN)
    };
    let score = probability(score_low, score_high);
    let result = probability(result_low, result_high);
    (Key(u64::from_le_bytes(key)), Opinion { score, result })
}

#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;
