//! What stones threaten: the threat board and its classes.

pub mod board;
pub mod class;
pub mod legality;
pub mod replies;
pub mod sums;

pub use board::ThreatBoard;
pub use class::{Code, CodeTables, MoveValue, Threat};
pub use sums::{CodeValue, Features, Sums};

#[cfg(test)]
mod tests;
