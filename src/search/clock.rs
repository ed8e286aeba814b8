//! Time: two limits from what the manager allows, and the only reader of the clock.

use std::time::{Duration, Instant};

use crate::search::limits::{Control, Limits};
use crate::search::threads::Seat;

/// Shortest and longest time kept back for the pipe and scheduling.
const RESERVE_MIN: Duration = Duration::from_millis(5);
const RESERVE_MAX: Duration = Duration::from_millis(60);
/// The usual reserve is the limit divided by this.
const RESERVE_SHARE: u32 = 8;
/// Time for a move when the manager wants it as fast as possible.
const INSTANT: Duration = Duration::from_millis(4);
/// Moves for which a match clock must suffice: the usual share of a move, and the most
/// that one move may take.
const MOVES_LEFT: u32 = 22;
const MOVES_LEFT_AT_MOST: u32 = 6;
/// Share of an increment that a move may count on.
const INCREMENT_SHARE: f64 = 0.75;
/// Time kept back of a match clock, so that the last moves of a long game are answered at
/// once, late as they may be read: this much for each of so many moves, but no more than a
/// share of what is left.
const LAG: Duration = Duration::from_millis(10);
const LAST_MOVES: u32 = 40;
const LAST_MOVES_SHARE: u32 = 4;
/// Nodes between two looks at the clock.
const NODES_PER_LOOK: u64 = 256;

/// The time that a move may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// No new iteration begins after this, more or less; `None` if time saved now is of no
    /// use later.
    pub soft: Option<Duration>,
    /// The search ends here, wherever it is; `None` without limit.
    pub hard: Option<Duration>,
}

impl Budget {
    /// What the limits leave for thinking.
    #[must_use]
    pub fn of(limits: &Limits) -> Self {
        let Some(most) = min_some(limits.turn, limits.match_left) else {
            return Self { soft: None, hard: None };
        };
        let share = most / RESERVE_SHARE;
        let reserve = limits.reserve.unwrap_or(share.clamp(RESERVE_MIN, RESERVE_MAX));
        let usable = most.saturating_sub(reserve).max(INSTANT.min(most));
        let usable = if most.is_zero() { INSTANT } else { usable };
        let turn = limits.turn.map(|turn| turn.saturating_sub(reserve).max(INSTANT));
        let Some(left) = limits.match_left else {
            return Self { soft: None, hard: Some(usable) };
        };
        let kept = (LAG * LAST_MOVES).min(left / LAST_MOVES_SHARE);
        let left = left.saturating_sub(reserve + kept);
        let gained = limits.increment.mul_f64(INCREMENT_SHARE);
        let hard = (left / MOVES_LEFT_AT_MOST + gained).min(usable).max(INSTANT);
        let soft = left / MOVES_LEFT + gained;
        match turn {
            // The match clock suffices for full turns to the end.
            Some(turn) if soft >= turn => Self { soft: None, hard: Some(turn) },
            _ => Self { soft: Some(soft.min(hard)), hard: Some(hard) },
        }
    }
}

fn min_some(a: Option<Duration>, b: Option<Duration>) -> Option<Duration> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        _ => a.or(b),
    }
}

/// Where the time comes from: [`Instant::now`], or what a test puts in its place.
pub type TimeSource<'a> = &'a (dyn Fn() -> Instant + Sync);

/// The clock of one search.
pub struct Clock<'a> {
    limits: &'a Limits,
    control: &'a Control,
    now: TimeSource<'a>,
    budget: Budget,
    /// The turn limit that `budget` was made for, once the manager has replaced it.
    replaced: Option<Duration>,
    next_look: u64,
    stopped: bool,
    /// The place among several threads, if there are several.
    seat: Option<Seat<'a>>,
    /// Nodes that this thread has told the others of.
    told: u64,
    /// Nodes of the others, at the last look.
    others: u64,
}

impl<'a> Clock<'a> {
    /// A clock that has run since the command was read.
    #[must_use]
    pub fn new(limits: &'a Limits, control: &'a Control) -> Self {
        Self::with_source(limits, control, &Instant::now)
    }

    /// As [`Clock::new`], with another source of time.
    #[must_use]
    pub fn with_source(limits: &'a Limits, control: &'a Control, now: TimeSource<'a>) -> Self {
        let budget = Budget::of(limits);
        Self {
            limits,
            control,
            now,
            budget,
            replaced: None,
            next_look: 0,
            stopped: false,
            seat: None,
            told: 0,
            others: 0,
        }
    }

    /// Whether this is not the main thread's.
    pub(crate) fn is_helper(&self) -> bool {
        self.seat.is_some_and(Seat::is_helper)
    }

    /// The same clock for one of several threads.
    #[must_use]
    pub(crate) fn with_seat(self, seat: Seat<'a>) -> Self {
        Self { seat: Some(seat), ..self }
    }

    /// The iteration after one, in plies.
    pub(crate) fn next_depth(&self, last: u32) -> u32 {
        self.seat.map_or(last + 1, |seat| seat.next_depth(last))
    }

    /// Nodes of the threads that help this one, at the last look.
    pub(crate) const fn nodes_of_others(&self) -> u64 {
        self.others
    }

    /// Time since the command was read.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        (self.now)().saturating_duration_since(self.limits.started)
    }

    /// Whether the search must end now. Looks at the clock from time to time only, and at
    /// the node limit every time.
    #[inline]
    pub fn must_stop(&mut self, nodes: u64) -> bool {
        if nodes >= self.next_look {
            self.next_look = nodes + NODES_PER_LOOK;
            self.look();
            self.exchange(nodes);
        }
        self.stopped || self.limits.nodes.is_some_and(|limit| nodes + self.others >= limit)
    }

    fn look(&mut self) {
        let turn = self.control.turn();
        if turn != self.replaced {
            self.replaced = turn;
            self.budget = Budget::of(&Limits { turn, ..self.limits.clone() });
        }
        let is_late = self.budget.hard.is_some_and(|hard| self.elapsed() >= hard);
        self.stopped |= is_late || self.control.is_stopped();
    }

    fn exchange(&mut self, nodes: u64) {
        let Some(seat) = self.seat else { return };
        self.others = seat.exchange_nodes(nodes - self.told) - nodes;
        self.told = nodes;
        self.stopped |= seat.is_stopped();
    }

    /// Whether there is time to begin another iteration, if the usual share of the time is
    /// scaled by `factor` (from the stability of the search so far).
    #[must_use]
    pub fn may_continue(&self, factor: f64) -> bool {
        let Budget { soft, hard } = self.budget;
        let limit = soft.map(|soft| soft.mul_f64(factor));
        !self.stopped && min_some(limit, hard).is_none_or(|limit| self.elapsed() < limit)
    }

    /// Whether the manager wants the move as fast as possible.
    #[must_use]
    pub fn is_instant(&self) -> bool {
        self.budget.hard.is_some_and(|hard| hard <= INSTANT)
    }
}

#[cfg(test)]
mod tests;
