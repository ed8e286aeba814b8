//! Tests of lists and explanations.

use crate::case::{Folder, Group, Input, LeftOut, Process};
use crate::report::fixture;
use crate::report::listing::{explain, facts, list, list_left_out};

fn pairs(groups: &[Group]) -> Vec<(&Group, &crate::case::Case)> {
    groups.iter().flat_map(|group| group.cases.iter().map(move |case| (group, case))).collect()
}

#[test]
fn a_list_by_group() {
    let groups = fixture::groups();
    let text = fixture::shown(|out, _| list(out, &pairs(&groups)[1..], fixture::view(80)));
    let expected = "\
A start-up: Start-up and ABOUT
  A07   should  about-ten-times
D time: Time
  D02   must    answers-within-turn
  D05   must    leaves-time-left
  D09   nice    time-increment
  D11   should  idle-between-moves   --full
G invariants: What holds in every run
  G1    should  silent-on-stderr
6 cases
";
    assert_eq!(text, expected);
}

#[test]
fn what_is_left_out() {
    let left_out = [LeftOut { ids: vec!["O04".into(), "O05".into()], reason: "No hash.".into() }];
    let text = fixture::shown(|out, _| list_left_out(out, &left_out, fixture::view(80)));
    assert_eq!(text, "not tested: O04 O05: No hash.\n");
}

#[test]
fn an_explanation() {
    let groups = fixture::groups();
    let (group, case) = pairs(&groups)[2];
    let text = fixture::shown(|out, _| explain(out, group, case, fixture::view(60)));
    let expected = "\
D02 answers-within-turn (must), group D time

  A manager waits for the answer before it does anything
  else, and forfeits the game of an engine that gives none.

source
  protocol document, START

how to fix it
  Answer as answers-within-turn says, and flush standard
  output after every line.

how it runs
  Sent before the script: START 15, a limit of 300 ms.
  Runs only if A04 passed.
  Delivery: crlf, lf; with --full, also bytes, burst,
  frozen.
  Runs once for each of: turn=50; turn=300; with --full,
  also for turn=1000.
  Runs alone, because it measures latency.

script
  > BEGIN
  < move within 300

";
    assert_eq!(text, expected);
}

#[test]
fn what_is_special_about_a_process() {
    let groups = fixture::groups();
    let mut case = groups[0].cases[0].clone();
    case.setup = None;
    case.process = Process {
        stdin: Input::Null,
        folder: Folder::ReadOnly,
        copy_to: Some("a b".to_owned()),
        home: false,
        open_files: Some(16),
        processes: Some(2),
        instances: 2,
        merged_stderr: true,
    };
    let expected = [
        "No commands are sent before the script.",
        "Delivery: crlf; with --full, also lf, bytes, burst, frozen.",
        "The engine's standard input is empty.",
        "The engine's working folder is read-only.",
        "The executable is first copied to a folder named \"a b\".",
        "The engine has no home folder.",
        "The engine may open 16 files.",
        "The engine may have 2 processes and threads.",
        "The script runs against 2 engine processes at once.",
        "The engine's standard error goes to the same pipe as its standard output.",
    ];
    assert_eq!(facts(&case), expected);
}
