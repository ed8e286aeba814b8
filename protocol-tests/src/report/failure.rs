//! Failures as their reader needs them: what was expected, what was said, what mends it.
//!
//! Cases that failed in the same way stand together; the first of them has its transcript
//! in full, since the others would show the same again.

use std::io::{self, Write};

use crate::outcome::{Entry, Run, Speaker, Verdict};
use crate::report::text::{
    BAD, FAINT, ODD, STRONG, count, harmless, milliseconds, sign, squeezed, wrapped,
};
use crate::report::{CaseResult, Results, View, run_name};

/// The number of ways to fail that are shown of one case.
const WAYS: usize = 3;
/// Room for the word before what mends a failure.
const MEND_INDENT: &str = "       ";
/// The number of runs that are named one by one.
const NAMED: usize = 8;

/// The number of lines of a transcript that are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cut {
    head: usize,
    tail: usize,
}

impl Cut {
    /// Everything.
    const NONE: Self = Self { head: usize::MAX / 2, tail: usize::MAX / 2 };
    /// The beginning and what led to the failure.
    const USUAL: Self = Self { head: 8, tail: 16 };
    /// The lines that led to the failure, beside a case that shows the same in full.
    const SHORT: Self = Self { head: 0, tail: 4 };
}

/// Shows each failed case, those that failed alike together, the worst level first.
pub(super) fn show(out: &mut impl Write, results: &Results<'_>, view: View) -> io::Result<()> {
    for alike in causes(results) {
        if view.quiet {
            for &result in &alike {
                show_head(out, result)?;
                write!(out, "{}", wrapped(reason(&result.outcome.verdict), "  ", view.width))?;
            }
            continue;
        }
        if alike.len() > 1 {
            let ids: Vec<_> = alike.iter().map(|result| result.case.id.as_str()).collect();
            let line = format!("{} cases failed in the same way: {}", ids.len(), ids.join(" "));
            write!(out, "{ODD}{}{ODD:#}", wrapped(&line, "", view.width))?;
        }
        for (place, &result) in alike.iter().enumerate() {
            let cut = match (view.verbose, place) {
                (true, _) => Cut::NONE,
                (false, 0) => Cut::USUAL,
                (false, _) => Cut::SHORT,
            };
            let told = place > 0 && result.case.mend == alike[0].case.mend;
            show_case(out, result, view, cut)?;
            if !told {
                let mend = wrapped(&result.case.mend, MEND_INDENT, view.width);
                write!(out, "  {STRONG}fix{STRONG:#}: {}", mend.trim_start())?;
            }
            writeln!(out)?;
        }
    }
    Ok(())
}

/// The failed cases by the way in which they failed.
fn causes<'a>(results: &Results<'a>) -> Vec<Vec<CaseResult<'a>>> {
    let mut causes: Vec<(String, Vec<CaseResult<'a>>)> = Vec::new();
    for result in results.failed() {
        let likeness = likeness(reason(&result.outcome.verdict));
        match causes.iter_mut().find(|(known, _)| *known == likeness) {
            Some((_, alike)) => alike.push(result),
            None => causes.push((likeness, vec![result])),
        }
    }
    let mut causes: Vec<_> = causes.into_iter().map(|(_, alike)| alike).collect();
    causes.sort_by_key(|alike| alike.iter().map(|result| result.case.level).min());
    causes
}

/// Returns what remains of a reason without what differs from case to case: the statement that
/// it happened at, the numbers, and what else was expected of an engine that is gone.
fn likeness(reason: &str) -> String {
    let what = match reason.strip_prefix("at `") {
        Some(rest) => rest.split_once("`: ").map_or(rest, |(_, what)| what),
        None => reason,
    };
    let what = what.find("ended with ").map_or(what, |place| &what[place..]);
    let mut likeness = String::with_capacity(what.len());
    for character in what.chars() {
        if !character.is_ascii_digit() {
            likeness.push(character);
        } else if !likeness.ends_with('0') {
            likeness.push('0');
        }
    }
    likeness
}

/// Returns what a verdict says beyond its name.
fn reason(verdict: &Verdict) -> &str {
    match verdict {
        Verdict::Passed => "",
        Verdict::Blocked { by } => by,
        Verdict::Skipped { reason } | Verdict::Failed { reason } => reason,
    }
}

fn show_head(out: &mut impl Write, result: CaseResult<'_>) -> io::Result<()> {
    let case = result.case;
    writeln!(out, "{BAD}FAILED{BAD:#} {STRONG}{} {}{STRONG:#} ({})", case.id, case.name, case.level)
}

/// Shows what went wrong in a case.
fn show_case(out: &mut impl Write, result: CaseResult<'_>, view: View, cut: Cut) -> io::Result<()> {
    show_head(out, result)?;
    if result.case.is_invariant() {
        return show_invariant(out, result, view, cut);
    }
    let runs = &result.outcome.runs;
    let failed: Vec<_> = runs.iter().filter(|run| run.verdict.is_failed()).collect();
    if runs.len() > 1 {
        let names = named(failed.iter().map(|run| run_name(&result.case.id, run)));
        let line = match runs.len() {
            all if all == failed.len() => format!("in all {all} runs"),
            all => format!("in {} of {all} runs: {names}", failed.len()),
        };
        write!(out, "{}", wrapped(&line, "  ", view.width))?;
    }
    let mut ways: Vec<&Run> = Vec::new();
    for run in failed {
        let is_new = |way: &&Run| likeness(reason(&way.verdict)) != likeness(reason(&run.verdict));
        if ways.iter().all(is_new) {
            ways.push(run);
        }
    }
    for (place, run) in ways.iter().take(WAYS).enumerate() {
        write!(out, "{}", wrapped(reason(&run.verdict), "  ", view.width))?;
        if runs.len() > 1 {
            writeln!(out, "    {STRONG}{}{STRONG:#}", run_name(&result.case.id, run))?;
        }
        let cut = if place > 0 && cut == Cut::USUAL { Cut::SHORT } else { cut };
        show_transcript(out, run, view, cut)?;
    }
    match ways.len().checked_sub(WAYS + 1) {
        Some(more) => writeln!(out, "  and {}", count(more + 1, "other kind of failure")),
        None => Ok(()),
    }
}

/// Shows how an invariant was broken, with the transcript of the first run that did.
fn show_invariant(
    out: &mut impl Write,
    result: CaseResult<'_>,
    view: View,
    cut: Cut,
) -> io::Result<()> {
    write!(out, "{}", wrapped(reason(&result.outcome.verdict), "  ", view.width))?;
    let Some(run) = result.outcome.runs.first() else { return Ok(()) };
    writeln!(out, "    {STRONG}{} {}{STRONG:#}", harmless(&run.variation), run.delivery)?;
    show_transcript(out, run, view, cut)
}

/// The first names, and how many more there are.
fn named(names: impl Iterator<Item = String>) -> String {
    let mut names: Vec<_> = names.collect();
    let more = names.len().saturating_sub(NAMED);
    names.truncate(NAMED);
    let mut text = names.join(", ");
    if more > 0 {
        text.push_str(&format!(" and {more} more"));
    }
    text
}

/// Shows the transcripts of all runs that did not fail.
pub(super) fn show_transcripts(
    out: &mut impl Write,
    results: &Results<'_>,
    view: View,
) -> io::Result<()> {
    for result in results.cases() {
        for run in result.outcome.runs.iter().filter(|run| !run.verdict.is_failed()) {
            let verdict = match &run.verdict {
                Verdict::Passed => "passed".to_owned(),
                other => format!("not completed: {}", harmless(reason(other))),
            };
            let name = run_name(&result.case.id, run);
            writeln!(out, "{STRONG}{name} {}{STRONG:#}: {verdict}", result.case.name)?;
            show_transcript(out, run, view, Cut::NONE)?;
            writeln!(out)?;
        }
    }
    Ok(())
}

/// Shows a transcript: milliseconds since the start, who speaks, what.
fn show_transcript(out: &mut impl Write, run: &Run, view: View, cut: Cut) -> io::Result<()> {
    let (transcript, reason) = (&run.transcript, reason(&run.verdict));
    let times: Vec<_> = transcript.iter().map(|entry| milliseconds(entry.at)).collect();
    let column = times.iter().map(String::len).max().unwrap_or(0).max(7);
    let left_out = transcript.len().saturating_sub(cut.head.saturating_add(cut.tail));
    for (place, (entry, time)) in transcript.iter().zip(times).enumerate() {
        // To leave out one line takes as much room as to show it.
        if left_out > 1 && place >= cut.head && place < cut.head + left_out {
            if place == cut.head {
                let lines = count(left_out, "line");
                writeln!(
                    out,
                    "  {FAINT}{:>column$}     … {lines} hidden; --verbose shows all{FAINT:#}",
                    ""
                )?;
            }
            continue;
        }
        let style = match entry.speaker {
            Speaker::Suite | Speaker::Note => FAINT,
            Speaker::Engine => STRONG,
            Speaker::Stderr => ODD,
        };
        let sign = sign(entry.speaker);
        let text = match is_reason(entry, reason) {
            true => "failed here".into(),
            false => harmless(&entry.text),
        };
        let room = if view.verbose { usize::MAX } else { view.width.saturating_sub(column + 9) };
        let text = squeezed(&text, room);
        writeln!(out, "  {FAINT}{time:>column$} ms{FAINT:#}  {style}{sign} {text}{style:#}")?;
    }
    Ok(())
}

/// Returns whether a note says again why the run failed; a long note is cut.
fn is_reason(entry: &Entry, reason: &str) -> bool {
    let stem = entry.text.split('…').next().unwrap_or_default();
    entry.speaker == Speaker::Note && !stem.is_empty() && reason.starts_with(stem)
}

#[cfg(test)]
mod tests;
