//! The limits that `INFO` set, and the time a move may take.

use std::time::Duration;

use crate::behaviour::Thinks;
use crate::command::{number, split_token};

/// The limits that `INFO` set, and defaults for the others. Times are in milliseconds.
#[derive(Clone, Debug)]
pub(crate) struct Limits {
    pub(crate) turn: i64,
    /// For the whole game; 0 means no limit.
    pub(crate) game: i64,
    /// The time left for the game, if announced; [`NO_LIMIT`] means no limit.
    pub(crate) left: Option<i64>,
    /// The time used by the engine's moves in this game, for managers that do not announce the
    /// time left.
    pub(crate) used: i64,
    /// The rule as sent, which the engine may not play.
    pub(crate) rule_code: i64,
    /// Indicates whether a limit of depth or nodes was set that a search would soon reach.
    pub(crate) shallow: bool,
    /// The memory, in bytes; 0 means no limit.
    pub(crate) memory: u64,
}

/// A time longer than any manager waits.
pub(crate) const ENDLESS: Duration = Duration::from_secs(1_000_000);

/// The time between two messages of an engine that thinks forever.
pub(crate) const CHATTER: Duration = Duration::from_millis(20);

/// The `time_left` of a game without limit.
pub(crate) const NO_LIMIT: i64 = 2_147_483_647;

impl Limits {
    /// Returns the limits of most engines when the manager sets none.
    pub(crate) fn new() -> Limits {
        Limits {
            turn: 30_000,
            game: 0,
            left: None,
            used: 0,
            rule_code: 0,
            shallow: false,
            memory: 0,
        }
    }

    /// Applies an `INFO` line, without its command word. Unknown keys and malformed values change
    /// nothing.
    pub(crate) fn set(&mut self, text: &[u8]) {
        let (key, value) = split_token(text);
        let Some(value) = number(value) else { return };
        match key.to_ascii_lowercase().as_slice() {
            b"timeout_turn" => self.turn = value,
            b"timeout_match" => self.game = value,
            b"time_left" => self.left = Some(value),
            b"max_memory" => self.memory = value.max(0) as u64,
            b"max_depth" => self.shallow = (1..10).contains(&value),
            b"max_node" => self.shallow = (1..1_000_000).contains(&value),
            b"rule" => self.rule_code = value,
            _ => {}
        }
    }

    /// Returns whether an `INFO` line affects the move that the engine is thinking about.
    pub(crate) fn is_about_time(text: &[u8]) -> bool {
        let (key, _) = split_token(text);
        ["timeout_turn", "timeout_match", "time_left", "max_memory"]
            .iter()
            .any(|word| key.eq_ignore_ascii_case(word.as_bytes()))
    }

    /// Returns the time left for the whole game, if it is limited.
    pub(crate) fn left(&self) -> Option<i64> {
        match self.left {
            Some(NO_LIMIT) => None,
            Some(left) => Some(left),
            None if self.game > 0 => Some(self.game - self.used),
            None => None,
        }
    }

    /// Returns the time after which the move is late.
    fn limit(&self) -> Duration {
        milliseconds(self.left().map_or(self.turn, |left| left.min(self.turn)))
    }

    /// Returns the thinking time of an engine that uses most of its time: four fifths of the limit
    /// per move, and at most a twelfth of the time left.
    fn most(&self) -> Duration {
        if self.shallow {
            return Duration::ZERO;
        }
        let turn = self.turn / 5 * 4;
        milliseconds(self.left().map_or(turn, |left| turn.min(left / 12)))
    }

    /// Returns the time for a move with the behaviour's number, or `None` if the engine moves at
    /// once.
    pub(crate) fn thinking_time(
        &self,
        thinks: Thinks,
        number: u64,
        forced: bool,
    ) -> Option<Duration> {
        let number = milliseconds(number as i64);
        Some(match thinks {
            Thinks::Never => return None,
            Thinks::Always => self.most(),
            Thinks::Number => number,
            Thinks::Forever => ENDLESS,
            Thinks::ForeverAtZero if self.turn <= 0 => ENDLESS,
            _ if forced => return None,
            Thinks::PastLimit if self.shallow => return None,
            Thinks::PastLimit => self.limit() + number,
            Thinks::AnnouncedTimeOnly if self.left.is_some_and(|left| left != NO_LIMIT) => {
                return None;
            }
            Thinks::TurnLimitOnly | Thinks::AnnouncedTimeOnly if self.shallow => Duration::ZERO,
            Thinks::TurnLimitOnly | Thinks::AnnouncedTimeOnly => milliseconds(self.turn / 5 * 4),
            Thinks::Most | Thinks::ForeverAtZero | Thinks::Banked => self.most(),
        })
    }
}

/// Clamps a number of milliseconds to a duration that can be added to any `Instant`.
pub(crate) fn milliseconds(number: i64) -> Duration {
    Duration::from_millis(number.clamp(0, 1_000_000_000) as u64)
}
