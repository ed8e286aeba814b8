//! Plays the unfinished games of a plan, several at once, until all are finished, a test has decided,
//! or a stop is requested.
//!
//! Invariants: a game counts once it is in the file, and only the thread that calls [`run`] writes there.
//! When [`run`] returns, no worker and no engine is left, and the next run can play the unfinished games.

mod arena;
mod boards;
mod contest;
mod game;
mod log;
mod observer;
mod probe;
mod processors;
mod sequential;
mod stop;
mod worker;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use thiserror::Error;

pub use self::log::DialogueLog;
use crate::plan::{GameTask, Plan};
use crate::record::{GameId, GameRecord, Reason, Score};
use crate::store::State;
pub use arena::{Absence, Arena, EngineArena, Host};
pub use boards::{Boards, RunningGame};
pub use contest::Contest;
pub use game::{
    Advice, Allowance, Asking, Clock, Consultant, Farewell, Fault, GamePlan, Goodbye, Heard,
    HostedPlayer, MachineTime, Mind, Moved, OpeningPlan, Player, Request, Seat, Strays, TakenTime,
    Thought, greet, play,
};
pub use observer::{Observer, Progress, Running};
pub use probe::Availability;
pub use processors::{NotEnough, Processor, available, share};
pub use sequential::{Sequential, StopRule};
pub use stop::{Stop, StopRequest, Urgency};
use worker::{Queue, Slots};

#[cfg(test)]
mod tests;

/// The interval at which the stop request is polled and the observer called.
const TICK: Duration = Duration::from_millis(100);
/// The number of void games in a row that ends a run: a machine without memory or processes spoils
/// every game.
const SPOILED_IN_A_ROW: usize = 3;

/// The settings of a run.
#[derive(Clone, Debug)]
pub struct Settings<'a> {
    /// The games.
    pub plan: &'a Plan,
    /// Games at once, at least one.
    pub concurrency: usize,
    /// The request to stop.
    pub request: &'a StopRequest,
    /// The run stops when this file exists.
    pub stop_file: &'a Path,
    /// The engines that cannot play; their games are left for a later run.
    pub absent: &'a [usize],
    /// Indicates whether an engine that crashes, hangs or violates the protocol ends the run.
    pub fatal_errors: bool,
}

/// The end of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// All games are played.
    Complete,
    /// The stop rule has decided.
    Decided,
    /// A stop was requested, or the stop file exists; the run can be continued.
    Stopped,
    /// Games were void because of the machine; the run can be continued.
    Spoiled {
        /// The number of void games.
        games: usize,
    },
    /// All games are played but those of engines that cannot play; the run can be continued.
    Incomplete,
    /// An engine failed, with `fatal_errors`. Its game counts.
    Failed {
        /// The game.
        id: GameId,
    },
}

/// The error for results that could not be written.
#[derive(Debug, Error)]
#[error("cannot write results to {}: {source}", path.display())]
pub struct RunError {
    /// The file of results.
    pub path: PathBuf,
    /// The error that the system reports.
    pub source: io::Error,
}

/// Plays the unfinished games.
///
/// # Errors
/// Returns an error if results cannot be written; running games are aborted.
///
/// # Panics
/// Panics if a worker panics, after the other workers have ended.
pub fn run<A: Arena>(
    arena: &A,
    settings: &Settings,
    state: &mut State,
    rule: &mut dyn StopRule,
    observer: &mut dyn Observer,
) -> Result<End, RunError> {
    if state.records().iter().any(|record| rule.count(record)) {
        return Ok(End::Decided);
    }
    let is_played = |task: &GameTask| !settings.absent.iter().any(|&engine| task.is_of(engine));
    let left = settings.plan.games().filter(|task| !state.is_finished(task.id));
    let left: Vec<GameTask> = left.filter(is_played).collect();
    let workers = settings.concurrency.min(left.len());
    let wanted = state.records().len() + left.len();
    let (queue, slots) = (Queue::new(left), Slots::new(workers));
    let mut conductor = Conductor {
        arena,
        settings,
        state,
        rule,
        observer,
        queue: &queue,
        slots: &slots,
        wanted,
        left_out: Vec::new(),
        began: Instant::now(),
        finished: 0,
        spoiled: 0,
        spoiled_in_a_row: 0,
        heard: Urgency::None,
        is_decided: false,
        failed: None,
        error: None,
    };
    thread::scope(|scope| {
        // Unbuffered, for back pressure: no worker gets ahead of the disk, so that a crash loses
        // few games.
        let (sender, receiver) = mpsc::sync_channel(0);
        for slot in 0..workers {
            let (sender, queue, slots) = (sender.clone(), &queue, &slots);
            scope.spawn(move || worker::work(arena, slot, queue, slots, &sender));
        }
        // The channel closes with the last worker.
        drop(sender);
        conductor.conduct(&receiver);
    });
    conductor.end()
}

/// The state of the calling thread while workers play.
struct Conductor<'a, A: Arena> {
    arena: &'a A,
    settings: &'a Settings<'a>,
    state: &'a mut State,
    rule: &'a mut dyn StopRule,
    observer: &'a mut dyn Observer,
    queue: &'a Queue,
    slots: &'a Slots,
    /// The number of games in the file once this run is complete.
    wanted: usize,
    /// The engines that can play no further game of this run.
    left_out: Vec<usize>,
    began: Instant,
    /// The number of games that this run has finished.
    finished: usize,
    spoiled: usize,
    spoiled_in_a_row: usize,
    heard: Urgency,
    is_decided: bool,
    failed: Option<GameId>,
    error: Option<io::Error>,
}

impl<A: Arena> Conductor<'_, A> {
    /// Receives games until all workers have ended.
    fn conduct(&mut self, games: &Receiver<GameRecord>) {
        let mut next_tick = Instant::now();
        loop {
            let now = Instant::now();
            if next_tick <= now {
                self.tick();
                next_tick = now + TICK;
            }
            match games.recv_timeout(next_tick.saturating_duration_since(now)) {
                Ok(record) => self.take(record),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        self.observer.redraw(&[], &self.progress());
    }

    /// Polls the stop request, and shows the progress.
    fn tick(&mut self) {
        if self.settings.stop_file.exists() {
            self.settings.request.at_least(Urgency::Finish);
        }
        let urgency = self.settings.request.urgency();
        if urgency > self.heard {
            self.heard = urgency;
            self.queue.close();
            if urgency == Urgency::Abort {
                self.arena.abort();
            }
            self.observer.say(match urgency {
                Urgency::Abort => "aborting the running games",
                _ => "finishing the running games; interrupt again to abort them",
            });
        }
        self.observer.redraw(&self.slots.running(), &self.progress());
        self.observer.look(self.state.records());
    }

    /// Stores a game, if it counts.
    fn take(&mut self, record: GameRecord) {
        if record.score == Score::Void {
            self.spoil(&record);
            return;
        }
        if self.error.is_some() {
            return;
        }
        self.spoiled_in_a_row = 0;
        if let Err(error) = self.state.append(record) {
            self.error = Some(error);
            self.give_up();
            return;
        }
        self.finished += 1;
        let records = self.state.records();
        let record = records.last().expect("the last record has just been appended");
        if !self.is_decided && self.rule.count(record) {
            self.is_decided = true;
            // Later games cannot change the decision.
            self.queue.close();
            self.arena.abort();
        }
        let id = record.id;
        let is_fatal = self.settings.fatal_errors && record.reason.is_breakdown();
        self.observer.game(records, &self.progress());
        if is_fatal && self.failed.is_none() {
            self.failed = Some(id);
            self.give_up();
        }
    }

    /// Reports a void game, unless it was aborted on request or one of its engines can play no further game.
    fn spoil(&mut self, record: &GameRecord) {
        if record.reason == Reason::Aborted || self.leave_out_engines(record.id) {
            return;
        }
        self.spoiled += 1;
        self.spoiled_in_a_row += 1;
        let [black, white] = [&record.black.name, &record.white.name];
        let (id, detail) = (record.id, &record.detail);
        self.observer.say(&format!("{id} ({black} - {white}) is void: {detail}"));
        if self.spoiled_in_a_row == SPOILED_IN_A_ROW {
            self.observer.say("too many games in a row could not be played; aborting the run");
            self.give_up();
        }
    }

    /// Leaves the games of engines that can play no further game of this run for a later one. Returns whether
    /// this void game is among them.
    fn leave_out_engines(&mut self, id: GameId) -> bool {
        let task = self.settings.plan.game(id).expect("only games of the plan are played");
        for engine in [task.black, task.white] {
            if self.left_out.contains(&engine) {
                continue;
            }
            if let Some(absence) = self.arena.absence(engine) {
                self.left_out.push(engine);
                self.wanted -= self.queue.leave_out(engine);
                self.observer.say(&format!("{absence}; its remaining games are not played"));
                self.observer.leave_out(&absence);
            }
        }
        let is_left_out = self.left_out.iter().any(|&engine| task.is_of(engine));
        self.wanted -= usize::from(is_left_out);
        is_left_out
    }

    fn give_up(&self) {
        self.queue.close();
        self.arena.abort();
    }

    fn progress(&self) -> Progress {
        let done = self.state.records().len();
        let progress = Progress::new(done, self.wanted, self.finished, self.began.elapsed());
        if self.rule.may_end_early() { progress.until_decided() } else { progress }
    }

    fn end(self) -> Result<End, RunError> {
        if let Some(source) = self.error {
            return Err(RunError { path: self.state.path().to_path_buf(), source });
        }
        let done = self.state.records().len();
        let is_complete = done == self.settings.plan.len();
        Ok(if self.is_decided {
            End::Decided
        } else if let Some(id) = self.failed {
            End::Failed { id }
        } else if is_complete {
            End::Complete
        } else if self.spoiled > 0 {
            End::Spoiled { games: self.spoiled }
        } else if done == self.wanted {
            End::Incomplete
        } else {
            End::Stopped
        })
    }
}
