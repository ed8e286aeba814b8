//! The positions that the threads of a search are searching at the moment.
//!
//! Simplified ABDADA (Kerrigan 2016, after Weill 1996): a thread defers a late move that
//! another thread is searching until it has searched its other moves. By then the
//! transposition table mostly knows the answer, where two threads would otherwise do the same
//! work side by side. The table is only a hint: an overwritten mark costs some double
//! work.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::board::Key;
use crate::search::depth::PLY;

/// The depth below which no move is deferred, because the lookup costs more than it saves.
pub(crate) const MIN_DEFER_DEPTH: i32 = 3 * PLY;
/// The depth by which an entry of the transposition table may fall short of the depth that settles
/// a node, if there are several threads. How deeply two threads search the same late move depends
/// on what each has seen before, which makes a difference of about half a ply. (Two threads take
/// 0.71 of the time of one thread with this leniency and 0.74 without it; medians of five
/// alternating runs to depth 13.)
pub(crate) const LENIENCE: i32 = PLY / 2;

/// The number of marks: many more than positions that are searched at a time.
const MARKS: usize = 1 << 12;
/// The mark that stands for no position.
const FREE: u64 = 0;

/// The set of the positions under search. It may forget some.
#[derive(Debug)]
pub(crate) struct SearchingTable {
    /// `[low bits of a key]`: the key.
    marks: Box<[AtomicU64]>,
}

impl Default for SearchingTable {
    fn default() -> Self {
        Self { marks: (0..MARKS).map(|_| AtomicU64::new(FREE)).collect() }
    }
}

impl SearchingTable {
    /// Returns whether a thread is searching the position.
    pub(crate) fn contains(&self, key: Key) -> bool {
        self.mark(key).load(Ordering::Relaxed) == key.0
    }

    /// Notes that a thread begins to search the position.
    pub(crate) fn insert(&self, key: Key) {
        self.mark(key).store(key.0, Ordering::Relaxed);
    }

    /// Notes that a thread has searched the position.
    pub(crate) fn remove(&self, key: Key) {
        // By now the mark may stand for another position, which keeps it.
        let _ = self.mark(key).compare_exchange(key.0, FREE, Ordering::Relaxed, Ordering::Relaxed);
    }

    fn mark(&self, key: Key) -> &AtomicU64 {
        &self.marks[key.0 as usize % MARKS]
    }
}

#[cfg(test)]
mod tests;
