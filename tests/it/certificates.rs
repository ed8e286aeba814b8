//! Tests of `pbrain-dolmen solve --mode win` and `pbrain-dolmen check` as child processes.

use std::fs;
#[cfg(unix)]
use std::io::{BufRead, BufReader};
#[cfg(unix)]
use std::process::{Command, Stdio};

#[cfg(unix)]
use crate::process::PROGRAM;
use crate::process::{folder, run, text};

/// A position that black wins with quiet moves: two stones against two in a corner.
const POSITION: &str =
    r#"{"id": "quiet win", "size": 15, "black": [[7, 7], [8, 8]], "white": [[0, 14], [0, 10]]}"#;

#[test]
fn a_quiet_win_has_a_certificate_that_is_checked() {
    let folder = folder("quiet-win");
    fs::write(folder.join("a.jsonl"), POSITION).expect("the file can be written");
    let arguments = ["solve", "a.jsonl", "--mode", "win", "--time", "600000", "--threads", "2"];
    let kept = ["--certificates", ".", "--state", "a.state", "--json"];
    let solved = run(&folder, &[&arguments[..], &kept[..]].concat(), "");
    let answer = text(&solved.stdout);
    assert!(answer.contains(r#""verdict":"win","line":[["#), "{answer}{}", text(&solved.stderr));
    assert!(answer.contains(r#","certificate":"./quiet_win.certificate","#), "{answer}");
    let checked = run(&folder, &["check", "quiet_win.certificate"], "");
    let line = text(&checked.stdout);
    assert!(checked.status.success(), "{line}");
    assert!(line.starts_with("quiet_win.certificate: freestyle, black to move wins by "), "{line}");

    let bytes = fs::read(folder.join("quiet_win.certificate")).expect("it was written");
    let piped = run(&folder, &["check", "-"], &bytes);
    let line = text(&piped.stdout);
    assert!(piped.status.success(), "{line}");
    assert!(line.starts_with("standard input: freestyle, black to move wins by "), "{line}");

    // The state belongs to this position alone.
    fs::write(folder.join("b.jsonl"), POSITION.replace("[8, 8]", "[8, 7]")).expect("as above");
    let refused = run(&folder, &["solve", "b.jsonl", "--mode", "win", "--state", "a.state"], "");
    let error = text(&refused.stderr);
    assert!(!refused.status.success());
    assert!(error.contains("a.state is not the state of a search of this position"), "{error}");

    // A flipped bit is noticed.
    let mut state = fs::read(folder.join("a.state")).expect("it was written");
    let middle = state.len() / 2;
    state[middle] ^= 1;
    fs::write(folder.join("a.state"), &state).expect("as above");
    let refused = run(&folder, &["solve", "a.jsonl", "--mode", "win", "--state", "a.state"], "");
    let error = text(&refused.stderr);
    assert!(error.contains("a.state is damaged: remove it to begin the search again"), "{error}");
    assert_eq!(fs::read(folder.join("a.state")).expect("it is there"), state);
}

#[test]
fn each_position_has_a_certificate_of_its_own() {
    let folder = folder("certificate-names");
    let position = |id: &str| {
        format!(
            r#"{{"id": "{id}", "size": 7, "black": [[1, 3], [2, 3], [3, 3]], "white": [[0, 0], [6, 0]], "to_move": "black"}}"#
        )
    };
    let file = ["a/b", "a b", ".a", "a_b-2"].map(position).join("\n");
    fs::write(folder.join("four.jsonl"), file).expect("the file can be written");
    let solved = run(&folder, &["solve", "four.jsonl", "--mode", "win", "--certificates", "."], "");
    assert!(solved.status.success(), "{}", text(&solved.stderr));
    let answers = text(&solved.stdout);
    assert!(answers.contains("\nproof 1 move\ncertificate ./a_b.certificate\n"), "{answers}");
    for name in ["a_b", "a_b-2", "_a", "a_b-2-2"] {
        assert!(folder.join(format!("{name}.certificate")).exists(), "{name}");
    }
    let shared = run(&folder, &["solve", "four.jsonl", "--mode", "win", "--state", "s"], "");
    let error = text(&shared.stderr);
    assert!(!shared.status.success() && text(&shared.stdout).is_empty());
    assert!(error.starts_with("s can hold the search of one position, but there are 4"), "{error}");
}

#[cfg(unix)]
#[test]
fn a_stopped_search_can_be_resumed() {
    let folder = folder("resumed");
    fs::write(folder.join("a.txt"), "freestyle 15x15\n").expect("the file can be written");
    let arguments = ["solve", "a.txt", "--mode", "win", "--memory", "1", "--state", "a.state"];
    let first = run(&folder, &[&arguments[..], &["--time", "1"]].concat(), "");
    assert!(first.status.success(), "{}", text(&first.stderr));
    let mut second = Command::new(PROGRAM);
    second.current_dir(&folder).args(arguments).args(["--time", "3600000"]);
    let mut second =
        second.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
    let mut line = String::new();
    let mut errors = BufReader::new(second.stderr.take().expect("it is piped"));
    errors.read_line(&mut line).expect("the program writes text");
    assert!(line.starts_with("resumed with ") && line.ends_with(" of earlier runs\n"), "{line}");
    let stop = Command::new("kill").arg(second.id().to_string()).status();
    assert!(stop.expect("there is a program kill").success());
    let stopped = second.wait_with_output().expect("the program ends");
    assert_eq!(stopped.status.code(), Some(75));
    assert!(text(&stopped.stdout).contains("verdict unknown"), "{}", text(&stopped.stdout));
}

#[test]
fn damaged_files_are_refused() {
    let folder = folder("damaged");
    fs::write(folder.join("text"), "no certificate\n").expect("the file can be written");
    let checked = run(&folder, &["check", "text", "missing"], "");
    assert!(!checked.status.success());
    let lines: Vec<&str> = text(&checked.stdout).lines().collect();
    assert_eq!(lines[0], r#"text: expected a first line "dolmen certificate 1""#);
    assert!(lines[1].starts_with("missing: cannot read it: "), "{}", lines[1]);
    assert!(text(&checked.stderr).is_empty());
    let piped = run(&folder, &["check", "-"], "no certificate\n");
    assert!(!piped.status.success());
    let words = "standard input: expected a first line \"dolmen certificate 1\"\n";
    assert_eq!(text(&piped.stdout), words);
}
