//! The results, for people and for programs.
//!
//! [`Results`] sets a report beside the cases that it is about; everything else shows it:
//! [`summary`] and [`failure`] in a terminal, [`junit`] and [`json`] to other programs,
//! [`progress`] while the suite runs. [`pages`] and [`listing`] show the cases themselves.

pub mod failure;
#[cfg(test)]
mod fixture;
pub mod json;
pub mod junit;
pub mod listing;
pub mod pages;
pub mod progress;
pub mod status;
pub mod summary;
#[cfg(test)]
mod tests;
mod text;

use std::collections::HashMap;
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use crate::case::{Case, Group, Process};
use crate::outcome::{Delivery, Level, Outcome, Report, Run, Verdict};
use crate::subject::Subject;

/// The letter of the group that [`recorded`] makes; no group of cases has it.
const RECORDED: char = '*';

/// The way in which something is shown to a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// Columns of the terminal, 40 or more.
    pub width: usize,
    /// Indicates whether to show the transcripts of all runs, and uncut.
    pub verbose: bool,
    /// Indicates whether to show only the failures and the verdict.
    pub quiet: bool,
}

/// The circumstances of the results that a reader wants to know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Circumstances {
    /// The command that started the engine.
    pub engine: String,
    /// The time that was added to every limit.
    pub slack: Duration,
    /// The seed of everything random.
    pub seed: u64,
    /// Indicates whether the suite was stopped before its end.
    pub interrupted: bool,
}

/// A report beside the cases that it is about.
#[derive(Debug)]
pub struct Results<'a> {
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

/// A case and what came out of it.
#[derive(Clone, Copy, Debug)]
pub struct CaseResult<'a> {
    /// The case.
    pub case: &'a Case,
    /// The results.
    pub outcome: &'a Outcome,
}

impl GroupResults<'_> {
    /// The sum of all its runs. The runs of an invariant are those of other cases.
    pub fn took(&self) -> Duration {
        let cases = self.cases.iter().filter(|result| !result.case.is_invariant());
        cases.flat_map(|result| &result.outcome.runs).map(|run| run.took).sum()
    }
}

impl<'a> Results<'a> {
    /// Sets outcomes beside their cases. An outcome of no case in `groups` is left out.
    pub fn new(groups: &'a [Group], report: &'a Report) -> Self {
        let outcomes: HashMap<_, _> =
            report.outcomes.iter().map(|outcome| (outcome.id.as_str(), outcome)).collect();
        let with_outcome = |case: &'a Case| {
            outcomes.get(case.id.as_str()).map(|outcome| CaseResult { case, outcome })
        };
        let groups = groups
            .iter()
            .map(|group| GroupResults {
                group,
                cases: group.cases.iter().filter_map(with_outcome).collect(),
            })
            .filter(|group| !group.cases.is_empty())
            .collect();
        Self { groups, took: report.took }
    }

    /// All cases that have an outcome.
    pub fn cases(&self) -> impl Iterator<Item = CaseResult<'a>> + Clone {
        self.groups.iter().flat_map(|group| group.cases.iter().copied())
    }

    /// The cases that failed.
    pub fn failed(&self) -> impl Iterator<Item = CaseResult<'a>> {
        self.cases().filter(|result| result.outcome.verdict.is_failed())
    }
}

/// The number of cases with each result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Of [`Verdict::Passed`].
    pub passed: usize,
    /// Of [`Verdict::Failed`].
    pub failed: usize,
    /// Of [`Verdict::Blocked`].
    pub blocked: usize,
    /// Of [`Verdict::Skipped`].
    pub skipped: usize,
}

impl Tally {
    /// Counts those of one level, or of all.
    pub fn of<'a>(results: impl Iterator<Item = CaseResult<'a>>, level: Option<Level>) -> Self {
        let mut tally = Self::default();
        for result in results.filter(|result| level.is_none_or(|it| it == result.case.level)) {
            *match result.outcome.verdict {
                Verdict::Passed => &mut tally.passed,
                Verdict::Failed { .. } => &mut tally.failed,
                Verdict::Blocked { .. } => &mut tally.blocked,
                Verdict::Skipped { .. } => &mut tally.skipped,
            } += 1;
        }
        tally
    }

    /// Returns the number of cases.
    pub fn all(&self) -> usize {
        self.passed + self.failed + self.blocked + self.skipped
    }
}

/// Letter and name of a group, as in `D time`.
fn group_name(group: &Group) -> String {
    match group.letter {
        RECORDED => group.name.clone(),
        letter => format!("{letter} {}", group.name),
    }
}

/// The name of a run: `A04`, `B03[k=5]`, `A04 lf`.
pub fn run_name(id: &str, run: &Run) -> String {
    let mut name = id.to_owned();
    if !run.variation.is_empty() {
        name.push_str(&format!("[{}]", text::harmless(&run.variation)));
    }
    if run.delivery != Delivery::Crlf {
        name.push_str(&format!(" {}", run.delivery));
    }
    name
}

/// The command that starts an engine, to be read by a person.
pub fn command_of(subject: &Subject) -> String {
    let program = subject.program.as_os_str();
    let words = subject.prefix.iter().map(|word| word.as_os_str());
    let words = words.chain([program]).chain(subject.arguments.iter().map(|word| word.as_os_str()));
    let words: Vec<_> = words.map(|word| word.to_string_lossy()).collect();
    text::harmless(&shell_words::join(&words)).into_owned()
}

/// Recorded sessions as a group of cases, whose identifiers are the names of the files.
pub fn recorded(files: &[impl AsRef<Path>]) -> Group {
    let case = |path: &Path| Case {
        id: recorded_id(path),
        name: "recorded session".to_owned(),
        level: Level::Must,
        source: "a recording".to_owned(),
        means: "The engine answers a recorded manager in the way that the manager \
                expects."
            .to_owned(),
        mend: "Find where the transcript departs from the recording: the last line that is not a \
               note is the one the manager would have rejected."
            .to_owned(),
        needs: Vec::new(),
        setup: None,
        timed: true,
        full: false,
        only: vec![Delivery::Crlf],
        modes: Vec::new(),
        variations: Vec::new(),
        process: Process::default(),
        script_text: format!("replay {}", recorded_id(path)),
    };
    Group {
        letter: RECORDED,
        name: "recorded".to_owned(),
        title: "Recorded sessions".to_owned(),
        about: String::new(),
        cases: files.iter().map(|path| case(path.as_ref())).collect(),
    }
}

/// The identifier of a recorded session among the cases of [`recorded`].
pub fn recorded_id(file: &Path) -> String {
    text::harmless(&file.display().to_string()).into_owned()
}

/// Shows everything that came out to a person: summary, failures, verdict.
///
/// # Errors
///
/// Those of `out`.
pub fn show(
    out: &mut impl Write,
    results: &Results<'_>,
    circumstances: &Circumstances,
    view: View,
) -> io::Result<()> {
    if view.verbose {
        failure::show_transcripts(out, results, view)?;
    }
    failure::show(out, results, view)?;
    if !view.quiet {
        summary::show_heading(out, circumstances, view)?;
        summary::show_table(out, results)?;
        summary::show_notes(out, results, circumstances, view)?;
    }
    summary::show_verdict(out, results, circumstances, view)
}
