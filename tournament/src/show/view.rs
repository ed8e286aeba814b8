//! The progress of a run: on a terminal a bar, the running games and the table, otherwise a line for
//! each game.
//!
//! Invariant: no control character from an engine reaches the terminal.

mod live;
mod plain;
mod wording;

pub use live::{Live, TableText};
pub use plain::Plain;
pub use wording::span;

#[cfg(test)]
mod tests;
