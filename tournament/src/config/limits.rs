//! The limits of an engine, and their form in the identity of a plan.

use std::time::{Duration, TryFromFloatSecsError};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// The resources that an engine may use. The serialized form, with times in milliseconds, is part
/// of the identity of a plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// The time for a move; if `None`, only the clock of the game counts.
    #[serde(rename = "turn_ms", serialize_with = "write_limit", deserialize_with = "read_limit")]
    pub turn: Option<Duration>,
    /// The time for all its moves of a game; if `None`, unlimited.
    #[serde(rename = "game_ms", serialize_with = "write_limit", deserialize_with = "read_limit")]
    pub game: Option<Duration>,
    /// The increment: the time added to the clock of the game before each of its moves.
    #[serde(rename = "increment_ms", serialize_with = "write", deserialize_with = "read")]
    pub increment: Duration,
    /// The node limit of a move, sent as `INFO max_node`.
    pub nodes: Option<u64>,
    /// The depth limit in plies, sent as `INFO max_depth`.
    pub depth: Option<u32>,
    /// The number of search threads, sent as `INFO thread_num`; if `None`, it is not sent.
    pub threads: Option<u32>,
    /// The memory limit in bytes; if `None`, unlimited.
    pub memory: Option<u64>,
    /// The tolerance for late moves.
    #[serde(rename = "margin_ms", serialize_with = "write", deserialize_with = "read")]
    pub margin: Duration,
    /// The time from its start to its answer to START.
    #[serde(rename = "startup_ms", serialize_with = "write", deserialize_with = "read")]
    pub startup: Duration,
    /// The minimum pause between its answer and the next command: some engines lose commands that
    /// arrive right after their move.
    #[serde(
        rename = "pause_ms",
        serialize_with = "write",
        deserialize_with = "read",
        default,
        skip_serializing_if = "Duration::is_zero"
    )]
    pub pause: Duration,
}

impl Limits {
    /// Returns whether a clock ends a move or the game.
    #[must_use]
    pub const fn has_clock(&self) -> bool {
        self.turn.is_some() || self.game.is_some()
    }
}

fn write<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(time.as_secs_f64() * 1e3)
}

fn write_limit<S: Serializer>(time: &Option<Duration>, serializer: S) -> Result<S::Ok, S::Error> {
    time.map(|time| time.as_secs_f64() * 1e3).serialize(serializer)
}

fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
    time(f64::deserialize(deserializer)?).map_err(de::Error::custom)
}

fn read_limit<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
    let ms = Option::deserialize(deserializer)?;
    ms.map(time).transpose().map_err(de::Error::custom)
}

fn time(ms: f64) -> Result<Duration, TryFromFloatSecsError> {
    Duration::try_from_secs_f64(ms / 1e3)
}
