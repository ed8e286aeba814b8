//! Tests of the program as a process: its output and its exit status.

use std::fs;
use std::process::{Command, Output};

use serde_json::Value;

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_protocol-tests"))
        .args(arguments)
        .output()
        .expect("the program is built with its tests")
}

fn check(arguments: &[&str], status: i32, stdout: &str, stderr: &str) {
    let output = run(arguments);
    let out = String::from_utf8_lossy(&output.stdout);
    let err = String::from_utf8_lossy(&output.stderr);
    let all = format!("{arguments:?}\nstandard output:\n{out}\nstandard error:\n{err}");
    assert_eq!(output.status.code(), Some(status), "{all}");
    assert!(out.contains(stdout), "{stdout:?} is missing: {all}");
    assert!(err.contains(stderr), "{stderr:?} is missing: {all}");
}

#[test]
fn telling_about_cases() {
    check(&["--list", "A04"], 0, "A04   must    ", "");
    check(&["--explain", "A04"], 0, "how to fix it\n", "");
    check(&["--help"], 0, "Exit status:", "");
}

#[test]
fn the_columns_of_the_list_are_as_wide_as_the_longest_identifier() {
    let output = run(&["--list", "C12", "--color", "never"]);
    let list = String::from_utf8_lossy(&output.stdout).into_owned();
    let cases = list.lines().filter(|line| line.starts_with("  C12"));
    let columns: Vec<_> = cases.map(|line| line.find("  must").or(line.find("  should"))).collect();
    assert_eq!(columns.len(), 3, "{list}");
    assert!(columns.iter().all(|&column| column.is_some() && column == columns[0]), "{list}");
}

#[test]
fn the_list_leaves_out_what_does_not_run() {
    let listed = |arguments: &[&str]| {
        let output = run(&[&["--list"], arguments].concat());
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let has = |text: &str, id: &str| text.contains(&format!("\n  {id} "));
    let all = listed(&[]);
    let ids = ["A04", "G1", "Q01-caro"];
    assert_eq!(ids.map(|id| has(&all, id)), [true; 3], "{all}");
    let some = listed(&["--skip", "A,G01", "--rules", "freestyle"]);
    assert_eq!(ids.map(|id| has(&some, id)), [false; 3], "{some}");
    assert!(has(&some, "B01") && has(&some, "Q01"), "{some}");
    let spaced = listed(&["--skip", "A, G01", "--rules", "freestyle, standard"]);
    assert!(!has(&spaced, "A04") && !has(&spaced, "G1") && has(&spaced, "Q01"), "{spaced}");
    let few = listed(&["A04-A06", "C12-renju", "--skip", "A04,A06", "--rules", "freestyle"]);
    let end = "\n1 case, 3 skipped\n\
               - skipped C12-renju: it announces renju, which is not among the rules\n\
               - skipped A04 A06: left out by its name\n";
    assert!(few.ends_with(end), "{few}");
}

#[test]
fn wrong_usage() {
    check(&[], 2, "", "--engine <COMMAND>");
    check(&["--list", "tyme"], 2, "", "no case matches 'tyme'; did you mean time");
    check(&["--explain", "A99"], 2, "", "no case matches 'A99'");
    check(&["--cases", "no/folder", "--list"], 2, "", "no/folder");
    check(&["--engine", "x", "--replay", "no/file"], 2, "", "no/file");
    let json = "cannot write no/folder/file: there is no folder no/folder";
    check(&["--engine", "x", "--json", "no/folder/file"], 2, "", json);
    let engine = "the engine belongs after --engine, as in --engine ./mine";
    check(&["./mine", "A04"], 2, "", engine);
    check(&["A04", "Cargo.toml"], 2, "", "as in --engine Cargo.toml");
    check(&["A04"], 2, "", "the engine to test is missing: expected --engine <COMMAND>");
    check(&["--list", "A05-A01"], 2, "", "'A05-A01' ends before it begins: expected A01-A05");
    check(&["--engine", "x", "A04", "--skip", "A"], 2, "", "--skip leaves out all of them");
    check(&["--engine", "x", "--skip", "Z9"], 2, "", "no case matches 'Z9'");
    check(&["--engine", "x", "--rules", "gomoku"], 2, "", "invalid value 'gomoku'");
}

#[test]
fn folders_and_logs_without_a_choice() {
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    check(&["--list", "--cases", &path("")], 2, "", "no case files: expected files *.toml");
    let log = path("log");
    let text =
        "2026-01-31T12:00:00.1Z 1.0 one <- START 15\n2026-01-31T12:00:00.2Z 1.0 two <- START 15\n";
    fs::write(&log, text).expect("the folder can be changed");
    let choose = "log: 2 dialogues to replay: choose one with --dialogue: \"1.0 one\", \"1.0 two\"";
    check(&["--engine", "x", "--replay", &log], 2, "", choose);
    let wrong = ["--engine", "x", "--replay", &log, "--dialogue", "2.0"];
    check(&wrong, 2, "", "log: no dialogue \"2.0\": expected \"1.0 one\", \"1.0 two\"");
}

#[test]
fn an_engine_that_cannot_be_started() {
    check(&["--engine", "no/engine", "A04"], 5, "", "cannot start the engine: no/engine");
    check(&["--engine", "src", "A04"], 5, "", "src is not a file");
}

/// The shell names the script that it does not find on its standard error.
#[test]
#[cfg(unix)]
fn an_engine_whose_script_does_not_exist() {
    check(&["--engine", "sh no-file.sh", "A01"], 5, "", "it exits before it gets a command, ended");
    check(&["--engine", "sh no-file.sh", "A01"], 5, "", "no-file.sh");
}

/// An engine that echoes its input fails a case that asks for a reply.
#[test]
#[cfg(unix)]
fn an_engine_that_fails() {
    let arguments = ["--engine", "/bin/cat", "--color", "never", "A02"];
    check(&arguments, 1, "\nmust failed: A02\nfailed: 1 case: 1 failed in ", "");
    let json = run(&["--engine", "/bin/cat", "--json", "-", "A02"]);
    let out = String::from_utf8_lossy(&json.stdout);
    let lines: Vec<Value> =
        out.lines().map(|line| serde_json::from_str(line).expect("a line is an object")).collect();
    let summary = lines.last().expect("the summary comes last");
    assert_eq!((&summary["kind"], &summary["status"]), (&"summary".into(), &1.into()));
}
