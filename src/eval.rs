//! What a position is worth.

pub mod evaluate;
pub mod network;
pub mod score;
pub mod weights;

pub use evaluate::evaluate;
pub use score::Score;
