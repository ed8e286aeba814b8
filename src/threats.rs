//! What stones threaten: the threat board, the shapes of its points and their classes.
//!
//! The room knows nothing of what a threat is worth. Who wants to sum something up over all
//! codes reads the changes of the board (`ThreatBoard::changes`).

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
