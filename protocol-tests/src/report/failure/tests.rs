//! Tests of how failures are shown.

use crate::report::failure::{likeness, show, show_transcripts};
use crate::report::{View, fixture};

#[test]
fn failures_that_are_alike_stand_together() {
    let text = fixture::shown(|out, results| show(out, results, fixture::view(80)));
    let expected = r#"2 cases failed in the same way: D02 D05
FAILED D02 answers-within-turn (must)
  in 2 of 3 runs: D02[turn=50] lf, D02[turn=300]
  expected a move within 50 ms, got 7,7 after 533 ms
    D02[turn=50] lf
      0.0 ms  # started
      1.2 ms  > START 15
      2.5 ms  < OK
      3.0 ms  ! \u{1b}[31mbad\u{202e}text
     12.0 ms  > BEGIN
    545.0 ms  < 7,7
    545.5 ms  # failed here
  fix: Answer as answers-within-turn says, and flush standard output after every
       line.

FAILED D05 leaves-time-left (must)
  expected a move within 50 ms, got 7,7 after 777 ms
              … 3 lines hidden; --verbose shows all
      3.0 ms  ! \u{1b}[31mbad\u{202e}text
     12.0 ms  > BEGIN
    545.0 ms  < 7,7
    545.5 ms  # failed here
  fix: Answer as leaves-time-left says, and flush standard output after every
       line.

FAILED G1 silent-on-stderr (should)
  in 1 runs, for example A04: said "bad"
    A04 crlf
      0.0 ms  # started
      1.2 ms  > START 15
      2.5 ms  < OK
      3.0 ms  ! \u{1b}[31mbad\u{202e}text
     12.0 ms  > BEGIN
    545.0 ms  < 7,7
    545.5 ms  # failed here
  fix: Answer as silent-on-stderr says, and flush standard output after every
       line.

"#;
    assert_eq!(text, expected);
}

#[test]
fn quiet_failures_have_no_transcript() {
    let view = View { quiet: true, ..fixture::view(80) };
    let text = fixture::shown(|out, results| show(out, results, view));
    let expected = r#"FAILED D02 answers-within-turn (must)
  expected a move within 50 ms, got 7,7 after 533 ms
FAILED D05 leaves-time-left (must)
  expected a move within 50 ms, got 7,7 after 777 ms
FAILED G1 silent-on-stderr (should)
  in 1 runs, for example A04: said "bad"
"#;
    assert_eq!(text, expected);
}

#[test]
fn long_transcripts_lose_their_middle_and_so_do_long_lines() {
    let (groups, mut report) = (fixture::groups(), fixture::report());
    report.outcomes.truncate(3);
    report.outcomes[2].runs.drain(..2);
    let results = crate::report::Results::new(&groups, &report);
    let mut out = Vec::new();
    show(&mut out, &results, fixture::view(80)).expect("writing to memory never fails");
    let text = fixture::plain(&out);
    assert!(text.contains("    143.5 ms  < MESSAGE 7\n"), "{text}");
    assert!(text.contains("\n              … 37 lines hidden; --verbose shows all\n"), "{text}");
    assert!(text.contains("    922.5 ms  < MESSAGE 45\n"), "{text}");
    let last = text.lines().find(|line| line.contains("loooong")).expect("it is the last one");
    assert!(last.chars().count() <= 80 && last.contains(" … "), "{last}");
    out.clear();
    show(&mut out, &results, View { verbose: true, ..fixture::view(80) }).expect("as above");
    let text = fixture::plain(&out);
    assert!(!text.contains('…'), "{text}");
}

#[test]
fn transcripts_of_what_passed() {
    let text = fixture::shown(|out, results| show_transcripts(out, results, fixture::view(80)));
    let heads: Vec<_> = text.lines().filter(|line| line.ends_with("passed")).collect();
    let expected = [
        "A04 start-answers-ok: passed",
        "A07 about-ten-times: passed",
        "D02[turn=50] answers-within-turn: passed",
    ];
    assert_eq!(heads, expected, "{text}");
}

#[test]
fn numbers_and_statements_make_no_difference() {
    let check = |one: &str, other: &str, alike: bool| {
        assert_eq!(likeness(one) == likeness(other), alike, "{one:?} and {other:?}");
    };
    check("got 7,7 after 533 ms", "got 10,3 after 9 ms", true);
    check("got 7,7", "got OK", false);
    check("at `< ok`: got `no`", "at `> START 15`: got `no`", true);
    check(
        "at `> START 15`: cannot send to the engine: the engine has closed its input, ended with status 101",
        "at `< move`: expected a move: the engine has exited, ended with status 101",
        true,
    );
    check("gone, ended with status 101; panicked", "gone, ended with status 101; killed", false);
}
