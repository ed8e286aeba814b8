//! A run: one variation of one case in one delivery, with a fresh process.

use std::time::Instant;

use crate::driver::Halt;
use crate::driver::dialogue::{Dialogue, Record};
use crate::driver::launch::Rooms;
use crate::driver::runner::{Assignment, Runner};
use crate::driver::variables::Variables;
use crate::driver::walk::walk;
use crate::outcome::{Run, Verdict};

/// Starts the engine, plays the script and ends the engine. Calls `at_rest` as soon as the script is
/// over and the engine only has to stay silent, unless several instances run the script.
pub fn run(assignment: &Assignment<'_>, at_rest: &(dyn Fn() + Sync)) -> Run {
    let start = Instant::now();
    let rooms = match Rooms::new(assignment.subject, assignment.process) {
        Ok(rooms) => rooms,
        Err(error) => return broken(assignment, start, &error.to_string()),
    };
    let instances = usize::from(assignment.process.instances.max(1));
    let mut runs: Vec<Run> = std::thread::scope(|scope| {
        let rooms = &rooms;
        let at_rest = if instances == 1 { at_rest } else { &|| {} };
        let run = |index| move || run_instance(assignment, rooms, index, start, at_rest);
        let threads: Vec<_> = (0..instances).map(|index| scope.spawn(run(index))).collect();
        let joined = threads.into_iter().map(|thread| thread.join());
        joined.map(|run| run.expect("the thread of a run does not panic")).collect()
    });
    // The outcome is that of the first instance that fails.
    let index = runs.iter().position(|run| run.verdict.is_failed()).unwrap_or(0);
    runs.swap_remove(index)
}

fn run_instance(
    assignment: &Assignment<'_>,
    rooms: &Rooms,
    index: usize,
    start: Instant,
    at_rest: &(dyn Fn() + Sync),
) -> Run {
    let process = match rooms.launch(assignment.subject, assignment.process) {
        Ok(process) => process,
        Err(error) => return broken(assignment, start, &error),
    };
    let mut dialogue = Dialogue::new(process, assignment.tolerance, assignment.delivery);
    dialogue.watch.stderr_is_merged = assignment.process.merged_stderr;
    let variables = Variables::new(assignment.seed + index as u64);
    let mut runner = Runner { assignment, rooms, dialogue, variables };
    let flow = runner
        .set_up()
        .and_then(|()| walk(&mut runner, &assignment.script.steps))
        .and_then(|()| runner.dialogue.flush());
    at_rest();
    let verdict = match flow {
        Ok(()) | Err(Halt::Passed) => Verdict::Passed,
        Err(Halt::Skipped(reason)) => Verdict::Skipped { reason },
        Err(Halt::Failed(failure)) => Verdict::Failed(failure),
    };
    if let Verdict::Failed(failure) = &verdict {
        runner.dialogue.transcript.note(&failure.reason);
    }
    let stray: Vec<String> =
        rooms.stray_files().iter().map(|path| path.display().to_string()).collect();
    let record = runner.dialogue.close(verdict.is_passed(), &stray);
    ended(assignment, start, verdict, record)
}

/// Returns the result of a run that ends now.
fn ended(assignment: &Assignment<'_>, start: Instant, verdict: Verdict, record: Record) -> Run {
    let Record { breaches, transcript, slack } = record;
    Run {
        variation: assignment.variation.clone(),
        delivery: assignment.delivery,
        verdict,
        breaches,
        slack,
        took: start.elapsed(),
        transcript,
    }
}

/// Returns the result of a run that could not begin.
fn broken(assignment: &Assignment<'_>, start: Instant, reason: &str) -> Run {
    let verdict = Verdict::Failed(format!("cannot start the engine: {reason}").into());
    ended(assignment, start, verdict, Record::default())
}
