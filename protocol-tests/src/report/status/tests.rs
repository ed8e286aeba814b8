//! Tests of the exit status.

use crate::outcome::{Level, Verdict};
use crate::report::Results;
use crate::report::fixture;
use crate::report::status::Status;

/// The status if of the fixture's failures only those of some levels had happened.
fn check(failing: &[Level], expected: u8) {
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
    assert_eq!(Status::of(&Results::new(&groups, &report)).code(), expected, "{failing:?}");
}

#[test]
fn the_worst_level_decides() {
    check(&[], 0);
    check(&[Level::Must], 1);
    check(&[Level::Nice, Level::Must, Level::Should], 1);
    check(&[Level::Should, Level::Nice], 3);
    check(&[Level::Nice], 4);
}

#[test]
fn every_status_has_a_number_of_its_own() {
    let levels = [Level::Must, Level::Should, Level::Nice].map(Status::Failed);
    let others = [Status::Passed, Status::Usage, Status::Broken, Status::Interrupted];
    let mut codes: Vec<_> = levels.into_iter().chain(others).map(Status::code).collect();
    codes.sort_unstable();
    assert_eq!(codes, [0, 1, 2, 3, 4, 5, 130]);
}
