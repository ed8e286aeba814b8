//! Tests of clocks: the time left, the allowance, and late moves.

use std::time::Duration;

use super::{Allowance, Clock, PATIENCE};
use crate::config::Limits;
use crate::record::Reason;
use crate::testing;

const fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

fn clock(turn: Option<u64>, game: Option<u64>, increment: u64) -> Clock {
    let [turn, game] = [turn, game].map(|limit| limit.map(ms));
    Clock::new(&Limits { turn, game, increment: ms(increment), ..testing::engine("").limits })
}

/// Checks what a clock allows for the next move after moves that took so long.
fn check(mut clock: Clock, moves: &[u64], left: Option<i64>, time: u64, reason: Reason) {
    for &time in moves {
        clock.begin_turn();
        clock.spend(ms(time));
    }
    assert_eq!(clock.next_left_ms(), left, "{clock:?}");
    clock.begin_turn();
    assert_eq!(clock.left_ms(), left, "{clock:?}");
    assert_eq!(clock.allowance(), Allowance { time: ms(time), reason }, "{clock:?}");
}

#[test]
fn the_tighter_limit_binds() {
    check(clock(Some(300), None, 0), &[], None, 350, Reason::TimeoutTurn);
    check(clock(Some(300), Some(1000), 0), &[], Some(1000), 350, Reason::TimeoutTurn);
    check(clock(Some(300), Some(1000), 0), &[300, 300], Some(400), 350, Reason::TimeoutTurn);
    check(clock(Some(300), Some(1000), 0), &[300, 300, 200], Some(200), 250, Reason::TimeoutGame);
    check(clock(Some(300), Some(300), 0), &[], Some(300), 350, Reason::TimeoutTurn);
    check(clock(None, Some(1000), 0), &[1], Some(999), 1049, Reason::TimeoutGame);
    let patience = PATIENCE.as_millis() as u64;
    check(clock(None, None, 0), &[], None, patience + 50, Reason::TimeoutTurn);
}

#[test]
fn increments_come_before_each_move() {
    check(clock(None, Some(1000), 100), &[], Some(1100), 1150, Reason::TimeoutGame);
    check(clock(None, Some(1000), 100), &[200], Some(1000), 1050, Reason::TimeoutGame);
    check(clock(None, Some(1000), 100), &[0, 0], Some(1300), 1350, Reason::TimeoutGame);
    check(clock(Some(300), None, 100), &[], None, 350, Reason::TimeoutTurn);
}

#[test]
fn an_overdrawn_clock_stays_overdrawn() {
    check(clock(None, Some(1000), 0), &[1030], Some(-30), 20, Reason::TimeoutGame);
    check(clock(None, Some(1000), 0), &[1030, 15], Some(-45), 5, Reason::TimeoutGame);
    check(clock(None, Some(1000), 10), &[1030], Some(-10), 40, Reason::TimeoutGame);
    check(clock(None, Some(1000), 0), &[2000], Some(-1000), 0, Reason::TimeoutGame);
}

#[test]
fn lateness_is_what_the_margin_covers() {
    let mut clock = clock(Some(300), Some(1000), 0);
    assert_eq!(clock.spend(ms(300)), Duration::ZERO);
    assert_eq!(clock.spend(ms(320)), ms(20));
    assert_eq!(clock.spend(ms(390)), ms(90));
    assert_eq!(clock.left_ms(), Some(-10));
    assert_eq!(clock.spend(ms(5)), ms(15));
}

#[test]
fn milliseconds_are_rounded_down() {
    let mut clock = clock(None, Some(10), 0);
    clock.charge(Duration::from_micros(500));
    assert_eq!(clock.left_ms(), Some(9));
    clock.charge(Duration::from_micros(9_600));
    assert_eq!(clock.left_ms(), Some(-1));
}
