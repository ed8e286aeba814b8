//! A player inside this process.
//!
//! Invariant: a mind thinks about one position at a time. An answer always belongs to the last request.

use std::fmt::Debug;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use dolmen::board::{BoardSize, Point, Position};
use dolmen::protocol::manager::Question;
use dolmen::protocol::reply::Reply;
use dolmen::rules::Rule;

use super::GamePlan;
use super::clock::Clock;
use super::player::{Asking, Farewell, Goodbye, Heard, Player, Request};
use super::referee::Fault;
use super::turn::SLICE;
use crate::record::Reason;
use crate::run::stop::Stop;

/// A program's own player, which [`HostedPlayer`] seats in games.
pub trait Mind: Debug + Send + Sync {
    /// Begins a game.
    ///
    /// # Errors
    /// Returns the reason why it cannot play this rule or board.
    fn begin(&self, rule: Rule, size: BoardSize) -> Result<(), String>;

    /// Returns a move for the side to move. Called on a thread of its own, with the stack that
    /// [`HostedPlayer::new`] was given.
    ///
    /// # Errors
    /// Returns the reason for which the player loses.
    fn think(&self, position: &Position, allowed: Duration) -> Result<Thought, String>;

    /// Ends the thinking soon, if it can; a later answer is discarded.
    fn stop(&self);
}

/// A move of a [`Mind`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought {
    /// The point.
    pub point: Point,
    /// The comment for the record of the game.
    pub message: Option<String>,
}

/// A mind in the seat of an engine.
#[derive(Debug)]
pub struct HostedPlayer {
    mind: Arc<dyn Mind>,
    stack_bytes: usize,
    /// The thread of the last request.
    thread: Option<JoinHandle<()>>,
    waiting: Option<Waiting>,
    message: Option<String>,
}

/// A request in flight.
#[derive(Debug)]
struct Waiting {
    answers: Receiver<Answer>,
    deadline: Instant,
    /// An answer that came after the deadline.
    held: Option<Answer>,
}

/// The result of a request, and the instant at which it came.
#[derive(Debug)]
struct Answer {
    thought: Result<Thought, String>,
    at: Instant,
}

impl HostedPlayer {
    /// Seats a mind, which needs a stack of this size.
    #[must_use]
    pub fn new(mind: Arc<dyn Mind>, stack_bytes: usize) -> Self {
        Self { mind, stack_bytes, thread: None, waiting: None, message: None }
    }

    /// Waits for the thread of an earlier request, whose answer is no longer needed.
    fn settle(&mut self, stop: &Stop) -> Result<(), Fault> {
        while self.thread.as_ref().is_some_and(|thread| !thread.is_finished()) {
            if stop.is_aborted() {
                return Err(Fault::aborted());
            }
            thread::park_timeout(SLICE);
        }
        self.thread = None;
        Ok(())
    }
}

impl Player for HostedPlayer {
    fn begin(&mut self, plan: &GamePlan, _: &mut Clock, stop: &Stop) -> Result<(), Fault> {
        self.settle(stop)?;
        let ready = self.mind.begin(plan.rule, plan.size);
        ready.map_err(|reason| Fault::new(Reason::Protocol, reason))
    }

    fn ask(&mut self, request: &Request<'_>) -> Result<Instant, Fault> {
        let Asking::Question(Question::Move) = request.asking else {
            let detail = "a player inside the program cannot negotiate openings";
            return Err(Fault::new(Reason::Protocol, detail));
        };
        let (sender, answers) = mpsc::sync_channel(1);
        let (mind, position) = (Arc::clone(&self.mind), request.position.clone());
        let allowed = request.allowance.time;
        let asked = Instant::now();
        let think = move || {
            let thought = mind.think(&position, allowed);
            // If the game has ended, there is no receiver, and the answer is discarded.
            sender.send(Answer { thought, at: Instant::now() }).ok();
        };
        let thread = thread::Builder::new().name("mind".to_owned()).stack_size(self.stack_bytes);
        let thread = thread.spawn(think);
        let failed = |error: std::io::Error| Fault::new(Reason::Infrastructure, error.to_string());
        self.thread = Some(thread.map_err(failed)?);
        self.waiting = Some(Waiting { answers, deadline: asked + allowed, held: None });
        Ok(asked)
    }

    fn hear(&mut self, until: Instant) -> Result<Heard, Fault> {
        let Some(waiting) = &mut self.waiting else { return Ok(Heard::Nothing) };
        let patience = until.saturating_duration_since(Instant::now());
        let answer = match waiting.held.take() {
            Some(answer) => answer,
            None => match waiting.answers.recv_timeout(patience) {
                Ok(answer) => answer,
                Err(RecvTimeoutError::Timeout) => return Ok(Heard::Nothing),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Fault::new(Reason::Crash, "the player has panicked"));
                }
            },
        };
        let at = answer.at;
        if at > waiting.deadline {
            waiting.held = Some(answer);
            return Ok(Heard::Late(at));
        }
        let thought = answer.thought.map_err(|reason| Fault::new(Reason::Crash, reason))?;
        self.message = thought.message;
        Ok(Heard::Answer(Reply::Move(thought.point.into()), at))
    }

    fn postpone(&mut self, deadline: Instant) {
        if let Some(waiting) = &mut self.waiting {
            waiting.deadline = deadline;
        }
    }

    fn stop(&mut self) {
        self.waiting = None;
        self.mind.stop();
    }

    fn take_message(&mut self) -> Option<String> {
        self.message.take()
    }

    fn leave(&mut self, _: Farewell) -> Goodbye {
        self.stop();
        Goodbye::default()
    }
}
