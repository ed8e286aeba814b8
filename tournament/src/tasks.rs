//! What the program does besides playing: making openings, and counting results again.

use std::fs;

use crate::arguments::{OpeningsRequest, StatisticsRequest};
use crate::config::check_sprt;
use crate::openings::{OpeningsTask, Progress};
use crate::plan::CanonicalSprt;
use crate::play::Terminal;
use crate::results::Results;
use crate::state::{Contents, Header, parse};
use crate::status::{Problem, Status};

/// Makes openings.
///
/// # Errors
/// See [`Problem`].
pub fn openings(request: &OpeningsRequest, terminal: &mut Terminal) -> Result<Status, Problem> {
    let task = OpeningsTask {
        engine: request.engine.clone().map(|words| words.0),
        rule: request.rule,
        size: request.size,
        count: request.count,
        seed: request.seed,
        nodes: request.nodes,
        limit: request.limit,
        output: request.output.clone(),
    };
    let Terminal { out, err, .. } = terminal;
    let mut told = 0;
    let progress = |Progress { tried, kept, .. }: Progress| {
        if kept > told {
            told = kept;
            // Without standard error the file is enough.
            writeln!(err, "{kept} of {} openings, {tried} positions tried", task.count).ok();
        }
    };
    task.run(out, progress).map_err(Problem::machine)?;
    Ok(Status::Done)
}

/// Counts the results of a file, even of a tournament that is being played.
///
/// # Errors
/// The file cannot be read or is damaged.
pub fn statistics(request: &StatisticsRequest, terminal: &mut Terminal) -> Result<Status, Problem> {
    let path = request.file.display();
    let about = |error: &dyn std::fmt::Display| Problem::results(format!("{path}: {error}"));
    let bytes = fs::read(&request.file).map_err(|error| about(&error))?;
    let Contents { header, records, torn, .. } = parse(&bytes).map_err(|error| about(&error))?;
    let Some(header) = header else { return Err(about(&"the file is empty")) };
    let Header { mut config, plan, .. } = header;
    if let Some(line) = torn {
        terminal.say(&format!("{path}: line {line} is not written to its end and does not count"));
    }
    if let Some(draft) = &request.sprt {
        let test = check_sprt(draft, config.engines.len()).map_err(Problem::usage)?;
        config.sprt = Some(CanonicalSprt::new(&test));
    }
    let results = Results::new(&config, &request.rating).map_err(Problem::usage)?;
    terminal.print(&results.text(&records, terminal.width))?;
    terminal.say(&format!("{} games of plan {plan} in {path}", records.len()));
    Ok(Status::Done)
}
