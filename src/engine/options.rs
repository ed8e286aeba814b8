//! What an engine is told about how to play, apart from the limits of one move.

use crate::rules::GameRule;

/// The options of an engine; they outlive a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The rule of the game.
    pub rule: GameRule,
    /// Memory that the whole process may use, in bytes; `None` without limit.
    pub max_memory: Option<u64>,
    /// Seed of the first three moves and of swap2 openings; `None` for the same moves every time.
    pub seed: Option<u64>,
}

/// Bytes of the transposition table when nobody limits the memory.
const USUAL_TABLE: u64 = 256 << 20;
/// Bytes that the process needs besides the table: tables of the rules, threads, code.
const BESIDES_TABLE: u64 = 24 << 20;
/// Most and least bytes of the table under a limit.
const LARGEST_TABLE: u64 = 1 << 30;
const SMALLEST_TABLE: u64 = 1 << 20;

impl Options {
    /// Bytes that the transposition table may take: nine tenths of what the limit leaves
    /// after the process's other needs.
    #[must_use]
    pub fn table_bytes(&self) -> usize {
        let bytes = self.max_memory.map_or(USUAL_TABLE, |limit| {
            let rest = limit.saturating_sub(BESIDES_TABLE);
            (rest - rest / 10).clamp(SMALLEST_TABLE, LARGEST_TABLE)
        });
        usize::try_from(bytes).unwrap_or(usize::MAX)
    }
}
