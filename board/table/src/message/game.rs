//! A game: its conditions, its phases, and the form in which a page keeps it.

use dolmen::board::Color;
use dolmen::engine::Level;
use dolmen::opening::{Act, Protocol, Task};
use dolmen::rules::Rule;
use serde::{Deserialize, Deserializer, Serialize};

use crate::tree::{Node, NodeId};

/// The number of an engine in the list that a table was made with.
pub type EngineId = usize;

/// The conditions of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Setup {
    /// The rule.
    pub rule: Rule,
    /// Indicates whether the game goes on after a five.
    pub continuous: bool,
    /// The number of columns, from 5 to 22.
    pub width: u8,
    /// The number of rows, from 5 to 22.
    pub height: u8,
    /// The player who begins with the black stones.
    pub black: Player,
    /// The other player.
    pub white: Player,
    /// The time control of both players.
    pub clock: TimeControl,
    /// The maximum thinking time of an engine for a move, in milliseconds, whatever its clock allows; at
    /// most an hour. 0 leaves the time to the clock.
    #[serde(default = "default_thinking")]
    pub thinking_ms: u64,
    /// The protocol of the opening; `None` if Black simply plays the first stone.
    #[serde(default, deserialize_with = "protocol_or_free")]
    pub opening: Option<Protocol>,
    /// The milliseconds between two moves if engines play both sides, of at most a minute.
    #[serde(default)]
    pub delay_ms: u64,
}

/// The default thinking time of an engine for a move, in milliseconds: a person waits two seconds.
pub(crate) const DEFAULT_THINKING: u64 = 2_000;

const fn default_thinking() -> u64 {
    DEFAULT_THINKING
}

/// A player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
pub enum Player {
    /// A person at the page.
    #[serde(rename_all = "camelCase")]
    Person {
        /// The name, which may be empty.
        name: String,
    },
    /// An engine.
    #[serde(rename_all = "camelCase")]
    Engine {
        /// The engine.
        engine: EngineId,
        /// The strength from 1 to [`MAX_LEVEL`](MAX_LEVEL); `None` for full strength. Only engines
        /// with [`EngineInfo::has_levels`](crate::message::EngineInfo::has_levels) have levels.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        level: Option<u8>,
    },
}

/// The strongest level below full strength.
pub const MAX_LEVEL: u8 = Level::MAX;

/// A time control; 0 stands for no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TimeControl {
    /// Milliseconds for each move.
    pub turn_ms: u64,
    /// Milliseconds for all moves of a player.
    pub game_ms: u64,
    /// Milliseconds that each move adds to those of the game.
    pub increment_ms: u64,
}

/// A game as a page keeps it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Kept {
    /// The conditions.
    pub setup: Setup,
    /// All nodes; parents come before their children, first variations before others.
    pub nodes: Vec<Node>,
    /// The last move of the game; later nodes are variations.
    pub last: NodeId,
    /// The phase.
    pub phase: Phase,
    /// The milliseconds that Black and White have left of the game.
    pub left_ms: [u64; 2],
    /// The acts of the opening.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub acts: Vec<Act>,
    /// The name of the game, if a file gave it one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// The days on which it was played, such as `2026-11-25,2026-11-26`; empty if they are unknown.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub date: String,
    /// The result of the game that is analysed, such as `B+R`; empty if it is unknown.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub result: String,
    /// The number of stones of a finished swap2 opening, which earlier versions kept instead of the acts;
    /// ignored.
    #[serde(default, skip_serializing)]
    pub settled: Option<usize>,
}

/// Reads the protocol of an opening. Older games name it `free` if there is none.
fn protocol_or_free<'de, D: Deserializer<'de>>(source: D) -> Result<Option<Protocol>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Name {
        Protocol(Protocol),
        Free(Free),
    }
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    enum Free {
        Free,
    }
    Ok(match Option::<Name>::deserialize(source)? {
        Some(Name::Protocol(protocol)) => Some(protocol),
        Some(Name::Free(Free::Free)) | None => None,
    })
}

/// The phase of a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Phase {
    /// A game is played.
    Playing,
    /// A game is paused; the reason is empty if a person paused it.
    Paused {
        /// The reason, as a sentence.
        reason: String,
    },
    /// An opening is played; a player has a task.
    Opening {
        /// The player who acts, by the colour of its seat.
        actor: Color,
        /// The task.
        task: Task,
        /// The number of fifth stones, if it is known.
        #[serde(default)]
        count: Option<usize>,
    },
    /// The game has ended.
    Over {
        /// The winner; `None` for a draw.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        winner: Option<Color>,
        /// The reason.
        reason: OverReason,
    },
    /// A game is analysed.
    Analysis,
}

impl Phase {
    /// Returns whether the game has ended because a player gave up.
    pub(crate) const fn is_resigned(&self) -> bool {
        matches!(self, Self::Over { reason: OverReason::Resigned, .. })
    }
}

/// The reason why a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum OverReason {
    /// Five in a row.
    Five,
    /// The board is full.
    Full,
    /// A player gave up.
    Resigned,
    /// A player ran out of time.
    Time,
    /// An engine broke a rule or played a forbidden point.
    Foul,
}
