//! What a search may use, and how it is told to stop.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::board::Bitboard;

/// What the manager allows one move, and what he wants of it.
#[derive(Clone, Debug)]
pub struct Limits {
    /// When the command that asks for the move was read: the clock runs from here.
    pub started: Instant,
    /// Time for this move; zero means as fast as possible, `None` without limit.
    pub turn: Option<Duration>,
    /// Time left for the rest of the game; `None` without limit.
    pub match_left: Option<Duration>,
    /// Time that each further move adds to what is left.
    pub increment: Duration,
    /// Time kept back for the pipe and scheduling; `None` for the usual share.
    pub reserve: Option<Duration>,
    /// Deepest iteration, in plies.
    pub depth: Option<u32>,
    /// Most nodes.
    pub nodes: Option<u64>,
    /// Points that must not be chosen while there is another choice.
    pub blocked: Bitboard,
    /// How many of the best moves to value exactly, each with its line; at least one is.
    pub lines: usize,
}

impl Limits {
    /// No limit at all, with a clock that starts now.
    #[must_use]
    pub fn unlimited() -> Self {
        Self {
            started: Instant::now(),
            turn: None,
            match_left: None,
            increment: Duration::ZERO,
            reserve: None,
            depth: None,
            nodes: None,
            blocked: Bitboard::EMPTY,
            lines: 1,
        }
    }
}

/// The reins of a running search, shared with whoever may pull them.
#[derive(Debug, Default)]
pub struct Control {
    stop: AtomicBool,
    /// Milliseconds for the move plus one; 0 while nobody has changed the limit.
    turn_plus_one: AtomicU64,
}

impl Control {
    /// Asks the search to answer at once with the best move that it knows.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the search was asked to answer.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Replaces the time for the running move, still counted from its start.
    pub fn set_turn(&self, turn: Duration) {
        let milliseconds = u64::try_from(turn.as_millis()).unwrap_or(u64::MAX - 1);
        self.turn_plus_one.store(milliseconds.saturating_add(1), Ordering::Relaxed);
    }

    /// The replaced time for the running move, if somebody replaced it.
    #[must_use]
    pub fn turn(&self) -> Option<Duration> {
        self.turn_plus_one.load(Ordering::Relaxed).checked_sub(1).map(Duration::from_millis)
    }
}
