//! Tests of interrupting a search and ending the process.
//!
//! The searches may take an hour, so a test that passes before its timeout shows that the
//! interruption worked.

use std::process::Command;

use crate::process::{PROGRAM, Process};

const AN_HOUR: &str = "INFO game_type 2\nINFO timeout_turn 3600000\n";

/// Returns a program that is thinking about its answer to 7,7.
fn thinking() -> Process {
    let mut process = Process::start();
    process.send(AN_HOUR);
    process.new_game("START 15\n", 15, 15);
    process.add_stone(7, 7);
    process.send("TURN 7,7\n");
    process
}

#[test]
fn the_end_in_every_state() {
    Process::start().end();
    for text in ["START 15\n", "START 15\nBOARD\n7,7,1\n", "START 15\nSWAP2BOARD\n"] {
        let mut process = Process::start();
        process.send(text);
        assert_eq!(process.reply(), "OK");
        process.end();
    }
}

#[test]
fn the_end_of_the_input_in_every_state() {
    for text in ["", "START 15\n", "START 15\nBOARD\n7,7,1\n", "START 15\nEND"] {
        let mut process = Process::start();
        if !text.is_empty() {
            process.send(text);
            assert_eq!(process.reply(), "OK");
        }
        process.close_input();
        process.expect_end();
    }
}

#[test]
fn the_end_of_a_search_that_has_just_begun() {
    let mut process = Process::start();
    process.send(format!("{AN_HOUR}START 15\nTURN 7,7\nEND\nABOUT\n"));
    assert_eq!(process.reply(), "OK");
    process.expect_move();
    process.expect_end();
}

#[test]
fn the_end_during_a_search() {
    let mut process = thinking();
    process.send("END\n");
    process.expect_move();
    process.expect_end();
    let mut process = thinking();
    process.close_input();
    process.expect_move();
    process.expect_end();
}

#[test]
fn a_whole_session_in_one_write() {
    for text in ["START 15\nBEGIN\nEND\n", "START 15\nBEGIN\n", "START 15\nBEGIN"] {
        let mut process = Process::start();
        process.send(text);
        process.close_input();
        assert_eq!(process.reply(), "OK");
        assert_eq!(process.reply(), "7,7");
        process.expect_end();
    }
}

#[test]
fn the_stop_button() {
    for stop in ["INFO timeout_turn 0\n", "STOP\n", "YXSTOP\n"] {
        let mut process = thinking();
        process.send(stop);
        process.expect_move();
        process.send("INFO timeout_turn 50\nINFO time_left 97471\n");
        process.turn(0, 0, "\n");
        process.end();
    }
}

#[test]
fn waiting_commands_are_answered_after_the_search() {
    let mut process = thinking();
    process.send("ABOUT\nRESTART\nFOOBAR\nSTOP\n");
    process.expect_move();
    assert!(process.reply().starts_with("name="));
    assert_eq!(process.reply(), "OK");
    assert!(process.reply().starts_with("UNKNOWN "));
    process.end();
}

#[test]
fn a_closed_output() {
    let mut child = Command::new(PROGRAM)
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let mut input = child.stdin.take().expect("it is piped");
    std::io::Write::write_all(&mut input, b"START 15\nABOUT\n").expect("the program reads");
    let output = child.wait_with_output().expect("it is a child");
    assert!(output.status.success(), "{}", output.status);
    assert_eq!(output.stderr, b"");
    drop(input);
}
