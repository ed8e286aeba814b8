//! Tests that a search ends at its limits, on any clock, and on a signal.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use crate::rules::Rule;
use crate::search::time_manager::TimeManager;
use crate::search::{Control, Limits, Memory, Request, Silent, Stopwatch, TimeSource, search};
use crate::tests::position;

/// A clock that advances by a tick whenever it is read.
#[derive(Debug)]
struct Ticking {
    tick: Duration,
    reads: AtomicU32,
}

impl TimeSource for Ticking {
    fn elapsed(&self) -> Duration {
        self.tick * self.reads.fetch_add(1, Ordering::Relaxed)
    }
}

/// Returns how late a search with a turn limit ends on a ticking clock.
fn lateness(turn: Duration, tick: Duration) -> Duration {
    let position = position("15x15 h8 i9 h10 h9");
    let request = Request::new(Limits { turn: Some(turn), ..Limits::unlimited() });
    let control = Control::new(Ticking { tick, reads: AtomicU32::new(0) });
    let mut memory = Memory::new(1 << 16);
    let result = search(&position, Rule::Freestyle, &mut memory, &request, &control, &mut Silent);
    let result = result.expect("a point is empty");
    assert!(position.is_empty_at(result.best));
    result.summary.elapsed.saturating_sub(turn)
}

#[test]
fn a_search_ends_in_time_on_any_clock() {
    for (turn, tick) in [(0, 1), (20, 1), (50, 3), (100, 7), (1_000, 20), (5_000, 50)] {
        let late = lateness(Duration::from_millis(turn), Duration::from_millis(tick));
        // The search reads the clock four times after the limit; the reserve makes up for some
        // of them.
        let min_allowed = if turn == 0 { 8 } else { 0 };
        let allowed = (4 * tick).saturating_sub((turn / 8).min(60)).max(min_allowed);
        assert!(late <= Duration::from_millis(allowed), "{turn} {late:?}");
    }
}

/// A clock that must not be read, as `Instant::now` on a platform without one.
#[derive(Debug)]
struct Forbidden;

impl TimeSource for Forbidden {
    fn elapsed(&self) -> Duration {
        panic!("the time manager reads the clock")
    }
}

#[test]
fn limits_without_a_time_need_no_clock() {
    let control = Control::new(Forbidden);
    let limits = Limits { nodes: Some(1_000), ..Limits::unlimited() };
    let mut time = TimeManager::new(limits, &control);
    assert!((0..1_000).all(|nodes| !time.must_stop(nodes)));
    assert!(time.must_stop(1_000));
}

#[test]
fn a_stopped_search_stays_stopped() {
    let control = Control::without_clock();
    let mut time = TimeManager::new(Limits::unlimited(), &control);
    assert!(!time.must_stop(0));
    control.stop();
    assert!(time.must_stop(1_000));
    assert!(time.must_stop(1_001));
    assert!(!time.may_continue(1.0));
}

#[test]
fn node_limits_are_exact() {
    let limits = Limits { nodes: Some(100), ..Limits::unlimited() };
    let control = Control::without_clock();
    let mut time = TimeManager::new(limits, &control);
    assert!(!time.must_stop(99));
    assert!(time.must_stop(100));
}

#[test]
fn the_manager_may_replace_the_turn_limit() {
    let limits = Limits { turn: Some(Duration::from_secs(3_600)), ..Limits::unlimited() };
    let control = Control::new(Stopwatch::start());
    let mut time = TimeManager::new(limits, &control);
    assert!(!time.must_stop(0));
    assert_eq!(control.turn(), None);
    control.set_turn(Duration::ZERO);
    assert_eq!(control.turn(), Some(Duration::ZERO));
    // The limit counts from the start, so some of it has passed already.
    while time.elapsed() < Duration::from_millis(5) {}
    assert!(time.must_stop(1_000));
    control.set_turn(Duration::MAX);
    assert_eq!(control.turn(), Some(Duration::from_millis(u64::MAX - 1)));
}

#[test]
fn pauses_between_looks_at_the_clock_are_noted() {
    let limits = Limits { turn: Some(Duration::from_secs(1)), ..Limits::unlimited() };
    let control =
        Control::new(Ticking { tick: Duration::from_millis(20), reads: AtomicU32::new(0) });
    assert_eq!(control.longest_pause(), Duration::ZERO);
    let mut time = TimeManager::new(limits, &control);
    assert!((0..10).all(|look| !time.must_stop(look * 1_000)));
    assert_eq!(control.longest_pause(), Duration::from_millis(20));
}

#[test]
fn a_search_that_ponders_gets_its_limits_with_its_turn() {
    let limits = Limits {
        turn: Some(Duration::from_millis(100)),
        nodes: Some(10_000),
        ..Limits::unlimited()
    };
    let control = Control::new(Ticking { tick: Duration::from_secs(1), reads: AtomicU32::new(0) });
    let request = Request { is_pondering: true, ..Request::new(limits) };
    let mut time = TimeManager::new(request.first_limits(), &control);
    assert!((0..100).all(|look| !time.must_stop(look * 1_000)));
    let limits = Limits { turn: None, ..limits };
    control.begin_turn(limits, Duration::from_secs(60));
    assert!(!time.must_stop(100_000));
    assert_eq!(time.counted(100_000), 0);
    assert!(!time.must_stop(109_999));
    assert!(time.must_stop(110_000), "the nodes of the turn");
    assert_eq!(control.elapsed(), Duration::ZERO, "the clock of the turn has not begun");
}
