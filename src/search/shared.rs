//! The state that the threads of one search share.
//!
//! The threads share only atomics: the signal, the two counts and the positions under search that
//! are kept here, the transposition table and the history. Nothing depends on the order in which
//! they see each other's writes.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

use crate::search::searching_table::SearchingTable;

/// The shared state of one search.
#[derive(Debug, Default)]
pub(crate) struct SharedState {
    /// Indicates whether the helpers must end.
    is_stopped: AtomicBool,
    /// The nodes that all threads have reported.
    nodes: AtomicU64,
    /// The number of nodes that they may search together.
    max_nodes: Option<u64>,
    /// The depth of the main thread's iteration, in plies.
    depth: AtomicU32,
    /// The positions that they are searching; `None` if there is one thread.
    searching: Option<SearchingTable>,
}

impl SharedState {
    /// Returns the state of the main thread and `helpers` others, with a node limit for all of
    /// them together.
    pub(crate) fn new(max_nodes: Option<u64>, helpers: usize) -> Self {
        let searching = (helpers > 0).then(SearchingTable::default);
        Self { max_nodes, searching, ..Self::default() }
    }

    /// Returns the positions that the threads are searching; `None` if there is one thread.
    pub(crate) const fn searching(&self) -> Option<&SearchingTable> {
        self.searching.as_ref()
    }

    /// Returns the context of the main thread, number 0, or of a helper.
    pub(crate) const fn thread(&self, number: u32) -> ThreadContext<'_> {
        ThreadContext { shared: self, number }
    }

    /// Ends the search of all helpers.
    pub(crate) fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }
}

/// One thread's view of the shared state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ThreadContext<'a> {
    shared: &'a SharedState,
    number: u32,
}

impl ThreadContext<'_> {
    /// Returns whether this thread helps the main thread.
    pub(crate) const fn is_helper(self) -> bool {
        self.number > 0
    }

    /// Returns whether this thread is a helper that must end.
    pub(crate) fn is_stopped(self) -> bool {
        self.is_helper() && self.shared.is_stopped.load(Ordering::Relaxed)
    }

    /// Reports the nodes that this thread has searched since its last report, and returns the
    /// nodes of all threads.
    ///
    /// The thread that reaches the limit stops all helpers, since the main thread may wait for
    /// a processor.
    pub(crate) fn add_nodes(self, nodes: u64) -> u64 {
        let total = self.shared.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        if self.shared.max_nodes.is_some_and(|limit| total >= limit) {
            self.shared.stop();
        }
        total
    }

    /// Returns the depth of the iteration after one of depth `last`. A helper skips the
    /// iterations that the main thread has completed.
    pub(crate) fn next_depth(self, last: u32) -> u32 {
        if !self.is_helper() {
            self.shared.depth.store(last + 1, Ordering::Relaxed);
            return last + 1;
        }
        let main = self.shared.depth.load(Ordering::Relaxed);
        (last + 1).max(main)
    }
}
