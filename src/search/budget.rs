//! The time budget of a search, from the time limits of its request.

use std::time::Duration;

use crate::search::limits::Limits;

/// The bounds of the time that is kept back for the pipe and the scheduler.
const MIN_RESERVE: Duration = Duration::from_millis(5);
const MAX_RESERVE: Duration = Duration::from_millis(60);
/// The default reserve is the limit divided by this.
const RESERVE_SHARE: u32 = 20;
/// At most the limit divided by this is kept back for the machine's delays.
const MAX_LATENESS_SHARE: u32 = 2;
/// The time for a move that is wanted as fast as possible.
const INSTANT: Duration = Duration::from_millis(4);
/// The number of moves for which a match clock must suffice if each takes the default time.
const MOVES_LEFT: u32 = 22;
/// The number of moves for which a match clock must suffice if each takes the longest time.
const MIN_MOVES_LEFT: u32 = 6;
/// The share of an increment that a move may count on.
const INCREMENT_SHARE: f64 = 0.75;
/// The part of a match clock that is kept back so that the last moves of a long game are still
/// answered at once, even if the manager reads them late: `LAG` for each of `LAST_MOVES`, but
/// at most one part in `LAST_MOVES_SHARE` of what is left.
const LAG: Duration = Duration::from_millis(10);
const LAST_MOVES: u32 = 40;
const LAST_MOVES_SHARE: u32 = 4;

/// The time that a search may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Budget {
    /// The default time after which no new iteration begins; `None` if a move cannot save time for
    /// later ones.
    pub(crate) soft: Option<Duration>,
    /// The time at which the search ends, wherever it is; `None` means no limit.
    pub(crate) hard: Option<Duration>,
}

impl Budget {
    /// Returns the time that limits leave for thinking.
    #[must_use]
    pub(crate) fn of(limits: &Limits) -> Self {
        let Some(limit) = min_limit(limits.turn, limits.match_left) else {
            return Self { soft: None, hard: None };
        };
        let share = limit / RESERVE_SHARE;
        let reserve = limits.reserve.unwrap_or(share.clamp(MIN_RESERVE, MAX_RESERVE))
            + limits.lateness.min(limit / MAX_LATENESS_SHARE);
        let usable = limit.saturating_sub(reserve).max(INSTANT.min(limit));
        let usable = if limit.is_zero() { INSTANT } else { usable };
        let turn = limits.turn.map(|turn| turn.saturating_sub(reserve).max(INSTANT));
        let Some(left) = limits.match_left else {
            return Self { soft: None, hard: Some(usable) };
        };
        let kept = (LAG * LAST_MOVES).min(left / LAST_MOVES_SHARE);
        let left = left.saturating_sub(reserve + kept);
        let gained = limits.increment.mul_f64(INCREMENT_SHARE);
        let hard = (left / MIN_MOVES_LEFT + gained).min(usable).max(INSTANT);
        let soft = left / MOVES_LEFT + gained;
        match turn {
            // The match clock suffices for full turns to the end of the game.
            Some(turn) if soft >= turn => Self { soft: None, hard: Some(turn.min(usable)) },
            _ => Self { soft: Some(soft.min(hard)), hard: Some(hard) },
        }
    }

    /// Returns whether the move is wanted as fast as possible.
    pub(crate) fn is_instant(self) -> bool {
        self.hard.is_some_and(|hard| hard <= INSTANT)
    }

    /// Returns whether there is time for another iteration after `elapsed`, if the default
    /// time is multiplied by `factor`.
    pub(crate) fn allows_iteration(self, elapsed: Duration, factor: f64) -> bool {
        let soft = self.soft.map(|soft| soft.mul_f64(factor));
        min_limit(soft, self.hard).is_none_or(|limit| elapsed < limit)
    }
}

/// Returns the smaller one of two limits, where `None` is no limit.
fn min_limit(a: Option<Duration>, b: Option<Duration>) -> Option<Duration> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        _ => a.or(b),
    }
}

#[cfg(test)]
mod tests;
