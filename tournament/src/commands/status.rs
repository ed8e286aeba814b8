//! The end of the program, for other programs.

use thiserror::Error;

use crate::statistics::Hypothesis;

/// The end of a command that went well, or nearly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It did all that it was asked for.
    Done,
    /// Likewise, and its test accepted a hypothesis, for which a status was asked.
    Decided(Hypothesis),
    /// An engine failed, and that was to be fatal.
    EngineFailed,
    /// Games could not be played because of the machine.
    Spoiled,
    /// It was stopped and can go on.
    Stopped,
}

/// A reason for which a command could not do what it was asked for.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Problem {
    /// The command, or a file that it names, asks for something impossible.
    #[error("{0}")]
    Usage(String),
    /// Results cannot be read or written.
    #[error("{0}")]
    Results(String),
    /// The system or an engine is not fit.
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
            Self::Spoiled => 3,
            Self::Decided(Hypothesis::Alternative) => 10,
            Self::Decided(Hypothesis::Null) => 11,
            // `EX_TEMPFAIL` of BSD's sysexits: try again.
            Self::Stopped => 75,
        }
    }
}

impl Problem {
    /// A problem of the first kind.
    pub(crate) fn usage(reason: impl ToString) -> Self {
        Self::Usage(reason.to_string())
    }

    /// A problem of the second kind.
    pub(crate) fn results(reason: impl ToString) -> Self {
        Self::Results(reason.to_string())
    }

    /// A problem of the third kind.
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
