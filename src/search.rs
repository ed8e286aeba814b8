//! The search: which move, within limits.
//!
//! Iterative deepening (`deepening`) calls the principal variation search of one node
//! (`alphabeta`), whose stages are: what the threat sets tell (`quick`), mate distance,
//! the transposition table (`table`), giving the node up (`pruning`), the moves in order
//! (`picker`, `history`), late moves with less depth (`reduction`).

mod alphabeta;
pub mod clock;
mod deepening;
pub mod history;
pub mod limits;
mod picker;
pub mod progress;
pub mod pruning;
mod quick;
pub mod reduction;
pub mod table;
mod worker;

pub use limits::{Control, Limits};
pub use progress::{Observer, Progress, SearchResult, Silent};
pub use worker::Memory;

use crate::eval::weights;
use crate::rules::Rule;
use crate::search::clock::Clock;
use crate::search::worker::Worker;
use crate::threats::ThreatBoard;

/// Depth of one ply: depths are counted in fractions of it.
pub const PLY: i32 = 64;

/// Finds a move for the side to move; `None` if no point is empty.
pub fn search(
    position: &crate::board::Position,
    rule: Rule,
    memory: &mut Memory,
    (limits, control): (&Limits, &Control),
    observer: &mut dyn Observer,
) -> Option<SearchResult> {
    let board = ThreatBoard::new(position, weights::tables(rule));
    let clock = Clock::new(limits, control);
    Worker::new(board, memory, clock).deepen(limits, observer)
}
