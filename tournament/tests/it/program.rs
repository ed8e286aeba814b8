//! Tests of the program from outside: its exit status, its output, and the file that it leaves. Its
//! engines are shell scripts of a few lines.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};
use std::thread;

use crate::room::{Ended, PATIENCE, Room, kill};
use crate::scripts::{MATCH, ROWS, room};

/// Returns the text lines of a file without the header and without times, sorted by game.
fn games_of(room: &Room, name: &str) -> Vec<String> {
    let text = room.text(name);
    let mut games: Vec<(u64, u64, String)> = text.lines().skip(1).map(game).collect();
    games.sort();
    games.into_iter().map(|(_, _, line)| line).collect()
}

/// Splits a text line of the file into the pair, the game, and the course of the game.
fn game(line: &str) -> (u64, u64, String) {
    let value: serde_json::Value = serde_json::from_str(line).expect("the line is JSON");
    let number = |key: &str| value[key].as_u64().expect("it is a number");
    let (pair, game) = (number("pair"), number("game"));
    let moves: Vec<String> = value["moves"]
        .as_array()
        .expect("the record has a list of moves")
        .iter()
        .map(|at| at["at"].to_string())
        .collect();
    let [black, white] = ["black", "white"].map(|color| value[color]["name"].to_string());
    let (score, reason, seed) = (&value["score"], &value["reason"], &value["seed"]);
    let moves = moves.join(" ");
    (pair, game, format!("{pair}.{game} {black} {white} {score} {reason} {seed} {moves}"))
}

#[test]
fn a_match_is_played_once_and_shown_twice() {
    let room = room();
    let command = format!("{MATCH} --games 6");
    let finished = "finished: all 6 games are in tournament.jsonl";
    let out = room.end(&command, 0, &["6 of 6: ", finished]).out;
    assert!(out.contains("one") && out.contains("Games | N: 6 W: 3 L: 3 D: 0"), "{out}");
    assert!(out.contains("No failures."), "{out}");
    let games = games_of(&room, "tournament.jsonl");
    assert_eq!(games.len(), 6);
    assert!(games[0].starts_with(r#"0.0 "one" "two" "black" "five""#), "{}", games[0]);
    assert_eq!(room.succeed(&command).out, out);
    assert_eq!(games_of(&room, "tournament.jsonl"), games);
    assert_eq!(room.succeed("stats tournament.jsonl").out, out);
}

#[test]
fn a_killed_match_goes_on() {
    let room = room();
    let command = format!("{MATCH} --games 20");
    room.succeed(&format!("{command} --state whole.jsonl"));
    let command = format!("{command} --state killed.jsonl");
    for games in [1, 4, 5, 9, 16] {
        let child = room.start(&command);
        room.wait_for("killed.jsonl", games + 1);
        kill(child);
    }
    room.succeed(&command);
    assert_eq!(games_of(&room, "killed.jsonl"), games_of(&room, "whole.jsonl"));
}

#[test]
fn the_usual_openings_are_those_of_the_middle() {
    let room = room();
    // The stop file prevents all games, so that the files are only begun.
    room.write("stop", "");
    let usual = MATCH.replace("--openings none ", "--stop-file stop ");
    room.end(&usual, 75, &[]);
    let text = room.text("tournament.jsonl");
    assert!(text.contains("\"middle-freestyle-15:1\""), "{text}");
    // Earlier versions, which had only one set, omitted its name.
    room.write("tournament.jsonl", &text.replace("middle-freestyle", "freestyle"));
    for more in ["", "--openings built-in", "--openings middle"] {
        room.end(&format!("{usual} {more}"), 75, &[]);
    }
    room.end(&format!("{usual} --openings contest --state contest.jsonl"), 75, &[]);
    let text = room.text("contest.jsonl");
    assert!(text.contains("\"contest-freestyle-15:1\""), "{text}");
}

#[test]
fn a_stop_file_stops() {
    let room = room();
    let command = format!("{MATCH} --games 4");
    room.write("tournament.jsonl.stop", "");
    room.end(&command, 75, &["the stop file tournament.jsonl.stop exists", "0 of 4 games"]);
    fs::remove_file(room.path("tournament.jsonl.stop")).expect("the file can be removed");
    room.succeed(&command);
}

#[test]
fn the_demonstration_needs_no_other_program() {
    let out = room().succeed("--gauntlet --games 2 --nodes 100 --tc 0/0 --startup 120s").out;
    assert!(["dolmen", "house-random", "house-e"].iter().all(|name| out.contains(name)), "{out}");
}

#[test]
fn own_engines_are_named_by_their_programs() {
    let engines = "-e name=one,cmd=pbrain-dolmen -e 'name=two,cmd=house b-careful'";
    room().succeed(&format!("{engines} --games 2 --nodes 100 --startup 120s"));
    let unknown = "-e name=one,cmd=pbrain-dolmen -e 'name=two,cmd=house f'";
    let words = "engine two: program house f not found: expected house with a player: random, a,";
    room().end(unknown, 2, &[words]);
}

#[test]
fn bad_input_has_clear_words() {
    let room = room();
    let check = |arguments: &str, code: i32, words: &str| {
        room.end(arguments, code, &[words]);
    };
    check("--no-such-thing", 2, "--no-such-thing");
    check("-e 'name=one,cmd=/bin/sh rows,folder=.'", 2, "two");
    check("-e name=a,cmd=./missing -e 'name=b,cmd=/bin/sh rows,folder=.'", 2, "missing");
    check(
        &format!("{MATCH} --resume"),
        2,
        "tournament.jsonl: file not found; --resume needs a file of results",
    );
    check(&format!("{MATCH} --anchor three=7"), 2, "three");
    let unknown = MATCH.replace("--openings none", "--openings contst");
    check(&unknown, 2, "unknown openings \"contst\": expected \"middle\", \"contest\" or a file");
    check("stats missing.jsonl", 1, "missing.jsonl");
    assert!(!room.path("tournament.jsonl").exists(), "nothing was begun");
    let mute = MATCH.replace("--startup 120s", "--startup 100ms").replacen("rows", "mute", 1);
    check(&mute, 3, "engine one: no answer to START");
}

#[test]
fn a_gauntlet_goes_on_without_an_engine_that_does_not_start() {
    let room = room();
    let engine =
        |name: &str, script: &str| format!("-e 'name={name},cmd=/bin/sh {script},folder=.'");
    let engines =
        [engine("one", "rows"), engine("two", "broken"), engine("three", "rows")].join(" ");
    let rest = "--tc 0/60 --openings none --startup 120s --gauntlet --games 2";
    room.write("broken", "echo 'no such module: numpy' >&2; exit 1");
    let words = [
        "engine two: ended with status 1: no such module: numpy; its games are not played",
        "2 of 2: ",
        "the games of engines that cannot play are missing: 2 of 4 games are in tournament.jsonl; once these",
    ];
    room.end(&format!("{engines} {rest}"), 3, &words);
    assert_eq!(games_of(&room, "tournament.jsonl").len(), 2);
    // The engine is repaired, but no longer the one of the file.
    let other = engine("two", "rows");
    let engines = engines.replace(&engine("two", "broken"), &other);
    room.end(&format!("{engines} {rest}"), 1, &["tournament.jsonl"]);
    let first = [engine("one", "broken"), engine("two", "rows"), engine("three", "rows")].join(" ");
    room.end(
        &format!("{first} {rest} --state first.jsonl"),
        3,
        &["engine one: ended with status 1"],
    );
}

#[test]
fn a_crash_is_shown_with_the_last_line_of_the_engine() {
    let command = format!("{} --games 2", MATCH.replacen("rows", "rude", 1));
    let Ended { out, err, .. } =
        room().end(&command, 0, &["crash, 0 moves: ended with status 7: Error: oops"]);
    assert!(out.contains("one against two, crash: ended with status 7: Error: oops"), "{out}{err}");
}

#[test]
fn stray_lines_are_counted() {
    let room = room();
    room.write("chatty", &ROWS.replace("TURN*)", "TURN*) echo DBG best 42.0;"));
    let command = format!("{} --games 2", MATCH.replacen("rows", "chatty", 1));
    let words = [
        "one printed 8 lines that are no reply, the first \"DBG best 42.0\".",
        "Begin such lines with MESSAGE or DEBUG.",
    ];
    let out = room.succeed(&command).out;
    assert!(words.iter().all(|words| out.contains(words)), "{out}");
    assert!(!out.contains("two printed"), "{out}");
    let page = room.text("tournament.html");
    assert!(page.contains(r#""stray":8,"stray_line":"DBG best 42.0""#));
}

#[test]
fn comments_on_options_are_shown() {
    let room = room();
    let comment = "unknown key levl; did you mean level?";
    let script =
        ROWS.replace("TURN*)", &format!("TURN*) echo 'MESSAGE {comment}'; echo MESSAGE depth 3;"));
    room.write("commenting", &script);
    let command = MATCH.replacen("rows,folder=.", "commenting,folder=.,option.levl=4", 1);
    let Ended { out, err, .. } = room.succeed(&format!("{command} --games 2"));
    let note = format!("one on its options: {comment}");
    assert!(out.contains(&note), "the table ends with the note: {out}");
    assert_eq!((out + &err).matches(&note).count(), 2, "the run shows the note once: {err}");
    let page = room.text("tournament.html");
    assert!(page.contains(&format!("\"option_comment\":\"{comment}\"")));
}

#[test]
fn a_file_that_is_not_ours_is_left_alone() {
    let room = room();
    let command = format!("{MATCH} --games 2");
    room.succeed(&command);
    let file = "tournament.jsonl";
    let text = room.text(file);
    room.end(
        &format!("{command} --seed 7"),
        1,
        &["(seed: 1 versus 7)", "such as --state tournament-2.jsonl"],
    );
    assert_eq!(room.text(file), text);
    room.write(file, &format!("{text}nonsense\n"));
    room.end(&command, 1, &["line 4: "]);
    room.write(file, &format!("{text}nonsense"));
    room.end(&command, 0, &["line 4 is incomplete and is dropped"]);
    assert_eq!(room.text(file), text);
}

#[test]
fn failures_are_shown_without_control_characters() {
    let room = room();
    let command = format!("{} --games 4", MATCH.replacen("rows", "rude", 1));
    let Ended { out, err, .. } = room.end(&command, 0, &["crash"]);
    assert!(out.contains("W: 0 L: 4 D: 0"), "{out}");
    assert!(!out.contains('\u{1b}') && !err.contains('\u{1b}'), "{out}{err}");
    // Games that were begun before the failure was known may end as well.
    let fatal = format!("{command}0 --fatal-errors --state fatal.jsonl");
    room.end(&fatal, 1, &["an engine failed in pair"]);
    assert!((1..40).contains(&games_of(&room, "fatal.jsonl").len()));
}

#[test]
fn a_test_may_decide() {
    let room = room();
    // Black wins every game, so that all pairs are equal and only the null hypothesis fits.
    let command = format!("{MATCH} --games 400 --sprt 0,100 --decision-status");
    let out = room.end(&command, 11, &["the test has decided"]).out;
    assert!(out.contains("failed"), "{out}");
    assert!(games_of(&room, "tournament.jsonl").len() < 400);
}

#[test]
fn results_leave_in_other_forms() {
    let room = room();
    room.end(&format!("{MATCH} --games 4"), 0, &["report: tournament.html"]);
    let report = room.text("tournament.html");
    assert_eq!(report.matches("\"pair\":").count(), 4, "it has all games");
    let elo = room.succeed("export tournament.jsonl --form elo").out;
    assert_eq!(elo, "one - two: 2 : 2\n");
    let export = "export tournament.jsonl --form psq --writer piskvork";
    room.end(export, 0, &["wrote 4 games to tournament-psq"]);
    let game = room.text("tournament-psq/0_0_1_1.psq");
    assert!(game.starts_with("Piskvorky 15x15, 11:11, 0\r\n1,1,"), "{game}");
    assert!(game.ends_with("pbrain-one.exe\r\npbrain-two.exe\r\n0\r\n"), "{game}");
    room.succeed("report tournament.jsonl --output again.html");
    assert!(room.path("again.html").exists());
    let err = room.succeed(&format!("{MATCH} --games 4 --state b.jsonl --report none")).err;
    assert!(!room.path("b.html").exists() && !err.contains("report"), "{err}");
    room.end("report missing.jsonl", 1, &[]);
    room.end("serve missing.jsonl --port 0", 1, &[]);
}

/// Starts the program, and waits until it prints the address of its page.
fn served(room: &Room, arguments: &str) -> (std::process::Child, String) {
    let mut command = room.command(arguments);
    let mut child = command
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program can be started");
    let lines = BufReader::new(child.stderr.take().expect("it is a pipe"));
    let mut lines = lines.lines().map(|line| line.expect("the text is UTF-8"));
    let said = "serving the report at http://";
    let address =
        lines.find_map(|line| Some(line.strip_prefix(said)?.trim_end_matches('/').into()));
    // This drains the output, so that the program never blocks on a full pipe.
    thread::spawn(move || lines.for_each(drop));
    (child, address.expect("the program prints the address of the page"))
}

/// Passes the names and the data of all events of a page to `seen`, in their order, until the stream ends.
fn events(address: &str, mut seen: impl FnMut(&str, &serde_json::Value)) {
    let mut stream = TcpStream::connect(address).expect("the server listens");
    stream.set_read_timeout(Some(PATIENCE)).expect("it is a time");
    let request = "GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n";
    stream.write_all(request.as_bytes()).expect("the server reads");
    let mut name = String::new();
    for line in BufReader::new(stream).lines() {
        let line = line.expect("the events go on");
        if let Some(event) = line.strip_prefix("event: ") {
            event.clone_into(&mut name);
        } else if let Some(data) = line.strip_prefix("data: ") {
            seen(&name, &serde_json::from_str(data).expect("the data are valid JSON"));
        }
    }
}

#[test]
fn running_games_are_seen() {
    let room = room();
    let slow = ROWS.replace("TURN*)", "TURN*) sleep 0.3;");
    room.write("rows", &slow);
    let (mut child, address) = served(&room, &format!("{MATCH} --games 2 --serve 127.0.0.1:0"));
    let (mut boards, mut finished, mut is_ended) = (Vec::new(), 0, false);
    events(&address, |name, data| match name {
        "running" => {
            boards.extend(data[0]["moves"].as_array().map(Vec::len).filter(|length| *length > 0));
        }
        "data" => finished = data["games"].as_array().map_or(0, Vec::len),
        _ => is_ended = name == "end",
    });
    assert!(is_ended, "browsers are told that nothing follows");
    assert_eq!(finished, 2, "the last report has all games");
    boards.dedup();
    assert!(boards.len() > 2, "stones were placed: {boards:?}");
    assert!(child.wait().expect("the process ends").success());
}

#[test]
fn a_growing_file_is_followed() {
    let room = room();
    room.succeed(&format!("{MATCH} --games 2"));
    let (mut child, address) = served(&room, "serve --port 0");
    let mut numbers = Vec::new();
    events(&address, |name, data| {
        if name == "data" {
            let count = data["games"].as_array().map_or(0, Vec::len);
            numbers.push(count);
            match count {
                2 => drop(room.succeed(&format!("{MATCH} --games 4"))),
                4 => interrupt(&child),
                _ => {}
            }
        }
    });
    assert_eq!((numbers.first(), numbers.last()), (Some(&2), Some(&4)), "{numbers:?}");
    assert!(child.wait().expect("the process ends").success());
}

/// Sends the signal of ^C.
fn interrupt(child: &std::process::Child) {
    let number = child.id().to_string();
    let status = Command::new("kill").args(["-INT", &number]).status();
    assert!(status.expect("the system has `kill`").success());
}
