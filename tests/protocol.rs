//! Tests that the engine passes all default cases of the conformance suite.

use std::thread::available_parallelism;

use protocol_tests::case::{Case, built_in};
use protocol_tests::outcome::{Level, Verdict};
use protocol_tests::schedule::{Settings, run};
use protocol_tests::subject::Subject;

/// The number of simultaneous runs for each processor: most of them wait for a pause or a time
/// limit.
const JOBS: usize = 12;

#[test]
fn the_engine_passes_the_untimed_cases_that_it_must_and_those_of_the_rules() {
    check_suite(is_quick);
}

#[test]
#[ignore = "slow: cases that measure times run one by one"]
fn the_engine_passes_the_other_cases() {
    check_suite(|case| !is_quick(case));
}

fn is_quick(case: &Case) -> bool {
    let is_of_rules = case.id.starts_with('Q') && case.level == Level::Should;
    (case.level == Level::Must || is_of_rules) && !case.timed
}

/// Runs the cases of the default suite that `is_wanted` accepts, with the cases that they depend
/// on.
fn check_suite(is_wanted: impl Fn(&Case) -> bool) {
    let subject = Subject::new(env!("CARGO_BIN_EXE_pbrain-dolmen"));
    let groups = built_in().expect("the case files are right");
    let cases = groups.iter().flat_map(|group| &group.cases).filter(|case| !case.full);
    let ids: Vec<String> =
        cases.filter(|&case| is_wanted(case)).map(|case| case.id.clone()).collect();
    assert!(ids.len() > 40, "{ids:?}");
    let jobs = JOBS * available_parallelism().map_or(1, usize::from);
    let settings = Settings { jobs, ids: ids.clone(), ..Settings::default() };
    let report = run(&subject, &groups, &settings, &|_| {});
    let mut passed = 0;
    let mut others = Vec::new();
    for outcome in report.outcomes.iter().filter(|outcome| ids.contains(&outcome.id)) {
        match &outcome.verdict {
            Verdict::Passed => passed += 1,
            // A shell that runs the tests in the background makes them ignore the interrupt signal.
            Verdict::Skipped { .. } if outcome.id == "M12" => {}
            verdict => others.push(format!("{}: {verdict:?}", outcome.id)),
        }
    }
    assert!(others.is_empty(), "seed {}:\n{}", settings.seed, others.join("\n"));
    assert!(passed + 1 >= ids.len(), "only {passed} of {} cases have passed", ids.len());
}
