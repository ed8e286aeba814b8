//! How the limits of a manager become the two limits of a search.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use crate::board::{BoardSize, Point, Position};
use crate::rules::Rule;
use crate::search::clock::{Budget, Clock};
use crate::search::deepening::Outlook;
use crate::search::limits::{Control, Limits};
use crate::search::progress::Silent;
use crate::search::worker::{Memory, Worker};
use crate::threats::ThreatBoard;

fn check(turn: Option<u64>, left: Option<u64>, soft: Option<u128>, hard: Option<u128>) {
    let limits = Limits {
        turn: turn.map(Duration::from_millis),
        match_left: left.map(Duration::from_millis),
        ..Limits::unlimited()
    };
    let budget = Budget::of(&limits);
    let budget = [budget.soft, budget.hard].map(|limit| limit.map(|limit| limit.as_millis()));
    assert_eq!(budget, [soft, hard], "turn {turn:?}, left {left:?}");
}

#[test]
fn budgets() {
    check(None, None, None, None);
    check(Some(0), None, None, Some(4));
    check(Some(20), None, None, Some(15));

    check(Some(1_000), None, None, Some(940));
    check(Some(30_000), None, None, Some(29_940));
    check(Some(1_000), Some(180_000), None, Some(940));
    check(Some(1_000), Some(0), Some(0), Some(4));
    // Of a match clock 400 ms are kept for the last moves, 60 for this one's reply.
    check(None, Some(22_460), Some(1_000), Some(22_000 / 6));
    check(Some(30_000), Some(22_460), Some(1_000), Some(22_000 / 6));
    check(None, Some(300), Some(8), Some(31));
}

#[test]
fn increments() {
    let limits = Limits {
        match_left: Some(Duration::from_millis(22_460)),
        increment: Duration::from_millis(400),
        ..Limits::unlimited()
    };
    let Budget { soft, hard } = Budget::of(&limits);
    assert_eq!(soft, Some(Duration::from_millis(1_300)));
    assert_eq!(hard.map(|hard| hard.as_millis()), Some(22_000 / 6 + 300));
    // What is not there yet cannot be used.
    let increment = Duration::from_secs(60);
    let Budget { hard, .. } = Budget::of(&Limits { increment, ..limits });
    assert_eq!(hard, Some(Duration::from_millis(22_400)));
}

/// What is left after so many moves that each take `share` of the way from nothing to the
/// hard limit, and `lag` until the reply is read; `None` if the clock ran out.
fn left_after(
    moves: usize,
    (total, increment): (Duration, Duration),
    share: f64,
    lag: Duration,
) -> Option<Duration> {
    let mut left = total;
    for _ in 0..moves {
        let limits = Limits { match_left: Some(left), increment, ..Limits::unlimited() };
        let hard = Budget::of(&limits).hard.expect("there is a limit");
        left = left.checked_sub(hard.mul_f64(share) + lag)? + increment;
    }
    Some(left)
}

#[test]
fn match_clocks_outlast_long_games() {
    let milliseconds = Duration::from_millis;
    for total in [1, 5, 10, 60, 180, 1_000] {
        for increment in [0, 100, 1_000] {
            let clock = (Duration::from_secs(total), milliseconds(increment));
            // The usual time is between a quarter and two thirds of the hard limit.
            for (moves, share, lag) in [(60, 0.3, 2), (40, 0.6, 1), (20, 1.0, 5)] {
                let left = left_after(moves, clock, share, milliseconds(lag));
                assert!(left.is_some(), "{total} s and {increment} ms, {moves} moves, {share}");
            }
        }
        let long = (Duration::from_secs(total.max(5)), Duration::ZERO);
        let left = left_after(120, long, 0.25, Duration::from_micros(500));
        assert!(left.is_some(), "{total} s, 120 moves");
    }
}

/// A search that must stop on a clock which moves on by `tick` whenever it is read, and
/// how late it was.
fn lateness(turn: Duration, tick: Duration) -> Duration {
    let limits = Limits { turn: Some(turn), ..Limits::unlimited() };
    let (control, ticks) = (Control::default(), AtomicU32::new(0));
    let now = || limits.started + tick * ticks.fetch_add(1, Ordering::Relaxed);
    let size = BoardSize::square(15);
    let board = ThreatBoard::new(&Position::new(size), Rule::Freestyle);
    let mut memory = Memory::new(1 << 16);
    let clock = Clock::with_source(&limits, &control, &now);
    let mut worker = Worker::new(board, &mut memory, clock);
    for point in [(7, 7), (8, 8), (7, 9), (7, 8)] {
        worker.board.play(Point::new(point.0, point.1));
    }
    let Outlook::Open(lines) = worker.prepare(&limits, &mut Silent) else {
        panic!("there is a choice of moves");
    };
    let result = worker.deepen(lines, &limits, &mut Silent);
    assert!(worker.board.position().is_empty_at(result.best));
    result.summary.elapsed.saturating_sub(turn)
}

#[test]
fn a_search_ends_in_time_on_any_clock() {
    for (turn, tick) in [(0, 1), (20, 1), (50, 3), (100, 7), (1_000, 20), (5_000, 50)] {
        let late = lateness(Duration::from_millis(turn), Duration::from_millis(tick));
        // The clock is read four times after the limit, and the reserve makes up for some.
        let allowed =
            (4 * tick).saturating_sub((turn / 8).min(60)).max(if turn == 0 { 8 } else { 0 });
        assert!(late <= Duration::from_millis(allowed), "{turn} {late:?}");
    }
}

#[test]
fn a_stopped_clock_stays_stopped() {
    let (limits, control) = (Limits::unlimited(), Control::default());
    let mut clock = Clock::new(&limits, &control);
    assert!(!clock.must_stop(0));
    control.stop();
    assert!(clock.must_stop(1_000));
    assert!(clock.must_stop(1_001));
    assert!(!clock.may_continue(1.0));
}

#[test]
fn node_limits_are_exact() {
    let limits = Limits { nodes: Some(100), ..Limits::unlimited() };
    let control = Control::default();
    let mut clock = Clock::new(&limits, &control);
    assert!(!clock.must_stop(99));
    assert!(clock.must_stop(100));
}

#[test]
fn the_manager_may_change_its_mind() {
    let limits = Limits { turn: Some(Duration::from_secs(3_600)), ..Limits::unlimited() };
    let control = Control::default();
    let mut clock = Clock::new(&limits, &control);
    assert!(!clock.must_stop(0));
    control.set_turn(Duration::ZERO);
    // The limit counts from the start, some of which has passed already.
    while clock.elapsed() < Duration::from_millis(5) {}
    assert!(clock.must_stop(1_000));
}
