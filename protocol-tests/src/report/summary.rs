//! The summary of the results: tables by group and level, notes, and the verdict.

use std::collections::BTreeMap;
use std::time::Duration;

use anstyle::Style;
use number_text::counted;
use strum::VariantArray;

use crate::outcome::{Level, Slack, Verdict};
use crate::report::text::{BAD, FAINT, GOOD, ODD, STRONG, padded, span, wrapped};
use crate::report::{CaseResult, Results, Status, Tally, ids, run_name, saved};

/// Columns of the name of a group.
const NAME: usize = 22;

/// Returns the circumstances of the run, the tables, and notes on everything unusual besides failures.
pub(super) fn summary(results: &Results<'_>, width: usize) -> String {
    let notes = slack_note(results, width)
        + &blocked_note(results, width)
        + &skipped_note(results, width)
        + &unseen_note(results, width);
    let end = if notes.is_empty() { "" } else { "\n" };
    let heading = wrapped(&results.circumstances.to_string(), "", width);
    format!("{heading}\n{}{notes}{end}", tables(results, width))
}

/// The note on a table that counts fewer cases than the lines below it.
const PROPORTION: &str = "The columns must, should and nice show passed cases/cases that were not skipped; \
                          the lines below count all cases.";

/// Returns two tables: for each group and level the passed cases of those that were not skipped, and for
/// each level all verdicts. They fit into 80 columns. The time of a group is the sum of its runs; the
/// total is wall-clock time.
fn tables(results: &Results<'_>, width: usize) -> String {
    let mut text = format!("{STRONG}{}{STRONG:#}", padded("group", NAME));
    for head in ["must", "should", "nice", "failed", "blocked", "skipped"] {
        text += &format!("{STRONG}{head:>8}{STRONG:#}");
    }
    text += &format!("{STRONG}{:>13}{STRONG:#}\n", "time");
    for group in &results.groups {
        text += &row(&group.group.to_string(), group.cases.iter().copied(), group.took());
    }
    if results.groups.len() > 1 {
        text += &row("all", results.cases(), results.took);
    }
    if Tally::of(results.cases(), None).skipped > 0 {
        text += &format!("{FAINT}{}{FAINT:#}", wrapped(PROPORTION, "", width));
    }
    text.push('\n');
    for &level in Level::VARIANTS {
        let tally = Tally::of(results.cases(), Some(level));
        if tally.all() > 0 {
            let cases = counted(tally.all(), "case");
            text += &format!("{STRONG}{level:<7}{STRONG:#}{cases:>10}: {}\n", described(&tally));
        }
    }
    text + "\n"
}

/// Returns a row of the first table.
fn row<'a>(
    name: &str,
    cases: impl Iterator<Item = CaseResult<'a>> + Clone,
    took: Duration,
) -> String {
    let cell = |(style, text): (Style, String)| format!("{style}{text:>8}{style:#}");
    let passed = Level::VARIANTS.iter().map(|&level| {
        let tally = Tally::of(cases.clone(), Some(level));
        match (tally.all() - tally.skipped, tally.passed) {
            (0, _) => (FAINT, "-".to_owned()),
            (all, passed) if all == passed => (GOOD, format!("{passed}/{all}")),
            (all, passed) if tally.failed > 0 => (BAD, format!("{passed}/{all}")),
            (all, passed) => (ODD, format!("{passed}/{all}")),
        }
    });
    let tally = Tally::of(cases.clone(), None);
    let others = [(tally.failed, BAD), (tally.blocked, ODD), (tally.skipped, FAINT)];
    let others = others.map(|(number, style)| match number {
        0 => (FAINT, "-".to_owned()),
        _ => (style, number.to_string()),
    });
    let cells: String = passed.chain(others).map(cell).collect();
    let time = if took.is_zero() { "-".to_owned() } else { span(took) };
    format!("{}{cells}{time:>13}\n", padded(name, NAME))
}

/// The counts of a tally in words, coloured.
fn described(tally: &Tally) -> String {
    let parts = [
        (tally.passed, "passed", GOOD),
        (tally.failed, "failed", BAD),
        (tally.blocked, "blocked", ODD),
        (tally.skipped, "skipped", FAINT),
    ];
    let parts = parts.into_iter().filter(|(number, ..)| *number > 0);
    let parts = parts.map(|(number, what, style)| format!("{style}{number} {what}{style:#}"));
    let parts: Vec<_> = parts.collect();
    if parts.is_empty() { "no cases ran".to_owned() } else { parts.join(", ") }
}

/// The cases that only the slack let pass, each with its worst reply.
fn slack_note(results: &Results<'_>, width: usize) -> String {
    let passed = results.cases().filter(|result| result.outcome.verdict.is_passed());
    let worst = passed.filter_map(|CaseResult { case, outcome }| {
        let runs = outcome.runs.iter();
        let replies = runs.flat_map(|run| run.slack.iter().map(move |reply| (run, reply)));
        let (run, reply) = replies.max_by_key(|(_, reply)| Slack::over(reply))?;
        let line = format!("{}: {}", run_name(&case.id, run), saved(reply));
        Some(wrapped(&line, "  ", width))
    });
    let worst: Vec<String> = worst.collect();
    if worst.is_empty() {
        return String::new();
    }
    let (cases, slack) = (counted(worst.len(), "case"), results.circumstances.slack.as_millis());
    let note = format!("{ODD}{cases} passed only within the slack{ODD:#} of {slack} ms");
    format!("{note}; --slack changes it\n{}", worst.concat())
}

/// Lists the cases that each failed prerequisite blocks, directly or through other cases.
fn blocked_note(results: &Results<'_>, width: usize) -> String {
    let blocked = results.cases().filter_map(|result| match &result.outcome.verdict {
        Verdict::Blocked { by } => Some((result.case.id.as_str(), by.as_str())),
        _ => None,
    });
    let blockers: BTreeMap<&str, &str> = blocked.clone().collect();
    let root = |(id, mut by)| {
        while let Some(&next) = blockers.get(by) {
            by = next;
        }
        (by, id)
    };
    let all: Vec<&str> = results.cases().map(|result| result.case.id.as_str()).collect();
    let line = |by: &str, ids: &[&str]| {
        format!("{by} blocks {}: {}", counted(ids.len(), "case"), ranges(&all, ids))
    };
    listed(blocked.map(root), line, width)
}

/// Returns identifiers in words: three and more of one group that follow one another among all are
/// `B01–B09`. Both lists have the same order.
fn ranges(all: &[&str], ids: &[&str]) -> String {
    let places = ids.iter().map(|id| all.iter().position(|other| other == id));
    let placed: Vec<(usize, &str)> =
        places.zip(ids).map(|(place, &id)| (place.unwrap_or(usize::MAX), id)).collect();
    let follows = |one: &(usize, &str), next: &(usize, &str)| {
        one.0.checked_add(1) == Some(next.0) && one.1.chars().next() == next.1.chars().next()
    };
    let words = placed.chunk_by(follows).map(|run| match run {
        [(_, first), _, .., (_, last)] => format!("{first}–{last}"),
        few => few.iter().map(|(_, id)| *id).collect::<Vec<_>>().join(" "),
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Lists the skipped cases by reason.
fn skipped_note(results: &Results<'_>, width: usize) -> String {
    let cases = results.cases().filter_map(|result| match &result.outcome.verdict {
        Verdict::Skipped { reason } => Some((reason.as_str(), result.case.id.as_str())),
        _ => None,
    });
    skipped(cases, width)
}

/// Returns a line for each reason with the identifiers of the cases that are skipped for it.
pub(super) fn skipped<'a>(cases: impl Iterator<Item = (&'a str, &'a str)>, width: usize) -> String {
    listed(cases, |reason, ids| format!("skipped {}: {reason}", ids.join(" ")), width)
}

/// Lists the broken invariants that are not among the selected cases.
fn unseen_note(results: &Results<'_>, width: usize) -> String {
    let runs = results.cases().flat_map(|result| &result.outcome.runs);
    let breaches = runs.flat_map(|run| &run.breaches);
    let is_seen = |id: &str| results.cases().any(|result| result.case.id == id);
    let unseen = breaches.filter(|breach| !is_seen(breach.id));
    let line = |id: &str, reasons: &[&str]| {
        let runs = counted(reasons.len(), "run");
        format!("{id}, which was not selected, failed in {runs}: {}", reasons[0])
    };
    listed(unseen.map(|breach| (breach.id, breach.reason.as_str())), line, width)
}

/// Returns a line for each key with all its values.
fn listed<'a>(
    pairs: impl Iterator<Item = (&'a str, &'a str)>,
    line: impl Fn(&str, &[&str]) -> String,
    width: usize,
) -> String {
    let mut by_key: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (key, value) in pairs {
        by_key.entry(key).or_default().push(value);
    }
    let lines = by_key.iter().map(|(key, values)| format!("- {}", line(key, values)));
    lines.map(|line| wrapped(&line, "", width)).collect()
}

/// Returns the last lines: the failed cases and the verdict.
pub(super) fn verdict(results: &Results<'_>, width: usize) -> String {
    let mut text = String::new();
    for level in Level::VARIANTS {
        let failed = results.failed().filter(|result| result.case.level == *level);
        let failed: Vec<_> = failed.collect();
        if !failed.is_empty() {
            text += &wrapped(&format!("{level} failed: {}", ids(&failed)), "", width);
        }
    }
    let tally = Tally::of(results.cases(), None);
    let (style, verdict) = match results.status() {
        Status::Interrupted => (ODD, "interrupted"),
        Status::Passed if tally.all() == 0 => (ODD, "no results"),
        Status::Passed => (GOOD, "passed"),
        _ => (BAD, "failed"),
    };
    let (counts, took) = (described(&tally), span(results.took));
    let code = results.status().code();
    let all = match tally.all() {
        0 => String::new(),
        all => format!("{}: ", counted(all, "case")),
    };
    text + &format!("{style}{verdict}{style:#}: {all}{counts} in {took}; exit status {code}\n")
}

#[cfg(test)]
mod tests {
    use crate::report::summary::ranges;

    #[test]
    fn neighbours_among_all_cases_make_a_range() {
        let all = ["A01", "A02", "A03", "A04", "B01", "B02", "B03"];
        assert_eq!(ranges(&all, &all), "A01–A04 B01–B03");
        assert_eq!(ranges(&all, &["A01", "A02", "A04", "B01"]), "A01 A02 A04 B01");
        assert_eq!(ranges(&all, &["A03", "A04", "B01", "B02"]), "A03 A04 B01 B02");
        assert_eq!(ranges(&all, &[]), "");
    }
}
