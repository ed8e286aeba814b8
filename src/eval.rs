//! What a position is worth.

pub mod score;

pub use score::Score;
