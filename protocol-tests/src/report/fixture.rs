//! A small report of every kind of outcome, for the tests.

use std::io;
use std::time::Duration;

use anstream::adapter::strip_str;
use strum::VariantArray;

use crate::case::{Case, Group, Process, Setup, Variation};
use crate::outcome::{
    Breach, Delivery, Entry, Level, Outcome, Report, Run, Slack, Speaker, Verdict,
};
use crate::report::{Circumstances, Results, View};

/// Three groups with the cases that [`report`] is about.
pub(super) fn groups() -> Vec<Group> {
    let start_up = vec![
        case("A04", "start-answers-ok", Level::Must),
        case("A07", "about-ten-times", Level::Should),
    ];
    let mut turn = case("D02", "answers-within-turn", Level::Must);
    turn.timed = true;
    turn.modes = vec![Delivery::Lf];
    turn.variations = ["50", "300", "1000"].map(|value| variation("turn", value)).into();
    turn.variations[2].full = true;
    let mut time = vec![turn, case("D05", "leaves-time-left", Level::Must)];
    time.push(case("D09", "time-increment", Level::Nice));
    time.push(case("D11", "idle-between-moves", Level::Should));
    time[3].full = true;
    let mut stderr = case("G1", "silent-on-stderr", Level::Should);
    stderr.setup = None;
    stderr.script_text = String::new();
    vec![
        group('A', "start-up", "Start-up and ABOUT", start_up),
        group('D', "time", "Time", time),
        group('G', "invariants", "What holds in every run", vec![stderr]),
    ]
}

fn group(letter: char, name: &str, title: &str, cases: Vec<Case>) -> Group {
    Group {
        file: format!("{}-{name}", letter.to_ascii_lowercase()),
        letter,
        name: name.to_owned(),
        title: title.to_owned(),
        about: format!("What group {letter} is about."),
        cases,
    }
}

fn case(id: &str, name: &str, level: Level) -> Case {
    Case {
        id: id.to_owned(),
        name: name.to_owned(),
        level,
        source: "protocol document, START".to_owned(),
        means: "A manager waits for the answer before it does anything else,\nand forfeits \
                the game of an engine that gives none."
            .to_owned(),
        mend: format!("Answer as {name} says, and flush standard\noutput after every line."),
        needs: if id == "A04" { Vec::new() } else { vec!["A04".to_owned()] },
        setup: Some(Setup { size: 15, limit: 300, rule: None }),
        timed: false,
        full: false,
        only: Delivery::VARIANTS.into(),
        modes: Vec::new(),
        variations: vec![Variation::default()],
        process: Process::default(),
        script_text: "\n> BEGIN\n< move within 300\n".to_owned(),
    }
}

fn variation(name: &str, value: &str) -> Variation {
    Variation { values: vec![(name.to_owned(), value.to_owned())], full: false, script: None }
}

/// One outcome of each kind, and cases that failed alike.
pub(super) fn report() -> Report {
    let late = |ms: u32| failed(&format!("expected a move within 50 ms, got 7,7 after {ms} ms"));
    let mut about = run("", Delivery::Crlf, Verdict::Passed);
    about.slack.push(Slack { limit: ms(50.0), took: ms(111.0) });
    let mut start = run("", Delivery::Crlf, Verdict::Passed);
    start.breaches.push(Breach { id: "G1", reason: "said \"bad\"".to_owned() });
    let stderr = run("A04", Delivery::Crlf, failed("said \"bad\""));
    let mut long = run("turn=300", Delivery::Crlf, late(903));
    long.transcript = (0..60)
        .map(|place| entry(f64::from(place) * 20.5, Speaker::Engine, &format!("MESSAGE {place}")))
        .collect();
    long.transcript.push(entry(1300.0, Speaker::Engine, &"MESSAGE loooong ".repeat(20)));
    let turn = vec![
        run("turn=50", Delivery::Crlf, Verdict::Passed),
        run("turn=50", Delivery::Lf, late(533)),
        long,
    ];
    let outcomes = vec![
        outcome("A04", vec![start], Verdict::Passed),
        outcome("A07", vec![about], Verdict::Passed),
        outcome("D02", turn, late(533)),
        outcome("D05", vec![run("", Delivery::Crlf, late(777))], late(777)),
        outcome("D09", Vec::new(), Verdict::Skipped { reason: "answered UNKNOWN".to_owned() }),
        outcome("D11", Vec::new(), Verdict::Blocked { by: "D02".to_owned() }),
        outcome("G1", vec![stderr], failed("in 1 runs, for example A04: said \"bad\"")),
    ];
    Report { outcomes, took: ms(4321.0) }
}

fn outcome(id: &str, runs: Vec<Run>, verdict: Verdict) -> Outcome {
    Outcome { id: id.to_owned(), runs, verdict }
}

fn failed(reason: &str) -> Verdict {
    Verdict::Failed { reason: reason.to_owned() }
}

fn run(variation: &str, delivery: Delivery, verdict: Verdict) -> Run {
    let mut transcript = vec![
        entry(0.0, Speaker::Note, "started"),
        entry(1.25, Speaker::Suite, "START 15"),
        entry(2.5, Speaker::Engine, "OK"),
        entry(3.0, Speaker::Stderr, "\u{1b}[31mbad\u{202e}text"),
        entry(12.0, Speaker::Suite, "BEGIN"),
        entry(545.0, Speaker::Engine, "7,7"),
    ];
    if let Verdict::Failed { reason } = &verdict {
        transcript.push(entry(545.5, Speaker::Note, reason));
    }
    Run {
        variation: variation.to_owned(),
        delivery,
        verdict,
        breaches: Vec::new(),
        slack: Vec::new(),
        took: ms(600.0),
        transcript,
    }
}

fn entry(at: f64, speaker: Speaker, text: &str) -> Entry {
    Entry { at: ms(at), speaker, text: text.to_owned() }
}

fn ms(milliseconds: f64) -> Duration {
    Duration::from_secs_f64(milliseconds / 1000.0)
}

/// A view of some width, neither verbose nor quiet.
pub(super) fn view(width: usize) -> View {
    View { width, verbose: false, quiet: false }
}

/// The circumstances of [`report`].
pub(super) fn circumstances() -> Circumstances {
    Circumstances {
        engine: "/opt/pbrain --threads 1".to_owned(),
        slack: ms(400.0),
        seed: 1,
        interrupted: false,
    }
}

/// Returns what `show` writes about the fixture, without colours.
pub(super) fn shown(show: impl FnOnce(&mut Vec<u8>, &Results<'_>) -> io::Result<()>) -> String {
    let (groups, report) = (groups(), report());
    let mut out = Vec::new();
    show(&mut out, &Results::new(&groups, &report)).expect("writing to memory never fails");
    plain(&out)
}

/// Text without colours.
pub(super) fn plain(text: &[u8]) -> String {
    let text = String::from_utf8(text.to_vec()).expect("the output is UTF-8");
    strip_str(&text).to_string()
}
