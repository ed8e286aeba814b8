//! The results in short: tables by group and level, what stood out, the verdict.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::Duration;

use anstyle::Style;
use strum::VariantArray;

use crate::outcome::{Level, Slack, Verdict};
use crate::report::text::{BAD, FAINT, GOOD, ODD, STRONG, count, padded, span, wrapped};
use crate::report::{
    CaseResult, Circumstances, Results, Status, Tally, View, group_name, run_name,
};

/// Columns of the name of a group.
const NAME: usize = 22;

/// Shows what was tested and how.
pub(super) fn show_heading(
    out: &mut impl Write,
    circumstances: &Circumstances,
    view: View,
) -> io::Result<()> {
    writeln!(out, "{}", wrapped(&circumstances.to_string(), "", view.width))
}

/// Shows two tables: passed of those that apply for each group and level, and all verdicts
/// for each level. They fit into 80 columns.
pub(super) fn show_table(out: &mut impl Write, results: &Results<'_>) -> io::Result<()> {
    write!(out, "{STRONG}{}{STRONG:#}", padded("group", NAME))?;
    for head in ["must", "should", "nice", "failed", "blocked", "skipped"] {
        write!(out, "{STRONG}{head:>8}{STRONG:#}")?;
    }
    writeln!(out, "{STRONG}{:>13}{STRONG:#}", "time")?;
    for group in &results.groups {
        let name = group_name(group.group);
        show_row(out, &name, group.cases.iter().copied(), group.took())?;
    }
    if results.groups.len() > 1 {
        show_row(out, "all", results.cases(), results.took)?;
    }
    writeln!(out)?;
    for &level in Level::VARIANTS {
        let tally = Tally::of(results.cases(), Some(level));
        if tally.all() > 0 {
            let noun = if tally.all() == 1 { "case" } else { "cases" };
            write!(out, "{STRONG}{:<7}{STRONG:#}", level.to_string())?;
            writeln!(out, "{:>4} {}: {}", tally.all(), noun, described(&tally))?;
        }
    }
    writeln!(out)
}

/// A row of the first table. The time of a group is the sum of its runs, that of all is
/// what a clock on the wall shows.
fn show_row<'a>(
    out: &mut impl Write,
    name: &str,
    cases: impl Iterator<Item = CaseResult<'a>> + Clone,
    took: Duration,
) -> io::Result<()> {
    write!(out, "{}", padded(name, NAME))?;
    for &level in Level::VARIANTS {
        let tally = Tally::of(cases.clone(), Some(level));
        let relevant = tally.all() - tally.skipped;
        let (style, text) = match (relevant, tally.passed) {
            (0, _) => (FAINT, "-".to_owned()),
            (all, passed) if all == passed => (GOOD, format!("{passed}/{all}")),
            (all, passed) if tally.failed > 0 => (BAD, format!("{passed}/{all}")),
            (all, passed) => (ODD, format!("{passed}/{all}")),
        };
        write!(out, "{style}{text:>8}{style:#}")?;
    }
    let tally = Tally::of(cases, None);
    for (number, style) in [(tally.failed, BAD), (tally.blocked, ODD), (tally.skipped, FAINT)] {
        let (style, text) = match number {
            0 => (FAINT, "-".to_owned()),
            _ => (style, number.to_string()),
        };
        write!(out, "{style}{text:>8}{style:#}")?;
    }
    let time = if took.is_zero() { "-".to_owned() } else { span(took) };
    writeln!(out, "{time:>13}")
}

/// The counts of a tally in words, coloured.
fn described(tally: &Tally) -> String {
    let parts: [(usize, &str, Style); 4] = [
        (tally.passed, "passed", GOOD),
        (tally.failed, "failed", BAD),
        (tally.blocked, "blocked", ODD),
        (tally.skipped, "skipped", FAINT),
    ];
    let parts: Vec<_> = parts
        .into_iter()
        .filter(|(number, _, _)| *number > 0)
        .map(|(number, what, style)| format!("{style}{number} {what}{style:#}"))
        .collect();
    if parts.is_empty() { "no cases ran".to_owned() } else { parts.join(", ") }
}

/// Shows what stood out besides failures: cases saved by the slack, blocked, skipped.
pub(super) fn show_notes(
    out: &mut impl Write,
    results: &Results<'_>,
    circumstances: &Circumstances,
    view: View,
) -> io::Result<()> {
    let notes = [
        slack_note(results, circumstances.slack, view.width),
        blocked_note(results, view.width),
        skipped_note(results, view.width),
        unseen_note(results, view.width),
    ];
    let told = notes.iter().any(|note| !note.is_empty());
    for note in notes {
        write!(out, "{note}")?;
    }
    if told { writeln!(out) } else { Ok(()) }
}

/// The cases that only the slack let pass, each with its worst reply.
fn slack_note(results: &Results<'_>, slack: Duration, width: usize) -> String {
    let mut saved = Vec::new();
    for result in results.cases().filter(|result| result.outcome.verdict.is_passed()) {
        let replies =
            result.outcome.runs.iter().flat_map(|run| {
                run.slack.iter().map(|reply| (run_name(&result.case.id, run), reply))
            });
        saved.extend(replies.max_by_key(|(_, reply)| over(reply)));
    }
    if saved.is_empty() {
        return String::new();
    }
    let mut note = format!(
        "{ODD}{} passed only within the slack{ODD:#} of {} ms; --slack changes it\n",
        count(saved.len(), "case"),
        slack.as_millis()
    );
    for (name, reply) in saved {
        let (over, limit) = (over(reply).as_millis(), reply.limit.as_millis());
        let line = format!("{name}: {over} ms over a limit of {limit} ms");
        note.push_str(&wrapped(&line, "  ", width));
    }
    note
}

fn over(reply: &Slack) -> Duration {
    reply.took.saturating_sub(reply.limit)
}

/// Returns what each failed prerequisite blocks, also by way of others.
fn blocked_note(results: &Results<'_>, width: usize) -> String {
    let blockers: BTreeMap<&str, &str> = results
        .cases()
        .filter_map(|result| match &result.outcome.verdict {
            Verdict::Blocked { by } => Some((result.case.id.as_str(), by.as_str())),
            _ => None,
        })
        .collect();
    let root = |id: &'_ str| {
        let mut root = blockers[id];
        while let Some(by) = blockers.get(root) {
            root = by;
        }
        root
    };
    let ids = results.cases().map(|result| result.case.id.as_str());
    let cases = ids.filter(|id| blockers.contains_key(id)).map(|id| (root(id), id));
    let line = |by: &str, ids: &[&str]| {
        format!("{by} blocks {}: {}", count(ids.len(), "case"), ids.join(" "))
    };
    listed(cases, line, width)
}

/// Returns what was skipped, by reason.
fn skipped_note(results: &Results<'_>, width: usize) -> String {
    let cases = results.cases().filter_map(|result| match &result.outcome.verdict {
        Verdict::Skipped { reason } => Some((reason.as_str(), result.case.id.as_str())),
        _ => None,
    });
    listed(cases, |reason, ids| format!("skipped {}: {reason}", ids.join(" ")), width)
}

/// The invariants that were broken without being among the selected cases.
fn unseen_note(results: &Results<'_>, width: usize) -> String {
    let mut broken: BTreeMap<&str, (usize, &str)> = BTreeMap::new();
    for run in results.cases().flat_map(|result| &result.outcome.runs) {
        for breach in &run.breaches {
            if results.cases().all(|result| result.case.id != breach.id) {
                broken.entry(breach.id).or_insert((0, &breach.reason)).0 += 1;
            }
        }
    }
    let line = |(id, (runs, reason)): (&str, (usize, &str))| {
        format!("- {id}, which was not selected, failed in {}: {reason}", count(runs, "run"))
    };
    broken.into_iter().map(|broken| wrapped(&line(broken), "", width)).collect()
}

/// A line for each key with the identifiers that share it.
fn listed<'a>(
    cases: impl Iterator<Item = (&'a str, &'a str)>,
    line: impl Fn(&str, &[&str]) -> String,
    width: usize,
) -> String {
    let mut by_key: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (key, id) in cases {
        by_key.entry(key).or_default().push(id);
    }
    by_key.iter().map(|(key, ids)| wrapped(&format!("- {}", line(key, ids)), "", width)).collect()
}

/// Shows the last lines: which cases failed, and what follows.
pub(super) fn show_verdict(
    out: &mut impl Write,
    results: &Results<'_>,
    circumstances: &Circumstances,
    view: View,
) -> io::Result<()> {
    for &level in Level::VARIANTS {
        let failed = results.failed().filter(|result| result.case.level == level);
        let ids: Vec<_> = failed.map(|result| result.case.id.as_str()).collect();
        if !ids.is_empty() {
            let line = format!("{level} failed: {}", ids.join(" "));
            write!(out, "{}", wrapped(&line, "", view.width))?;
        }
    }
    let tally = Tally::of(results.cases(), None);
    let status = Status::of(results, circumstances);
    let (style, verdict) = match status {
        Status::Interrupted => (ODD, "interrupted"),
        Status::Passed if tally.all() == 0 => (ODD, "no results"),
        Status::Passed => (GOOD, "passed"),
        _ => (BAD, "failed"),
    };
    writeln!(
        out,
        "{style}{verdict}{style:#}: {} in {}; exit status {}",
        described(&tally),
        span(results.took),
        status.code()
    )
}
