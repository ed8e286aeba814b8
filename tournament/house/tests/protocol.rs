//! Tests that an engine without skill passes the cases of the conformance suite that an engine must pass.

use std::thread::available_parallelism;

use protocol_tests::case::built_in;
use protocol_tests::outcome::{Level, Verdict};
use protocol_tests::schedule::{Settings, run};
use protocol_tests::subject::Subject;

/// The number of simultaneous runs for each processor: most of them wait for a pause.
const JOBS: usize = 12;

#[test]
fn legal_moves_alone_pass_the_untimed_cases_of_level_must() {
    let mut subject = Subject::new(env!("CARGO_BIN_EXE_house"));
    subject.arguments = vec!["random".into()];
    let groups = built_in().expect("the case files are right");
    let cases = groups.iter().flat_map(|group| &group.cases);
    let wanted = cases.filter(|case| case.level == Level::Must && !case.timed && !case.full);
    let ids: Vec<String> = wanted.map(|case| case.id.clone()).collect();
    assert!(ids.len() > 40, "{ids:?}");
    let jobs = JOBS * available_parallelism().map_or(1, usize::from);
    let settings = Settings { jobs, level: Level::Must, ids, ..Settings::default() };
    let report = run(&subject, &groups, &settings, &|_| {});
    let failed = report
        .outcomes
        .iter()
        .filter(|outcome| !matches!(outcome.verdict, Verdict::Passed | Verdict::Skipped { .. }));
    let failed: Vec<String> =
        failed.map(|outcome| format!("{}: {:?}", outcome.id, outcome.verdict)).collect();
    assert!(failed.is_empty(), "seed {}:\n{}", settings.seed, failed.join("\n"));
}
