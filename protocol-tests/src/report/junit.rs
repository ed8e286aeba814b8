//! The results as JUnit XML: a suite for each group, a test for each run.

use std::io::Write;

use quick_junit::{
    NonSuccessKind, Property, Report, SerializeError, TestCase, TestCaseStatus, TestSuite,
};

use crate::outcome::{Entry, Run, Verdict};
use crate::report::text::{milliseconds, sign};
use crate::report::{CaseResult, Circumstances, GroupResults, Results, group_name, run_name};

/// Writes the results. A case without runs, because it was blocked or is an invariant, is
/// one test. Blocked counts as skipped, since the format knows no third way.
///
/// # Errors
/// Returns an error if `out` fails.
pub fn write(
    out: impl Write,
    results: &Results<'_>,
    circumstances: &Circumstances,
) -> Result<(), SerializeError> {
    let mut report = Report::new("protocol-tests");
    report.set_time(results.took);
    for group in &results.groups {
        report.add_test_suite(suite(group, circumstances));
    }
    report.serialize(out)
}

fn suite(results: &GroupResults<'_>, circumstances: &Circumstances) -> TestSuite {
    let mut suite = TestSuite::new(group_name(results.group));
    suite.add_property(Property::new("engine", circumstances.engine.as_str()));
    suite.add_property(Property::new("slack", format!("{} ms", circumstances.slack.as_millis())));
    suite.add_property(Property::new("seed", circumstances.seed.to_string()));
    for &result in &results.cases {
        if result.outcome.runs.is_empty() {
            suite.add_test_case(test_of_case(results, result));
        }
        for run in &result.outcome.runs {
            suite.add_test_case(test_of_run(results, result, run));
        }
    }
    suite.set_time(results.took());
    suite
}

fn test_of_case(group: &GroupResults<'_>, result: CaseResult<'_>) -> TestCase {
    let name = format!("{} {}", result.case.id, result.case.name);
    let mut test = TestCase::new(name, status(result, &result.outcome.verdict));
    test.set_classname(group.group.name.as_str());
    test.add_property(Property::new("level", result.case.level.to_string()));
    test
}

fn test_of_run(group: &GroupResults<'_>, result: CaseResult<'_>, run: &Run) -> TestCase {
    let name = format!("{} {}", run_name(&result.case.id, run), result.case.name);
    let mut test = TestCase::new(name, status(result, &run.verdict));
    test.set_classname(group.group.name.as_str());
    test.set_time(run.took);
    test.add_property(Property::new("level", result.case.level.to_string()));
    test.add_property(Property::new("delivery", run.delivery.to_string()));
    for slack in &run.slack {
        let over = slack.took.saturating_sub(slack.limit).as_millis();
        let text = format!("{over} ms over a limit of {} ms", slack.limit.as_millis());
        test.add_property(Property::new("saved by slack", text));
    }
    if run.verdict.is_failed() {
        test.set_system_out(transcript(&run.transcript));
    }
    test
}

fn status(result: CaseResult<'_>, verdict: &Verdict) -> TestCaseStatus {
    match verdict {
        Verdict::Passed => TestCaseStatus::success(),
        Verdict::Skipped { reason } => skipped(reason.clone()),
        Verdict::Blocked { by } => skipped(format!("blocked by {by}, which did not pass")),
        Verdict::Failed { reason } => {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
            status.set_type(result.case.level.to_string());
            status.set_message(reason.as_str());
            status.set_description(format!("{reason}\n\n{}", result.case.mend.trim()));
            status
        }
    }
}

fn skipped(message: String) -> TestCaseStatus {
    let mut status = TestCaseStatus::skipped();
    status.set_message(message);
    status
}

/// A transcript as text, one entry a line.
fn transcript(entries: &[Entry]) -> String {
    let line = |entry: &Entry| {
        let sign = sign(entry.speaker);
        format!("{:>9} ms  {sign} {}\n", milliseconds(entry.at), entry.text)
    };
    entries.iter().map(line).collect()
}
