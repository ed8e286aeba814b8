//! What an engine is told about how to play, apart from the limits of one move.

use crate::rules::GameRule;

/// The options of an engine; they outlive a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The rule of the game.
    pub rule: GameRule,
    /// Memory that the whole process may use, in bytes; `None` without limit.
    pub max_memory: Option<u64>,
    /// Seed of varied openings; `None` for the same moves every time.
    pub seed: Option<u64>,
}
