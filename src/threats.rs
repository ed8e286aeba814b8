//! What stones threaten: the threat board, the shapes of its points and their classes.
//!
//! Nothing here knows what a threat is worth: the evaluation follows the log of changes that a
//! board keeps. From the lowest: `code`, `class` · `tables`, `lines` · `points` · `board` ·
//! `replies`, `legality`.

pub mod board;
pub mod class;
pub mod code;
pub mod legality;
mod lines;
mod points;
pub mod replies;
mod tables;

pub(crate) use board::Change;
pub use board::ThreatBoard;
pub use class::Threat;
pub use code::Code;

#[cfg(test)]
mod tests;
