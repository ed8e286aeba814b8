//! An engine that plays on: its process, and what it says.
//!
//! Invariant: a seat has at most one process, which ends with the seat at the latest. Where a
//! profile freezes, the process stands still whenever nothing is waited for.

use std::time::{Duration, Instant};

use dolmen::protocol::reply::Reply;
use engine_process::{EngineProcess, Exit, Ladder, Output, Rung, SendError, Usage};
use tempfile::TempDir;

use super::GamePlan;
use super::clock::Clock;
use super::engine::{LastLines, command, cut};
use super::profile::{self, Facts, Manner};
use super::referee::Fault;
use crate::config::EngineConfig;
use crate::record::Reason;
use crate::run::stop::Stop;

/// The interval at which a wait looks up.
pub(super) const SLICE: Duration = Duration::from_millis(100);
/// The time after a deadline in which a line may still turn up that was read before it.
pub(super) const HEARING: Duration = Duration::from_millis(5);
/// The time that the exit status of an engine that ends may take.
const EXITING: Duration = Duration::from_secs(1);
/// The most bytes of a message in a record.
const MESSAGE_BYTES: usize = 200;

/// An engine of a tournament and its process, which is started when a game needs it and kept
/// for the next if the engine's profile and the plan of the game allow it.
///
/// A seat that is dropped ends its process.
#[derive(Debug)]
pub struct Seat {
    engine: EngineConfig,
    hash: String,
    running: Option<Running>,
    /// The folder that `INFO folder` names; lives as long as the seat.
    folder: Option<TempDir>,
    /// Indicates whether it has been seen to take all INFO lines without an answer.
    bears_info: bool,
}

/// A process and what was heard from it.
#[derive(Debug)]
struct Running {
    process: EngineProcess,
    cpus: Vec<usize>,
    /// Indicates whether the answer to START, which nobody waits for, is still to come.
    start_pending: bool,
    words: LastLines,
    message: Option<String>,
    looked: Option<Instant>,
    /// The time at which it last said something.
    heard: Option<Instant>,
}

/// The result of [`Seat::hear`].
#[derive(Debug)]
pub(super) enum Heard {
    /// A line that answers something.
    Reply(Reply, Instant),
    /// A line without a meaning.
    Stray(String, Instant),
    /// A line that answers nothing.
    Comment(Instant),
    /// Nothing so far.
    Nothing,
    /// The engine has ended or closed its output.
    Gone,
}

/// The end of the process of a seat.
#[derive(Debug, Default)]
pub(super) struct Goodbye {
    /// The rung of the kill ladder, if not the first.
    pub(super) killed: Option<String>,
    /// The last lines and the end of the standard error.
    pub(super) last_words: Option<String>,
    /// The output without a line end.
    pub(super) unfinished: Option<String>,
}

impl Seat {
    /// A seat without a process for an engine whose executable has this hash.
    #[must_use]
    pub fn new(engine: EngineConfig, hash: String) -> Self {
        Self { engine, hash, running: None, folder: None, bears_info: false }
    }

    /// The engine.
    #[must_use]
    pub fn engine(&self) -> &EngineConfig {
        &self.engine
    }

    /// The hash of its executable.
    #[must_use]
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// Ends the process, if there is one: politely at first, within two seconds or so.
    pub fn leave(&mut self) {
        self.finish(&self.manner().ladder());
    }

    pub(super) fn manner(&self) -> Manner {
        Manner::of(self.engine.profile)
    }

    /// Makes the engine ready for a game: its process runs, it has a new board and has been
    /// told the limits.
    ///
    /// # Errors
    /// What it loses for, or what nobody is to blame for.
    pub(super) fn prepare(
        &mut self,
        plan: &GamePlan,
        clock: &mut Clock,
        stop: &Stop,
    ) -> Result<(), Fault> {
        let manner = self.manner();
        let is_new = self.take_place(plan)?;
        let began = if is_new { self.running().process.started() } else { Instant::now() };
        let deadline = began + self.engine.limits.startup;
        if is_new && manner.asks_about {
            self.tell(&["ABOUT".to_owned()], deadline, Reason::TimeoutStart)?;
            self.await_start(began, stop, "ABOUT", |heard| !matches!(heard, Heard::Comment(_)))?;
        }
        let mut lines = vec![profile::start(plan.size)];
        if manner.waits_for_ok {
            self.drain();
            self.tell(&lines, deadline, Reason::TimeoutStart)?;
            let is_ok = |heard: &Heard| matches!(heard, Heard::Reply(Reply::Ok, _));
            let at = self.await_start(began, stop, &lines[0], is_ok)?;
            if manner.charges_start {
                clock.charge(at - began);
            }
            lines.clear();
        }
        let facts = Facts {
            engine: &self.engine,
            rule: plan.rule,
            seed: plan.seed,
            folder: self.folder.as_ref().map(TempDir::path),
            left_ms: clock.next_left_ms(),
        };
        lines.extend(facts.lines());
        self.running_mut().start_pending = !manner.waits_for_ok;
        self.tell(&lines, deadline, Reason::TimeoutStart)?;
        self.rest();
        Ok(())
    }

    /// Sees to it that a process runs that may play the game; true if it is a new one.
    fn take_place(&mut self, plan: &GamePlan) -> Result<bool, Fault> {
        let manner = self.manner();
        let is_fit = self.running.as_ref().is_some_and(|running| {
            running.cpus == plan.cpus && running.process.exit_status().is_none()
        });
        if is_fit && !plan.restart && !manner.fresh_process {
            return Ok(false);
        }
        self.leave();
        let failed =
            |error: &dyn std::error::Error| Fault::new(Reason::Infrastructure, error.to_string());
        if manner.freezes && self.folder.is_none() {
            self.folder = Some(TempDir::new().map_err(|error| failed(&error))?);
        }
        let process = command(&self.engine, &plan.cpus).spawn().map_err(|error| failed(&error))?;
        self.running = Some(Running {
            process,
            cpus: plan.cpus.clone(),
            start_pending: false,
            words: LastLines::default(),
            message: None,
            looked: None,
            heard: None,
        });
        Ok(true)
    }

    /// Waits for an answer at the start of a game, and says when it came.
    fn await_start(
        &mut self,
        began: Instant,
        stop: &Stop,
        asked: &str,
        is_wanted: impl Fn(&Heard) -> bool,
    ) -> Result<Instant, Fault> {
        let limit = self.engine.limits.startup;
        let deadline = began + limit;
        let late = |said: Option<&str>| {
            let said = said.map_or(String::new(), |said| format!("; it printed {said:?}"));
            let detail = format!("no answer to {asked} within {} ms{said}", limit.as_millis());
            Fault::new(Reason::TimeoutStart, detail)
        };
        let mut stray = None;
        loop {
            if stop.is_aborted() {
                return Err(Fault::aborted());
            }
            let heard = self.hear((Instant::now() + SLICE).min(deadline + HEARING));
            let wanted = is_wanted(&heard);
            match heard {
                Heard::Reply(_, at) | Heard::Stray(_, at) | Heard::Comment(at) if at > deadline => {
                    return Err(late(stray.as_deref()));
                }
                Heard::Reply(_, at) | Heard::Stray(_, at) if wanted => return Ok(at),
                Heard::Reply(reply @ (Reply::Error(_) | Reply::Unknown(_)), _) => {
                    let detail = format!("answered {asked} with {:?}", reply.to_string());
                    return Err(Fault::new(Reason::Protocol, detail));
                }
                Heard::Reply(reply, _) => stray = Some(reply.to_string()),
                Heard::Stray(line, _) => stray = Some(line),
                Heard::Comment(_) => {}
                Heard::Nothing if Instant::now() >= deadline + HEARING => {
                    return Err(late(stray.as_deref()));
                }
                Heard::Nothing => {}
                Heard::Gone => return Err(self.crash()),
            }
        }
    }

    /// Writes lines to the engine, and gives the instant from which an answer's time counts.
    ///
    /// # Errors
    /// A crash if the engine cannot read any more, `late` if it does not.
    pub(super) fn tell(
        &mut self,
        lines: &[String],
        deadline: Instant,
        late: Reason,
    ) -> Result<Instant, Fault> {
        let bytes = self.manner().bytes(lines);
        let rested = self.running().heard.map_or(Duration::MAX, |heard| heard.elapsed());
        std::thread::sleep(self.engine.limits.pause.saturating_sub(rested));
        match self.running_mut().process.send(&bytes, deadline) {
            Ok(asked) => Ok(asked),
            Err(SendError::Closed | SendError::NoInput) => Err(self.crash()),
            Err(error @ SendError::TimedOut { .. }) => Err(Fault::new(late, error.to_string())),
            Err(error @ SendError::System(_)) => {
                Err(Fault::new(Reason::Infrastructure, error.to_string()))
            }
        }
    }

    /// The next line, waiting for it until then.
    pub(super) fn hear(&mut self, until: Instant) -> Heard {
        let running = self.running_mut();
        let line = match running.process.next_line(until) {
            Output::Line(line) => line,
            Output::Quiet => return Heard::Nothing,
            Output::Closed => return Heard::Gone,
        };
        running.heard = Some(line.at);
        let text = String::from_utf8_lossy(&line.bytes);
        running.words.add(&text);
        match text.parse::<Reply>() {
            Ok(Reply::Message(message)) => {
                running.message = Some(cut(&message, MESSAGE_BYTES).to_owned());
                Heard::Comment(line.at)
            }
            Ok(Reply::Debug(_)) => Heard::Comment(line.at),
            Ok(Reply::Ok | Reply::Error(_) | Reply::Unknown(_)) if running.start_pending => {
                running.start_pending = false;
                Heard::Comment(line.at)
            }
            Ok(reply) => Heard::Reply(reply, line.at),
            Err(_) if text.trim().is_empty() => Heard::Comment(line.at),
            Err(_) => Heard::Stray(cut(&text, MESSAGE_BYTES).to_owned(), line.at),
        }
    }

    /// Takes what was said without being asked; true if there were complaints among it.
    pub(super) fn drain(&mut self) -> bool {
        let now = Instant::now();
        let mut complained = false;
        loop {
            match self.hear(now) {
                Heard::Reply(reply, at) => {
                    complained |= matches!(reply, Reply::Error(_) | Reply::Unknown(_));
                    log::debug!("unexpected reply of {}: {reply}", self.engine.name);
                    if at > now {
                        break;
                    }
                }
                Heard::Stray(_, at) | Heard::Comment(at) if at <= now => {}
                Heard::Stray(..) | Heard::Comment(_) | Heard::Nothing | Heard::Gone => break,
            }
        }
        self.running_mut().message = None;
        complained
    }

    /// The last message since [`Seat::drain`].
    pub(super) fn take_message(&mut self) -> Option<String> {
        self.running_mut().message.take()
    }

    /// Returns whether every INFO line at the start of a game is known to be taken without an
    /// answer.
    pub(super) fn bears_info(&self) -> bool {
        self.bears_info
    }

    /// Notes that it took them so.
    pub(super) fn note_bears_info(&mut self) {
        self.bears_info = true;
    }

    /// Lets the engine go on where it stood still.
    pub(super) fn wake(&self) {
        if self.manner().freezes
            && let Err(error) = self.running().process.thaw()
        {
            log::warn!("cannot continue {}: {error}", self.engine.name);
        }
    }

    /// Makes the engine stand still where the profile does so.
    pub(super) fn rest(&self) {
        if self.manner().freezes
            && let Err(error) = self.running().process.freeze()
        {
            log::warn!("cannot freeze {}: {error}", self.engine.name);
        }
    }

    /// Returns what the processes of the engine use now; zeros without a process.
    pub(super) fn look(&mut self) -> Usage {
        let Some(running) = &mut self.running else { return Usage::default() };
        running.looked = Some(Instant::now());
        running.process.usage()
    }

    /// Returns whether [`Seat::look`] was called within this time.
    pub(super) fn looked_within(&self, time: Duration) -> bool {
        let looked = self.running.as_ref().and_then(|running| running.looked);
        looked.is_some_and(|looked| looked.elapsed() < time)
    }

    /// Returns the fault of an engine that has ended, or that can no longer be talked to.
    pub(super) fn crash(&mut self) -> Fault {
        let exit = self.running_mut().process.wait(Instant::now() + EXITING);
        let how = exit.map_or("closed its pipes".to_owned(), |exit: Exit| exit.to_string());
        Fault::new(Reason::Crash, how)
    }

    /// Ends the process.
    pub(super) fn finish(&mut self, ladder: &Ladder) -> Goodbye {
        let Some(Running { process, mut words, .. }) = self.running.take() else {
            return Goodbye::default();
        };
        let ending = process.finish(ladder);
        let mut unfinished = None;
        for line in &ending.unread {
            let text = String::from_utf8_lossy(&line.bytes);
            words.add(&text);
            if line.end == engine_process::LineEnd::None {
                unfinished = Some(cut(&text, MESSAGE_BYTES).to_owned());
            }
        }
        let killed = match ending.rung {
            Rung::Farewell | Rung::AlreadyGone => None,
            Rung::Terminate => Some("terminate".to_owned()),
            Rung::Kill => Some("kill".to_owned()),
        };
        Goodbye { killed, last_words: words.and_stderr(&ending.stderr.tail), unfinished }
    }

    fn running(&self) -> &Running {
        self.running.as_ref().expect("a seat that plays has a process")
    }

    fn running_mut(&mut self) -> &mut Running {
        self.running.as_mut().expect("a seat that plays has a process")
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.leave();
    }
}
