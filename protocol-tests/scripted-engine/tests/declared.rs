//! The proof that the suite's checks can fail: each behaviour of the scripted engine fails
//! the cases that `behaviours.toml` declares for it, and no others.
//!
//! By default a behaviour meets its declared cases, what those need, and a sample of the
//! others. In the environment `SAMPLE=100` makes the sample larger, `ALL_CASES=1` is the whole
//! default suite, `BEHAVIOURS=name,name` picks some behaviours.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use protocol_tests::case::{Group, built_in};
use protocol_tests::outcome::{Event, Report, Verdict};
use protocol_tests::schedule::{Settings, run};
use protocol_tests::subject::Subject;
use serde::Deserialize;

/// The number of cases that a behaviour meets by default, besides those that it should fail.
const SAMPLE: usize = 8;

/// Behaviours that are tried at once: broken engines make the suite wait, not work.
const AT_ONCE: usize = 16;

/// The seed of the choice of samples.
const SEED: u64 = 1;

#[derive(Deserialize)]
struct Declarations {
    behaviour: Vec<Behaviour>,
}

#[derive(Deserialize)]
struct Behaviour {
    name: String,
    fails: BTreeSet<String>,
    /// Cases that it always meets and may pass: because the machine has no core to spare, or
    /// because an invariant of all cases fails in them.
    #[serde(default)]
    may_fail: BTreeSet<String>,
    /// Indicates that the behaviour shows only on a processor that is not busy with others.
    #[serde(default)]
    alone: bool,
}

fn declarations() -> Vec<Behaviour> {
    let text = include_str!("../behaviours.toml");
    toml::from_str::<Declarations>(text).expect("the file is TOML").behaviour
}

/// The identifiers of all cases with a script that take no `--full`.
fn usual_cases(groups: &[Group]) -> Vec<String> {
    let cases = groups.iter().flat_map(|group| &group.cases);
    cases.filter(|case| !case.full && !case.is_invariant()).map(|case| case.id.clone()).collect()
}

/// The cases that a behaviour meets.
fn selected(behaviour: &Behaviour, groups: &[Group], index: usize) -> Vec<String> {
    if std::env::var_os("ALL_CASES").is_some() {
        return Vec::new();
    }
    let mut random = fastrand::Rng::with_seed(SEED + index as u64);
    let mut others = usual_cases(groups);
    // What takes long would take long a hundred times.
    let slow: BTreeSet<&str> = groups
        .iter()
        .flat_map(|group| &group.cases)
        .filter(|case| case.timed || "QR".contains(case.id.chars().next().unwrap_or('Q')))
        .map(|case| case.id.as_str())
        .collect();
    others.retain(|id| !slow.contains(id.as_str()));
    random.shuffle(&mut others);
    let sample = std::env::var("SAMPLE").ok().and_then(|number| number.parse().ok());
    others.truncate(sample.unwrap_or(SAMPLE));
    let invariants = groups.iter().filter(|group| group.letter == 'G');
    let invariants = invariants.flat_map(|group| group.cases.iter().map(|case| case.id.clone()));
    let declared = behaviour.fails.union(&behaviour.may_fail).cloned();
    declared.chain(others).chain(invariants).chain(["F01".to_owned()]).collect()
}

/// Runs a behaviour; what is wrong with its declaration, if anything is.
fn complaint(behaviour: &Behaviour, groups: &[Group], index: usize) -> Option<String> {
    let mut subject = Subject::new(env!("CARGO_BIN_EXE_scripted-engine"));
    subject.arguments.push(behaviour.name.clone().into());
    let settings = Settings {
        ids: selected(behaviour, groups, index),
        patience: Duration::from_secs(2),
        slack: Duration::from_millis(600),
        jobs: 2,
        ..Settings::default()
    };
    let report = run(&subject, groups, &settings, &|_: Event<'_>| {});
    let met: BTreeSet<String> = report.outcomes.iter().map(|outcome| outcome.id.clone()).collect();
    let failed: BTreeSet<String> =
        failed(&report).difference(&behaviour.may_fail).cloned().collect();
    let declared: BTreeSet<String> = behaviour.fails.intersection(&met).cloned().collect();
    let unknown: Vec<_> = behaviour.fails.difference(&met).collect();
    let surprising: Vec<_> = failed.difference(&declared).collect();
    let missing: Vec<_> = declared.difference(&failed).collect();
    if unknown.is_empty() && surprising.is_empty() && missing.is_empty() {
        return None;
    }
    let reasons: Vec<String> = report
        .outcomes
        .iter()
        .filter(|outcome| surprising.contains(&&outcome.id) || missing.contains(&&outcome.id))
        .map(|outcome| format!("      {}: {:?}", outcome.id, outcome.verdict))
        .collect();
    Some(format!(
        "{}: fails {surprising:?} beyond its declaration, does not fail {missing:?}, \
         declares {unknown:?} that are not there\n{}",
        behaviour.name,
        reasons.join("\n")
    ))
}

fn failed(report: &Report) -> BTreeSet<String> {
    let outcomes = report.outcomes.iter();
    let failed = outcomes.filter(|outcome| matches!(outcome.verdict, Verdict::Failed { .. }));
    failed.map(|outcome| outcome.id.clone()).collect()
}

#[test]
fn each_behaviour_fails_what_it_declares_and_nothing_else() {
    let groups = built_in().expect("the case files are valid");
    let behaviours = declarations();
    let wanted = std::env::var("BEHAVIOURS").ok();
    let wanted = |name: &str| wanted.as_ref().is_none_or(|list| list.split(',').any(|w| w == name));
    let doubtful = Mutex::new(BTreeSet::new());
    let next = AtomicUsize::new(0);
    let worker = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(behaviour) = behaviours.get(index) else { break };
            if !wanted(&behaviour.name) {
                continue;
            }
            if behaviour.alone || complaint(behaviour, &groups, index).is_some() {
                doubtful.lock().expect("no thread panicked while it held the lock").insert(index);
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(worker);
        }
    });
    // Many engines at once on a busy machine are late and are killed late: what went wrong then
    // counts only if it goes wrong again when nothing else of this test runs.
    let doubtful = doubtful.into_inner().expect("no thread panicked while it held the lock");
    let complaints: Vec<String> = doubtful
        .into_iter()
        .filter_map(|index| complaint(&behaviours[index], &groups, index))
        .collect();
    assert!(complaints.is_empty(), "seed {SEED}:\n{}", complaints.join("\n"));
}

#[test]
fn every_declaration_names_a_behaviour_once() {
    let behaviours = declarations();
    let names: BTreeSet<&str> =
        behaviours.iter().map(|behaviour| behaviour.name.as_str()).collect();
    assert_eq!(names.len(), behaviours.len());
    assert!(names.contains("correct"));
}
