//! The limits that `INFO` set, and the time a move may take.

use std::time::Duration;

use crate::command::{number, split_token};

/// What `INFO` said, and the defaults of what it did not say. Times in milliseconds.
#[derive(Clone, Debug)]
pub(crate) struct Limits {
    pub(crate) turn: i64,
    /// For the whole game; 0 means no limit.
    pub(crate) game: i64,
    /// What is left of the game, if told; [`NO_LIMIT`] means no limit.
    pub(crate) left: Option<i64>,
    /// What the engine's moves of this game took, for managers that tell no time left.
    pub(crate) used: i64,
    /// The rule as sent; it may be one that the engine does not play.
    pub(crate) rule_code: i64,
    /// Whether a depth or a number of nodes was set that a search would soon reach.
    pub(crate) shallow: bool,
    /// In bytes; 0 means no limit.
    pub(crate) memory: u64,
}

/// The `time_left` of a game without limit.
pub(crate) const NO_LIMIT: i64 = 2_147_483_647;

impl Limits {
    /// The limits of a manager that said nothing, as most engines take them.
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

    /// Forgets what was said about time, but for a new limit of a move.
    pub(crate) fn forget_time(&mut self, turn: i64) {
        self.turn = turn;
        self.game = 0;
        self.left = None;
    }

    /// Takes one `INFO` line without its word. Unknown keys and malformed values change nothing.
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

    /// Whether an `INFO` line is about time, so that it concerns a move being thought about.
    pub(crate) fn is_about_time(text: &[u8]) -> bool {
        let (key, _) = split_token(text);
        ["timeout_turn", "timeout_match", "time_left", "max_memory"]
            .iter()
            .any(|word| key.eq_ignore_ascii_case(word.as_bytes()))
    }

    /// What is left for the whole game, if that is limited.
    pub(crate) fn left(&self) -> Option<i64> {
        match self.left {
            Some(NO_LIMIT) => None,
            Some(left) => Some(left),
            None if self.game > 0 => Some(self.game - self.used),
            None => None,
        }
    }

    /// The time after which the move would be late.
    pub(crate) fn limit(&self) -> Duration {
        milliseconds(self.left().map_or(self.turn, |left| left.min(self.turn)))
    }

    /// The time of an engine that uses most of what it has: four fifths of its turn, and so little
    /// of its game that twelve such moves can follow.
    pub(crate) fn most(&self) -> Duration {
        if self.shallow {
            return Duration::ZERO;
        }
        let turn = self.turn / 5 * 4;
        milliseconds(self.left().map_or(turn, |left| turn.min(left / 12)))
    }
}

/// A time that any clock can add to its own, from a number that may be negative or huge.
pub(crate) fn milliseconds(number: i64) -> Duration {
    Duration::from_millis(number.clamp(0, 1_000_000_000) as u64)
}
