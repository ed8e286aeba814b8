//! Which positions the threads of a search are looking at, so that each begins with what
//! the others are not at: else two threads on one table do the same work side by side.
//!
//! Simplified ABDADA (Kerrigan 2016, after Weill 1996): a thread that is about to search a
//! late move which another one is searching puts it off until its other moves are done; by
//! then the table mostly knows the answer. What stands here is advice: a mark that another
//! one overwrites costs some doubled work and nothing else.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::board::Key;
use crate::search::PLY;

/// Least depth of a node whose moves are put off: below, asking costs more than it spares.
pub(crate) const LEAST_DEPTH: i32 = 3 * PLY;
/// How much less deep than asked for an entry of the table may be to settle a node, if there
/// are several threads: how deeply two of them search the same late move depends on what each
/// has seen before, and half a ply is about what that makes. (Two threads reach a depth in
/// 0.71 of the time of one with it, 0.74 without it; medians of five runs in turn, depth 13.)
pub(crate) const LENIENCE: i32 = PLY / 2;

/// Places for marks: many more than positions that are searched at a time.
const PLACES: usize = 1 << 12;
/// Stands for no position.
const NOTHING: u64 = 0;

/// The positions that some thread is searching.
#[derive(Debug)]
pub(crate) struct Busy {
    /// `[low bits of a key]`: the key.
    places: Box<[AtomicU64]>,
}

impl Default for Busy {
    fn default() -> Self {
        Self { places: (0..PLACES).map(|_| AtomicU64::new(NOTHING)).collect() }
    }
}

impl Busy {
    /// Whether some thread is searching the position.
    pub(crate) fn contains(&self, key: Key) -> bool {
        self.place(key).load(Ordering::Relaxed) == key.0
    }

    /// A thread begins to search the position.
    pub(crate) fn enter(&self, key: Key) {
        self.place(key).store(key.0, Ordering::Relaxed);
    }

    /// A thread has searched the position.
    pub(crate) fn leave(&self, key: Key) {
        // Unless the place belongs to another position by now.
        let _ =
            self.place(key).compare_exchange(key.0, NOTHING, Ordering::Relaxed, Ordering::Relaxed);
    }

    fn place(&self, key: Key) -> &AtomicU64 {
        &self.places[key.0 as usize % PLACES]
    }
}

#[cfg(test)]
mod tests;
