//! Tests of the reports on the files of `sample`: the cases, and each report of them and of a run
//! with every kind of outcome.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{env, fs};

use anstream::adapter::strip_str;

use crate::case::{Group, LeftOut, read_folder};
use crate::outcome::{
    Breach, Delivery, Entry, Level, Outcome, Report, Run, Slack, Speaker, Verdict,
};
use crate::report::{
    Circumstances, Results, Status, View, command_of, json, junit, listing, pages, shown,
};
use crate::subject::Subject;

const USUAL: View = View { width: 80, verbose: false, quiet: false };

fn sample() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/report/sample")
}

fn groups() -> Vec<Group> {
    read_folder(&sample()).expect("the sample is valid")
}

fn left_out() -> [LeftOut; 1] {
    [LeftOut { ids: vec!["O04".into(), "O05".into()], reason: "No\nhash.\n".into() }]
}

fn circumstances() -> Circumstances {
    let engine = "/opt/pbrain --threads 1".to_owned();
    Circumstances {
        engine,
        slack: Duration::from_millis(400),
        seed: 1,
        rules: vec!["freestyle".to_owned()],
        skip: vec!["C14".to_owned()],
        interrupted: false,
    }
}

fn ms(milliseconds: f64) -> Duration {
    Duration::from_secs_f64(milliseconds / 1000.0)
}

fn failed(reason: &str) -> Verdict {
    Verdict::Failed(reason.into())
}

fn run(variation: &str, delivery: Delivery, verdict: Verdict) -> Run {
    let said = [
        (0.0, Speaker::Note, "started"),
        (1.25, Speaker::Suite, "START 15"),
        (2.5, Speaker::Engine, "OK"),
        (3.0, Speaker::Stderr, "\u{1b}[31mbad\u{202e}text"),
        (12.0, Speaker::Suite, "BEGIN"),
        (545.0, Speaker::Engine, "7,7"),
        (545.5, Speaker::Note, verdict.reason()),
    ];
    let said = said.into_iter().filter(|(.., text)| !text.is_empty());
    let transcript =
        said.map(|(at, speaker, text)| Entry { at: ms(at), speaker, text: text.into() });
    Run {
        transcript: transcript.collect(),
        variation: variation.to_owned(),
        delivery,
        verdict,
        breaches: Vec::new(),
        slack: Vec::new(),
        took: ms(600.0),
    }
}

/// Every kind of outcome, and cases that failed alike.
fn report() -> Report {
    let late = |ms: u32| failed(&format!("expected a move within 50 ms, got 7,7 after {ms} ms"));
    let blocked = |by: &str| Verdict::Blocked { by: by.to_owned() };
    let skipped = || Verdict::Skipped { reason: "answered UNKNOWN".to_owned() };
    let usual = |verdict| run("", Delivery::Crlf, verdict);
    let mut start = usual(Verdict::Passed);
    start.breaches = ["G1", "G2"].map(|id| Breach { id, reason: "said \"bad\"".to_owned() }).into();
    let mut about = usual(Verdict::Passed);
    about.slack.push(Slack { limit: ms(50.0), took: ms(111.0) });
    let mut long = usual(failed("no reply within 9 ms"));
    let message = |place: u32| Entry {
        at: ms(f64::from(place) * 20.5),
        speaker: Speaker::Engine,
        text: format!("MESSAGE {place}"),
    };
    long.transcript = (0..60).map(message).collect();
    long.transcript[59].text = "MESSAGE loooong ".repeat(20);
    let turn = vec![
        run("turn=50", Delivery::Crlf, Verdict::Passed),
        run("turn=50", Delivery::Lf, late(533)),
        run("turn=300", Delivery::Crlf, late(903)),
        run("turn=300", Delivery::Lf, failed("at `> BEGIN`: the engine has exited")),
    ];
    let breach = run("A04", Delivery::Crlf, failed("said \"bad\""));
    let outcomes = [
        ("A04", vec![start], Verdict::Passed),
        ("A07", vec![about], Verdict::Passed),
        ("A08", vec![run("k=1", Delivery::Burst, skipped())], skipped()),
        ("D02", turn, late(533)),
        ("D05", vec![usual(late(777))], late(777)),
        ("D09", Vec::new(), skipped()),
        ("D11", Vec::new(), blocked("D02")),
        ("D12", Vec::new(), blocked("D11")),
        ("D13", vec![long], failed("no reply within 9 ms")),
        ("G1", vec![breach], failed("in 1 run, A04: said \"bad\"")),
    ];
    let outcomes = outcomes.map(|(id, runs, verdict)| Outcome { id: id.into(), runs, verdict });
    Report { outcomes: outcomes.into(), took: ms(4321.0) }
}

/// Returns the results of a report of the sample in plain text.
fn plain(report: &Report, circumstances: Circumstances, view: View) -> String {
    strip_str(&shown(&Results::new(&groups(), report, circumstances), view)).to_string()
}

/// Compares a text with a file of the sample. With `WRITE_SAMPLE` set, it writes the file.
fn check(name: &str, text: &str) {
    let text = strip_str(text).to_string();
    if env::var_os("WRITE_SAMPLE").is_some() {
        fs::write(sample().join(name), &text).expect("the sample can be written");
    }
    let expected = fs::read_to_string(sample().join(name)).expect("the file is in the sample");
    assert_eq!(text, expected, "{name}");
    assert!(!text.contains(|c: char| c.is_control() && c != '\n' || c == '\u{202e}'), "{name}");
}

#[test]
fn a_run_in_every_form() {
    let (groups, report) = (groups(), report());
    let results = Results::new(&groups, &report, circumstances());
    check("usual.txt", &shown(&results, USUAL));
    check("verbose.txt", &shown(&results, View { verbose: true, ..USUAL }));
    check("quiet.txt", &shown(&results, View { quiet: true, ..USUAL }));
    // Reports for programs contain the engine's output unchanged.
    let file = |out: &[u8]| String::from_utf8_lossy(out).replace('\u{202e}', "\\u202e");
    let mut out = Vec::new();
    json::write(&mut out, &results).expect("writing to memory never fails");
    check("results.jsonl", &file(&out));
    out.clear();
    junit::write(&mut out, &results).expect("writing to memory never fails");
    check("results.xml", &file(&out));
}

#[test]
fn the_cases_in_every_form() {
    let (groups, left_out) = (groups(), left_out());
    let pair = |group| move |case| (group, case);
    let cases = groups.iter().flat_map(|group| group.cases.iter().map(pair(group)));
    let cases: Vec<_> = cases.collect();
    let list = listing::list(&cases, &[], 80) + &listing::list_left_out(&left_out, 80);
    let explained = cases.iter().map(|(group, case)| listing::explain(group, case, 80));
    check("cases.txt", &(list + &explained.collect::<String>()));
    let pages = pages::pages(&groups, &left_out);
    let texts = pages.iter().map(|page| format!("=== {}\n{}", page.name, page.text));
    check("pages.txt", &texts.collect::<String>());
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let new = folder.path().join("new");
    pages::write(&new, &pages).expect("the folder can be changed");
    let written = fs::read_to_string(new.join(&pages[1].name));
    assert_eq!(written.ok().as_deref(), Some(pages[1].text.as_str()));
}

#[test]
fn no_line_is_wider_than_the_terminal() {
    for width in [40, 80, 120] {
        let text = plain(&report(), circumstances(), View { width, ..USUAL });
        // The table needs 83 columns, and the verdict is one line.
        let lines = text.lines().filter(|line| !line.starts_with("failed: "));
        let widest = lines.max_by_key(|line| line.chars().count()).expect("there are lines");
        assert!(widest.chars().count() <= width.max(83), "{width}: {widest}");
    }
}

/// Checks the last line of a report in which exactly the cases of some levels failed.
fn check_verdict(failing: &[Level], interrupted: bool, expected: &str) {
    let groups = groups();
    let cases = groups.iter().flat_map(|group| &group.cases);
    let verdict = |level| match failing.contains(&level) {
        true => failed(""),
        false => Verdict::Passed,
    };
    let outcomes = cases.map(|case| Outcome {
        id: case.id.clone(),
        runs: Vec::new(),
        verdict: verdict(case.level),
    });
    let report = Report { outcomes: outcomes.collect(), took: ms(20.0) };
    let text = plain(&report, Circumstances { interrupted, ..circumstances() }, USUAL);
    assert_eq!(text.lines().last(), Some(expected), "{failing:?}");
}

#[test]
fn the_worst_level_decides() {
    use Level::{Must, Nice, Should};
    check_verdict(&[], false, "passed: 10 cases: 10 passed in 20 ms; exit status 0");
    check_verdict(&[Nice], false, "failed: 10 cases: 7 passed, 3 failed in 20 ms; exit status 4");
    check_verdict(
        &[Should, Nice],
        false,
        "failed: 10 cases: 3 passed, 7 failed in 20 ms; exit status 3",
    );
    check_verdict(
        &[Nice, Must, Should],
        false,
        "failed: 10 cases: 10 failed in 20 ms; exit status 1",
    );
    check_verdict(&[], true, "interrupted: 10 cases: 10 passed in 20 ms; exit status 130");
    let nothing = plain(&Report::default(), circumstances(), View { quiet: true, ..USUAL });
    assert_eq!(nothing, "no results: no cases ran in 0 ms; exit status 0\n");
    assert_eq!([Status::Usage.code(), Status::Broken.code()], [2, 5]);
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
