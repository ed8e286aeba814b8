//! A player that is a process, its time and its manager.
//!
//! Invariant: a player has at most one process, which ends with the player at the latest. Where a
//! profile freezes, the process stands still whenever no reply is expected. Only lines that were
//! read after a request and before its deadline answer it.

mod logging;
mod start;

use std::time::{Duration, Instant};

use dolmen::protocol::manager::{Event, Manager};
use game_engine_process::{EngineProcess, Exit, Ladder, Rung, SendError, ThreadTimes, Usage};
use tempfile::TempDir;

use super::GamePlan;
use super::clock::{Allowance, Clock};
use super::engine::{LastLines, cut};
use super::player::{Asking, Farewell, Goodbye, Heard, Player, Request, Strays};
use super::profile::{self, Manner};
use super::referee::Fault;
use crate::config::{EngineConfig, Limits};
use crate::plan::Programs;
use crate::record::Reason;
use crate::run::log::{Direction, GameLog, StderrLog};
use crate::run::stop::Stop;

/// The time limit for the exit status of an engine that is ending.
const EXITING: Duration = Duration::from_secs(1);
/// The maximum number of bytes of a message in a record.
const MESSAGE_BYTES: usize = 200;

/// An engine and its process, which is started when a game needs it and kept for the next if the
/// engine's profile and the plan of the game allow it.
#[derive(Debug)]
pub(super) struct ProcessPlayer {
    engine: EngineConfig,
    /// The programs that a new process must run; `None` if any will do.
    programs: Option<Programs>,
    running: Option<Running>,
    /// The folder that `INFO folder` names; lives as long as the player.
    folder: Option<TempDir>,
    manager: Manager,
    /// Indicates whether it has been sent `INFO time_left` for the next request.
    has_time: bool,
    /// The request in flight.
    waiting: Option<Waiting>,
    /// The first line of that request, for messages.
    asked: String,
    /// The output after the deadline of that request.
    held: Option<Output>,
    strays: Strays,
    /// The log of the current game, if there is one.
    log: Option<GameLog>,
}

/// A request in flight.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    asked: Instant,
    deadline: Instant,
    allowance: Allowance,
    may_refuse: bool,
}

/// A process and its output so far.
#[derive(Debug)]
struct Running {
    process: EngineProcess,
    cpus: Vec<usize>,
    words: LastLines,
    message: Option<String>,
    looked: Option<Instant>,
    stderr: StderrLog,
}

/// The output of an engine until an instant.
#[derive(Debug)]
enum Output {
    /// A line, and the time at which it was read.
    Line(Event, Instant),
    /// No output.
    Quiet,
    /// The engine has ended or closed its output.
    Closed,
}

impl ProcessPlayer {
    /// Returns a player without a process.
    pub(super) fn new(engine: EngineConfig) -> Self {
        Self {
            engine,
            programs: None,
            running: None,
            folder: None,
            manager: Manager::default().tolerant(),
            has_time: false,
            waiting: None,
            asked: String::new(),
            held: None,
            strays: Strays::default(),
            log: None,
        }
    }

    /// Returns the same player, which starts no process after one of these programs has changed.
    pub(super) fn with_programs(self, programs: Programs) -> Self {
        Self { programs: Some(programs), ..self }
    }

    /// Replaces the limits; the next game sends them to the engine.
    pub(super) fn limit(&mut self, limits: &Limits) {
        self.engine.limits.clone_from(limits);
    }

    fn manner(&self) -> Manner {
        Manner::of(self.engine.profile)
    }

    /// Sends text lines to the engine, and returns the instant from which the time of an answer counts.
    ///
    /// # Errors
    /// Returns a crash if the engine has closed its input, `late` if it does not read in time, or an error of
    /// the system.
    fn tell(
        &mut self,
        lines: &[String],
        deadline: Instant,
        late: Reason,
    ) -> Result<Instant, Fault> {
        let bytes = self.manner().bytes(lines);
        self.running().process.rest(self.engine.limits.pause);
        let sent = self.running_mut().process.send(&bytes, deadline);
        if let Ok(at) = sent {
            lines.iter().for_each(|line| self.log(Direction::Sent, line, at));
        }
        match sent {
            Ok(asked) => Ok(asked),
            Err(SendError::Closed | SendError::NoInput) => Err(self.crash()),
            Err(error @ SendError::TimedOut { .. }) => Err(Fault::new(late, error.to_string())),
            Err(error @ SendError::System(_)) => {
                Err(Fault::new(Reason::Infrastructure, error.to_string()))
            }
        }
    }

    /// Waits until an instant for the next text line, and returns it.
    fn listen(&mut self, until: Instant) -> Output {
        let asked = self.waiting.map(|waiting| waiting.asked);
        let running = self.running.as_mut().expect("a seat that plays has a process");
        let line = match running.process.next_line(until) {
            game_engine_process::Output::Line(line) => line,
            game_engine_process::Output::Quiet => return Output::Quiet,
            game_engine_process::Output::Closed => return Output::Closed,
        };
        let text = String::from_utf8_lossy(&line.bytes);
        running.words.add(&text);
        if let Some(log) = &self.log {
            log.line(Direction::Heard, &text, line.at);
        }
        let is_early = asked.is_some_and(|asked| line.at < asked);
        let event = if is_early { self.manager.overhear(&text) } else { self.manager.hear(&text) };
        if let Event::Message(message) = &event {
            let message = cut(message, MESSAGE_BYTES);
            running.message = Some(message.to_owned());
            if names_option(message, &self.engine.options) {
                self.strays.note_option(message);
            }
        }
        if let Event::Unexpected(_) | Event::Invalid(_) = &event {
            self.strays.count += 1;
            self.strays.first.get_or_insert_with(|| cut(&text, MESSAGE_BYTES).to_owned());
        }
        Output::Line(event, line.at)
    }

    /// Decides whether a text line that came in time is the answer.
    fn judge(&mut self, waiting: Waiting, event: Event, at: Instant) -> Result<Heard, Fault> {
        match event {
            Event::Answer(reply) => return Ok(Heard::Answer(reply, at)),
            Event::Suggestion(point) => {
                let line = [self.manager.consent(point)];
                self.asked = format!("{}, which follows its own SUGGEST", line[0]);
                self.tell(&line, waiting.deadline, waiting.allowance.reason)?;
            }
            Event::Refusal(reply) if waiting.may_refuse => return Ok(Heard::Answer(reply, at)),
            Event::Refusal(reply) => {
                let (asked, reply) = (&self.asked, reply.to_string());
                let detail = format!("answered {asked} with {reply:?} instead of a move");
                return Err(Fault::new(Reason::Protocol, detail));
            }
            event => {
                if let Some(line) = stray(&event) {
                    return Ok(Heard::Stray(line, at));
                }
            }
        }
        Ok(Heard::Comment(at))
    }

    /// Takes the lines that were printed without a request.
    fn drain(&mut self) {
        let now = Instant::now();
        while let Output::Line(event, at) = self.listen(now) {
            if let Some(line) = stray(&event) {
                log::debug!("unexpected reply of {}: {line}", self.engine.name);
            }
            if at > now {
                break;
            }
        }
        self.running_mut().message = None;
    }

    /// Thaws the engine, if the profile freezes it.
    fn wake(&self) {
        if self.manner().freezes
            && let Err(error) = self.running().process.thaw()
        {
            log::warn!("cannot continue {}: {error}", self.engine.name);
        }
    }

    /// Freezes the engine, if the profile does so.
    fn freeze_by_profile(&self) {
        if self.manner().freezes
            && let Err(error) = self.running().process.freeze()
        {
            log::warn!("cannot freeze {}: {error}", self.engine.name);
        }
    }

    /// Returns the fault of an engine that has ended or closed its pipes.
    fn crash(&mut self) -> Fault {
        let exit = self.running_mut().process.wait(Instant::now() + EXITING);
        let how = exit.map_or("closed its pipes".to_owned(), |exit: Exit| exit.to_string());
        Fault::new(Reason::Crash, how)
    }

    /// Ends the process.
    fn finish(&mut self, ladder: &Ladder) -> Goodbye {
        let Some(Running { process, mut words, mut stderr, .. }) = self.running.take() else {
            return Goodbye::default();
        };
        self.log_farewell(&process, ladder);
        let ending = process.finish(ladder);
        let mut unfinished = None;
        for line in &ending.unread {
            let text = String::from_utf8_lossy(&line.bytes);
            words.add(&text);
            self.log(Direction::Heard, &text, line.at);
            if line.end == game_engine_process::LineEnd::None {
                unfinished = Some(cut(&text, MESSAGE_BYTES).to_owned());
            }
        }
        self.log_ending(&ending, &mut stderr);
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

/// Returns a stray text line in the form of a record; `None` for an answer or a comment.
fn stray(event: &Event) -> Option<String> {
    match event {
        Event::Error(reply) | Event::Unexpected(reply) => Some(reply.to_string()),
        Event::Invalid(line) => Some(cut(line, MESSAGE_BYTES).to_owned()),
        _ => None,
    }
}

/// Returns whether a message has the name of an option as one of its words.
fn names_option(message: &str, options: &[(String, String)]) -> bool {
    let is_of_word = |letter: char| letter.is_alphanumeric() || "_-".contains(letter);
    let mut words = message.split(|letter| !is_of_word(letter));
    words.any(|word| options.iter().any(|(name, _)| name.eq_ignore_ascii_case(word)))
}

impl Player for ProcessPlayer {
    fn begin(&mut self, plan: &GamePlan, clock: &mut Clock, stop: &Stop) -> Result<(), Fault> {
        self.has_time = self.manner().early_time_left;
        self.waiting = None;
        self.held = None;
        self.log = plan.log.as_ref().map(|log| GameLog::new(log, plan.id, &self.engine.name));
        self.prepare(plan, clock, stop)
    }

    fn ask(&mut self, request: &Request<'_>) -> Result<Instant, Fault> {
        let Request { position, asking, may_refuse, allowance, left_ms } = *request;
        let mut lines = Vec::new();
        if !std::mem::take(&mut self.has_time) {
            lines.push(profile::time_left(left_ms));
        }
        self.drain();
        lines.extend(match asking {
            Asking::Question(question) => self.manager.ask(question, position),
            Asking::Act(opening) => self.manager.ask_opening(opening.protocol(), opening.acts()),
        });
        if may_refuse {
            self.manager.allow_refusal();
        }
        let first = lines.iter().find(|line| !line.starts_with("INFO "));
        self.asked = first.cloned().unwrap_or_default();
        self.wake();
        let asked = self.tell(&lines, Instant::now() + allowance.time, allowance.reason)?;
        let deadline = asked + allowance.time;
        self.waiting = Some(Waiting { asked, deadline, allowance, may_refuse });
        Ok(asked)
    }

    fn hear(&mut self, until: Instant) -> Result<Heard, Fault> {
        let output = self.held.take().unwrap_or_else(|| self.listen(until));
        let Some(waiting) = self.waiting else { return Ok(Heard::Nothing) };
        match output {
            Output::Line(_, at) if at < waiting.asked => Ok(Heard::Nothing),
            Output::Line(_, at) if at > waiting.deadline => {
                self.held = Some(output);
                Ok(Heard::Late(at))
            }
            Output::Line(event, at) => self.judge(waiting, event, at),
            Output::Quiet => Ok(Heard::Nothing),
            Output::Closed => Err(self.crash()),
        }
    }

    fn postpone(&mut self, deadline: Instant) {
        if let Some(waiting) = &mut self.waiting {
            waiting.deadline = deadline;
        }
    }

    fn stop(&mut self) {
        self.waiting = None;
        self.held = None;
        self.log_stderr();
        self.freeze_by_profile();
    }

    fn take_message(&mut self) -> Option<String> {
        self.running_mut().message.take()
    }

    fn take_strays(&mut self) -> Strays {
        std::mem::take(&mut self.strays)
    }

    fn look(&mut self) -> Usage {
        let Some(running) = &mut self.running else { return Usage::default() };
        running.looked = Some(Instant::now());
        running.process.usage()
    }

    fn thread_times(&self) -> ThreadTimes {
        let running = self.running.as_ref();
        running.map_or_else(ThreadTimes::default, |running| running.process.thread_times())
    }

    fn looked(&self) -> Option<Instant> {
        self.running.as_ref().and_then(|running| running.looked)
    }

    fn stands_still(&self) -> bool {
        self.manner().freezes
    }

    fn leaves_after_game(&self) -> bool {
        self.manner().fresh_process
    }

    fn leave(&mut self, farewell: Farewell) -> Goodbye {
        self.finish(&match farewell {
            Farewell::Polite => self.manner().ladder(),
            Farewell::AtOnce => Ladder::kill(),
        })
    }
}
