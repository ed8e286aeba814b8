//! Tests of the order of runs and of blocked cases, with a shell as the engine.

#![cfg(unix)]

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::time::Duration;

use crate::case::{Group, parse_group};
use crate::outcome::{Event, Level, Verdict};
use crate::referee::Rule;
use crate::schedule::{Settings, run};
use crate::subject::Subject;

/// A shell script that answers START with OK, TURN with a move and all other commands with nothing.
const ENGINE: &str = "while read -r word rest; do \
    case $word in START*) echo OK;; TURN*) echo 4,3;; END*) exit 0;; BAD*) echo bad >&2;; esac; done";

/// Returns a group of cases, each from its identifier, the cases that it needs, more fields and a script.
fn group(cases: &[(&str, &str, &str, &str)]) -> Vec<Group> {
    let mut text = "letter = 'X'\nname = 'x'\ntitle = 'X'\nabout = ''\n".to_owned();
    for (id, needs, lines, script) in cases {
        text.push_str(&format!(
            "[[case]]\nid = '{id}'\nname = 'n-{id}'\nlevel = 'must'\nsource = 's'\nmeans = 'm'\n\
             mend = 'm'\nraw = true\nonly = ['lf']\nneeds = [{needs}]\n{lines}\n"
        ));
        if !script.is_empty() {
            text.push_str(&format!("script = '''\n{script}\n'''\n"));
        }
    }
    vec![parse_group("x.toml", &text).expect("the cases are valid")]
}

fn settings() -> Settings {
    Settings { patience: Duration::from_millis(300), ..Settings::default() }
}

fn shell() -> Subject {
    subject(ENGINE)
}

/// Returns the engine of a shell script.
fn subject(script: &str) -> Subject {
    let mut subject = Subject::new("/bin/sh");
    subject.arguments = vec!["-c".into(), script.into()];
    subject
}

/// Runs the groups, and returns the verdicts by their first letters: passed, failed, blocked, skipped.
fn verdicts(groups: &[Group], settings: &Settings) -> String {
    let report = run(&shell(), groups, settings, &|_| {});
    let letter = |verdict: &Verdict| match verdict {
        Verdict::Passed => 'p',
        Verdict::Failed(_) => 'f',
        Verdict::Blocked { .. } => 'b',
        Verdict::Skipped { .. } => 's',
    };
    report.outcomes.iter().map(|outcome| letter(&outcome.verdict)).collect()
}

#[test]
fn cases_that_need_a_failed_case_are_blocked() {
    let groups = group(&[
        ("X1", "", "", "> START 15\n< ok"),
        ("X2", "'X1'", "", "> BEGIN\n< move"),
        ("X3", "'X2'", "", "> START 15\n< ok"),
        ("X4", "'X3'", "timed = true", "> START 15\n< ok"),
        ("X5", "'X1'", "timed = true", "> START 15\n< ok -> skip"),
        ("X6", "'X5'", "", "> START 15\n< ok"),
    ]);
    assert_eq!(verdicts(&groups, &settings()), "pfbbss");
}

#[test]
fn names_include_needed_cases_and_levels_exclude() {
    let groups = group(&[
        ("X1", "", "", "> START 15\n< ok"),
        ("X2", "'X1'", "", "> START 15\n< ok"),
        ("X3", "", "full = true", "> START 15\n< ok"),
    ]);
    let named = Settings { ids: vec!["X2".to_owned()], ..settings() };
    assert_eq!(verdicts(&groups, &named), "pp");
    assert_eq!(verdicts(&groups, &settings()), "pp");
    assert_eq!(verdicts(&groups, &Settings { full: true, ..settings() }), "ppp");
    assert_eq!(verdicts(&groups, &Settings { level: Level::Should, ..settings() }), "pp");
}

#[test]
fn cases_are_left_out_by_name_and_by_rule() {
    let start = "> START 15\n< ok";
    let groups = group(&[
        ("X1", "", "", "> OTHER\n< ok"),
        ("X2", "'X1'", "", start),
        ("X3", "", "", "> INFO rule 4\n> START 15\n< ok"),
        ("X4", "'X3'", "", start),
        ("X5", "", "vary = { k = ['1', '4'] }", "> INFO rule $k\n> START 15\n< ok"),
    ]);
    let skipping = Settings { skip: vec!["X1".to_owned()], ..settings() };
    assert_eq!(verdicts(&groups, &skipping), "spppp", "X2 runs without X1");
    let rules = Some(BTreeSet::from([Rule::Freestyle, Rule::Standard]));
    let standard = Settings { rules, ..settings() };
    assert_eq!(verdicts(&groups, &standard), "fbssp");
    let report = run(&shell(), &groups, &standard, &|_| {});
    let runs = |id: &str| report.outcomes.iter().find(|it| it.id == id).map(|it| it.runs.len());
    assert_eq!(runs("X5"), Some(1), "only the variation of a selected rule runs");
}

#[test]
fn a_breach_fails_the_invariant_and_not_the_case() {
    let mut groups = group(&[("X1", "", "", "> BAD\n> START 15\n< ok")]);
    let invariants = "letter = 'G'\nname = 'g'\ntitle = 'G'\nabout = ''\n[[case]]\nid = 'G1'\n\
        name = 'n'\nlevel = 'must'\nsource = 's'\nmeans = 'm'\nmend = 'm'\nraw = true\n";
    groups.push(parse_group("g.toml", invariants).expect("the case is valid"));
    assert_eq!(verdicts(&groups, &settings()), "pf");
    let skipping = Settings { skip: vec!["G1".to_owned()], ..settings() };
    assert_eq!(verdicts(&groups, &skipping), "ps");
}

#[test]
fn a_wrong_move_is_told_once() {
    let check = |wanted: &str, expected: &str| {
        let script = format!("> START 15\n< ok\n> TURN 7,7\n< any as m1\n> TURN 8,8\n< {wanted}");
        let report = run(&shell(), &group(&[("X1", "", "", &script)]), &settings(), &|_| {});
        assert_eq!(report.outcomes[0].verdict.reason(), format!("at `< {wanted}`: {expected}"));
    };
    check("move 7,12", "expected the move 7,12, got `4,3`");
    check("move 7,12 8,12", "expected one of the moves 7,12 8,12, got `4,3`");
    check("error | move but $m1", "expected ERROR or a move other than 4,3, got `4,3`");
    check("pairs 2", "expected 2 moves on one line, got `4,3`");
}

#[test]
fn an_engine_that_exits_in_silence_fails() {
    let groups = group(&[("X1", "", "", "silence 2000\ncheck running")]);
    let verdict = |script: &str| {
        let report = run(&subject(script), &groups, &settings(), &|_| {});
        report.outcomes.into_iter().map(|outcome| outcome.verdict).next()
    };
    // The output of an engine may end a moment before its process.
    let exits = verdict("exec >&-; sleep 0.2; echo why >&2; exit 3");
    let expected =
        "at `silence 2000`: the engine has exited, ended with status 3; standard error: why";
    assert_eq!(exits, Some(Verdict::Failed(expected.into())));
    assert_eq!(verdict("exec >&-; read -r line"), Some(Verdict::Passed));
}

#[test]
fn nothing_runs_beside_a_timed_case() {
    let pause = "> START 15\n< ok\npause 60";
    let groups = group(&[
        ("X1", "", "", pause),
        ("X2", "", "timed = true", pause),
        ("X3", "", "", pause),
        ("X4", "", "timed = true", pause),
    ]);
    let order = Mutex::new(Vec::new());
    let observer = |event: Event<'_>| {
        if let Event::Finished { id, .. } = event {
            order.lock().expect("no observer panics").push(id.to_owned());
        }
    };
    let report = run(&shell(), &groups, &Settings { jobs: 4, ..settings() }, &observer);
    assert!(report.outcomes.iter().all(|outcome| outcome.verdict.is_passed()));
    let order = order.into_inner().expect("no observer panics");
    assert_eq!(order[2..], ["X2", "X4"], "the timed ones come last, one after the other");
}

#[test]
fn a_stopped_suite_reports_finished_cases() {
    let groups = group(&[("X1", "", "", "> START 15\n< ok"), ("X2", "", "", "alive")]);
    let settings = settings();
    settings.stop.store(true, Ordering::Relaxed);
    assert_eq!(verdicts(&groups, &settings), "");
}
