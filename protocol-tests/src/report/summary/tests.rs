//! Tests of the summary.

use std::time::Duration;

use crate::outcome::{Report, Verdict};
use crate::report::summary::{show_notes, show_table, show_verdict};
use crate::report::{Circumstances, Results, fixture};

#[test]
fn tables_by_group_and_level() {
    let expected = "\
group                     must  should    nice  failed blocked skipped         time
A start-up                 1/1     1/1       -       -       -       -        1.2 s
D time                     0/2     0/1       -       2       1       1        2.4 s
G invariants                 -     0/1       -       1       -       -            -
all                        1/3     1/3       -       3       1       1        4.3 s

must      3 cases: 1 passed, 2 failed
should    3 cases: 1 passed, 1 failed, 1 blocked
nice      1 case: 1 skipped

";
    assert_eq!(fixture::shown(show_table), expected);
}

#[test]
fn notes_of_slack_blocked_and_skipped() {
    let expected = "\
1 case passed only within the slack of 400 ms; --slack changes it
  A07: 61 ms over a limit of 50 ms
- D02 blocks 1 case: D11
- skipped D09: answered UNKNOWN

";
    let circumstances = fixture::circumstances();
    let text =
        fixture::shown(|out, results| show_notes(out, results, &circumstances, fixture::view(80)));
    assert_eq!(text, expected);
}

#[test]
fn what_blocks_by_way_of_others_is_named_once() {
    let (groups, mut report) = (fixture::groups(), fixture::report());
    report.outcomes[4].verdict = Verdict::Blocked { by: "D11".to_owned() };
    let mut out = Vec::new();
    let results = Results::new(&groups, &report);
    show_notes(&mut out, &results, &fixture::circumstances(), fixture::view(80))
        .expect("writing to memory never fails");
    let text = fixture::plain(&out);
    assert!(text.contains("\n- D02 blocks 2 cases: D09 D11\n"), "{text}");
}

#[test]
fn breaches_of_what_is_not_selected_are_told() {
    let (groups, mut report) = (fixture::groups(), fixture::report());
    report.outcomes.truncate(1);
    let mut out = Vec::new();
    let results = Results::new(&groups, &report);
    show_notes(&mut out, &results, &fixture::circumstances(), fixture::view(80))
        .expect("writing to memory never fails");
    let expected = "- G1, which was not selected, failed in 1 run: said \"bad\"\n\n";
    assert_eq!(fixture::plain(&out), expected);
}

fn check_verdict(report: &Report, circumstances: &Circumstances, expected: &str) {
    let groups = fixture::groups();
    let results = Results::new(&groups, report);
    let mut out = Vec::new();
    show_verdict(&mut out, &results, circumstances, fixture::view(80))
        .expect("writing to memory never fails");
    assert_eq!(fixture::plain(&out), expected);
}

#[test]
fn the_last_lines_say_what_failed() {
    let expected = "\
must failed: D02 D05
should failed: G1
failed: 2 passed, 3 failed, 1 blocked, 1 skipped in 4.3 s; exit status 1
";
    check_verdict(&fixture::report(), &fixture::circumstances(), expected);
}

#[test]
fn the_last_line_of_a_good_engine() {
    let mut report = fixture::report();
    report.outcomes.retain(|outcome| outcome.verdict.is_passed());
    let expected = "passed: 2 passed in 4.3 s; exit status 0\n";
    check_verdict(&report, &fixture::circumstances(), expected);
}

#[test]
fn the_last_line_after_an_interruption() {
    let report = Report { outcomes: Vec::new(), took: Duration::from_millis(20) };
    let circumstances = Circumstances { interrupted: true, ..fixture::circumstances() };
    let expected = "interrupted: no cases ran in 20 ms; exit status 130\n";
    check_verdict(&report, &circumstances, expected);
}
