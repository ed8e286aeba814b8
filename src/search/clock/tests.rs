//! How the limits of a manager become the two limits of a search.

use std::time::Duration;

use crate::search::clock::{Budget, Clock};
use crate::search::limits::{Control, Limits};

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
    check(None, Some(22_060), Some(1_000), Some(22_000 / 6));
    check(Some(30_000), Some(22_060), Some(1_000), Some(22_000 / 6));
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
