//! The limits of a player's thinking: time, nodes and depth, and a request to quit.
//!
//! A spent budget stays spent, so that a search that is cut unwinds at once.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The part of every move's time that is reserved for the transmission to the manager.
const RESERVE: Duration = Duration::from_millis(60);

/// The limits set by a manager.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The time for a move; zero asks for an answer at once.
    pub turn: Duration,
    /// The time left for the game; `None` if it is unlimited.
    pub left: Option<Duration>,
    /// The maximum number of positions searched for a move; `None` for no limit.
    pub nodes: Option<u64>,
    /// The maximum depth in plies; `None` for the player's own depth.
    pub depth: Option<u32>,
}

impl Default for Limits {
    fn default() -> Self {
        Self { turn: Duration::from_secs(30), left: None, nodes: None, depth: None }
    }
}

impl Limits {
    /// Returns the time for one move: at most a tenth of the time left for the game, less the
    /// reserve and what the player keeps back, which is at most a quarter.
    #[must_use]
    pub fn time(&self, kept_back: Duration) -> Duration {
        let time = self.left.map_or(self.turn, |left| self.turn.min(left / 10));
        time.saturating_sub(RESERVE).saturating_sub(kept_back.min(time / 4))
    }
}

/// The budget of the current move.
#[derive(Debug)]
pub struct Budget<'a> {
    deadline: Instant,
    nodes: u64,
    depth: u32,
    quit: &'a AtomicBool,
    is_spent: bool,
}

impl<'a> Budget<'a> {
    /// Starts the clock. `kept_back` is the time that the player keeps back for itself; `quit`
    /// cuts the search from outside.
    #[must_use]
    pub fn new(limits: &Limits, kept_back: Duration, quit: &'a AtomicBool) -> Self {
        Self {
            deadline: Instant::now() + limits.time(kept_back),
            nodes: limits.nodes.unwrap_or(u64::MAX),
            depth: limits.depth.unwrap_or(u32::MAX),
            quit,
            is_spent: false,
        }
    }

    /// Returns the maximum depth to search.
    #[must_use]
    pub const fn depth(&self) -> u32 {
        self.depth
    }

    /// Takes one node. Returns whether the search may continue.
    pub fn take_node(&mut self) -> bool {
        self.is_spent |=
            self.nodes == 0 || self.quit.load(Ordering::Relaxed) || Instant::now() >= self.deadline;
        self.nodes = self.nodes.saturating_sub(1);
        !self.is_spent
    }
}
