//! The search: which move, within limits.
//!
//! Iterative deepening (`deepening`) calls the principal variation search of one node
//! (`alphabeta`), whose stages are: what the threat sets tell (`quick`), mate distance,
//! the transposition table (`table`), giving the node up (`pruning`), the moves in order
//! (`moves`, `picker`, `history`), the table's with more depth if all others are much worse
//! (`singular`), late ones with less (`reduction`). The static evaluation is corrected by
//! what searches of positions with the same threats came out at (`correction`).

mod alphabeta;
mod balance;
mod busy;
pub mod clock;
pub mod correction;
mod deepening;
mod frame;
pub mod history;
pub mod limits;
mod lines;
pub mod margins;
mod moves;
mod picker;
pub mod progress;
pub mod pruning;
mod quick;
pub mod reduction;
mod sample;
mod singular;
mod stability;
pub mod table;
mod threads;
mod worker;

pub use balance::{Balance, BalanceResult};
pub use limits::{Control, Limits};
pub use margins::Margins;
pub use progress::{Detail, Observer, Progress, SearchResult, Silent};
pub use sample::{EvaluationSample, SampledPosition};
pub use worker::{Memory, RootMove};

#[cfg(test)]
mod tests;

use crate::eval::weights;
use crate::rules::Rule;
use crate::search::clock::{Budget, Clock};
use crate::search::deepening::Outlook;
use crate::search::threads::{Crew, deepen_together};
use crate::search::worker::Worker;
use crate::threats::ThreatBoard;

/// Depth of one ply: depths are counted in fractions of it.
pub const PLY: i32 = 64;

/// Bytes of a transposition table that a search within these limits, and some more like it,
/// can make use of. A larger one only costs time: its memory comes from the system page by
/// page as the search first touches it: without that, a first move at 0.3 s had 2 to 104 %
/// more nodes in four trials.
#[must_use]
pub fn useful_table_bytes(limits: &Limits) -> usize {
    /// More than a search visits in a millisecond on one core.
    const NODES_PER_MILLISECOND: u64 = 1_500;
    /// Moves whose searches an entry outlives.
    const SEARCHES: u64 = 6;
    const LEAST: u64 = 1 << 22;
    let by_time = Budget::of(limits).hard.map_or(u64::MAX, |hard| {
        let milliseconds = u64::try_from(hard.as_millis()).unwrap_or(u64::MAX);
        milliseconds.saturating_mul(NODES_PER_MILLISECOND)
    });
    let nodes = by_time.min(limits.nodes.unwrap_or(u64::MAX));
    let bytes = nodes.saturating_mul(SEARCHES * table::ENTRY_BYTES as u64).max(LEAST);
    usize::try_from(bytes).unwrap_or(usize::MAX)
}

/// Finds stones after which the position is worth what was asked for, as nearly as possible;
/// `None` if there are not enough empty points.
pub fn balance(
    position: &crate::board::Position,
    rule: Rule,
    memory: &mut Memory,
    balance: Balance,
    (limits, control): (&Limits, &Control),
    observer: &mut dyn Observer,
) -> Option<BalanceResult> {
    let board = ThreatBoard::new(position, weights::tables(rule));
    let clock = Clock::new(limits, control);
    Worker::new(board, memory, clock).balance(balance, limits, observer)
}

/// Finds a move for the side to move; `None` if no point is empty.
pub fn search(
    position: &crate::board::Position,
    rule: Rule,
    memory: &mut Memory,
    (limits, control): (&Limits, &Control),
    observer: &mut dyn Observer,
) -> Option<SearchResult> {
    let board = ThreatBoard::new(position, weights::tables(rule));
    let mut helpers = std::mem::take(&mut memory.helpers);
    let crew = Crew::new(limits.nodes, helpers.len());
    let clock = Clock::new(limits, control).with_seat(crew.seat(0));
    let mut worker = Worker::new(board, memory, clock);
    worker.busy = crew.busy();
    let result = match worker.prepare(limits, observer) {
        Outlook::Decided(result) => result,
        Outlook::Open(lines) if helpers.is_empty() => Some(worker.deepen(lines, limits, observer)),
        Outlook::Open(lines) => {
            Some(deepen_together(&crew, &mut worker, lines, &mut helpers, (limits, observer)))
        }
    };
    memory.helpers = helpers;
    result
}
