//! Tests that several threads find the moves of one thread, keep its limits, and vote.

use std::time::Duration;

use crate::board::{Color, Point, Position};
use crate::eval::Score;
use crate::rules::Rule;
use crate::search::history::{Context, Cutoff};
use crate::search::parallel::vote;
use crate::search::shared::SharedState;
use crate::search::tests::{forbidden_answer, think as search_one};
use crate::search::{
    Control, Limits, Memory, Observer, Progress, Request, SearchResult, Silent, Stopwatch, search,
};
use crate::tests;

fn result(column: usize, score: Score, depth: u32) -> SearchResult {
    let summary = Progress { score, depth, ..Progress::default() };
    SearchResult::unsearched(Point::new(column, 0), summary)
}

#[test]
fn votes() {
    let even = |column, depth| result(column, Score::DRAW, depth);
    let worth = |column, units, depth| result(column, Score::new(units), depth);
    assert_eq!(vote(&[even(1, 9)]), 0);
    assert_eq!(vote(&[even(1, 9), even(2, 9)]), 0, "the main thread's of equals");
    assert_eq!(vote(&[even(1, 9), even(2, 10)]), 1, "the deeper one");
    assert_eq!(vote(&[even(1, 9), even(2, 8), even(2, 9)]), 2, "the majority");
    assert_eq!(vote(&[worth(1, -40, 9), worth(2, 10, 9)]), 1, "the better one");
    let won = |plies, column| result(column, Score::win_in(plies), 5);
    assert_eq!(vote(&[even(1, 20), even(1, 20), won(9, 2)]), 2, "a win");
    assert_eq!(vote(&[won(9, 1), won(9, 1), won(7, 2)]), 2, "the shorter win");
    let lost = |plies, column| result(column, Score::loss_in(plies), 9);
    assert_eq!(vote(&[lost(4, 1), lost(10, 2)]), 1, "the longer loss");
    assert_eq!(vote(&[lost(4, 1), even(2, 3)]), 1, "no loss");
}

fn position() -> Position {
    tests::position("15x15 j8 f6 g8 h6 i6 g7 h7 j5 h8 i8")
}

fn with_threads(count: usize) -> Memory {
    let mut memory = Memory::new(1 << 20);
    memory.set_threads(count);
    memory
}

fn think(memory: &mut Memory, limits: Limits) -> SearchResult {
    let control = Control::new(Stopwatch::start());
    search(&position(), Rule::Renju, memory, &limits.into(), &control, &mut Silent)
        .expect("a point is empty")
}

#[test]
fn threads_keep_limits() {
    for count in [2, 3, 5] {
        let mut memory = with_threads(count);
        let by_depth = think(&mut memory, Limits { depth: Some(7), ..Limits::unlimited() });
        // The vote may go to a thread that has completed fewer iterations than the main one.
        assert!(by_depth.summary.depth > 0 && position().is_empty_at(by_depth.best));
        let turn = Some(Duration::from_millis(30));
        let by_time = think(&mut memory, Limits { turn, ..Limits::unlimited() });
        assert!(position().is_empty_at(by_time.best));
        let nodes = think(&mut memory, Limits { nodes: Some(9_000), ..Limits::unlimited() });
        // Each thread reports its nodes a few hundred at a time.
        assert!(nodes.summary.nodes < 9_000 + 2_000 * count as u64, "{}", nodes.summary.nodes);
        memory.clear();
        think(&mut memory, Limits { nodes: Some(2_000), ..Limits::unlimited() });
    }
}

#[test]
fn one_thread_after_several_repeats_itself() {
    let limits = Limits { depth: Some(7), ..Limits::unlimited() };
    let fresh = think(&mut with_threads(1), limits);
    let mut memory = with_threads(3);
    think(&mut memory, limits);
    memory.clear();
    memory.set_threads(1);
    let alone = think(&mut memory, limits);
    assert_eq!((alone.best, alone.summary.nodes), (fresh.best, fresh.summary.nodes));
}

#[test]
fn threads_find_wins() {
    let (position, winning) = forbidden_answer();
    let request = Request::new(Limits { depth: Some(8), ..Limits::unlimited() });
    let result = search_one(&position, Rule::Renju, &request, &mut with_threads(3));
    assert_eq!(result.best, winning);
    assert!(result.summary.score.is_win());
}

/// An observer that panics after the second iteration.
struct Fragile;

impl Observer for Fragile {
    fn progress(&mut self, progress: &Progress) {
        if progress.depth > 1 {
            std::panic::resume_unwind(Box::new("an observer that fails"));
        }
    }
}

#[test]
fn a_panic_of_the_main_thread_ends_the_others() {
    let outcome = std::panic::catch_unwind(|| {
        let request = Request::new(Limits::unlimited());
        let (control, mut memory) = (Control::without_clock(), with_threads(3));
        search(&position(), Rule::Renju, &mut memory, &request, &control, &mut Fragile)
    });
    assert!(outcome.is_err());
}

#[test]
fn helpers_go_through_the_same_iterations() {
    let shared = SharedState::new(None, 1);
    let [main, helper] = [0, 1].map(|number| shared.thread(number));
    assert!(helper.is_helper() && !main.is_helper());
    assert_eq!((main.next_depth(0), helper.next_depth(0)), (1, 1));
    assert_eq!(helper.next_depth(1), 2);
    // A helper that the main thread has overtaken continues with the main thread's iteration.
    assert_eq!((main.next_depth(5), helper.next_depth(2)), (6, 6));
}

#[test]
fn only_several_threads_mark_positions() {
    assert!(SharedState::new(None, 0).searching().is_none());
    assert!(SharedState::new(None, 1).searching().is_some());
}

#[test]
fn helpers_share_the_history() {
    let memory = with_threads(2);
    let geometry = position().geometry();
    let [best, other] = [geometry.center(), geometry.on_board().iter().next().expect("a point")];
    let context = Context::of(&position());
    let mut helper = memory.helpers.into_iter().next().expect("there is a helper").history;
    let (color, tried) = (Color::Black, [other]);
    helper.reward(&Cutoff { color, best, tried: &tried, context: &context, ply: 1, bonus: 1_125 });
    assert!(memory.history.value(Color::Black, best, &context) > 0);
    assert!(memory.history.value(Color::Black, other, &context) < 0);
}
