//! Certificates of wins, and their checker.
//!
//! A certificate says what the attacker plays against which reply, from a position to fives. The
//! checker plays it by the rules alone: it shares no code with the solver that wrote it, apart from
//! the positions and the slow definitions of the rules.

mod board;
mod check;
mod file;
mod plan;
#[cfg(test)]
mod tests;

pub(crate) use board::MAX_NESTING;
pub use check::{Checker, Flaw, Reason};
pub use file::{Certificate, FileError};
pub use plan::{Answer, Next, Plan};
