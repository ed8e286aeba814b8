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
    assert_eq!(text, "left out: O04 O05: No hash.\n");
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

to mend it
  Answer as answers-within-turn says, and flush standard
  output after every line.

how it runs
  Said before: START 15, a limit of 300 ms.
  It needs A04 to have passed.
  Delivery: crlf, lf; with --full also bytes, burst, frozen.
  Runs once for each of: turn=50; turn=300; with --full also
  turn=1000.
  Nothing runs beside it, since latency is judged.

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
        "Nothing is said before the script.",
        "Delivery: crlf; with --full also lf, bytes, burst, frozen.",
        "Its standard input is empty.",
        "Its working folder cannot be written to.",
        "The executable is copied to a folder named \"a b\" first.",
        "It is told of no home folder.",
        "It may open 16 files.",
        "It may have 2 processes and threads.",
        "The script runs on 2 processes at once.",
        "Its standard error goes where its standard output goes.",
    ];
    assert_eq!(facts(&case), expected);
}
