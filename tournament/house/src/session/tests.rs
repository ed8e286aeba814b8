//! Dialogues: commands as lines, answers as lines.

use std::sync::atomic::AtomicBool;

use crate::players::Player;
use crate::session::Session;

/// Checks the answers to lines separated by `/`.
fn check(lines: &str, answers: &[&str]) {
    let quit = AtomicBool::new(false);
    let mut session = Session::new(Player::BCareful, &quit);
    let replies = lines.split('/').filter_map(|line| session.answer(line));
    let replies: Vec<String> = replies.map(|reply| reply.to_string()).collect();
    assert_eq!(replies, answers, "{lines}");
}

#[test]
fn games_start() {
    check("START 15/BEGIN", &["OK", "7,7"]);
    check("start 5\r/begin\r", &["OK", "2,2"]);
    check("RECTSTART 10, 7/BEGIN", &["OK", "5,3"]);
    check("START 15/BEGIN/RESTART/BEGIN", &["OK", "7,7", "OK", "7,7"]);
    check("START 15/BOARD/DONE", &["OK", "7,7"]);
}

#[test]
fn a_list_is_a_position() {
    let four = "INFO rule 1/START 15/BOARD/5,5,1/0,0,2/6,5,1/0,2,2/7,5,1/0,4,2/8,5,1/4,5,2/DONE";
    check(four, &["OK", "9,5"]);
}

#[test]
fn stones_are_taken_back() {
    check("START 15/BEGIN/TAKEBACK 7,7/BEGIN", &["OK", "7,7", "OK", "7,7"]);
}

#[test]
fn a_full_board_has_no_move() {
    let stones: Vec<String> =
        (0..25).map(|i| format!("{},{},{}", i % 5, i / 5, 1 + (i + i / 10) % 2)).collect();
    let lines = format!("START 5/BOARD/{}/DONE", stones.join("/"));
    check(&lines, &["OK", "ERROR the board is full"]);
}

#[test]
fn bad_input_is_an_error_once() {
    check("BEGIN", &["ERROR no game has been started: expected START first"]);
    check("START 15/TURN 15,0", &["OK", "ERROR invalid point: expected x,y on the board"]);
    check(
        "START 15/BOARD/1,1,1/1,1,2/x/DONE/HELLO",
        &[
            "OK",
            "ERROR invalid stone in the list",
            "UNKNOWN command not recognized: expected one such as START, BEGIN, TURN, BOARD, INFO or END",
        ],
    );
    check("INFO nothing at all/INFO/ /INFO rule -1", &[]);
}

#[test]
fn swap2_is_negotiated() {
    let lines = "START 15/SWAP2BOARD/DONE/SWAP2BOARD/1,1/2,2/3,3/DONE";
    check(lines, &["OK", "7,7 7,6 5,9", "SWAP"]);
}
