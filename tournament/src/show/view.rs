//! The view of a running tournament: a bar, the running games and the table where there is
//! a terminal, a line for each game where there is none.
//!
//! Invariant: nothing that an engine said reaches the terminal as it is; characters that would
//! control it are written as escapes.

mod live;
mod plain;
mod wording;

pub use live::{Live, TableText};
pub use plain::Plain;
pub use wording::span;

#[cfg(test)]
mod tests;
