//! The runs of a suite: their order, which ones run at once, and which cases are blocked.
//!
//! Invariant: a case starts only after the cases that it needs have passed, and while the script of a
//! timed case runs no other script does. Engines whose scripts are over may still be watched at rest.

mod pool;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::case::{Case, Group, Variation};
use crate::driver::{Assignment, Tolerance};
use crate::outcome::{Breach, Delivery, Event, Level, Outcome, Report, Run, Verdict};
use crate::referee::Rule;
use crate::subject::Subject;

/// The part of the suite that is run, and the way in which it is run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Cases up to this level.
    pub level: Level,
    /// Indicates whether to run also the long cases, more values, and all deliveries.
    pub full: bool,
    /// Only the cases of these identifiers, with what they need; all if it is empty.
    pub ids: Vec<String>,
    /// The identifiers of cases that do not run. Cases that need them run nevertheless.
    pub skip: Vec<String>,
    /// Only the cases and variations that announce no other rule; all if there are none.
    pub rules: Option<BTreeSet<Rule>>,
    /// Added to every limit of a case.
    pub slack: Duration,
    /// The time, on top of the engine's own limit for a move, after which it counts as hung.
    pub patience: Duration,
    /// The number of runs at once, at least 1.
    pub jobs: usize,
    /// The seed of the random numbers.
    pub seed: u64,
    /// Only these deliveries, where a case allows them.
    pub deliveries: Option<Vec<Delivery>>,
    /// Set to stop early; the report leaves out the cases that have not run.
    pub stop: Arc<AtomicBool>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            level: Level::Nice,
            full: false,
            ids: Vec::new(),
            skip: Vec::new(),
            rules: None,
            slack: Duration::from_millis(400),
            patience: Duration::from_secs(5),
            jobs: std::thread::available_parallelism().map_or(2, usize::from) * 2,
            seed: 1,
            deliveries: None,
            stop: Arc::default(),
        }
    }
}

impl Settings {
    fn tolerance(&self) -> Tolerance {
        Tolerance { slack: self.slack, patience: self.patience, thorough: self.full }
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Returns the reason in words for which the user has left a case out, by its name or by its rules; `None`
    /// for other cases.
    pub fn reason_left_out(&self, case: &Case) -> Option<String> {
        self.left_out(case).map(LeftOut::reason)
    }

    fn left_out(&self, case: &Case) -> Option<LeftOut> {
        if self.skip.contains(&case.id) {
            return Some(LeftOut::ByName);
        }
        let variations = case.variations.iter().filter(|variation| self.full || !variation.full);
        let other_rules = variations.map(|variation| self.other_rule(case, variation));
        other_rules.collect::<Option<Vec<Rule>>>()?.first().copied().map(LeftOut::ByRule)
    }

    /// Returns a rule that the variation of a case announces and that is not selected.
    fn other_rule(&self, case: &Case, variation: &Variation) -> Option<Rule> {
        let selected = self.rules.as_ref()?;
        case.rules(variation).into_iter().find(|rule| !selected.contains(rule))
    }
}

/// Runs the selected cases of some groups against an engine.
pub fn run(
    subject: &Subject,
    groups: &[Group],
    settings: &Settings,
    observer: &(dyn Fn(Event<'_>) + Sync),
) -> Report {
    let start = Instant::now();
    let cases = select(groups, settings);
    let plans: Vec<Plan<'_>> =
        cases.iter().map(|case| Plan::new(case, subject, settings)).collect();
    observer(Event::Planned(plans.iter().map(|plan| plan.assignments.len()).sum()));
    let outcomes: Vec<Outcome> =
        pool::run(&plans, settings, observer).into_iter().flatten().collect();
    let invariants = invariants(&cases, &outcomes);
    let mut by_id: BTreeMap<String, Outcome> = outcomes
        .into_iter()
        .chain(invariants)
        .map(|outcome| (outcome.id.clone(), outcome))
        .collect();
    let outcomes = cases.iter().filter_map(|case| by_id.remove(&case.id)).collect();
    Report { outcomes, took: start.elapsed() }
}

/// Returns the selected cases and their prerequisites, in the order of the files. The invariants are
/// among them unless the identifiers exclude them.
fn select<'a>(groups: &'a [Group], settings: &Settings) -> Vec<&'a Case> {
    let all = || groups.iter().flat_map(|group| &group.cases);
    let wanted = |case: &&Case| {
        let level = case.level <= settings.level && (settings.full || !case.full);
        level && (settings.ids.is_empty() || settings.ids.contains(&case.id))
    };
    let mut chosen: BTreeSet<&str> = all().filter(wanted).map(|case| case.id.as_str()).collect();
    loop {
        let needed: Vec<&str> = all()
            .filter(|case| chosen.contains(case.id.as_str()))
            .flat_map(|case| case.needs.iter().map(String::as_str))
            .filter(|need| !chosen.contains(need))
            .collect();
        if needed.is_empty() {
            break;
        }
        chosen.extend(needed);
    }
    all().filter(|case| chosen.contains(case.id.as_str())).collect()
}

/// A case and the runs that it takes.
struct Plan<'a> {
    case: &'a Case,
    assignments: Vec<Assignment<'a>>,
    left_out: Option<LeftOut>,
}

/// The reason for which a user has left a case out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LeftOut {
    /// It is among those to skip.
    ByName,
    /// Each variation announces a rule that is not selected, such as this one.
    ByRule(Rule),
}

impl LeftOut {
    fn reason(self) -> String {
        match self {
            Self::ByName => "left out by its name".to_owned(),
            Self::ByRule(rule) => format!("it announces {rule}, which is not among the rules"),
        }
    }

    fn verdict(self) -> Verdict {
        Verdict::Skipped { reason: self.reason() }
    }
}

impl<'a> Plan<'a> {
    fn new(case: &'a Case, subject: &'a Subject, settings: &Settings) -> Self {
        let left_out = settings.left_out(case);
        let labelled = case.variations.iter().zip(case.labels());
        let variations = labelled.filter(|(variation, _)| {
            (settings.full || !variation.full) && settings.other_rule(case, variation).is_none()
        });
        let deliveries = deliveries(case, settings);
        let mut assignments = Vec::new();
        for (index, (variation, label)) in variations.enumerate() {
            let Some(script) = &variation.script else { continue };
            assignments.extend(deliveries.iter().map(|&delivery| Assignment {
                subject,
                process: &case.process,
                setup: case.setup,
                script,
                variation: label.clone(),
                delivery,
                tolerance: settings.tolerance(),
                seed: settings.seed.wrapping_mul(1000) + index as u64,
            }));
        }
        Self { case, assignments, left_out }
    }

    /// Returns the outcome of all its runs; none if no run took place.
    fn outcome(&self, runs: Vec<Run>) -> Option<Outcome> {
        let worst = runs.iter().map(|run| &run.verdict).max_by_key(|verdict| verdict.rank());
        Some(Outcome { id: self.case.id.clone(), verdict: worst?.clone(), runs })
    }
}

/// Returns the deliveries of the lines of a case under some settings.
fn deliveries(case: &Case, settings: &Settings) -> Vec<Delivery> {
    let allowed = &case.only;
    if let Some(wanted) = &settings.deliveries {
        let both: Vec<_> = allowed.iter().copied().filter(|mode| wanted.contains(mode)).collect();
        // A case that allows none of the requested deliveries runs in its own first one.
        return if both.is_empty() { allowed[..1].to_vec() } else { both };
    }
    if settings.full {
        return allowed.clone();
    }
    case.usual_deliveries()
}

/// The maximum number of runs that are kept as examples of a broken invariant.
const EXAMPLES: usize = 3;

/// Returns the outcomes of the invariants over all runs; of those that were left out there are outcomes already.
fn invariants(cases: &[&Case], outcomes: &[Outcome]) -> Vec<Outcome> {
    if outcomes.iter().all(|outcome| outcome.runs.is_empty()) {
        return Vec::new();
    }
    let is_left_out = |case: &Case| outcomes.iter().any(|outcome| outcome.id == case.id);
    let invariants = cases.iter().filter(|case| case.is_invariant() && !is_left_out(case));
    invariants.map(|case| invariant(case, outcomes)).collect()
}

fn invariant(case: &Case, outcomes: &[Outcome]) -> Outcome {
    let mut runs = Vec::new();
    let mut count = 0;
    for outcome in outcomes {
        for run in &outcome.runs {
            let Some(Breach { reason, .. }) = run.breaches.iter().find(|b| b.id == case.id) else {
                continue;
            };
            count += 1;
            if count <= EXAMPLES {
                let variation = format!("{} {}", outcome.id, run.variation).trim().to_owned();
                let verdict = Verdict::Failed(reason.as_str().into());
                runs.push(Run { variation, verdict, breaches: Vec::new(), ..run.clone() });
            }
        }
    }
    let verdict = match runs.first() {
        None => Verdict::Passed,
        Some(Run { verdict, variation, .. }) => {
            let reason = verdict.reason();
            let reason = match count {
                1 => format!("in 1 run, {variation}: {reason}"),
                _ => format!("in {count} runs, for example {variation}: {reason}"),
            };
            Verdict::Failed(reason.into())
        }
    };
    Outcome { id: case.id.clone(), runs, verdict }
}
