//! The results as JSON lines: an object for each run and for each case, and a last one with the
//! sums. `kind` tells which it is; times are milliseconds.

use std::io::{self, Write};
use std::time::Duration;

use serde::Serialize;

use crate::outcome::{Level, Run, Verdict, as_milliseconds};
use crate::report::{CaseResult, Circumstances, Results, Tally};

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Record<'a> {
    Run {
        id: &'a str,
        #[serde(flatten)]
        run: &'a Run,
    },
    Case {
        id: &'a str,
        name: &'a str,
        group: &'a str,
        level: Level,
        #[serde(flatten)]
        verdict: &'a Verdict,
        runs: usize,
    },
    Summary {
        #[serde(flatten)]
        circumstances: &'a Circumstances,
        status: u8,
        #[serde(serialize_with = "as_milliseconds")]
        took: Duration,
        must: Tally,
        should: Tally,
        nice: Tally,
    },
}

/// Writes the results.
///
/// # Errors
/// Returns an error if `out` fails.
pub fn write(out: &mut impl Write, results: &Results<'_>) -> io::Result<()> {
    for group in &results.groups {
        for CaseResult { case, outcome } in &group.cases {
            for run in &outcome.runs {
                write_line(out, &Record::Run { id: &case.id, run })?;
            }
            let line = Record::Case {
                id: &case.id,
                name: &case.name,
                group: &group.group.name,
                level: case.level,
                verdict: &outcome.verdict,
                runs: outcome.runs.len(),
            };
            write_line(out, &line)?;
        }
    }
    let tally = |level| Tally::of(results.cases(), Some(level));
    let line = Record::Summary {
        circumstances: &results.circumstances,
        status: results.status().code(),
        took: results.took,
        must: tally(Level::Must),
        should: tally(Level::Should),
        nice: tally(Level::Nice),
    };
    write_line(out, &line)
}

fn write_line(out: &mut impl Write, line: &Record<'_>) -> io::Result<()> {
    serde_json::to_writer(&mut *out, line)?;
    writeln!(out)
}
