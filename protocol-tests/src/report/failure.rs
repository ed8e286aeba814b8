//! The report of failures: for each, the expectation, the answer of the engine, and the fix.
//!
//! Cases that failed in the same way stand together; only the first of them shows its transcript
//! in full, since the others would repeat it.

use std::ops::Range;

use number_text::counted;

use crate::outcome::{Entry, FailureKind, Run, Speaker, Verdict};
use crate::report::text::{
    BAD, FAINT, ODD, STRONG, harmless, milliseconds, sign, squeezed, wrapped,
};
use crate::report::{CaseResult, Results, View, ids, run_name};

/// The maximum number of different failures that are shown of one case.
const WAYS: usize = 3;
/// The indent of the paragraphs on the fix and the meaning of a failure, as wide as their first words.
const WORD_INDENT: &str = "       ";
/// The fix for a line that is no attempt at a reply.
const STRAY_FIX: &str = "If the line is for people, begin it with MESSAGE or DEBUG, or write it to \
                         standard error: managers take any other line for the reply that they wait for.";
/// The fix for a reply that no open command asks for.
const EXTRA_FIX: &str = "Give each command exactly one reply: the one shown here came too many, most                          likely to the command before it. BEGIN, TURN and BOARD … DONE are answered                          by a move, START and RESTART by OK, INFO and END by nothing.";
/// The maximum number of runs that are named one by one.
const NAMED: usize = 8;

/// The number of lines of a transcript that are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cut {
    head: usize,
    tail: usize,
    /// Indicates whether the commands that set up a game are shown, wherever they are.
    landmarks: bool,
}

impl Cut {
    /// The whole transcript.
    const NONE: Self = Self { head: usize::MAX / 2, tail: usize::MAX / 2, landmarks: true };
    /// The beginning, and the lines that led to the failure.
    const USUAL: Self = Self { head: 8, tail: 16, landmarks: true };
    /// The lines that led to the failure, beside a case that shows the same in full.
    const SHORT: Self = Self { head: 0, tail: 4, landmarks: false };
}

/// Returns the text of all failed cases, those that failed alike together, the worst level first.
pub(super) fn failures(results: &Results<'_>, view: View) -> String {
    let mut text = String::new();
    for alike in causes(results) {
        if !view.quiet && alike.len() > 1 {
            let line = format!("{} cases failed in the same way: {}", alike.len(), ids(&alike));
            text += &format!("{ODD}{}{ODD:#}", wrapped(&line, "", view.width));
        }
        for (place, &result) in alike.iter().enumerate() {
            let case = result.case;
            let name = harmless(&format!("{} {}", case.id, case.name));
            text += &format!("{BAD}FAILED{BAD:#} {STRONG}{name}{STRONG:#} ({})\n", case.level);
            if view.quiet {
                text += &wrapped(result.outcome.verdict.reason(), "  ", view.width);
                continue;
            }
            text += &details(result, view, if place == 0 { Cut::USUAL } else { Cut::SHORT });
            if place == 0 || case.means != alike[0].case.means {
                text += &worded("why", &case.means, view);
            }
            if place == 0 || fix(result) != fix(alike[0]) {
                text += &worded("fix", fix(result), view);
            }
            text.push('\n');
        }
    }
    text
}

/// Returns a paragraph that begins with a word and a colon.
fn worded(word: &str, paragraph: &str, view: View) -> String {
    let paragraph = wrapped(paragraph, WORD_INDENT, view.width);
    format!("  {STRONG}{word}{STRONG:#}: {}", paragraph.trim_start())
}

/// Returns the fix for a failure.
fn fix<'a>(result: CaseResult<'a>) -> &'a str {
    match result.outcome.verdict.failure_kind() {
        FailureKind::StrayLine => STRAY_FIX,
        FailureKind::ExtraReply => EXTRA_FIX,
        FailureKind::WrongChoice | FailureKind::Other => &result.case.mend,
    }
}

/// The failed cases by the way in which they failed.
fn causes<'a>(results: &Results<'a>) -> Vec<Vec<CaseResult<'a>>> {
    let mut causes: Vec<Vec<CaseResult<'a>>> = Vec::new();
    // Wrong choices among legal moves have a different reason in every case.
    let choice = |result: &CaseResult<'a>| {
        let is_choice = result.outcome.verdict.failure_kind() == FailureKind::WrongChoice;
        is_choice.then_some(result.case.mend.as_str())
    };
    let way = |result: &CaseResult<'a>| (likeness(&result.outcome.verdict), choice(result));
    for result in results.failed() {
        match causes.iter_mut().find(|alike| way(&alike[0]) == way(&result)) {
            Some(alike) => alike.push(result),
            None => causes.push(vec![result]),
        }
    }
    for alike in &mut causes {
        alike.sort_by_key(|result| result.case.level);
    }
    causes.sort_by_key(|alike| alike.iter().map(|result| result.case.level).min());
    causes
}

/// Returns the key by which failures are grouped: the kind, and the reason without the parts that
/// differ from case to case, which are the statement, the numbers, and the expectations of an engine
/// that has exited. All stray lines are alike, and so are all surplus replies.
fn likeness(verdict: &Verdict) -> (FailureKind, String) {
    let kind = verdict.failure_kind();
    if matches!(kind, FailureKind::StrayLine | FailureKind::ExtraReply) {
        return (kind, String::new());
    }
    let reason = verdict.reason();
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
    (kind, likeness)
}

/// Returns the failures of a case with their transcripts. Of an invariant, the first run that broke it
/// is shown.
fn details(result: CaseResult<'_>, view: View, cut: Cut) -> String {
    let CaseResult { case, outcome } = result;
    let line = |text: &str| wrapped(text, "  ", view.width);
    let named = |name: &str| format!("    {STRONG}{name}{STRONG:#}\n");
    if case.is_invariant() {
        let Some(run) = outcome.runs.first() else { return line(outcome.verdict.reason()) };
        let name = harmless(&format!("{} {}", run.variation, run.delivery));
        return line(outcome.verdict.reason()) + &named(&name) + &transcript(run, view, cut);
    }
    let all = outcome.runs.len();
    let failed: Vec<_> = outcome.runs.iter().filter(|run| run.verdict.is_failed()).collect();
    let mut text = String::new();
    if all == failed.len() && all > 1 {
        text += &line(&format!("in all {all} runs"));
    } else if all > 1 {
        let mut names: Vec<_> = failed.iter().map(|run| run_name(&case.id, run)).collect();
        names.truncate(NAMED);
        let more = match failed.len() - names.len() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        text += &line(&format!("in {} of {all} runs: {}{more}", failed.len(), names.join(", ")));
    }
    let mut ways: Vec<&Run> = Vec::new();
    for run in failed {
        let way = |run: &Run| likeness(&run.verdict);
        if ways.iter().all(|known| way(known) != way(run)) {
            ways.push(run);
        }
    }
    for (place, run) in ways.iter().take(WAYS).enumerate() {
        text += &line(run.verdict.reason());
        if all > 1 {
            text += &named(&run_name(&case.id, run));
        }
        text += &transcript(run, view, if place == 0 { cut } else { Cut::SHORT });
    }
    if ways.len() > WAYS {
        text += &format!("  and {}\n", counted(ways.len() - WAYS, "other kind of failure"));
    }
    text
}

/// Returns the transcripts of all runs that did not fail.
pub(super) fn transcripts(results: &Results<'_>, view: View) -> String {
    let mut text = String::new();
    for CaseResult { case, outcome } in results.cases() {
        for run in outcome.runs.iter().filter(|run| !run.verdict.is_failed()) {
            let verdict = match &run.verdict {
                Verdict::Passed => "passed".to_owned(),
                other => format!("not completed: {}", harmless(other.reason())),
            };
            let name = run_name(&case.id, run);
            text += &format!("{STRONG}{name} {}{STRONG:#}: {verdict}\n", case.name);
            text += &transcript(run, view, Cut::NONE);
            text.push('\n');
        }
    }
    text
}

/// Returns a transcript: for each entry the milliseconds since the start, the speaker and the text.
fn transcript(run: &Run, view: View, cut: Cut) -> String {
    let cut = if view.verbose { Cut::NONE } else { cut };
    let entries = &run.transcript;
    let times: Vec<_> = entries.iter().map(|entry| milliseconds(entry.at)).collect();
    let column = times.iter().map(String::len).max().unwrap_or(0).max(7);
    let room = if view.verbose { usize::MAX } else { view.width.saturating_sub(column + 9) };
    let hidden = hidden(entries, cut);
    let mut text = String::new();
    for (place, (entry, time)) in entries.iter().zip(times).enumerate() {
        if let Some(hidden) = hidden.iter().find(|hidden| hidden.contains(&place)) {
            if place == hidden.start {
                let lines = counted(hidden.len(), "line");
                let line = format!("{:>column$}     … {lines} hidden; --verbose shows all", "");
                text += &format!("  {FAINT}{line}{FAINT:#}\n");
            }
            continue;
        }
        let style = match entry.speaker {
            Speaker::Suite | Speaker::Note => FAINT,
            Speaker::Engine => STRONG,
            Speaker::Stderr => ODD,
        };
        let is_reason = is_reason(entry, run.verdict.reason());
        let said = if is_reason { "failed here".to_owned() } else { harmless(&entry.text) };
        let said = format!("{} {}", sign(entry.speaker), squeezed(said, room));
        text += &format!("  {FAINT}{time:>column$} ms{FAINT:#}  {style}{said}{style:#}\n");
    }
    text
}

/// Returns the places of a transcript's lines that are left out, in runs.
fn hidden(entries: &[Entry], cut: Cut) -> Vec<Range<usize>> {
    let middle = cut.head..entries.len().saturating_sub(cut.tail);
    let is_shown =
        |place: usize| !middle.contains(&place) || cut.landmarks && is_landmark(&entries[place]);
    let places: Vec<usize> = (0..entries.len()).filter(|&place| !is_shown(place)).collect();
    let runs = places.chunk_by(|one, next| one + 1 == *next);
    let runs = runs.map(|run| run[0]..run[0] + run.len());
    // The note on a single hidden line would take as much room as the line.
    runs.filter(|run| run.len() > 1).collect()
}

/// Returns whether the suite sends a command that later commands depend on, such as START.
fn is_landmark(entry: &Entry) -> bool {
    let mut words = entry.text.split_whitespace();
    let command = words.next().unwrap_or_default();
    let is_rule = command == "INFO" && words.next() == Some("rule");
    let begins = ["START", "RECTSTART", "RESTART", "TAKEBACK"].contains(&command);
    entry.speaker == Speaker::Suite && (begins || is_rule)
}

/// Returns whether a note, which may be cut, repeats the reason of the failure.
fn is_reason(entry: &Entry, reason: &str) -> bool {
    let stem = entry.text.split('…').next().unwrap_or_default();
    entry.speaker == Speaker::Note && !stem.is_empty() && reason.starts_with(stem)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use crate::outcome::{Entry, Failure, FailureKind, Speaker, Verdict};
    use crate::report::failure::{Cut, hidden, likeness};

    #[test]
    fn the_commands_that_decide_a_game_are_shown_in_a_long_transcript() {
        let mut entries: Vec<Entry> = (0..60)
            .map(|turn| Entry {
                at: Duration::ZERO,
                speaker: Speaker::Suite,
                text: format!("TURN {turn},0"),
            })
            .collect();
        entries[20].text = "RESTART".to_owned();
        entries[30].text = "INFO rule 4".to_owned();
        entries[31].text = "INFO timeout_turn 100".to_owned();
        assert_eq!(hidden(&entries, Cut::USUAL), [8..20, 21..30, 31..44]);
        assert_eq!(hidden(&entries, Cut::SHORT), vec![0..56]);
        assert!(hidden(&entries, Cut::NONE).is_empty());
        entries[20].speaker = Speaker::Engine;
        entries.truncate(25);
        assert!(
            hidden(&entries, Cut::USUAL).is_empty(),
            "a single line takes no less room than its note"
        );
    }

    #[test]
    fn numbers_and_statements_make_no_difference() {
        let failed = |kind: FailureKind, reason: &str| {
            likeness(&Verdict::Failed(Failure { kind, reason: reason.to_owned() }))
        };
        let check = |one: &str, other: &str, alike: bool| {
            let other_way = failed(FailureKind::Other, other);
            let is_alike = failed(FailureKind::Other, one) == other_way;
            assert_eq!(is_alike, alike, "{one:?} and {other:?}");
        };
        check("got 7,7 after 533 ms", "got 10,3 after 9 ms", true);
        check("got 7,7", "got OK", false);
        check("at `< ok`: got `no`", "at `> START 15`: got `no`", true);
        let sending = "at `> START 15`: cannot send to the engine: the engine has closed its input";
        let waiting = "at `< move`: expected a move: the engine has exited";
        let ended = |reason: &str| format!("{reason}, ended with status 101");
        check(&ended(sending), &ended(waiting), true);
        let stray = |wanted: &str| failed(FailureKind::StrayLine, wanted);
        assert_eq!(stray("expected a move, got `DBG`"), stray("expected OK, got `x = 3`"));
        assert_ne!(stray("got `DBG`"), failed(FailureKind::Other, "got `DBG`"));
        check(
            "gone, ended with status 101; panicked",
            "gone, ended with status 101; killed",
            false,
        );
    }
}
