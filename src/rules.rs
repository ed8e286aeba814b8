//! The rules: what a five is, which points are forbidden, when a game is over.

pub mod rule;
pub mod shape;

pub use rule::{Five, GameRule, ParseRuleError, Rule};
pub use shape::{LineRule, Shape};
