//! Several threads search one position.
//!
//! Each thread deepens on its own, with its own memory of fours. The threads share their results
//! through the transposition table and the history, and each defers late moves that another one is
//! searching (`searching_table`). The main thread enforces the limits; when it ends, all threads
//! end and vote for the move.

use std::sync::{Arc, mpsc};

use crate::search::control::Control;
use crate::search::limits::Limits;
use crate::search::memory::Memory;
use crate::search::multi_pv::Variations;
use crate::search::progress::{Observer, Progress, RootMove, SearchResult, Silent};
use crate::search::shared::SharedState;
use crate::search::time_manager::TimeManager;
use crate::search::worker::Worker;
use crate::threats::ThreatBoard;

/// The evaluation units with which even the worst of the results counts in the vote.
const MIN_WEIGHT: i64 = 14;

/// The work of one helper.
struct Help {
    shared: Arc<SharedState>,
    board: ThreatBoard,
    root_moves: Vec<RootMove>,
    memory: Memory,
    number: u32,
}

/// The result of a helper.
struct Helped {
    number: u32,
    result: SearchResult,
    memory: Memory,
}

impl Help {
    /// Searches until the main thread ends.
    fn search(self) -> Helped {
        let Self { shared, board, root_moves, mut memory, number } = self;
        let control = Control::without_clock();
        let time = TimeManager::new(Limits::unlimited(), &control);
        let time = time.with_thread(shared.thread(number));
        let mut worker = Worker::joining(board, &mut memory, time);
        worker.root_moves = root_moves;
        worker.searching = shared.searching();
        let result = worker.deepen(Variations::new(1, None), &mut Silent);
        Helped { number, result, memory }
    }
}

/// Ends the search of all helpers when the main thread ends, even by a panic.
struct StopOnDrop<'a>(&'a SharedState);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// Searches in the main thread and in one more thread for each helper's memory. Returns the memories of the
/// helpers, without those of threads that have panicked.
pub(crate) fn deepen_in_parallel(
    shared: &Arc<SharedState>,
    main: &mut Worker<'_>,
    variations: Variations,
    helpers: Vec<Memory>,
    control: &Control,
    observer: &mut dyn Observer,
) -> (SearchResult, Vec<Memory>) {
    let is_single = variations.is_single();
    let (sender, receiver) = mpsc::channel();
    let stop = StopOnDrop(shared);
    for (number, memory) in (1..).zip(helpers) {
        let help = Help {
            shared: Arc::clone(shared),
            board: main.board.clone(),
            root_moves: main.root_moves.clone(),
            memory,
            number,
        };
        let sender = sender.clone();
        // The receiver is gone only if the main thread has panicked.
        let job = Box::new(move || drop(sender.send(help.search())));
        if let Err(error) = control.spawn(job) {
            log::warn!("cannot start a search thread: {error}");
        }
    }
    drop(sender);
    let mut results = vec![main.deepen(variations, observer)];
    drop(stop);
    let mut helped: Vec<Helped> = receiver.iter().collect();
    helped.sort_by_key(|helped| helped.number);
    let (found, memories): (Vec<_>, Vec<_>) =
        helped.into_iter().map(|helped| (helped.result, helped.memory)).unzip();
    results.extend(found);
    // The helpers search one variation each, so the main thread alone has several.
    let chosen = if is_single { vote(&results) } else { 0 };
    let (nodes, elapsed) = (results[0].summary.nodes, results[0].summary.elapsed);
    let result = results.into_iter().nth(chosen).expect("the vote is for one of the results");
    (SearchResult { summary: Progress { nodes, elapsed, ..result.summary }, ..result }, memories)
}

/// Returns the index of the result to follow, where 0 is the main thread's.
///
/// That is the shortest proved win, if there is one. Otherwise each result votes for its move,
/// weighted by its depth and by how far its score is above the lowest one, and the result with
/// the largest weight among those for the elected move is chosen.
fn vote(results: &[SearchResult]) -> usize {
    let score = |result: &SearchResult| i64::from(result.summary.score.value());
    let lowest = results.iter().map(score).min().unwrap_or(0);
    let weight = |result: &SearchResult| {
        (score(result) - lowest + MIN_WEIGHT) * i64::from(result.summary.depth)
    };
    let votes = |result: &SearchResult| -> i64 {
        results.iter().filter(|other| other.best == result.best).map(weight).sum()
    };
    let rank = |result: &SearchResult| {
        let win = if result.summary.score.is_win() { score(result) } else { 0 };
        (win, votes(result), weight(result))
    };
    let is_better = |index: usize, best: usize| rank(&results[index]) > rank(&results[best]);
    (0..results.len()).fold(0, |best, index| if is_better(index, best) { index } else { best })
}

#[cfg(test)]
mod tests;
