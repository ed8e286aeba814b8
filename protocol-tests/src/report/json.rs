//! The results as JSON lines: an object for each run and for each case, and a last one
//! with the sums. `kind` tells which it is; times are milliseconds.

use std::io::{self, Write};
use std::time::Duration;

use serde::Serialize;

use crate::outcome::{Breach, Delivery, Level, Run, Slack, Speaker, Verdict};
use crate::report::status::Status;
use crate::report::{CaseResult, Circumstances, GroupResults, Results, Tally};

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Line<'a> {
    Run(RunLine<'a>),
    Case(CaseLine<'a>),
    Summary(SummaryLine<'a>),
}

#[derive(Serialize)]
struct RunLine<'a> {
    id: &'a str,
    variation: &'a str,
    delivery: Delivery,
    #[serde(flatten)]
    verdict: &'a Verdict,
    breaches: &'a [Breach],
    slack: Vec<SlackObject>,
    took: f64,
    transcript: Vec<EntryObject<'a>>,
}

#[derive(Serialize)]
struct SlackObject {
    limit: f64,
    took: f64,
}

#[derive(Serialize)]
struct EntryObject<'a> {
    at: f64,
    speaker: Speaker,
    text: &'a str,
}

#[derive(Serialize)]
struct CaseLine<'a> {
    id: &'a str,
    name: &'a str,
    group: &'a str,
    level: Level,
    #[serde(flatten)]
    verdict: &'a Verdict,
    runs: usize,
}

#[derive(Serialize)]
struct SummaryLine<'a> {
    engine: &'a str,
    slack: f64,
    seed: u64,
    interrupted: bool,
    status: u8,
    took: f64,
    must: TallyObject,
    should: TallyObject,
    nice: TallyObject,
}

#[derive(Serialize)]
struct TallyObject {
    passed: usize,
    failed: usize,
    blocked: usize,
    skipped: usize,
}

/// Writes the results.
///
/// # Errors
///
/// Those of `out`.
pub fn write(
    out: &mut impl Write,
    results: &Results<'_>,
    circumstances: &Circumstances,
) -> io::Result<()> {
    for group in &results.groups {
        for &result in &group.cases {
            for run in &result.outcome.runs {
                write_line(out, &Line::Run(run_line(result, run)))?;
            }
            write_line(out, &Line::Case(case_line(group, result)))?;
        }
    }
    write_line(out, &Line::Summary(summary_line(results, circumstances)))
}

fn write_line(out: &mut impl Write, line: &Line<'_>) -> io::Result<()> {
    serde_json::to_writer(&mut *out, line)?;
    writeln!(out)
}

fn run_line<'a>(result: CaseResult<'a>, run: &'a Run) -> RunLine<'a> {
    let slack = |slack: &Slack| SlackObject {
        limit: milliseconds(slack.limit),
        took: milliseconds(slack.took),
    };
    let entries = run.transcript.iter().map(|entry| EntryObject {
        at: milliseconds(entry.at),
        speaker: entry.speaker,
        text: &entry.text,
    });
    RunLine {
        id: &result.case.id,
        variation: &run.variation,
        delivery: run.delivery,
        verdict: &run.verdict,
        breaches: &run.breaches,
        slack: run.slack.iter().map(slack).collect(),
        took: milliseconds(run.took),
        transcript: entries.collect(),
    }
}

fn case_line<'a>(group: &GroupResults<'a>, result: CaseResult<'a>) -> CaseLine<'a> {
    CaseLine {
        id: &result.case.id,
        name: &result.case.name,
        group: &group.group.name,
        level: result.case.level,
        verdict: &result.outcome.verdict,
        runs: result.outcome.runs.len(),
    }
}

fn summary_line<'a>(results: &Results<'_>, circumstances: &'a Circumstances) -> SummaryLine<'a> {
    let status = match circumstances.interrupted {
        true => Status::Interrupted,
        false => Status::of(results),
    };
    let tally = |level| {
        let Tally { passed, failed, blocked, skipped } = Tally::of(results.cases(), Some(level));
        TallyObject { passed, failed, blocked, skipped }
    };
    SummaryLine {
        engine: &circumstances.engine,
        slack: milliseconds(circumstances.slack),
        seed: circumstances.seed,
        interrupted: circumstances.interrupted,
        status: status.code(),
        took: milliseconds(results.took),
        must: tally(Level::Must),
        should: tally(Level::Should),
        nice: tally(Level::Nice),
    }
}

/// Milliseconds, to the microsecond.
fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

#[cfg(test)]
mod tests;
