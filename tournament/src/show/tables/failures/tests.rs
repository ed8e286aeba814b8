//! Counts, lines and warnings.

use crate::show::tables::failures;
use crate::show::tables::samples::{engines, records};

fn check(games: &str, width: usize, expected: &[&str]) {
    let text = failures(&records(games), &engines("alpha beta gamma"), width);
    assert_eq!(text.lines().collect::<Vec<_>>(), expected);
}

#[test]
fn nothing_to_say() {
    check("0.0 alpha beta black five\n0.1 beta alpha draw board-full", 80, &["No failures."]);
}

#[test]
fn counts_and_stories() {
    let games = "
        4.1 beta alpha white timeout-turn 612 ms of 500\x07
        0.0 alpha beta black crash signal 11 after 7 moves
        1.0 beta alpha void infrastructure no such file
        2.0 alpha gamma white five
    ";
    check(
        games,
        72,
        &[
            "Engine  Failed  Games  move time  crash",
            "beta         2      2          1      1",
            "beta failed in 100.0 % of its games: its rating is unreliable.",
            "",
            "pair 0, game 0: beta against alpha, crash: signal 11 after 7 moves",
            "pair 1, game 0: beta against alpha is void, not started: no such file",
            "pair 4, game 1: beta against alpha, move time: 612 ms of 500 ",
        ],
    );
}

#[test]
fn a_long_list_is_cut() {
    let games: String =
        (0..25).map(|pair| format!("{pair}.0 alpha beta white illegal 3,3 twice\n")).collect();
    let text = failures(&records(&games), &engines("alpha beta"), 80);
    let last: Vec<_> = text.lines().rev().take(2).collect();
    assert_eq!(
        last,
        ["… and 5 more.", "pair 19, game 0: alpha against beta, illegal move: 3,3 twice"]
    );
}
