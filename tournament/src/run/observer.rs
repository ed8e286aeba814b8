//! Observers of a run.

use std::time::{Duration, Instant};

use crate::plan::GameTask;
use crate::record::GameRecord;
use crate::run::arena::Absence;

/// An observer of a run.
pub trait Observer {
    /// Shows a message.
    fn say(&mut self, line: &str);

    /// Shows the last of these games, which has just finished.
    fn game(&mut self, records: &[GameRecord], progress: &Progress);

    /// Shows the running games. Called several times a second.
    fn redraw(&mut self, running: &[Running], progress: &Progress);

    /// Does deferred work. Called after each [`Observer::redraw`], with all finished games.
    fn look(&mut self, _records: &[GameRecord]) {}

    /// Notes that the remaining games of an engine are left for a later run. The totals of later calls lack them.
    fn leave_out(&mut self, _absence: &Absence) {}
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
    /// The estimated remaining time; `None` before the first game of this run is finished, and if a test may end
    /// the run earlier.
    pub left: Option<Duration>,
    /// Indicates whether a test may end the run before all games are played.
    pub may_end_early: bool,
}

impl Progress {
    /// Returns the progress of a run that has finished `finished` games in `elapsed`.
    #[must_use]
    pub fn new(done: usize, total: usize, finished: usize, elapsed: Duration) -> Self {
        let missing = total.saturating_sub(done);
        let left = (finished > 0)
            .then(|| elapsed.as_secs_f64() / finished as f64 * missing as f64)
            .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        Self { done, total, left, may_end_early: false }
    }

    /// Returns the progress of a run that a test may end at any time.
    #[must_use]
    pub fn until_decided(self) -> Self {
        Self { left: None, may_end_early: true, ..self }
    }
}
