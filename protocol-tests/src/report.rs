//! Human-readable and machine-readable reports of the results.
//!
//! [`Results`] sets a report beside its cases. [`shown`] is its text for a terminal, [`junit`] and
//! [`json`] write it to files, and [`progress`] shows the runs as they end. [`pages`] and [`listing`]
//! show the cases themselves.

mod failure;
pub mod json;
pub mod junit;
pub mod listing;
pub mod pages;
pub mod progress;
mod summary;
#[cfg(test)]
mod tests;
mod text;

use std::collections::HashMap;
use std::fmt;
use std::time::Duration;

use serde::Serialize;

use crate::case::{Case, Group};
use crate::outcome::{Delivery, Level, Outcome, Report, Run, Slack, Verdict, as_milliseconds};
use crate::subject::Subject;

/// The layout of a report for a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// Columns of the terminal, 40 or more.
    pub width: usize,
    /// Indicates whether to show the transcripts of all runs, and uncut.
    pub verbose: bool,
    /// Indicates whether to show only the failures and the verdict.
    pub quiet: bool,
}

/// The circumstances of a run of the suite.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Circumstances {
    /// The command that started the engine.
    pub engine: String,
    /// The time that was added to every limit.
    #[serde(serialize_with = "as_milliseconds")]
    pub slack: Duration,
    /// The seed of everything random.
    pub seed: u64,
    /// The rules whose cases were selected; empty for all.
    pub rules: Vec<String>,
    /// The filters of the cases that were left out.
    pub skip: Vec<String>,
    /// Indicates whether the suite was stopped before its end.
    pub interrupted: bool,
}

impl fmt::Display for Circumstances {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { engine, slack, seed, rules, skip, .. } = self;
        write!(f, "{engine}, slack {} ms, seed {seed}", slack.as_millis())?;
        if !rules.is_empty() {
            write!(f, ", only the rules {}", rules.join(", "))?;
        }
        if !skip.is_empty() {
            write!(f, ", without {}", skip.join(" "))?;
        }
        Ok(())
    }
}

/// The results of a run of the suite: the outcomes of a report beside their cases.
#[derive(Debug)]
pub struct Results<'a> {
    /// The circumstances of the run.
    pub circumstances: Circumstances,
    /// The groups that have outcomes, in the order of the files.
    pub groups: Vec<GroupResults<'a>>,
    /// The time that the whole run took.
    pub took: Duration,
}

/// The outcomes of a group.
#[derive(Debug)]
pub struct GroupResults<'a> {
    /// The group.
    pub group: &'a Group,
    /// Its cases that have an outcome, in the order of the file; at least one.
    pub cases: Vec<CaseResult<'a>>,
}

/// A case and its outcome.
#[derive(Clone, Copy, Debug)]
pub struct CaseResult<'a> {
    /// The case.
    pub case: &'a Case,
    /// The outcome.
    pub outcome: &'a Outcome,
}

impl GroupResults<'_> {
    /// Returns the sum of the times of all runs. The runs of an invariant are those of other cases.
    pub fn took(&self) -> Duration {
        let cases = self.cases.iter().filter(|result| !result.case.is_invariant());
        cases.flat_map(|result| &result.outcome.runs).map(|run| run.took).sum()
    }
}

impl<'a> Results<'a> {
    /// Sets outcomes beside their cases, and leaves out those of no case in `groups`.
    pub fn new(groups: &'a [Group], report: &'a Report, circumstances: Circumstances) -> Self {
        let outcomes: HashMap<_, _> =
            report.outcomes.iter().map(|outcome| (outcome.id.as_str(), outcome)).collect();
        let with_outcome =
            |case: &'a Case| Some(CaseResult { case, outcome: outcomes.get(case.id.as_str())? });
        let results = groups.iter().map(|group| GroupResults {
            group,
            cases: group.cases.iter().filter_map(with_outcome).collect(),
        });
        let groups = results.filter(|group| !group.cases.is_empty()).collect();
        Self { circumstances, groups, took: report.took }
    }

    /// Returns the cases that have an outcome.
    pub fn cases(&self) -> impl Iterator<Item = CaseResult<'a>> + Clone {
        self.groups.iter().flat_map(|group| group.cases.iter().copied())
    }

    /// Returns the cases that failed.
    pub fn failed(&self) -> impl Iterator<Item = CaseResult<'a>> {
        self.cases().filter(|result| result.outcome.verdict.is_failed())
    }

    /// Returns the exit status that follows from them.
    pub fn status(&self) -> Status {
        if self.circumstances.interrupted {
            return Status::Interrupted;
        }
        let worst = self.failed().map(|result| result.case.level).min();
        worst.map_or(Status::Passed, Status::Failed)
    }
}

/// The number of cases with each verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
struct Tally {
    passed: usize,
    failed: usize,
    blocked: usize,
    skipped: usize,
}

impl Tally {
    /// Counts the cases of one level, or of all.
    fn of<'a>(results: impl Iterator<Item = CaseResult<'a>>, level: Option<Level>) -> Self {
        let mut tally = Self::default();
        for result in results.filter(|result| level.is_none_or(|it| it == result.case.level)) {
            *match result.outcome.verdict {
                Verdict::Passed => &mut tally.passed,
                Verdict::Failed(_) => &mut tally.failed,
                Verdict::Blocked { .. } => &mut tally.blocked,
                Verdict::Skipped { .. } => &mut tally.skipped,
            } += 1;
        }
        tally
    }

    fn all(&self) -> usize {
        self.passed + self.failed + self.blocked + self.skipped
    }
}

/// The exit status of the suite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// No selected case failed.
    Passed,
    /// Some case failed, and this is the level of the worst.
    Failed(Level),
    /// The command line is invalid.
    Usage,
    /// The engine cannot be started, or the suite could not do its work.
    Broken,
    /// A signal stopped the suite.
    Interrupted,
}

impl Status {
    /// Returns the exit code of the process.
    pub fn code(self) -> u8 {
        match self {
            Self::Passed => 0,
            Self::Failed(Level::Must) => 1,
            Self::Usage => 2,
            Self::Failed(Level::Should) => 3,
            Self::Failed(Level::Nice) => 4,
            Self::Broken => 5,
            Self::Interrupted => 130,
        }
    }
}

/// Returns the identifiers of cases.
fn ids<'a>(cases: impl IntoIterator<Item = &'a CaseResult<'a>>) -> String {
    let ids: Vec<_> = cases.into_iter().map(|result| result.case.id.as_str()).collect();
    ids.join(" ")
}

/// Returns the name of a run: `A04`, `B03[k=5]`, `A04 lf`.
fn run_name(id: &str, run: &Run) -> String {
    let variation = match run.variation.as_str() {
        "" => String::new(),
        variation => format!("[{variation}]"),
    };
    let delivery = match run.delivery {
        Delivery::Crlf => String::new(),
        delivery => format!(" {delivery}"),
    };
    text::harmless(&format!("{id}{variation}{delivery}"))
}

/// Describes a reply that the slack saved.
fn saved(reply: &Slack) -> String {
    let (over, limit) = (reply.over().as_millis(), reply.limit.as_millis());
    format!("{over} ms over a limit of {limit} ms")
}

/// Returns the command that starts an engine, in the words of a shell.
pub fn command_of(subject: &Subject) -> String {
    let program = subject.program.as_os_str();
    let words = subject.prefix.iter().map(|word| word.as_os_str());
    let words = words.chain([program]).chain(subject.arguments.iter().map(|word| word.as_os_str()));
    let words: Vec<_> = words.map(|word| word.to_string_lossy()).collect();
    text::harmless(&shell_words::join(&words))
}

/// Returns the results as text for a terminal: failures, summary and verdict.
pub fn shown(results: &Results<'_>, view: View) -> String {
    let transcripts =
        if view.verbose { failure::transcripts(results, view) } else { String::new() };
    let summary = if view.quiet { String::new() } else { summary::summary(results, view.width) };
    let failures = failure::failures(results, view);
    transcripts + &failures + &summary + &summary::verdict(results, view.width)
}
