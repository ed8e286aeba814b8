//! A player that is a process: the text lines that it gets, and the meaning of its answers.
//!
//! Invariant: a player has at most one process, which ends with the player at the latest. Where a
//! profile freezes, the process stands still whenever nothing is waited for. Only lines that were
//! read after a request and before its deadline answer it.

mod start;

use std::time::{Duration, Instant};

use dolmen::protocol::command::Command;
use dolmen::protocol::coordinate::Coordinate;
use dolmen::protocol::manager;
use dolmen::protocol::reply::Reply;
use game_engine_process::{
    EngineProcess, Exit, Ladder, Output, Rung, SendError, ThreadTimes, Usage,
};
use tempfile::TempDir;

use super::GamePlan;
use super::clock::{Allowance, Clock};
use super::engine::{LastLines, cut};
use super::player::{Farewell, Goodbye, Heard, Player, Request, Wanted};
use super::profile::{self, Manner};
use super::referee::Fault;
use crate::config::EngineConfig;
use crate::record::Reason;
use crate::run::stop::Stop;

/// The time that the exit status of an engine that ends may take.
const EXITING: Duration = Duration::from_secs(1);
/// The most bytes of a message in a record.
const MESSAGE_BYTES: usize = 200;

/// An engine and its process, which is started when a game needs it and kept for the next if the
/// engine's profile and the plan of the game allow it.
#[derive(Debug)]
pub(super) struct ProcessPlayer {
    engine: EngineConfig,
    running: Option<Running>,
    /// The folder that `INFO folder` names; lives as long as the player.
    folder: Option<TempDir>,
    /// Indicates whether it has been seen to take all INFO lines without an answer.
    bears_info: bool,
    game: Knowledge,
    /// The request that waits for its answer.
    waiting: Option<Waiting>,
    /// What came after the deadline of that request.
    held: Option<Said>,
}

/// What the engine knows of a game, and how it took what it was told.
#[derive(Clone, Copy, Debug, Default)]
struct Knowledge {
    /// Indicates whether every request is a BOARD block.
    send_boards: bool,
    /// Indicates whether it has been asked for an ordinary move, so that its board follows.
    board: bool,
    /// Indicates whether it has been sent `INFO time_left` for the request to come.
    time: bool,
    /// Indicates whether it may still complain about the INFO lines at the start.
    may_complain: bool,
    /// Indicates whether it did.
    complained: bool,
}

/// A request that waits for its answer.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    asked: Instant,
    deadline: Instant,
    allowance: Allowance,
    wanted: Wanted,
}

/// A process and what was heard from it.
#[derive(Debug)]
struct Running {
    process: EngineProcess,
    cpus: Vec<usize>,
    /// Indicates whether the answer to START, for which the runner does not wait, is outstanding.
    start_pending: bool,
    words: LastLines,
    message: Option<String>,
    looked: Option<Instant>,
    /// The time at which it last said something.
    heard: Option<Instant>,
}

/// A line of the engine, or what there is instead.
#[derive(Debug)]
enum Said {
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

impl ProcessPlayer {
    /// A player without a process.
    pub(super) fn new(engine: EngineConfig) -> Self {
        Self {
            engine,
            running: None,
            folder: None,
            bears_info: false,
            game: Knowledge::default(),
            waiting: None,
            held: None,
        }
    }

    fn manner(&self) -> Manner {
        Manner::of(self.engine.profile)
    }

    /// Writes lines to the engine, and gives the instant from which an answer's time counts.
    ///
    /// # Errors
    /// A crash if the engine cannot read any more, `late` if it does not.
    fn tell(
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
    fn listen(&mut self, until: Instant) -> Said {
        let running = self.running_mut();
        let line = match running.process.next_line(until) {
            Output::Line(line) => line,
            Output::Quiet => return Said::Nothing,
            Output::Closed => return Said::Gone,
        };
        running.heard = Some(line.at);
        let text = String::from_utf8_lossy(&line.bytes);
        running.words.add(&text);
        match text.parse::<Reply>() {
            Ok(Reply::Message(message)) => {
                running.message = Some(cut(&message, MESSAGE_BYTES).to_owned());
                Said::Comment(line.at)
            }
            Ok(Reply::Debug(_)) => Said::Comment(line.at),
            Ok(Reply::Ok | Reply::Error(_) | Reply::Unknown(_)) if running.start_pending => {
                running.start_pending = false;
                Said::Comment(line.at)
            }
            Ok(reply) => Said::Reply(reply, line.at),
            Err(_) if text.trim().is_empty() => Said::Comment(line.at),
            Err(_) => Said::Stray(cut(&text, MESSAGE_BYTES).to_owned(), line.at),
        }
    }

    /// Decides whether a reply in time is the answer.
    fn judge(&mut self, waiting: Waiting, reply: Reply, at: Instant) -> Result<Heard, Fault> {
        match (&reply, waiting.wanted) {
            (Reply::Move(_), _) | (Reply::Moves(_) | Reply::Swap, Wanted::Swap2) => {
                Ok(Heard::Answer(reply, at))
            }
            (Reply::Suggest(point), Wanted::Move) => {
                self.consent(waiting, *point)?;
                Ok(Heard::Comment(at))
            }
            // The error may concern one of the INFO lines that precede the request, which
            // should not be answered. A move may follow, or silence.
            (Reply::Error(_) | Reply::Unknown(_), _) if self.game.may_complain => {
                self.game.complained = true;
                Ok(Heard::Stray(reply.to_string(), at))
            }
            (Reply::Error(_) | Reply::Unknown(_), _) => {
                let detail = format!("answered {:?} instead of a move", reply.to_string());
                Err(Fault::new(Reason::Protocol, detail))
            }
            _ => Ok(Heard::Stray(reply.to_string(), at)),
        }
    }

    /// Tells the engine to play what it suggests.
    fn consent(&mut self, waiting: Waiting, at: Coordinate) -> Result<(), Fault> {
        let line = [Command::Play(at).to_string()];
        self.tell(&line, waiting.deadline, waiting.allowance.reason)?;
        Ok(())
    }

    /// Takes what was said without being asked; true if there were complaints among it.
    fn drain(&mut self) -> bool {
        let now = Instant::now();
        let mut complained = false;
        loop {
            match self.listen(now) {
                Said::Reply(reply, at) => {
                    complained |= matches!(reply, Reply::Error(_) | Reply::Unknown(_));
                    log::debug!("unexpected reply of {}: {reply}", self.engine.name);
                    if at > now {
                        break;
                    }
                }
                Said::Stray(_, at) | Said::Comment(at) if at <= now => {}
                Said::Stray(..) | Said::Comment(_) | Said::Nothing | Said::Gone => break,
            }
        }
        self.running_mut().message = None;
        complained
    }

    /// Lets the engine go on where it stood still.
    fn wake(&self) {
        if self.manner().freezes
            && let Err(error) = self.running().process.thaw()
        {
            log::warn!("cannot continue {}: {error}", self.engine.name);
        }
    }

    /// Makes the engine stand still where the profile does so.
    fn rest(&self) {
        if self.manner().freezes
            && let Err(error) = self.running().process.freeze()
        {
            log::warn!("cannot freeze {}: {error}", self.engine.name);
        }
    }

    /// Returns the fault of an engine that has ended, or that can no longer be talked to.
    fn crash(&mut self) -> Fault {
        let exit = self.running_mut().process.wait(Instant::now() + EXITING);
        let how = exit.map_or("closed its pipes".to_owned(), |exit: Exit| exit.to_string());
        Fault::new(Reason::Crash, how)
    }

    /// Ends the process.
    fn finish(&mut self, ladder: &Ladder) -> Goodbye {
        let Some(Running { process, mut words, .. }) = self.running.take() else {
            return Goodbye::default();
        };
        let ending = process.finish(ladder);
        let mut unfinished = None;
        for line in &ending.unread {
            let text = String::from_utf8_lossy(&line.bytes);
            words.add(&text);
            if line.end == game_engine_process::LineEnd::None {
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

impl Player for ProcessPlayer {
    fn begin(&mut self, plan: &GamePlan, clock: &mut Clock, stop: &Stop) -> Result<(), Fault> {
        self.game = Knowledge {
            send_boards: plan.send_boards,
            board: false,
            time: self.manner().early_time_left,
            may_complain: !self.bears_info,
            complained: false,
        };
        self.waiting = None;
        self.held = None;
        self.prepare(plan, clock, stop)
    }

    fn ask(&mut self, request: &Request<'_>) -> Result<Instant, Fault> {
        let Request { position, wanted, allowance, left_ms } = *request;
        let mut lines = Vec::new();
        if !std::mem::take(&mut self.game.time) {
            lines.push(profile::time_left(left_ms));
        }
        lines.extend(match wanted {
            Wanted::Move => self.manner().request(position, self.game.board, self.game.send_boards),
            Wanted::Swap2 => manager::swap2_board(position),
        });
        self.game.complained |= self.drain();
        self.wake();
        let asked = self.tell(&lines, Instant::now() + allowance.time, allowance.reason)?;
        self.game.board |= wanted == Wanted::Move;
        let deadline = asked + allowance.time;
        self.waiting = Some(Waiting { asked, deadline, allowance, wanted });
        Ok(asked)
    }

    fn hear(&mut self, until: Instant) -> Result<Heard, Fault> {
        let said = self.held.take().unwrap_or_else(|| self.listen(until));
        let Some(waiting) = self.waiting else { return Ok(Heard::Nothing) };
        match said {
            Said::Reply(_, at) | Said::Stray(_, at) if at < waiting.asked => Ok(Heard::Nothing),
            Said::Reply(_, at) | Said::Stray(_, at) | Said::Comment(at)
                if at > waiting.deadline =>
            {
                self.held = Some(said);
                Ok(Heard::Late(at))
            }
            Said::Reply(reply, at) => self.judge(waiting, reply, at),
            Said::Stray(line, at) => Ok(Heard::Stray(line, at)),
            Said::Comment(at) => Ok(Heard::Comment(at)),
            Said::Nothing => Ok(Heard::Nothing),
            Said::Gone => Err(self.crash()),
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
        self.rest();
        self.game.may_complain = false;
        self.bears_info |= !self.game.complained;
    }

    fn take_back(&mut self) {
        self.game.board = false;
    }

    fn take_message(&mut self) -> Option<String> {
        self.running_mut().message.take()
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
