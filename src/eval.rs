//! What a position is worth.
//!
//! From the lowest: `score`, `urgency` · `network` · `weights` · `sums` · `evaluator` ·
//! `accumulator`.

pub mod accumulator;
pub mod evaluator;
pub mod network;
pub mod score;
pub mod sums;
pub mod urgency;
pub mod weights;

pub use accumulator::Accumulator;
pub use evaluator::{Evaluator, RuleEvaluator};
pub use score::Score;
pub use weights::Weights;
