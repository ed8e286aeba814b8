//! How long a player may think: time, nodes and depth, and whether it is still asked.
//!
//! A spent budget stays spent, so that a search that is cut unwinds at once.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What is kept back of every move's time for the way to the manager.
const RESERVE: Duration = Duration::from_millis(60);

/// The limits that a manager has set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// For a move; zero asks for an answer at once.
    pub turn: Duration,
    /// What is left of the game's time; `None` if it is unlimited.
    pub left: Option<Duration>,
    /// Positions searched for a move; `None` for no limit.
    pub nodes: Option<u64>,
    /// Plies searched; `None` for the player's own depth.
    pub depth: Option<u32>,
}

impl Default for Limits {
    fn default() -> Self {
        Self { turn: Duration::from_secs(30), left: None, nodes: None, depth: None }
    }
}

impl Limits {
    /// The time for one move: at most a tenth of what is left of the game's, and less what
    /// the player keeps back, a quarter at most.
    #[must_use]
    pub fn time(&self, kept_back: Duration) -> Duration {
        let time = self.left.map_or(self.turn, |left| self.turn.min(left / 10));
        time.saturating_sub(RESERVE).saturating_sub(kept_back.min(time / 4))
    }
}

/// What is left for the present move.
#[derive(Debug)]
pub struct Budget<'a> {
    deadline: Instant,
    nodes: u64,
    depth: u32,
    quit: &'a AtomicBool,
    is_spent: bool,
}

impl<'a> Budget<'a> {
    /// Starts the clock. `kept_back` is what the player itself keeps back of its time;
    /// `quit` cuts the search from outside.
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

    /// Greatest depth to search.
    #[must_use]
    pub const fn depth(&self) -> u32 {
        self.depth
    }

    /// Takes one node; `false` if the search has to stop.
    pub fn take_node(&mut self) -> bool {
        self.is_spent |=
            self.nodes == 0 || self.quit.load(Ordering::Relaxed) || Instant::now() >= self.deadline;
        self.nodes = self.nodes.saturating_sub(1);
        !self.is_spent
    }
}
