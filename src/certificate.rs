//! Certificates of wins, and their checker.
//!
//! A certificate lists the attacker's move against every reply, from a position to the fives that
//! win. The checker plays it by the rules alone: it shares no code with the solver that wrote it,
//! apart from positions and the slow definition of forbidden points.
//!
//! # Floors
//!
//! A module uses those on lower floors only, and none on its own floor.
//!
//! | floor | modules |
//! |---|---|
//! | 4 | `follow` play by a certificate, `walk` its moves and replies |
//! | 3 | `file` certificates as bytes |
//! | 2 | `check` the checker |
//! | 1 | `flaw` mistakes, `zone` points that matter |
//! | 0 | `board` the checker's board, `plan` moves against replies |

mod board;
mod check;
mod file;
mod flaw;
mod follow;
mod plan;
mod walk;
mod zone;

#[cfg(feature = "engine")]
pub(crate) use board::MAX_NESTING;
pub use check::Checker;
pub use file::{Certificate, FileError};
pub use flaw::{Flaw, Reason};
pub use plan::{Answer, Next, Plan};
pub use walk::{Reply, Step, Walk};

#[cfg(test)]
mod tests;
