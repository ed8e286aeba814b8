//! The search: the best move of a position within limits.
//!
//! [`search`] answers a [`Request`] about one position, [`balance`] finds fair openings. Both
//! report their [`Progress`] to an [`Observer`], look at the clock and at the caller's signals
//! through a [`Control`], and keep what they learn in a [`Memory`].
//!
//! # Floors
//!
//! A module uses those on lower floors only, and none on its own floor.
//!
//! | floor | modules |
//! |---|---|
//! | 11 | `parallel` several threads, `balance` fair openings |
//! | 10 | `deepening` iterative deepening, `root` the root moves |
//! | 9 | `multi_pv` several best moves with a variation each |
//! | 8 | `iteration` the root to one depth |
//! | 7 | `alphabeta` one node, stage by stage |
//! | 6 | `evaluate` a position without its moves, `reduction` of late moves |
//! | 5 | `principal` nodes, `variation` for people |
//! | 4 | `worker` the state of one thread |
//! | 3 | `time_manager` when to stop, `picker` the order of moves |
//! | 2 | `memory` for the next search, `shared` by the threads, `pruning` formulas |
//! | 1 | `control` for the caller, `budget` of time, `census` of nodes, `margins` to tune, `correction` of the evaluation, `last_result` of the game, `lines` for callers, `node` for its stages, `searching_table` of positions under search |
//! | 0 | `depth`, `evaluation_cache`, `history`, `limits`, `progress`, `quick`, `sample`, `stability`, `table`, `time` |

mod alphabeta;
mod balance;
mod budget;
mod census;
mod control;
mod correction;
mod deepening;
mod depth;
mod evaluate;
mod evaluation_cache;
mod history;
mod iteration;
mod last_result;
mod limits;
mod lines;
pub mod margins;
mod memory;
mod multi_pv;
mod node;
mod parallel;
mod picker;
mod principal;
mod progress;
mod pruning;
mod quick;
mod reduction;
mod root;
mod sample;
mod searching_table;
mod shared;
mod stability;
mod table;
mod time;
mod time_manager;
mod variation;
mod worker;

pub use crate::solver::STACK_BYTES;
pub use balance::{Balance, BalanceResult};
pub use census::{NodeCensus, NodeKind};
pub use control::Control;
pub use depth::PLY;
pub use limits::{Limits, Request};
pub use lines::Lines;
pub use margins::{MarginOverrides, Margins};
pub use memory::{Lesson, Memory};
pub use progress::{Detail, Observer, Origin, Progress, RootMove, SearchResult, Silent};
pub use sample::{EvaluationSample, SampledPosition};
pub use time::{Job, NoClock, Since, Stopwatch, TimeSource};

#[cfg(test)]
mod tests;

use std::sync::Arc;

use crate::board::Position;
use crate::rules::Rule;
use crate::search::budget::Budget;
use crate::search::last_result::LastResult;
use crate::search::parallel::deepen_in_parallel;
use crate::search::root::Outlook;
use crate::search::shared::SharedState;
use crate::search::time_manager::TimeManager;
use crate::search::worker::Worker;
use crate::threats::ThreatBoard;

/// Returns the size in bytes of a transposition table that a search within these limits, and some similar searches
/// after it, can use.
///
/// A larger table only costs time, because the system provides its memory page by page when the
/// search first touches it. With the smaller table, a first move in 0.3 s had 2 to 104 % more
/// nodes in four trials.
#[must_use]
pub fn useful_table_bytes(limits: &Limits) -> usize {
    /// The number of searches that an entry survives.
    const SEARCHES: u64 = 6;
    const MIN_BYTES: u64 = 1 << 22;
    let entries = max_nodes(limits).saturating_mul(SEARCHES);
    let bytes = entries.saturating_mul(table::ENTRY_BYTES as u64).max(MIN_BYTES);
    usize::try_from(bytes).unwrap_or(usize::MAX)
}

/// Returns the size in bytes of a transposition table for one search within these limits: a power of two, so
/// that searches with similar limits can use the same table, one after the other.
///
/// The table is small where the search is short, since [`Memory::clear`] takes time for each byte.
///
/// ```
/// use dolmen::search::{Limits, single_table_bytes};
///
/// let limits = Limits { nodes: Some(1_000), ..Limits::unlimited() };
/// assert_eq!(single_table_bytes(&limits, 1 << 26), 1 << 16);
/// assert_eq!(single_table_bytes(&Limits::unlimited(), 1 << 26), 1 << 26);
/// ```
#[must_use]
pub fn single_table_bytes(limits: &Limits, max_bytes: usize) -> usize {
    /// The number of entries for each node, so that few are replaced.
    const SPACE: u64 = 4;
    const MIN_BYTES: u64 = 1 << 15;
    let bytes = max_nodes(limits).saturating_mul(SPACE * table::ENTRY_BYTES as u64).max(MIN_BYTES);
    let bytes = bytes.checked_next_power_of_two().unwrap_or(u64::MAX);
    usize::try_from(bytes).unwrap_or(usize::MAX).min(max_bytes)
}

/// Returns more nodes than a search within limits visits on one core.
fn max_nodes(limits: &Limits) -> u64 {
    const NODES_PER_MILLISECOND: u64 = 1_500;
    let by_time = Budget::of(limits).hard.map_or(u64::MAX, |hard| {
        let milliseconds = u64::try_from(hard.as_millis()).unwrap_or(u64::MAX);
        milliseconds.saturating_mul(NODES_PER_MILLISECOND)
    });
    by_time.min(limits.nodes.unwrap_or(u64::MAX))
}

/// Finds a move for the side to move. Returns `None` if no point is empty.
pub fn search(
    position: &Position,
    rule: Rule,
    memory: &mut Memory,
    request: &Request,
    control: &Control,
    observer: &mut dyn Observer,
) -> Option<SearchResult> {
    let board = ThreatBoard::new(position, rule);
    let helpers = std::mem::take(&mut memory.helpers);
    let limits = request.first_limits();
    let shared = Arc::new(SharedState::new(limits.nodes, helpers.len()));
    let time = TimeManager::new(limits, control).with_thread(shared.thread(0));
    let mut worker = Worker::new(board, memory, time);
    worker.searching = shared.searching();
    let (result, helpers) = match worker.prepare(request, observer) {
        Outlook::Decided(result) => (result, helpers),
        Outlook::Open(variations) if helpers.is_empty() => {
            (Some(worker.deepen(variations, observer)), helpers)
        }
        Outlook::Open(variations) => {
            let (result, helpers) =
                deepen_in_parallel(&shared, &mut worker, variations, helpers, control, observer);
            (Some(result), helpers)
        }
    };
    memory.helpers = helpers;
    if !request.is_pondering || control.turn_limits().is_some() {
        memory.last_result = result.as_ref().map(|result| LastResult::new(position, result));
    }
    result
}

/// Finds one or two stones after which the score is as near as possible to a target. Returns
/// `None` if there are not enough empty points.
///
/// It uses one thread and ignores [`Request::multi_pv`].
pub fn balance(
    position: &Position,
    rule: Rule,
    memory: &mut Memory,
    balance: Balance,
    request: &Request,
    control: &Control,
    observer: &mut dyn Observer,
) -> Option<BalanceResult> {
    let board = ThreatBoard::new(position, rule);
    let time = TimeManager::new(request.limits, control);
    Worker::new(board, memory, time).balance(balance, request, observer)
}
