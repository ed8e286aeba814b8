//! The exit status, by what failed.

use crate::outcome::Level;
use crate::report::Results;

/// The end of the suite; each has a number for scripts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// No selected case failed.
    Passed,
    /// Some case failed, and this is the level of the worst.
    Failed(Level),
    /// The command line asks for something that cannot be.
    Usage,
    /// The engine cannot be started, or the suite could not do its work.
    Broken,
    /// Stopped by a signal.
    Interrupted,
}

impl Status {
    /// The status of a run to its end.
    pub fn of(results: &Results<'_>) -> Self {
        match results.failed().map(|result| result.case.level).min() {
            Some(level) => Self::Failed(level),
            None => Self::Passed,
        }
    }

    /// The number that the process ends with.
    pub fn code(self) -> u8 {
        match self {
            Self::Passed => 0,
            Self::Failed(Level::Must) => 1,
            Self::Usage => 2,
            Self::Failed(Level::Should) => 3,
            Self::Failed(Level::Nice) => 4,
            Self::Broken => 5,
            Self::Interrupted => 130,
        }
    }
}

#[cfg(test)]
mod tests;
