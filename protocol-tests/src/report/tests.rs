//! Tests of the reports on a fixture with every kind of outcome.

use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};

use crate::outcome::{Delivery, Level, Report, Verdict};
use crate::report::summary::{show_notes, show_table, show_verdict};
use crate::report::{
    Circumstances, Results, Status, Tally, View, command_of, fixture, json, junit, recorded,
    recorded_id, run_name, show,
};
use crate::subject::Subject;

#[test]
fn outcomes_stand_beside_their_cases() {
    let groups = fixture::groups();
    let report = fixture::report();
    let results = Results::new(&groups, &report);
    let ids: Vec<_> = results.cases().map(|result| result.case.id.as_str()).collect();
    assert_eq!(ids, ["A04", "A07", "D02", "D05", "D09", "D11", "G1"]);
    assert!(results.cases().all(|result| result.case.id == result.outcome.id));
    assert!(Results::new(&groups, &Report::default()).groups.is_empty());
}

#[test]
fn tallies_count_by_level() {
    let groups = fixture::groups();
    let report = fixture::report();
    let results = Results::new(&groups, &report);
    let must = Tally { passed: 1, failed: 2, blocked: 0, skipped: 0 };
    let all = Tally { passed: 2, failed: 3, blocked: 1, skipped: 1 };
    assert_eq!(Tally::of(results.cases(), Some(Level::Must)), must);
    assert_eq!(Tally::of(results.cases(), None), all);
    assert_eq!(all.all(), 7);
}

#[test]
fn runs_are_named_by_what_is_special() {
    let mut run = fixture::report().outcomes[2].runs[0].clone();
    assert_eq!(run_name("D02", &run), "D02[turn=50]");
    run.delivery = Delivery::Bytes;
    assert_eq!(run_name("D02", &run), "D02[turn=50] bytes");
    run.variation.clear();
    assert_eq!(run_name("D02", &run), "D02 bytes");
}

#[test]
fn commands_are_written_for_a_shell() {
    let subject = Subject {
        prefix: vec![OsString::from("wine64")],
        program: "/opt/my engine.exe".into(),
        arguments: vec!["--name".into(), "a\u{1b}b".into()],
        info: Vec::new(),
    };
    assert_eq!(command_of(&subject), "wine64 '/opt/my engine.exe' --name a\\u{1b}b");
}

#[test]
fn recorded_sessions_are_cases() {
    let group = recorded(&["one.session", "two\u{7}.session"]);
    let ids: Vec<_> = group.cases.iter().map(|case| case.id.as_str()).collect();
    assert_eq!(ids, ["one.session", "two\\u{7}.session"]);
    assert_eq!(ids[1], recorded_id(Path::new("two\u{7}.session")));
}

/// Checks that a report holds only text, line ends and the suite's own colours.
#[test]
fn nothing_that_an_engine_said_commands_the_terminal() {
    for (verbose, quiet) in [(false, false), (true, false), (false, true)] {
        for width in [40, 80, 120] {
            let view = View { width, verbose, quiet };
            let text =
                fixture::shown(|out, results| show(out, results, &fixture::circumstances(), view));
            let is_odd = |c: &char| c.is_control() && *c != '\n' || *c == '\u{202e}';
            assert_eq!(text.chars().find(is_odd), None, "{view:?}: {text}");
            let is_wide = |line: &&str| line.chars().count() > width.max(84) && !verbose;
            let widest = text.lines().find(is_wide).filter(|line| !line.starts_with("failed: "));
            assert_eq!(widest, None, "{view:?}");
        }
    }
}

/// Checks the status of a report in which exactly the cases of some levels failed.
fn check_status(failing: &[Level], expected: u8) {
    let groups = fixture::groups();
    let mut report = fixture::report();
    for outcome in &mut report.outcomes {
        let cases = groups.iter().flat_map(|group| &group.cases);
        let level = cases.clone().find(|case| case.id == outcome.id).map(|case| case.level);
        outcome.verdict = match level {
            Some(level) if failing.contains(&level) => Verdict::Failed { reason: String::new() },
            _ => Verdict::Passed,
        };
    }
    let status = Status::of(&Results::new(&groups, &report), &fixture::circumstances());
    assert_eq!(status.code(), expected, "{failing:?}");
}

#[test]
fn the_worst_level_decides() {
    check_status(&[], 0);
    check_status(&[Level::Must], 1);
    check_status(&[Level::Nice, Level::Must, Level::Should], 1);
    check_status(&[Level::Should, Level::Nice], 3);
    check_status(&[Level::Nice], 4);
}

#[test]
fn every_status_has_a_number_of_its_own() {
    let levels = [Level::Must, Level::Should, Level::Nice].map(Status::Failed);
    let others = [Status::Passed, Status::Usage, Status::Broken, Status::Interrupted];
    let mut codes: Vec<_> = levels.into_iter().chain(others).map(Status::code).collect();
    codes.sort_unstable();
    assert_eq!(codes, [0, 1, 2, 3, 4, 5, 130]);
}

fn json_lines() -> Vec<Value> {
    let text = fixture::shown(|out, results| json::write(out, results, &fixture::circumstances()));
    text.lines().map(|line| serde_json::from_str(line).expect("each line is an object")).collect()
}

#[test]
fn an_object_for_each_run_and_each_case_and_a_summary() {
    let kinds: Vec<_> = json_lines()
        .iter()
        .map(|line| line["kind"].as_str().unwrap_or("none").to_owned())
        .collect();
    let expected = "run case run case run run run case run case case case run case summary";
    assert_eq!(kinds.join(" "), expected);
}

#[test]
fn a_run_in_json() {
    let mut run = json_lines().swap_remove(2);
    let transcript = run["transcript"].take();
    let expected = json!({
        "kind": "run", "id": "A07", "variation": "", "delivery": "crlf", "verdict": "passed",
        "breaches": [], "slack": [{"limit": 50.0, "took": 111.0}], "took": 600.0,
        "transcript": null,
    });
    assert_eq!(run, expected);
    assert_eq!(transcript[1], json!({"at": 1.25, "speaker": "suite", "text": "START 15"}));
}

#[test]
fn cases_in_json() {
    let cases = json_lines().into_iter().filter(|line| line["kind"] == "case");
    let blocked = cases.clone().find(|case| case["verdict"] == "blocked");
    let expected = json!({
        "kind": "case", "id": "D11", "name": "idle-between-moves", "group": "time",
        "level": "should", "verdict": "blocked", "by": "D02", "runs": 0,
    });
    assert_eq!(blocked, Some(expected));
    let failed = cases.clone().find(|case| case["verdict"] == "failed").unwrap_or_default();
    assert_eq!(failed["reason"], "expected a move within 50 ms, got 7,7 after 533 ms");
}

#[test]
fn the_summary_in_json() {
    let expected = json!({
        "kind": "summary", "engine": "/opt/pbrain --threads 1", "slack": 400.0, "seed": 1,
        "interrupted": false, "status": 1, "took": 4321.0,
        "must": {"passed": 1, "failed": 2, "blocked": 0, "skipped": 0},
        "should": {"passed": 1, "failed": 1, "blocked": 1, "skipped": 0},
        "nice": {"passed": 0, "failed": 0, "blocked": 0, "skipped": 1},
    });
    assert_eq!(json_lines().pop(), Some(expected));
}

fn xml() -> String {
    fixture::shown(|out, results| {
        junit::write(out, results, &fixture::circumstances())
            .expect("writing to memory never fails");
        Ok(())
    })
}

fn check_xml(part: &str) {
    let xml = xml();
    let lines: Vec<_> = xml.lines().map(str::trim).collect();
    let joined = lines.join("\n");
    assert!(joined.contains(part), "no {part} in\n{xml}");
}

#[test]
fn a_suite_for_each_group() {
    check_xml(
        r#"<testsuites name="protocol-tests" tests="9" failures="4" errors="0" time="4.321">"#,
    );
    check_xml(r#"<testsuite name="A start-up" tests="2" "#);
    check_xml(r#"<testsuite name="D time" tests="6" "#);
    check_xml(r#"<property name="engine" value="/opt/pbrain --threads 1"/>"#);
    check_xml(r#"<property name="slack" value="400 ms"/>"#);
}

#[test]
fn a_test_for_each_run() {
    check_xml(
        r#"<testcase name="D02[turn=50] lf answers-within-turn" classname="time" time="0.600">
<properties>
<property name="level" value="must"/>
<property name="delivery" value="lf"/>
</properties>
<failure message="expected a move within 50 ms, got 7,7 after 533 ms" type="must">"#,
    );
    check_xml(r#"<property name="saved by slack" value="61 ms over a limit of 50 ms"/>"#);
}

#[test]
fn transcripts_only_of_failures() {
    assert_eq!(xml().matches("<system-out>").count(), 4);
    check_xml("12.0 ms  &gt; BEGIN\n545.0 ms  &lt; 7,7\n");
}

#[test]
fn blocked_and_skipped_have_no_run() {
    check_xml(r#"<testcase name="D11 idle-between-moves" classname="time">"#);
    check_xml(r#"<skipped message="blocked by D02, which did not pass"/>"#);
    check_xml(r#"<skipped message="answered UNKNOWN"/>"#);
}

#[test]
fn no_control_characters() {
    let xml = xml();
    assert_eq!(xml.chars().find(|c| c.is_control() && *c != '\n'), None, "{xml}");
}

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
