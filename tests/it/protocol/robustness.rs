//! Tests with unusual bytes, pieces and amounts of input, and with arguments.

use std::process::Command;
use std::{env, fs};

use fastrand::Rng;
use game_engine_process::EngineCommand;

use crate::process::{PROGRAM, Process};

#[test]
fn line_ends_and_pieces() {
    for end in ["\n", "\r\n", "\r"] {
        let text = format!("\u{feff}START 15{end}INFO timeout_turn 50{end}BEGIN{end}");
        let mut process = Process::start();
        process.send(&text);
        assert_eq!(process.reply(), "OK", "{end:?}");
        process.expect_move();
        process.end();

        let mut process = Process::start();
        text.as_bytes().iter().for_each(|byte| process.send([*byte]));
        assert_eq!(process.reply(), "OK", "{end:?} byte by byte");
        process.expect_move();
        process.end();
    }
}

#[test]
fn a_game_sent_in_one_piece() {
    let mut process = Process::start();
    process.send("INFO timeout_turn 20\nINFO game_type 2\n");
    process.new_game("START 15\n", 15, 15);
    // The corners are far from the engine's moves.
    let turns: Vec<String> = (0..5).map(|x| format!("TURN {},{}\n", x * 3, x % 2 * 14)).collect();
    process.send(turns.concat());
    for _ in 0..5 {
        process.expect_move();
    }
    process.end();
}

#[test]
fn random_bytes() {
    let mut rng = Rng::with_seed(1);
    let bytes: Vec<u8> = (0..1 << 20).map(|_| rng.u8(..)).collect();
    let mut process = Process::start();
    process.send(bytes);
    process.send("\nABOUT\n");
    while !process.reply().starts_with("name=") {}
    process.new_game("START 15\n", 15, 15);
    process.end();
}

#[test]
fn a_very_long_line() {
    let mut process = Process::start();
    process.send(vec![b'A'; 10 << 20]);
    process.send("\nABOUT\n");
    assert!(process.reply().starts_with("UNKNOWN "));
    assert!(process.reply().starts_with("name="));
    process.end();
}

#[test]
fn replies_that_are_read_late() {
    let mut process = Process::start();
    process.send("FOOBAR\n".repeat(5_000));
    for _ in 0..5_000 {
        assert!(process.reply().starts_with("UNKNOWN "));
    }
    process.end();
}

#[test]
fn a_flood_of_info() {
    let mut process = Process::start();
    process.send("INFO timeout_turn 50\n".repeat(20_000));
    process.new_game("START 15\n", 15, 15);
    process.send("BEGIN\n");
    process.expect_move();
    process.end();
}

#[test]
fn a_log_is_written_on_request() {
    let path = env::temp_dir().join(format!("pbrain-dolmen-{}.log", std::process::id()));
    let mut process = Process::spawn(&EngineCommand::new(PROGRAM).arg("--log").arg(&path));
    process.new_game("START 15\n", 15, 15);
    process.end();
    let log = fs::read_to_string(&path).expect("the log was written");
    fs::remove_file(&path).expect("the log is ours");
    assert!(log.contains("START 15") && log.contains("OK"), "{log}");
}

#[test]
fn arguments() {
    let run = |argument: &str| Command::new(PROGRAM).arg(argument).output().expect("it starts");
    let version = run("--version");
    let expected = format!("pbrain-dolmen {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(String::from_utf8_lossy(&version.stdout), expected);
    assert_eq!(run("--nonsense").status.code(), Some(2));
}
