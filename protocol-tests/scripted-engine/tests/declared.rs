//! Tests that the checks of the suite fail when they should and only then: each behaviour of the
//! scripted engine fails the cases that `behaviours.toml` declares for it, and no others.
//!
//! A behaviour meets the cases that it `fails` in all variations, and a sample of those that it
//! passes in one variation each. In the environment, `ALL_CASES=1` takes every case of the default
//! suite instead of a sample, `CASES=id,id` takes these cases, for instance newly added ones,
//! `BEHAVIOURS=name,name` picks some behaviours, and `AT_ONCE=n` tries that number of them at once.
//! `DRAFT=1` checks nothing and prints the failed cases of each behaviour as soon as they are known,
//! for new declarations.
//!
//! The quick test plays a few of the behaviours, the ignored one all of them.
//!
//! The tests are reliable on a busy machine too: a result that differs from the declaration counts
//! only if it recurs when no other behaviour runs at the same time.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Write, stdout};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use protocol_tests::case::{Case, Group, built_in};
use protocol_tests::outcome::{Event, Level};
use protocol_tests::schedule::{Settings, run};
use protocol_tests::subject::Subject;
use serde::Deserialize;

/// The number of cases in the sample of a behaviour.
const SAMPLE: usize = 6;

/// The number of behaviours that are tried at once, unless `AT_ONCE` in the environment says
/// otherwise.
const DEFAULT_AT_ONCE: usize = 16;

/// The numbers of behaviours that are tried at once in the repetitions of a wrong result, which counts
/// only if it occurs in both: in the last one, no other behaviour runs beside it.
const REPETITIONS: [usize; 2] = [4, 1];

/// The distance between two behaviours of the quick test in the list of all.
const STEP: usize = 16;

/// The seed of the choice of samples.
const SEED: u64 = 1;

#[derive(Deserialize)]
struct Declarations {
    #[serde(rename = "behaviour")]
    behaviours: Vec<Behaviour>,
}

#[derive(Deserialize)]
struct Behaviour {
    name: String,
    /// The cases that show the fault.
    fails: BTreeSet<String>,
    /// The other cases that the fault touches: it fails them in some variation or on some machines.
    #[serde(default)]
    may_fail: BTreeSet<String>,
    /// Indicates whether the fault shows only if the machine has a core to spare.
    #[serde(default)]
    needs_core: bool,
}

/// The cases whose results are not the declared ones, each with its result.
type Differences = BTreeMap<String, String>;

fn declarations() -> Vec<Behaviour> {
    let text = include_str!("../behaviours.toml");
    toml::from_str::<Declarations>(text).expect("the file is TOML").behaviours
}

/// A behaviour and the cases that it meets.
struct Trial<'a> {
    behaviour: &'a Behaviour,
    groups: &'a [Group],
    ids: Vec<String>,
    seed: u64,
}

impl<'a> Trial<'a> {
    /// Chooses the cases: those that show the fault, the invariants, the case of a plain move, and
    /// a sample of the others.
    fn new(behaviour: &'a Behaviour, groups: &'a [Group], seed: u64) -> Self {
        // An invariant fails in some run of some case, perhaps one of those that the fault touches.
        let fails_invariant = behaviour.fails.iter().any(|id| is_invariant(id));
        let is_needed = |case: &Case| {
            case.is_invariant()
                || case.id == "F01"
                || behaviour.fails.contains(&case.id)
                || fails_invariant && behaviour.may_fail.contains(&case.id)
        };
        if let Ok(wanted) = env::var("CASES") {
            let ids = wanted.split(',').map(str::to_owned).collect();
            return Self { behaviour, groups, ids, seed };
        }
        let (mut ids, mut others) = (Vec::new(), Vec::new());
        for case in groups.iter().flat_map(|group| &group.cases).filter(|case| !case.full) {
            // Games take long, and cases that measure times run one by one.
            let is_quick = !case.timed && !case.id.starts_with(['Q', 'R']);
            if is_needed(case) || env::var_os("ALL_CASES").is_some() {
                ids.push(case.id.clone());
            } else if is_quick {
                others.push(case.id.clone());
            }
        }
        fastrand::Rng::with_seed(seed).shuffle(&mut others);
        others.retain(|id| !behaviour.may_fail.contains(id));
        ids.extend(others.into_iter().take(SAMPLE));
        Self { behaviour, groups, ids, seed }
    }

    /// Runs the cases and compares the results with the declaration.
    fn differences(&self) -> Differences {
        let mut subject = Subject::new(env!("CARGO_BIN_EXE_scripted-engine"));
        subject.arguments.push(self.behaviour.name.clone().into());
        let settings = Settings {
            ids: self.ids.clone(),
            patience: Duration::from_secs(2),
            slack: Duration::from_millis(600),
            jobs: 2,
            ..Settings::default()
        };
        let report = run(&subject, &self.groups_in_brief(), &settings, &|_: Event<'_>| {});
        if is_draft() {
            let failed = report.outcomes.iter().filter(|outcome| outcome.verdict.is_failed());
            let ids: Vec<&str> = failed.map(|outcome| outcome.id.as_str()).collect();
            writeln!(stdout(), "{}: {}", self.behaviour.name, ids.join(" "))
                .expect("it can be written");
        }
        let outcomes = report.outcomes.into_iter();
        outcomes
            .filter(|outcome| !self.behaviour.may_fail.contains(&outcome.id))
            .filter(|outcome| {
                outcome.verdict.is_failed() != self.behaviour.fails.contains(&outcome.id)
            })
            .map(|outcome| (outcome.id, format!("{:?}", outcome.verdict)))
            .collect()
    }

    /// Takes one variation and one delivery of each case that the behaviour need not fail.
    fn groups_in_brief(&self) -> Vec<Group> {
        let mut random = fastrand::Rng::with_seed(self.seed);
        let mut groups = self.groups.to_vec();
        let cases = groups.iter_mut().flat_map(|group| &mut group.cases);
        for case in cases.filter(|case| !self.behaviour.fails.contains(&case.id)) {
            case.modes.clear();
            case.variations.retain(|variation| !variation.full);
            if !case.variations.is_empty() {
                let index = random.usize(..case.variations.len());
                case.variations = vec![case.variations.swap_remove(index)];
            }
        }
        groups
    }

    /// Restricts the trial to the cases that differ, unless one is an invariant, which may fail in
    /// any case.
    fn narrow(&mut self, differences: &Differences) {
        if !differences.keys().any(|id| is_invariant(id)) {
            self.ids = differences.keys().cloned().collect();
        }
    }

    /// Returns the differences that count on this machine.
    fn counted(&self, mut differences: Differences) -> Differences {
        if self.behaviour.needs_core && !has_spare_core() {
            differences.retain(|id, _| !self.behaviour.fails.contains(id));
        }
        differences
    }
}

fn is_invariant(id: &str) -> bool {
    id.starts_with('G')
}

/// Returns whether a thread that keeps a core busy gets most of it, as far as the system tells.
fn has_spare_core() -> bool {
    const SPAN: Duration = Duration::from_millis(200);
    // The first number is the time that this thread has run, in nanoseconds.
    let used = || -> Option<Duration> {
        let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        Some(Duration::from_nanos(text.split_whitespace().next()?.parse().ok()?))
    };
    let (before, start) = (used(), Instant::now());
    while start.elapsed() < SPAN {
        std::hint::spin_loop();
    }
    before.zip(used()).is_none_or(|(before, after)| after - before > SPAN * 4 / 5)
}

/// Returns whether the test drafts declarations instead of checking them.
fn is_draft() -> bool {
    env::var_os("DRAFT").is_some()
}

/// Returns the number of behaviours to try at once.
fn at_once() -> usize {
    let wanted = env::var("AT_ONCE").ok();
    wanted.map_or(DEFAULT_AT_ONCE, |count| count.parse().expect("AT_ONCE is a number"))
}

/// Tries all behaviours, `at_once` of them at a time: broken engines make the suite wait, not work.
/// Returns the differences of each.
fn try_all(trials: &[Trial<'_>], at_once: usize) -> Vec<Differences> {
    let results: Vec<_> = trials.iter().map(|_| OnceLock::new()).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(trial) = trials.get(index) else { break };
            results[index].set(trial.differences()).expect("each index is drawn once");
        }
    };
    thread::scope(|scope| (0..at_once).for_each(|_| drop(scope.spawn(work))));
    let result = |lock: OnceLock<_>| lock.into_inner().expect("all trials have been made");
    results.into_iter().map(result).collect()
}

/// Returns the trials with differences, restricted to them, and the differences.
fn doubtful(
    trials: Vec<Trial<'_>>,
    differences: Vec<Differences>,
) -> (Vec<Trial<'_>>, Vec<Differences>) {
    let pairs = trials.into_iter().zip(differences).filter(|(_, found)| !found.is_empty());
    let narrowed = pairs.map(|(mut trial, found)| {
        trial.narrow(&found);
        (trial, found)
    });
    narrowed.unzip()
}

#[test]
#[ignore = "slow: plays every broken engine"]
fn each_behaviour_fails_what_it_declares_and_nothing_else() {
    check_every(1);
}

#[test]
fn some_behaviours_fail_what_they_declare_and_nothing_else() {
    check_every(STEP);
}

/// Checks every `step`th behaviour.
fn check_every(step: usize) {
    let groups = built_in().expect("the case files are valid");
    let wanted = env::var("BEHAVIOURS").ok();
    let is_wanted =
        |name: &str| wanted.as_ref().is_none_or(|list| list.split(',').any(|w| w == name));
    let behaviours = declarations();
    let mut trials: Vec<_> = behaviours
        .iter()
        .zip(SEED..)
        .step_by(step)
        .filter(|(behaviour, _)| is_wanted(&behaviour.name))
        .map(|(behaviour, seed)| Trial::new(behaviour, &groups, seed))
        .collect();
    let mut differences = try_all(&trials, at_once());
    if is_draft() {
        return;
    }
    for at_once in REPETITIONS {
        // On a busy machine an engine replies late, is killed late, and finds no idle core to waste.
        (trials, differences) = doubtful(trials, differences);
        let again = try_all(&trials, at_once);
        for (differences, again) in differences.iter_mut().zip(again) {
            differences.retain(|id, _| again.contains_key(id));
        }
    }
    let mut complaints = Vec::new();
    for (trial, differences) in trials.iter().zip(differences) {
        for (id, verdict) in trial.counted(differences) {
            complaints.push(format!("{} in {id}: {verdict}", trial.behaviour.name));
        }
    }
    assert!(complaints.is_empty(), "not as declared, seed {SEED}:\n{}", complaints.join("\n"));
}

#[test]
fn declarations_name_cases_of_the_default_suite() {
    let groups = built_in().expect("the case files are valid");
    let cases = groups.iter().flat_map(|group| &group.cases);
    let known: BTreeSet<&str> =
        cases.filter(|case| !case.full).map(|case| case.id.as_str()).collect();
    for behaviour in declarations() {
        for id in behaviour.fails.iter().chain(&behaviour.may_fail) {
            assert!(known.contains(id.as_str()), "{} declares {id}", behaviour.name);
        }
    }
}

#[test]
fn each_must_case_has_a_behaviour_that_fails_it() {
    let groups = built_in().expect("the case files are valid");
    let declarations = declarations();
    let is_failed = |id: &str| declarations.iter().any(|behaviour| behaviour.fails.contains(id));
    let cases = groups.iter().flat_map(|group| &group.cases);
    let must = cases.filter(|case| case.level == Level::Must && !case.full);
    let idle: Vec<&str> = must.map(|case| case.id.as_str()).filter(|id| !is_failed(id)).collect();
    assert!(idle.is_empty(), "no behaviour fails {idle:?}");
}
