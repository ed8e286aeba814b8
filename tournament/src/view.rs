//! The view of a running tournament: a bar, the running games and the table where there is
//! a terminal, a line for each game where there is none.
//!
//! Invariant: nothing that an engine said reaches the terminal as it is; characters that would
//! control it are written as escapes.

mod live;
mod plain;
mod words;

use std::time::Duration;

use crate::record::GameRecord;
use crate::runner::Running;
pub use live::{Live, TableText};
pub use plain::Plain;
pub(crate) use words::clean_line;
pub use words::{clean, span};

#[cfg(test)]
mod tests;

/// Somewhere to follow a run.
pub trait View {
    /// Shows a line that is not about a single finished game.
    fn say(&mut self, line: &str);

    /// Takes notice of the last of these games, which has just finished.
    fn game(&mut self, records: &[GameRecord], progress: &Progress);

    /// Shows what is being played now. Called several times a second.
    fn redraw(&mut self, running: &[Running], progress: &Progress);

    /// Has time for what need not be done at once. Called after each [`View::redraw`], with all
    /// games that are finished.
    fn look(&mut self, _records: &[GameRecord]) {}
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
