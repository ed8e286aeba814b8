//! Tests that the engine passes all default cases of the conformance suite.

use std::thread::available_parallelism;

use protocol_tests::case::built_in;
use protocol_tests::outcome::Verdict;
use protocol_tests::schedule::{Settings, run};
use protocol_tests::subject::Subject;

/// The number of runs at once for each processor: most of them wait for a pause or a time limit.
const JOBS: usize = 8;

#[test]
fn the_engine_passes_the_default_suite() {
    let subject = Subject::new(env!("CARGO_BIN_EXE_pbrain-dolmen"));
    let groups = built_in().expect("the case files are right");
    let jobs = JOBS * available_parallelism().map_or(1, usize::from);
    let settings = Settings { jobs, ..Settings::default() };
    let report = run(&subject, &groups, &settings, &|_| {});
    let mut passed = 0;
    let mut others = Vec::new();
    for outcome in &report.outcomes {
        match &outcome.verdict {
            Verdict::Passed => passed += 1,
            // A shell that runs the tests in the background makes them ignore the interrupt signal.
            Verdict::Skipped { .. } if outcome.id == "M12" => {}
            verdict => others.push(format!("{}: {verdict:?}", outcome.id)),
        }
    }
    assert!(others.is_empty(), "seed {}:\n{}", settings.seed, others.join("\n"));
    let cases: usize =
        groups.iter().flat_map(|group| &group.cases).filter(|case| !case.full).count();
    assert!(passed + 5 >= cases, "only {passed} of {cases} cases have passed");
}
