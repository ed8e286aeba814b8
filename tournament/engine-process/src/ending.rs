//! The kill ladder: farewell, SIGTERM, SIGKILL, and then everything is reaped.
//!
//! Invariant: every rung is bounded in time.

use crate::lines::Line;
use crate::process::{EngineProcess, Exit, Signal};
use crate::shared::{Reading, StderrSoFar};
use std::time::{Duration, Instant};

#[cfg(all(test, target_os = "linux"))]
mod tests;

/// How long killed processes may take to be gone.
const KILLING: Duration = Duration::from_secs(2);
/// How long helper processes may outlive the first process before they count as survivors.
const GRACE: Duration = Duration::from_millis(100);

/// How an engine is ended. A rung is climbed when the one before did not help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ladder {
    /// What is sent first; without it SIGTERM comes at once.
    pub farewell: Option<Vec<u8>>,
    /// How long the engine may take to end after the farewell.
    pub patience: Duration,
    /// How long it may take after SIGTERM; zero leaves SIGTERM out.
    pub after_terminate: Duration,
}

impl Ladder {
    /// SIGKILL at once.
    pub fn kill() -> Self {
        Self { farewell: None, patience: Duration::ZERO, after_terminate: Duration::ZERO }
    }
}

/// `END`, one second, SIGTERM, 200 ms, SIGKILL.
impl Default for Ladder {
    fn default() -> Self {
        Self {
            farewell: Some(b"END\r\n".to_vec()),
            patience: Duration::from_secs(1),
            after_terminate: Duration::from_millis(200),
        }
    }
}

/// What it took to end an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rung {
    /// It ended after the farewell.
    Farewell,
    /// It ended after SIGTERM.
    Terminate,
    /// It had to be killed.
    Kill,
    /// It had ended before.
    AlreadyGone,
}

/// How an engine ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// How its first process ended; `None` only when the system could not kill it.
    pub exit: Option<Exit>,
    /// What it took.
    pub rung: Rung,
    /// How many other processes of the engine still ran 100 ms after the first had ended; they
    /// were killed. 0 when the whole group was killed at once.
    pub survivors: usize,
    /// The lines that had not been asked for, up to the very end.
    pub unread: Vec<Line>,
    /// What it had written to stderr.
    pub stderr: StderrSoFar,
}

/// Climbs the ladder and cleans up.
pub(crate) fn finish(engine: &mut EngineProcess, ladder: &Ladder) -> Ending {
    if let Err(error) = engine.thaw() {
        log::debug!("cannot continue engine {}: {error}", engine.id());
    }
    engine.set_reading(Reading::Normal);
    // Descendants outside the group are found through their parents, so look while these live.
    engine.platform.others();
    let rung = climb(engine, ladder);
    let survivors = if rung == Rung::Kill { 0 } else { survivors(engine) };
    if !engine.platform.clear(&engine.shared, Instant::now() + KILLING) {
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
    engine.wait(Instant::now() + KILLING);
    Rung::Kill
}

fn signal(engine: &EngineProcess, signal: Signal) {
    if let Err(error) = engine.signal(signal) {
        log::debug!("cannot send {signal:?} to engine {}: {error}", engine.id());
    }
}

fn survivors(engine: &mut EngineProcess) -> usize {
    let deadline = Instant::now() + GRACE;
    loop {
        let others = engine.platform.others();
        if others == 0 || Instant::now() >= deadline {
            return others;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}
