//! Tests that the time limits of a manager become the two limits of a search.

use std::time::Duration;

use crate::search::budget::Budget;
use crate::search::limits::Limits;

/// Checks the budget of a move, all in milliseconds.
#[track_caller]
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

    check(Some(1_000), None, None, Some(950));
    check(Some(30_000), None, None, Some(29_940));
    check(Some(1_000), Some(180_000), None, Some(950));
    check(Some(1_000), Some(0), Some(0), Some(4));
    // The budget keeps 400 ms of a match clock for the last moves and 60 ms for this reply.
    check(None, Some(22_460), Some(1_000), Some(22_000 / 6));
    check(Some(30_000), Some(22_460), Some(1_000), Some(22_000 / 6));
    check(None, Some(300), Some(9), Some(35));
}

#[test]
fn delays_of_the_machine_are_kept_back() {
    let hard = |turn: u64, lateness: u64| {
        let [turn, lateness] = [turn, lateness].map(Duration::from_millis);
        let limits = Limits { turn: Some(turn), lateness, ..Limits::unlimited() };
        Budget::of(&limits).hard.map(|hard| hard.as_micros())
    };
    assert_eq!(hard(100, 0), Some(95_000));
    assert_eq!(hard(100, 20), Some(75_000));
    assert_eq!(hard(100, 300), Some(45_000), "at most half of the limit");
    assert_eq!(hard(5_000, 300), Some(4_640_000));
    assert_eq!(hard(0, 300), Some(4_000));
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
    // A move cannot use an increment before the clock has it.
    let increment = Duration::from_secs(60);
    let Budget { hard, .. } = Budget::of(&Limits { increment, ..limits });
    assert_eq!(hard, Some(Duration::from_millis(22_400)));
    let turn = Some(Duration::from_secs(30));
    let Budget { hard, .. } = Budget::of(&Limits { increment, turn, ..limits });
    assert_eq!(hard, Some(Duration::from_millis(22_400)));
}

/// A game on a match clock.
struct Game {
    total: Duration,
    increment: Duration,
    moves: usize,
    /// The part of the hard limit that each move takes.
    share: f64,
    /// The time until the manager reads each reply.
    lag: Duration,
}

impl Game {
    /// Returns the time left after the game; `None` if the clock ran out.
    fn time_left(&self) -> Option<Duration> {
        let mut left = self.total;
        for _ in 0..self.moves {
            let increment = self.increment;
            let limits = Limits { match_left: Some(left), increment, ..Limits::unlimited() };
            let hard = Budget::of(&limits).hard.expect("there is a limit");
            left = left.checked_sub(hard.mul_f64(self.share) + self.lag)? + increment;
        }
        Some(left)
    }
}

#[test]
fn match_clocks_outlast_long_games() {
    for total in [1, 5, 10, 60, 180, 1_000] {
        for increment in [0, 100, 1_000] {
            // The default time is between a quarter and two thirds of the hard limit.
            for (moves, share, lag) in [(60, 0.3, 2), (40, 0.6, 1), (20, 1.0, 5)] {
                let game = Game {
                    total: Duration::from_secs(total),
                    increment: Duration::from_millis(increment),
                    moves,
                    share,
                    lag: Duration::from_millis(lag),
                };
                let left = game.time_left();
                assert!(left.is_some(), "{total} s and {increment} ms, {moves} moves, {share}");
            }
        }
        let long = Game {
            total: Duration::from_secs(total.max(5)),
            increment: Duration::ZERO,
            moves: 120,
            share: 0.25,
            lag: Duration::from_micros(500),
        };
        assert!(long.time_left().is_some(), "{total} s, 120 moves");
    }
}
