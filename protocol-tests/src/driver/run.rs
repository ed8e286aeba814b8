//! A run: one variation of one case in one delivery, with a fresh process.

use std::time::Instant;

use crate::case::{Process, Setup};
use crate::driver::dialogue::{Dialogue, Record};
use crate::driver::launch::Rooms;
use crate::driver::replay::{self, Session};
use crate::driver::runner::Runner;
use crate::driver::variables::Variables;
use crate::driver::{Flow, Halt, Tolerance};
use crate::outcome::{Delivery, Run, Verdict};
use crate::script::Script;
use crate::subject::Subject;

/// A run to be made: one variation of one case in one delivery.
#[derive(Clone, Debug)]
pub struct Assignment<'a> {
    /// The engine under test and the way to start it.
    pub subject: &'a Subject,
    /// The special properties of its process.
    pub process: &'a Process,
    /// The commands before the script.
    pub setup: Option<Setup>,
    /// The commands and the required answers.
    pub script: &'a Script,
    /// Values of the variation, for the report.
    pub variation: String,
    /// The delivery of the lines.
    pub delivery: Delivery,
    /// The tolerated deviations.
    pub tolerance: Tolerance,
    /// The seed of the random numbers of the run.
    pub seed: u64,
}

/// Starts the engine, plays the script, ends the engine.
pub fn run(assignment: &Assignment<'_>) -> Run {
    run_with(assignment, |runner| runner.walk(&assignment.script.steps))
}

/// Starts the engine and plays a recorded manager.
pub fn run_session(assignment: &Assignment<'_>, session: &Session) -> Run {
    run_with(assignment, |runner| replay::play(runner, session))
}

fn run_with(assignment: &Assignment<'_>, talk: impl Fn(&mut Runner<'_>) -> Flow + Sync) -> Run {
    let start = Instant::now();
    let rooms = match Rooms::new(assignment.subject, assignment.process) {
        Ok(rooms) => rooms,
        Err(error) => return broken(assignment, start, &error.to_string()),
    };
    let instances = usize::from(assignment.process.instances.max(1));
    let mut runs: Vec<Run> = std::thread::scope(|scope| {
        let (rooms, talk) = (&rooms, &talk);
        let threads: Vec<_> = (0..instances)
            .map(|index| scope.spawn(move || run_instance(assignment, rooms, index, start, talk)))
            .collect();
        let joined = threads.into_iter().map(|thread| thread.join());
        joined.map(|run| run.expect("the thread of a run does not panic")).collect()
    });
    // The first instance that fails tells the story.
    let index = runs.iter().position(|run| run.verdict.is_failed()).unwrap_or(0);
    runs.swap_remove(index)
}

fn run_instance(
    assignment: &Assignment<'_>,
    rooms: &Rooms,
    index: usize,
    start: Instant,
    talk: &(impl Fn(&mut Runner<'_>) -> Flow + Sync),
) -> Run {
    let process = match rooms.launch(assignment.subject, assignment.process) {
        Ok(process) => process,
        Err(error) => return broken(assignment, start, &error),
    };
    let mut dialogue = Dialogue::new(process, assignment.tolerance, assignment.delivery);
    dialogue.watch.stderr_is_merged = assignment.process.merged_stderr;
    let variables = Variables::new(assignment.seed + index as u64);
    let mut runner = Runner { assignment, rooms, dialogue, variables };
    let flow = runner.set_up().and_then(|()| talk(&mut runner)).and_then(|()| runner.flush());
    let verdict = match flow {
        Ok(()) | Err(Halt::Passed) => Verdict::Passed,
        Err(Halt::Skipped(reason)) => Verdict::Skipped { reason },
        Err(Halt::Failed(reason)) => Verdict::Failed { reason },
    };
    if let Verdict::Failed { reason } = &verdict {
        runner.dialogue.transcript.note(reason);
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
    let verdict = Verdict::Failed { reason: format!("cannot start the engine: {reason}") };
    ended(assignment, start, verdict, Record::default())
}
