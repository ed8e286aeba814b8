//! The threats of stones: the threat board, the shapes of its points and their classes.
//!
//! Nothing here knows what a threat is worth: the evaluation follows the changes that a board
//! reports. From the lowest: `code`, `class` · `tables`, `lines` · `points` · `board` ·
//! `replies`, `legality`.

pub(crate) mod board;
pub(crate) mod class;
pub(crate) mod code;
pub(crate) mod legality;
mod lines;
mod overview;
mod points;
pub(crate) mod replies;
mod tables;

pub use board::ThreatBoard;
pub use class::Threat;
pub use code::{CODES, Code, GROUPS, group, sorted_shapes};
pub(crate) use lines::ShapeChange;
pub use overview::Overview;
pub(crate) use tables::CodeEntry;

#[cfg(test)]
mod tests;
