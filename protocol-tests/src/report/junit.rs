//! The results as JUnit XML: a suite for each group, a test for each run.

use std::io::Write;

use quick_junit::{
    NonSuccessKind, Property, Report, SerializeError, TestCase, TestCaseStatus, TestSuite,
};

use crate::outcome::{Entry, Run, Verdict};
use crate::report::text::{milliseconds, sign};
use crate::report::{CaseResult, GroupResults, Results, run_name, saved};

/// Writes the results. A case without runs, because it was blocked or is an invariant, is one test.
/// Blocked counts as skipped, since the format has no such status.
///
/// # Errors
/// Returns an error if `out` fails.
pub fn write(out: impl Write, results: &Results<'_>) -> Result<(), SerializeError> {
    let circumstances = &results.circumstances;
    let properties = [
        ("engine", circumstances.engine.clone()),
        ("slack", format!("{} ms", circumstances.slack.as_millis())),
        ("seed", circumstances.seed.to_string()),
    ];
    let mut report = Report::new("protocol-tests");
    report.set_time(results.took);
    for group in &results.groups {
        let mut suite = suite(group);
        let property = |(name, value): &(&str, String)| Property::new(*name, value.as_str());
        suite.add_properties(properties.iter().map(property));
        report.add_test_suite(suite);
    }
    report.serialize(out)
}

fn suite(group: &GroupResults<'_>) -> TestSuite {
    let mut suite = TestSuite::new(group.group.to_string());
    for &result in &group.cases {
        if result.outcome.runs.is_empty() {
            suite.add_test_case(test(group, result, None));
        }
        let runs = result.outcome.runs.iter();
        suite.add_test_cases(runs.map(|run| test(group, result, Some(run))));
    }
    suite.set_time(group.took());
    suite
}

/// Returns the test of a run, or of a case without runs.
fn test(group: &GroupResults<'_>, result: CaseResult<'_>, run: Option<&Run>) -> TestCase {
    let CaseResult { case, outcome } = result;
    let name = run.map_or_else(|| case.id.clone(), |run| run_name(&case.id, run));
    let verdict = run.map_or(&outcome.verdict, |run| &run.verdict);
    let mut test = TestCase::new(format!("{name} {}", case.name), status(result, verdict));
    test.set_classname(group.group.name.as_str());
    test.add_property(Property::new("level", case.level.to_string()));
    let Some(run) = run else { return test };
    test.set_time(run.took);
    test.add_property(Property::new("delivery", run.delivery.to_string()));
    test.add_properties(
        run.slack.iter().map(|reply| Property::new("saved by slack", saved(reply))),
    );
    if run.verdict.is_failed() {
        test.set_system_out(run.transcript.iter().map(line).collect::<String>());
    }
    test
}

fn status(result: CaseResult<'_>, verdict: &Verdict) -> TestCaseStatus {
    let mut status = match verdict {
        Verdict::Passed => return TestCaseStatus::success(),
        Verdict::Failed(_) => TestCaseStatus::non_success(NonSuccessKind::Failure),
        Verdict::Skipped { .. } | Verdict::Blocked { .. } => TestCaseStatus::skipped(),
    };
    let reason = verdict.reason();
    status.set_message(match verdict {
        Verdict::Blocked { by } => format!("blocked by {by}, which did not pass"),
        _ => reason.to_owned(),
    });
    if verdict.is_failed() {
        status.set_type(result.case.level.to_string());
        status.set_description(format!("{reason}\n\n{}", result.case.mend.trim()));
    }
    status
}

/// Returns an entry of a transcript as a text line.
fn line(entry: &Entry) -> String {
    format!("{:>9} ms  {} {}\n", milliseconds(entry.at), sign(entry.speaker), entry.text)
}
