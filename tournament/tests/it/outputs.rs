//! Tests of the files that a run writes beside its results: the log of the dialogue and the games.

use std::process::Child;

use crate::room::{Room, kill};
use crate::scripts::{MATCH, room};

/// A match whose games are played one after the other.
fn one_by_one() -> String {
    MATCH.replace("--concurrency 2", "--concurrency 1")
}

/// The lines of a log without their moments and without INFO.
fn dialogue(room: &Room, name: &str) -> Vec<String> {
    let text = room.text(name);
    let lines = text.lines().map(|line| line.split_once(' ').expect("a moment and a text").1);
    lines.filter(|line| !line.contains("INFO ")).map(str::to_owned).collect()
}

#[test]
fn a_log_has_every_line_of_every_engine() {
    let room = room();
    let command = one_by_one().replacen("rows", "rude", 1) + " --games 2";
    room.end(&format!("{command} --log log.txt"), 0, &["log: log.txt"]);
    let lines = dialogue(&room, "log.txt");
    assert!(lines[0].starts_with("tournament ") && lines[0].contains("--log log.txt"), "{lines:?}");
    let expected = [
        "0.0 one <- START 15",
        "0.0 one -> OK",
        "0.0 two <- START 15",
        "0.0 two -> OK",
        "0.0 one <- BEGIN",
        "0.0 one -> \\u{1b}[31m red",
        "0.0 one !! Error: oops",
        "0.0 one -- ended with status 7",
        "0.0 one - two -- 0-1, crash: ended with status 7: Error: oops",
        "0.1 two <- START 15",
        "0.1 two <- BEGIN",
        "0.1 two -> 0,0",
        "0.1 one <- TURN 0,0",
        "0.1 two <- END",
        "0.1 two -- ended with status 0",
    ];
    let mut rest = lines.iter();
    for line in expected {
        assert!(rest.any(|found| found == line), "{line} is not in its place: {lines:#?}");
    }
    // The next run goes on with the same file.
    room.succeed(&format!("{command} --seed 2 --state b.jsonl --log log.txt"));
    assert!(dialogue(&room, "log.txt").len() > lines.len());
}

#[test]
fn games_are_written_while_they_are_played() {
    let room = room();
    let files = |name: &str| format!("--sgf {name}.sgf --pgn {name}.pgn --psq {name}");
    let whole = format!("{} --games 12 --state whole.jsonl {}", one_by_one(), files("whole"));
    room.end(&whole, 0, &["games: whole.sgf", "games: whole.pgn", "games: whole"]);
    let command = format!("{} --games 12 --state killed.jsonl {}", one_by_one(), files("killed"));
    for games in [1, 4, 9] {
        let child = room.start(&command);
        room.wait_for("killed.jsonl", games + 1);
        kill(child);
    }
    room.succeed(&command);
    let without_times = |name: &str| {
        let text = room.text(name);
        let lines = text.lines().filter(|line| !line.contains("ms") && !line.contains("Date"));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    let pgn = without_times("killed.pgn");
    assert_eq!(pgn, without_times("whole.pgn"));
    assert_eq!(pgn.iter().filter(|line| line.starts_with("[White ")).count(), 12);
    let sgf = room.text("killed.sgf");
    assert_eq!(sgf.matches("(;FF[4]").count(), 12, "{sgf}");
    assert!(room.path("killed/5_1_0_1.psq").exists());
    // The export has the same games.
    room.succeed("export killed.jsonl --form sgf --output again.sgf");
    assert_eq!(room.text("again.sgf"), sgf);
}

#[test]
fn files_with_something_else_are_refused() {
    let room = room();
    room.write("mine.txt", "mine");
    for option in ["--sgf", "--pgn"] {
        let command = format!("{MATCH} --games 2 {option} mine.txt");
        room.end(
            &command,
            1,
            &["mine.txt does not hold the games of this tournament: name another"],
        );
        assert_eq!(room.text("mine.txt"), "mine");
        assert!(!room.path("tournament.jsonl").exists(), "no game was played");
    }
    let twice = format!("{MATCH} --games 2 --sgf games --pgn ./games");
    room.end(&twice, 2, &["games is named for two outputs: expected a file for each"]);
}

#[test]
fn reports_and_exports_replace_no_other_file() {
    let room = room();
    let twice = "is named for two outputs";
    room.end(&format!("{MATCH} --games 2 --state games.html"), 2, &["games.html", twice]);
    room.end(&format!("{MATCH} --games 2 --report ./tournament.jsonl"), 2, &[twice]);
    room.write("mine.txt", "mine");
    let no_report = "mine.txt is not a report of a tournament: name another file";
    room.end(&format!("{MATCH} --games 2 --report mine.txt"), 1, &[no_report]);
    let without_folder = |output: &str| {
        let command = format!("{MATCH} --games 2 {output} missing/file");
        room.end(&command, 1, &["tournament: missing/file: there is no folder missing"]);
    };
    ["--report", "--state", "--log", "--sgf", "--pgn"].into_iter().for_each(without_folder);
    let no_folder = "mine.txt is a file: expected a folder";
    room.end(&format!("{MATCH} --games 2 --psq mine.txt/games"), 1, &[no_folder]);
    assert!(!room.path("tournament.jsonl").exists(), "no game was played");
    room.succeed(&format!("{MATCH} --games 2"));
    room.end("report tournament.jsonl --output mine.txt", 1, &[no_report]);
    assert_eq!(room.text("mine.txt"), "mine");
    let results = room.text("tournament.jsonl");
    let spared = "tournament.jsonl is a file of results: name another file for the output";
    room.end("report tournament.jsonl --output ./tournament.jsonl", 1, &[spared]);
    room.end("export tournament.jsonl --form csv --output tournament.jsonl", 1, &[spared]);
    assert_eq!(room.text("tournament.jsonl"), results);
    // An older report may be replaced.
    room.succeed("report tournament.jsonl");
}

#[test]
fn a_program_that_was_rebuilt_plays_no_game_of_the_run() {
    let room = room();
    room.write("engine.sh", &room.text("rows"));
    let command = "-e 'name=a,cmd=/bin/sh $/engine.sh' -e 'name=b,cmd=/bin/sh $/rows' -e 'name=c,cmd=/bin/sh $/rows' \
                   --tc 0/60 --openings none --restart --games 200 --concurrency 1";
    let child = room.start(command);
    room.wait_for("tournament.jsonl", 3);
    room.write("engine.sh", &(room.text("rows") + "# rebuilt\n"));
    assert_eq!(end_of(child), Some(3));
    let results = room.text("tournament.jsonl");
    let (of_engine, of_others): (Vec<&str>, Vec<&str>) =
        results.lines().skip(1).partition(|line| line.contains(r#""name":"a""#));
    assert!((1..400).contains(&of_engine.len()), "{}", of_engine.len());
    assert_eq!(of_others.len(), 200, "the other engines play all of their games");
    room.end(command, 1, &["the program of engine a has changed"]);
}

/// Waits for the end of the program, and returns its exit status.
fn end_of(mut child: Child) -> Option<i32> {
    child.wait().expect("the child can be waited for").code()
}

#[test]
fn c_gomoku_cli_writes_the_files_that_it_names() {
    let room = room();
    let line = "-engine 'cmd=/bin/sh $/rows' name=one -engine 'cmd=/bin/sh $/rows' name=two -each tc=0/60 \
                -games 2 -log -pgn my.pgn -sgf my.sgf -resign 3 1000 -draw 9 5 --profile plain";
    room.end(line, 0, &["the log of all games is one file, c-gomoku-cli.log"]);
    assert_eq!(room.text("my.pgn").matches("[Result ").count(), 2);
    assert_eq!(room.text("my.sgf").matches("(;FF[4]").count(), 2);
    let log = dialogue(&room, "c-gomoku-cli.log");
    assert!(log.iter().any(|line| line == "0.0 one <- START 15"), "{log:?}");
    assert!(room.text("tournament.jsonl").contains(r#""resign":"moves=3,score=1000""#));
}
