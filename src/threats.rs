//! What stones threaten: the threat board and its classes.

pub mod board;
pub mod class;
pub mod legality;
pub mod replies;

pub use board::ThreatBoard;
pub use class::{Code, CodeTables, CodeValue, MoveValue, Threat};

#[cfg(test)]
mod tests;
