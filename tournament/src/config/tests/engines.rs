//! Tests of engines in configurations: limits, names, programs.

use std::path::Path;
use std::time::Duration;

use crate::config::Limits;
use crate::config::tests::fixture::{Folder, checked, refused};
use crate::config::tests::{MINIMAL, draft, plain_limits, with};

#[track_caller]
fn check_refused(text: &str, expected: &str) {
    let folder = Folder::new();
    let error = refused(&draft(&folder, text)).replace(&folder.text(""), "$/");
    assert_eq!(error, expected, "{text}");
}

#[test]
fn limits_of_nodes_start_engines_anew_and_need_no_clock() {
    let config = with(&Folder::new(), "[each]\nnodes = 1000");
    assert!(config.restart);
    let limits = Limits { turn: None, nodes: Some(1000), ..plain_limits() };
    assert!(config.engines.iter().all(|engine| engine.limits == limits));
    assert!(!with(&Folder::new(), "[each]\ndepth = 10").restart);
}

#[test]
fn contests_allow_a_second() {
    for (profile, margin) in [("piskvork", 1000), ("gomocup", 1000), ("c-gomoku-cli", 50)] {
        let config = with(&Folder::new(), &format!("[each]\nprofile = '{profile}'"));
        assert_eq!(config.engines[1].limits.margin, Duration::from_millis(margin), "{profile}");
    }
}

#[test]
fn engines_without_a_name_have_that_of_their_program() {
    let folder = Folder::new();
    let names = |text: &str| {
        let config = checked(&draft(&folder, text)).config;
        config.engines.into_iter().map(|engine| engine.name).collect::<Vec<_>>()
    };
    let engine = |cmd: &str| format!("[[engine]]\ncmd = '{cmd}'\n");
    assert_eq!(
        names(&[engine("./a"), engine("./pbrain-c -x"), engine("./pbrain-d.py")].concat()),
        ["a", "c", "d"]
    );
    assert_eq!(names(&engine("./a").repeat(3)), ["a", "a-2", "a-3"]);
    let named = "[[engine]]\nname = 'a-2'\ncmd = './b'\n";
    assert_eq!(names(&(engine("./a").repeat(2) + named)), ["a", "a-3", "a-2"]);
}

#[test]
fn impossible_engines() {
    let ok = "[[engine]]\nname = 'ok'\ncmd = './a'\n";
    let check = |second: &str, expected: &str| {
        check_refused(&format!("{ok}[[engine]]\n{second}"), expected);
    };
    check_refused("", "a tournament needs at least two engines, but there are 0");
    check_refused(ok, "a tournament needs at least two engines, but there are 1");
    check("name = 'ok'\ncmd = './b'", "two engines are named \"ok\"");
    check("name = 'x'", "engine x: no command is given: expected cmd");
    check("cmd = ''", "engine 2: no command is given: expected cmd");
    check("cmd = './z'", "engine 2: program ./z not found ($/z)");
    check(
        "cmd = 'pbrain-c'",
        "engine 2: program pbrain-c not found in PATH; use ./pbrain-c for the one in this folder",
    );
    check("cmd = './notes.txt'", "engine 2: $/notes.txt is not executable");
    check("cmd = './b'\nfolder = 'none'", "engine 2: folder $/none not found");
    check(
        "cmd = './b'\nname = ''",
        "invalid engine name \"\": expected 1 to 64 characters on one line, without blanks at the \
         ends",
    );
    check("cmd = './b'\ntc = '0/1+1'", "engine 2: an increment needs a time limit for the game");
    check(
        "cmd = './b'\ntc = '900h'",
        "engine 2: a time for a move of 3240000s exceeds the longest time of the protocol (24 \
         days)",
    );
    check("cmd = './b'\nstartup = 0", "engine 2: the time to start is 0: expected more");
    check(
        "cmd = './b'\noptions = { 'a b' = 1 }",
        "engine 2: invalid option \"a b\" = \"1\": expected a key and a value on one line",
    );
    check(
        "cmd = './b'\noptions = { x = \"a\\nb\" }",
        "engine 2: invalid option \"x\" = \"a\\nb\": expected a key and a value on one line",
    );
    check(
        "cmd = './b'\noptions = { max_node = 1 }",
        "engine 2: option max_node cannot be set directly; use nodes instead",
    );
}

#[test]
fn a_program_that_runs_the_engine_runs_it_from_its_folder() {
    let folder = Folder::new();
    let command = |cmd: &str| {
        let engine = format!("[[engine]]\ncmd = \"{cmd}\"\n{MINIMAL}");
        let engine = checked(&draft(&folder, &engine)).config.engines.remove(0);
        (engine.name, engine.command[1..].to_vec(), engine.folder)
    };
    let script = folder.text("pbrain-d.py");
    let script_folder = folder.path("a").parent().map(Path::to_owned);
    let (name, words, found) = command("env ./pbrain-d.py a");
    assert_eq!((name.as_str(), found), ("d", script_folder.clone()));
    assert_eq!(words, [script.clone(), "a".to_owned()]);
    let (name, words, found) = command("./a -x ./pbrain-d.py");
    assert_eq!((name.as_str(), found), ("d", script_folder));
    assert_eq!(words, ["-x".to_owned(), script]);
    // Data of an engine counts from the engine's folder, as it always does.
    assert_eq!(command("./a notes.txt"), ("a".to_owned(), vec!["notes.txt".to_owned()], None));
}
