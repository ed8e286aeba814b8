//! Tests of what all reports share, and of all of them together.

use std::ffi::OsString;
use std::path::Path;

use crate::outcome::{Delivery, Level, Report};
use crate::report::{
    Results, Tally, View, command_of, fixture, recorded, recorded_id, run_name, show,
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

/// Whatever is asked for, nothing but text, ends of lines and the suite's own colours comes.
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
