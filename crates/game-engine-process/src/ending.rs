//! The kill ladder: a farewell, SIGTERM, SIGKILL, and then reaping all processes.
//!
//! Invariant: the time of every rung is bounded.

use crate::lines::Line;
use crate::process::EngineProcess;
use crate::values::{Exit, Reading, Signal, StderrSoFar};
use std::time::{Duration, Instant};

#[cfg(all(test, target_os = "linux"))]
mod tests;

/// The time that killed processes may take to disappear.
const KILL_TIMEOUT: Duration = Duration::from_secs(2);
/// The time that helper processes may outlive the first process before they count as
/// survivors.
const HELPER_GRACE: Duration = Duration::from_millis(100);

/// The steps that end an engine. Each rung is used only if the previous one did not work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ladder {
    /// The bytes to send first; with `None` the ladder starts at SIGTERM.
    pub farewell: Option<Vec<u8>>,
    /// The time that the engine may take to end after the farewell.
    pub patience: Duration,
    /// The time that the engine may take to end after SIGTERM; zero skips SIGTERM.
    pub after_terminate: Duration,
}

impl Ladder {
    /// Returns the ladder that sends SIGKILL at once.
    pub fn kill() -> Self {
        Self { farewell: None, patience: Duration::ZERO, after_terminate: Duration::ZERO }
    }
}

/// Sends `END`, waits one second, sends SIGTERM, waits 200 ms, sends SIGKILL.
impl Default for Ladder {
    fn default() -> Self {
        Self {
            farewell: Some(b"END\r\n".to_vec()),
            patience: Duration::from_secs(1),
            after_terminate: Duration::from_millis(200),
        }
    }
}

/// The rung at which an engine ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rung {
    /// The engine ended after the farewell.
    Farewell,
    /// The engine ended after SIGTERM.
    Terminate,
    /// The engine was killed.
    Kill,
    /// The engine had ended before.
    AlreadyGone,
}

/// The end of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The end of the first process; `None` only if the system could not kill it.
    pub exit: Option<Exit>,
    /// The rung at which the engine ended.
    pub rung: Rung,
    /// The number of other processes of the engine that were still running 100 ms after the
    /// first process had ended, and were killed; 0 if the whole group was killed at once.
    pub survivors: usize,
    /// The lines that the caller had not read, up to the end of the output.
    pub unread: Vec<Line>,
    /// The engine's output on stderr.
    pub stderr: StderrSoFar,
}

impl EngineProcess {
    /// Ends the engine by climbing the ladder.
    ///
    /// Afterwards no process of the engine's group is left, and all of them that were or became
    /// children of this process have been reaped. A frozen engine is continued, and its output
    /// is drained at full speed. Descendants that left the group end too, if their parents were
    /// alive at the call. Services that detached themselves earlier are left alone: other
    /// engines may share them, as in the case of wine's server.
    ///
    /// Takes at most four seconds longer than the times of the ladder.
    pub fn finish(mut self, ladder: &Ladder) -> Ending {
        self.finished = true;
        finish(&mut self, ladder)
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        if !self.finished {
            finish(self, &Ladder::kill());
        }
    }
}

/// Climbs the ladder and cleans up.
fn finish(engine: &mut EngineProcess, ladder: &Ladder) -> Ending {
    if let Err(error) = engine.thaw() {
        log::debug!("cannot continue engine {}: {error}", engine.id());
    }
    engine.set_reading(Reading::Normal);
    // Descendants outside the group are found through their parents, so look for them while
    // the parents are alive.
    engine.platform.others();
    let rung = climb(engine, ladder);
    let survivors = if rung == Rung::Kill { 0 } else { survivors(engine) };
    if !engine.platform.clear(&engine.shared, Instant::now() + KILL_TIMEOUT) {
        log::warn!("cannot kill all processes of engine {}", engine.id());
    }
    engine.platform.stop(&engine.shared);
    Ending {
        exit: engine.exit_status(),
        rung,
        survivors,
        unread: engine.shared.unread_lines(),
        stderr: engine.shared.stderr(),
    }
}

fn climb(engine: &mut EngineProcess, ladder: &Ladder) -> Rung {
    if engine.exit_status().is_some() {
        return Rung::AlreadyGone;
    }
    if let Some(farewell) = &ladder.farewell {
        let deadline = Instant::now() + ladder.patience;
        if let Err(error) = engine.send(farewell, deadline) {
            log::debug!("cannot send END to engine {}: {error}", engine.id());
        }
        if engine.wait(deadline).is_some() {
            return Rung::Farewell;
        }
    }
    if !ladder.after_terminate.is_zero() {
        signal(engine, Signal::Terminate);
        if engine.wait(Instant::now() + ladder.after_terminate).is_some() {
            return Rung::Terminate;
        }
    }
    signal(engine, Signal::Kill);
    engine.wait(Instant::now() + KILL_TIMEOUT);
    Rung::Kill
}

fn signal(engine: &EngineProcess, signal: Signal) {
    if let Err(error) = engine.signal(signal) {
        log::debug!("cannot send {signal:?} to engine {}: {error}", engine.id());
    }
}

fn survivors(engine: &mut EngineProcess) -> usize {
    let deadline = Instant::now() + HELPER_GRACE;
    loop {
        let others = engine.platform.others();
        if others == 0 || Instant::now() >= deadline {
            return others;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}
