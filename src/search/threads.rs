//! Several threads search one position: each deepens on its own, with a memory of fours of
//! its own, and what one finds out the others read in the table and the history that they
//! share; late moves that another thread is at are put off (see [`Busy`]). One of them, the
//! main one, keeps the limits; when it ends, all end, and they vote for the move.
//!
//! The threads share atomics alone: the words of the table, of the history and of what they
//! are at, a flag, and two counts. Nothing depends on the order in which they see each
//! other's writes.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::thread::{Builder, scope};

use crate::search::busy::Busy;
use crate::search::clock::Clock;
use crate::search::limits::{Control, Limits};
use crate::search::lines::Lines;
use crate::search::progress::{Observer, Progress, SearchResult, Silent};
use crate::search::worker::{Memory, Worker};

/// Bytes that a search may use for its deepest line.
const STACK: usize = 64 << 20;
/// Evaluation units by which even the worst of the results counts in the vote.
const LEAST_WEIGHT: i64 = 14;

/// What the threads of one search know of each other.
#[derive(Debug, Default)]
pub(crate) struct Crew {
    stop: AtomicBool,
    /// Nodes of all threads, as far as they have told.
    nodes: AtomicU64,
    /// The most nodes that they may have together.
    limit: Option<u64>,
    /// The main thread's iteration, in plies.
    depth: AtomicU32,
    /// What they are looking at, if there are several.
    busy: Option<Busy>,
}

impl Crew {
    /// A crew that keeps to a limit of nodes, of the main thread and so many helpers.
    pub(crate) fn new(limit: Option<u64>, helpers: usize) -> Self {
        Self { limit, busy: (helpers > 0).then(Busy::default), ..Self::default() }
    }

    /// What the threads are looking at, if there are several.
    pub(crate) const fn busy(&self) -> Option<&Busy> {
        self.busy.as_ref()
    }

    /// The place of the main thread, 0, or of a helper.
    pub(crate) const fn seat(&self, number: u32) -> Seat<'_> {
        Seat { crew: self, number }
    }

    fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// A thread's place in a crew.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seat<'a> {
    crew: &'a Crew,
    number: u32,
}

impl Seat<'_> {
    /// Whether this is not the main thread's.
    pub(crate) const fn is_helper(self) -> bool {
        self.number > 0
    }

    /// Whether the main thread has ended the search of its helpers.
    pub(crate) fn is_stopped(self) -> bool {
        self.is_helper() && self.crew.stop.load(Ordering::Relaxed)
    }

    /// Tells how many nodes this thread has searched since it told last, and returns how many
    /// all of them have. At their limit all end, though the main thread may be held up.
    pub(crate) fn exchange_nodes(self, fresh: u64) -> u64 {
        let total = self.crew.nodes.fetch_add(fresh, Ordering::Relaxed) + fresh;
        if self.crew.limit.is_some_and(|limit| total >= limit) {
            self.crew.stop();
        }
        total
    }

    /// The iteration after one: none is left out, but for those that the main thread has
    /// passed meanwhile.
    pub(crate) fn next_depth(self, last: u32) -> u32 {
        if !self.is_helper() {
            self.crew.depth.store(last + 1, Ordering::Relaxed);
            return last + 1;
        }
        let main = self.crew.depth.load(Ordering::Relaxed);
        (last + 1).max(main)
    }
}

/// Ends the search of all helpers however the main thread ends, even by a panic.
struct StopOnDrop<'a>(&'a Crew);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// Deepens in the main thread, and in a thread for each helper's memory, then lets all
/// vote.
pub(crate) fn deepen_together(
    crew: &Crew,
    main: &mut Worker<'_>,
    lines: Lines,
    helpers: &mut [Memory],
    (limits, observer): (&Limits, &mut dyn Observer),
) -> SearchResult {
    let free = Limits { started: limits.started, ..Limits::unlimited() };
    let reins = Control::default();
    let (board, root_moves) = (main.board.clone(), main.root_moves.clone());
    let help = |memory: &mut Memory, number: u32| {
        let clock = Clock::new(&free, &reins).with_seat(crew.seat(number));
        let mut worker = Worker::beside(board.clone(), memory, clock);
        worker.root_moves.clone_from(&root_moves);
        worker.busy = crew.busy();
        worker.deepen(Lines::new(1, None), &free, &mut Silent)
    };
    let help = &help;
    let results = scope(|scope| {
        let stop = StopOnDrop(crew);
        let mut threads = Vec::new();
        for (number, memory) in (1..).zip(helpers) {
            let builder = Builder::new().name(format!("helper {number}")).stack_size(STACK);
            match builder.spawn_scoped(scope, move || help(memory, number)) {
                Ok(thread) => threads.push(thread),
                Err(error) => log::warn!("cannot start a search thread: {error}"),
            }
        }
        let mut results = vec![main.deepen(lines, limits, observer)];
        drop(stop);
        results.extend(threads.into_iter().filter_map(|thread| thread.join().ok()));
        results
    });
    // Several lines are the main thread's alone.
    let chosen = if limits.lines > 1 { 0 } else { vote(&results) };
    let (nodes, elapsed) = (results[0].summary.nodes, results[0].summary.elapsed);
    let result = results.into_iter().nth(chosen).expect("it was voted");
    SearchResult { summary: Progress { nodes, elapsed, ..result.summary }, ..result }
}

/// The number of the result to follow, the first one being the main thread's: a proved win,
/// the shortest one; otherwise the deepest and best of those for the move that most votes
/// are for, weighed by depth and by how far a result's score is above the lowest.
fn vote(results: &[SearchResult]) -> usize {
    let score = |result: &SearchResult| i64::from(result.summary.score.value());
    let lowest = results.iter().map(score).min().unwrap_or(0);
    let weight = |result: &SearchResult| {
        (score(result) - lowest + LEAST_WEIGHT) * i64::from(result.summary.depth)
    };
    let votes = |result: &SearchResult| -> i64 {
        results.iter().filter(|other| other.best == result.best).map(weight).sum()
    };
    let rank = |result: &SearchResult| {
        let win = if result.summary.score.is_win() { score(result) } else { 0 };
        (win, votes(result), weight(result))
    };
    let better = |best: usize, number: usize| match rank(&results[number]) > rank(&results[best]) {
        true => number,
        false => best,
    };
    (0..results.len()).fold(0, better)
}

#[cfg(test)]
mod tests;
