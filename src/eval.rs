//! The evaluation: the worth of a position.
//!
//! The modules, the lowest first: `score`, `urgency` · `network`, `line_network` · `weights` ·
//! `sums` · `evaluator` · `accumulator` · `position_evaluator`.

pub(crate) mod accumulator;
pub(crate) mod evaluator;
pub mod line_network;
pub mod network;
pub(crate) mod position_evaluator;
pub(crate) mod score;
pub(crate) mod sums;
pub(crate) mod urgency;
pub mod weights;

pub use accumulator::{Accumulator, MoveChance};
pub use evaluator::{Evaluator, RuleEvaluator};
pub use position_evaluator::PositionEvaluator;
pub use score::{Score, UNITS};
pub use sums::Sums;
pub use urgency::{URGENCIES, urgency};
pub use weights::Weights;
