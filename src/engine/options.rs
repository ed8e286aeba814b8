//! The options of an engine, apart from the limits of one move.

use crate::engine::level::Level;
use crate::search::MarginOverrides;

/// The options of an engine, which hold for all games until they are changed.
///
/// ```
/// use dolmen::Engine;
/// use dolmen::engine::Options;
/// use dolmen::eval::Evaluator;
///
/// let options = Options { max_memory: Some(64 << 20), ..Options::default() };
/// assert!(options.table_bytes() < 64 << 20);
/// let engine = Engine::new(Evaluator::built_in(), options);
/// assert_eq!(engine.options().threads, 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The memory limit of the whole process, in bytes; `None` for no limit.
    pub max_memory: Option<u64>,
    /// The size limit of the transposition table, in bytes, from 1 MiB to 1 GiB; `None` for 512 MiB, or
    /// what [`Options::max_memory`] allows.
    pub max_table: Option<u64>,
    /// The number of search threads; 0 means 1.
    pub threads: usize,
    /// The seed of the first three moves and of swap2 openings; `None` for moves without variety.
    pub seed: Option<u64>,
    /// The playing level; `None` for full strength.
    pub level: Option<Level>,
    /// The use of the opening book.
    pub book: BookUse,
    /// Indicates whether the engine plays by its certificates.
    pub uses_certificates: bool,
    /// The margins of the search that differ from those of the rule.
    pub margins: MarginOverrides,
}

/// The use of the opening book.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BookUse {
    /// Every move is searched.
    #[default]
    Off,
    /// The best move of the book is played.
    Best,
    /// One of the best moves of the book is played, chosen by this seed.
    Varied(u64),
}

impl Default for Options {
    fn default() -> Self {
        Self {
            max_memory: None,
            max_table: None,
            threads: 1,
            seed: None,
            level: None,
            book: BookUse::Off,
            uses_certificates: true,
            margins: MarginOverrides::default(),
        }
    }
}

/// The size of the transposition table without a limit, in bytes.
const DEFAULT_TABLE_BYTES: u64 = 512 << 20;
/// The memory for everything except the transposition table, in bytes.
const BASE_BYTES: u64 = 22 << 20;
/// The memory for each search thread after the first, in bytes.
const BYTES_PER_HELPER: u64 = 3 << 20;

impl Options {
    /// The maximum number of threads that the program and the packages accept.
    pub const MAX_THREADS: usize = 256;
    /// The maximum amount of memory that the program and the packages accept, in megabytes.
    pub const MAX_MEMORY_MB: usize = 1_000_000;
    /// The minimum size of the transposition table under a limit, in bytes.
    pub(crate) const MIN_TABLE_BYTES: u64 = 1 << 20;
    /// The maximum size of the transposition table under a limit, in bytes.
    pub(crate) const MAX_TABLE_BYTES: u64 = 1 << 30;

    /// Returns the maximum size of the transposition table in bytes.
    ///
    /// Under a memory limit the table gets at most nine tenths of the memory that the rest of the
    /// process does not need.
    #[must_use]
    pub fn table_bytes(&self) -> usize {
        let bounded = |bytes: u64| bytes.clamp(Self::MIN_TABLE_BYTES, Self::MAX_TABLE_BYTES);
        let helpers = self.threads.saturating_sub(1) as u64 * BYTES_PER_HELPER;
        let allowed = self.max_memory.map(|limit| {
            let rest = limit.saturating_sub(BASE_BYTES + helpers);
            bounded(rest - rest / 10)
        });
        let bytes = match (self.max_table.map(bounded), allowed) {
            (Some(requested), Some(allowed)) => requested.min(allowed),
            (requested, allowed) => requested.or(allowed).unwrap_or(DEFAULT_TABLE_BYTES),
        };
        usize::try_from(bytes).unwrap_or(usize::MAX)
    }
}

#[cfg(test)]
mod tests {
    use crate::engine::Options;

    #[test]
    fn no_limit_gives_at_least_as_much_as_a_contest() {
        let contest = Options { max_memory: Some(350 << 20), ..Options::default() };
        assert!(Options::default().table_bytes() >= contest.table_bytes());
        assert!(contest.table_bytes() < 350 << 20);
    }

    #[test]
    fn the_smaller_limit_holds() {
        let both = |memory: u64, table: u64| {
            let limits =
                Options { max_memory: Some(memory), max_table: Some(table), ..Options::default() };
            limits.table_bytes()
        };
        assert_eq!(both(1 << 30, 64 << 20), 64 << 20);
        assert!(both(100 << 20, 1 << 30) < 100 << 20);
        assert_eq!(both(1, 1), 1 << 20, "the minimum");
    }
}
