//! What a run tells those who watch it.

use std::time::{Duration, Instant};

use crate::plan::GameTask;
use crate::record::GameRecord;

/// Whoever follows a run.
pub trait Observer {
    /// Shows a line that is not about a single finished game.
    fn say(&mut self, line: &str);

    /// Takes notice of the last of these games, which has just finished.
    fn game(&mut self, records: &[GameRecord], progress: &Progress);

    /// Shows what is being played now. Called several times a second.
    fn redraw(&mut self, running: &[Running], progress: &Progress);

    /// Has time for what need not be done at once. Called after each [`Observer::redraw`], with all
    /// games that are finished.
    fn look(&mut self, _records: &[GameRecord]) {}
}

/// A game that is being played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Running {
    /// The game.
    pub task: GameTask,
    /// Stones on its board.
    pub stones: usize,
    /// The time at which it was begun.
    pub since: Instant,
}

/// The progress of a tournament.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Games that are finished.
    pub done: usize,
    /// Games of the plan.
    pub total: usize,
    /// The time that the rest is expected to take; none before the first game of this run is
    /// finished.
    pub left: Option<Duration>,
}

impl Progress {
    /// The progress when this run has finished `finished` games in `elapsed`.
    #[must_use]
    pub fn new(done: usize, total: usize, finished: usize, elapsed: Duration) -> Self {
        let missing = total.saturating_sub(done);
        let left = (finished > 0)
            .then(|| elapsed.as_secs_f64() / finished as f64 * missing as f64)
            .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        Self { done, total, left }
    }
}
