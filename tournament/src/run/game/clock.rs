//! An engine's time in one game.
//!
//! Invariant: used time is never given back. The clock of a game may fall below zero by the margin, once for
//! the whole game rather than for each move, and only the increment raises it.

use std::time::Duration;

use dolmen::protocol::info::number;

use crate::config::Limits;
use crate::record::Reason;

/// The time limit for a move of an engine without any limit of time.
pub(super) const PATIENCE: Duration = Duration::from_secs(600);

/// The clock of one engine.
#[derive(Clone, Debug)]
pub struct Clock {
    turn: Option<Duration>,
    /// The limit of the game and all increments so far.
    budget: Option<Duration>,
    increment: Duration,
    margin: Duration,
    used: Duration,
}

/// The time that the engine may take for the current move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// The time after which it loses, the margin included.
    pub time: Duration,
    /// The reason for which it loses after that time.
    pub reason: Reason,
}

impl Clock {
    pub(super) fn new(limits: &Limits) -> Self {
        Self {
            turn: if limits.has_clock() { limits.turn } else { Some(PATIENCE) },
            budget: limits.game,
            increment: limits.increment,
            margin: limits.margin,
            used: Duration::ZERO,
        }
    }

    /// Adds the increment, before a request to the engine.
    pub(super) fn begin_turn(&mut self) {
        if let Some(budget) = &mut self.budget {
            *budget += self.increment;
        }
    }

    /// Deducts time that belongs to no move from the clock of the game.
    pub(super) fn charge(&mut self, time: Duration) {
        self.used += time;
    }

    /// Returns the time left of the game, in milliseconds, rounded down; less than 0 once it is
    /// overdrawn.
    pub(super) fn left_ms(&self) -> Option<i64> {
        let budget = self.budget?;
        let ms = |time: Duration| number(time.as_millis());
        Some(match budget.checked_sub(self.used) {
            Some(left) => ms(left),
            None => -ms((self.used - budget) + Duration::from_nanos(999_999)),
        })
    }

    /// Returns the value of [`Clock::left_ms`] at the next request, including the increment.
    pub(super) fn next_left_ms(&self) -> Option<i64> {
        let mut next = self.clone();
        next.begin_turn();
        next.left_ms()
    }

    pub(super) fn allowance(&self) -> Allowance {
        let turn = self.turn.map(|turn| turn + self.margin);
        let game = self.budget.map(|budget| (budget + self.margin).saturating_sub(self.used));
        match (turn, game) {
            (Some(turn), Some(game)) if game < turn => {
                Allowance { time: game, reason: Reason::TimeoutGame }
            }
            (Some(turn), _) => Allowance { time: turn, reason: Reason::TimeoutTurn },
            (None, Some(game)) => Allowance { time: game, reason: Reason::TimeoutGame },
            (None, None) => unreachable!("a clock without limits has that of patience"),
        }
    }

    /// Deducts the time of a move, and returns by how much it was late.
    pub(super) fn spend(&mut self, time: Duration) -> Duration {
        self.used += time;
        let turn = self.turn.map_or(Duration::ZERO, |turn| time.saturating_sub(turn));
        let game = self.budget.map_or(Duration::ZERO, |budget| self.used.saturating_sub(budget));
        turn.max(game)
    }

    /// Describes the limit of the current move.
    pub(super) fn describe(&self, allowance: Allowance) -> String {
        let limit = match allowance.reason {
            Reason::TimeoutGame => format!("{} ms left", self.left_ms().unwrap_or(0)),
            _ => format!("limit {} ms", self.turn.unwrap_or(PATIENCE).as_millis()),
        };
        format!("{limit}, margin {} ms", self.margin.as_millis())
    }
}

#[cfg(test)]
mod tests;
