//! Plays one script to one engine process: sends, waits, compares, and watches the invariants
//! throughout.
//!
//! `dialogue` owns the process and the transcript, `model` tracks the expected board, `runner`
//! executes single statements, and `walk` executes a whole script.

mod checks;
mod dialogue;
mod expect;
mod game;
mod invariants;
mod launch;
mod lines;
mod model;
mod mutate;
mod position;
mod replay;
mod run;
mod runner;
mod start;
#[cfg(test)]
mod tests;
mod variables;
mod walk;

use crate::outcome::Failure;
use std::time::Duration;

pub use run::run;
pub use runner::Assignment;
pub use start::{StartError, check_start};

/// The settings that all runs of a suite share.
#[derive(Clone, Copy, Debug)]
pub struct Tolerance {
    /// Added to every limit of a case.
    pub slack: Duration,
    /// The time, on top of the engine's own limit for a move, after which it counts as hung.
    pub patience: Duration,
    /// Indicates whether to watch idle engines for longer.
    pub thorough: bool,
}

/// A reason for a script to end before its last statement.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Halt {
    /// A requirement did not hold.
    Failed(Failure),
    /// The engine lacks the feature that the case tests.
    Skipped(String),
    /// The case has passed, and the rest of the script is not needed.
    Passed,
}

type Flow = Result<(), Halt>;

/// Ends the script as failed.
fn fail<T>(reason: impl Into<Failure>) -> Result<T, Halt> {
    Err(Halt::Failed(reason.into()))
}
