//! One script against one engine process: sends, waits, compares, and watches the
//! invariants all the while.
//!
//! `dialogue` owns the process and knows what was said, `model` knows what the board must
//! look like by now, `runner` carries out single statements, and `walk` a script.

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
#[cfg(test)]
mod tests;
mod variables;
mod walk;

use crate::outcome::Failure;
use std::time::Duration;

pub use run::run;
pub use runner::Assignment;

/// The settings that all runs of a suite share.
#[derive(Clone, Copy, Debug)]
pub struct Tolerance {
    /// Added to every limit of a case.
    pub slack: Duration,
    /// After this time, and the engine's own limit for a move, it counts as hung.
    pub patience: Duration,
    /// Indicates whether to watch idle engines for longer.
    pub thorough: bool,
}

/// A reason for a script to end before its last statement.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Halt {
    /// Something did not hold.
    Failed(Failure),
    /// The engine does not have what the case is about.
    Skipped(String),
    /// Nothing more is to be said.
    Passed,
}

type Flow = Result<(), Halt>;

/// Ends the script as failed.
fn fail<T>(reason: impl Into<Failure>) -> Result<T, Halt> {
    Err(Halt::Failed(reason.into()))
}
