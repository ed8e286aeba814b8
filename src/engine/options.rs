//! What an engine is told about how to play, apart from the limits of one move.

use crate::search::Margins;

/// The options of an engine; they outlive a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Memory that the whole process may use, in bytes; `None` without limit.
    pub max_memory: Option<u64>,
    /// Bytes that the table of positions may use; `None` for the usual size.
    pub max_table: Option<u64>,
    /// Threads that search; 0 is taken for 1.
    pub threads: usize,
    /// Seed of the first three moves and of swap2 openings; `None` for the same moves every time.
    pub seed: Option<u64>,
    /// The numbers that the search is tuned by.
    pub margins: Margins,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            max_memory: None,
            max_table: None,
            threads: 1,
            seed: None,
            margins: Margins::default(),
        }
    }
}

/// Bytes of the transposition table when nobody limits the memory.
const USUAL_TABLE: u64 = 256 << 20;
/// Bytes that the process needs besides the table: tables of the rules, threads, code.
const BESIDES_TABLE: u64 = 24 << 20;
/// Bytes that each thread but the first needs.
const EACH_HELPER: u64 = 3 << 20;
/// Most and least bytes of the table under a limit.
const LARGEST_TABLE: u64 = 1 << 30;
const SMALLEST_TABLE: u64 = 1 << 20;

impl Options {
    /// Bytes that the transposition table may take: nine tenths of what the limit leaves
    /// after the process's other needs.
    #[must_use]
    pub fn table_bytes(&self) -> usize {
        let wanted = self.max_table.map(|bytes| bytes.clamp(SMALLEST_TABLE, LARGEST_TABLE));
        let helpers = self.threads.saturating_sub(1) as u64 * EACH_HELPER;
        let allowed = self.max_memory.map(|limit| {
            let rest = limit.saturating_sub(BESIDES_TABLE + helpers);
            (rest - rest / 10).clamp(SMALLEST_TABLE, LARGEST_TABLE)
        });
        let bytes = match (wanted, allowed) {
            (Some(wanted), Some(allowed)) => wanted.min(allowed),
            (wanted, allowed) => wanted.or(allowed).unwrap_or(USUAL_TABLE),
        };
        usize::try_from(bytes).unwrap_or(usize::MAX)
    }
}
