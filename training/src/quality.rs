//! The command `quality`: measures how right the stored labels are.
//!
//! Positions of stored games are searched again with few, with more and with very many nodes; the
//! last search is the reference. A label costs a learner its cross-entropy against the reference,
//! and misleads it most by taking a won position for a lost one.

pub mod choice;
pub mod examiner;
pub mod measure;
pub mod report;
#[cfg(test)]
pub(crate) mod tests;

pub use choice::{Choice, Chosen};
pub use examiner::{Examiner, Scores, Settings};
pub use measure::{Accuracy, Pair};
pub use report::{GroupQuality, LabelSource, Row};

/// Nodes of the shortest search, which are those of an interior position's label.
pub const FEW_NODES: u64 = 1_000;
/// Nodes of the middle search, which are those of a deep label.
pub const MORE_NODES: u64 = 20_000;
