//! The exit statuses of the program.

use std::io;
use std::path::Path;

use thiserror::Error;

use crate::statistics::Hypothesis;
use crate::store::StoreError;

/// The result of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The command completed.
    Done,
    /// The test accepted a hypothesis, which the exit status reports.
    Decided(Hypothesis),
    /// An engine failed, with `--fatal-errors`.
    EngineFailed,
    /// Games were not played, because an engine cannot play.
    Incomplete,
    /// Games could not be played because of the machine.
    Spoiled,
    /// The command was stopped and can be continued.
    Stopped,
}

/// The failure of a command.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Problem {
    /// The command line, or a file that it names, is invalid.
    #[error("{0}")]
    Usage(String),
    /// Results cannot be read or written.
    #[error("{0}")]
    Results(String),
    /// The machine or an engine cannot play.
    #[error("{0}")]
    Machine(String),
}

impl Status {
    /// The exit status of the program.
    #[must_use]
    pub fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::EngineFailed => 1,
            Self::Incomplete | Self::Spoiled => 3,
            Self::Decided(Hypothesis::Alternative) => 10,
            Self::Decided(Hypothesis::Null) => 11,
            // `EX_TEMPFAIL` of BSD's sysexits: try again.
            Self::Stopped => 75,
        }
    }
}

impl Problem {
    /// Returns a [`Problem::Usage`].
    pub(crate) fn usage(reason: impl ToString) -> Self {
        Self::Usage(reason.to_string())
    }

    /// Returns a [`Problem::Results`].
    pub(crate) fn results(reason: impl ToString) -> Self {
        Self::Results(reason.to_string())
    }

    /// Returns a function that makes a [`Problem::Results`] of an error of the system about a file.
    pub(crate) fn file(path: &Path) -> impl Fn(io::Error) -> Self + '_ {
        |error| Self::results(StoreError::io(path)(error))
    }

    /// Returns a [`Problem::Machine`].
    pub(crate) fn machine(reason: impl ToString) -> Self {
        Self::Machine(reason.to_string())
    }

    /// The exit status of the program.
    #[must_use]
    pub fn code(&self) -> u8 {
        match self {
            Self::Results(_) => 1,
            Self::Usage(_) => 2,
            Self::Machine(_) => 3,
        }
    }
}
