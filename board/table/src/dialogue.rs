//! The dialogue with one engine: a state machine over lines of the Gomocup protocol.
//!
//! ```text
//! off ─► starting ─► idle ⇄ thinking ─► stopping ─► idle
//!            └──────────┴───────┴───────────┴─────► dead
//! ```
//!
//! Invariants: an engine has at most one job; its output after a stop belongs to the old job and is
//! dropped; and an engine that does not answer in time is ended.

mod lines;
mod thoughts;

use dolmen::board::{BoardSize, Point, Position};
use dolmen::protocol::manager;
use dolmen::protocol::reply::Reply;
use dolmen::rules::GameRule;

use crate::dialogue::thoughts::Listener;
use crate::message::{EngineId, EngineInfo, EngineState, Thought};
use crate::order::{Millis, Order};
use crate::tree::NodeId;

/// The time that an engine may take to answer START.
const STARTUP: u64 = 10_000;
/// The time that an engine may take to answer a stop.
const STOPPING: u64 = 1_000;
/// The time of a move without any limit, in milliseconds.
const DEFAULT_TURN: i64 = 2_000;
/// The maximum length of a line of an engine, in bytes; the rest is cut off.
const MAX_LINE: usize = 4_096;
/// The maximum number of characters of a wrong answer that is quoted.
const MAX_QUOTE: usize = 80;

/// A job for an engine.
#[derive(Clone, Debug)]
pub(crate) struct Job {
    /// The node whose position it is about.
    pub(crate) at: NodeId,
    /// The rule.
    pub(crate) rule: GameRule,
    /// The position; the engine is the side to move.
    pub(crate) position: Position,
    /// The kind of the answer.
    pub(crate) task: Task,
    /// The strength; `None` for full strength.
    pub(crate) level: Option<u8>,
    /// The time that it may take.
    pub(crate) time: Allowance,
}

/// The kind of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Task {
    /// A move in a game.
    Move,
    /// A decision in a swap2 opening.
    Swap2,
    /// The best lines, until it is stopped or the time is over.
    Lines(u8),
}

/// The time for a job in milliseconds; `None` without a limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Allowance {
    pub(crate) turn: Option<u64>,
    pub(crate) game: Option<u64>,
    pub(crate) left: Option<u64>,
    pub(crate) increment: u64,
}

/// The news of an engine.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum News {
    /// The answer to a job about this node: a move, or the stones or the swap of an opening.
    Answer(NodeId, Answer),
    /// A thought.
    Thought(Box<Thought>),
    /// The engine broke the protocol; the reason as a sentence.
    Fault(NodeId, String),
    /// The engine had to be ended; the reason as a sentence.
    Lost(String),
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// One point.
    Point(Point),
    /// Several stones, in the order of play.
    Stones(Vec<Point>),
    /// The other colour.
    Swap,
}

/// The dialogue with an engine.
#[derive(Debug)]
pub(crate) struct Dialogue {
    id: EngineId,
    info: EngineInfo,
    state: State,
    /// The current job, which begins as soon as the engine is ready.
    job: Option<Job>,
    listener: Listener,
    /// The size that the last START named.
    board: Option<BoardSize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum State {
    Off,
    Starting {
        until: Millis,
    },
    Idle,
    /// The engine thinks; the time is that of a request to answer at once.
    Thinking {
        until: Option<Millis>,
    },
    Stopping {
        until: Millis,
    },
    Dead {
        reason: String,
    },
}

impl Dialogue {
    /// Returns the dialogue with an engine that has not been started.
    pub(crate) fn new(info: EngineInfo) -> Self {
        let listener = Listener::new(info.id, info.has_levels);
        Self { id: info.id, info, state: State::Off, job: None, listener, board: None }
    }

    /// Returns the description of the engine.
    pub(crate) const fn info(&self) -> &EngineInfo {
        &self.info
    }

    /// Returns the state for the page.
    pub(crate) fn state(&self) -> EngineState {
        match &self.state {
            State::Off => EngineState::Off,
            State::Starting { .. } => EngineState::Starting,
            State::Idle => EngineState::Idle,
            State::Thinking { .. } => EngineState::Thinking,
            State::Stopping { .. } => EngineState::Stopping,
            State::Dead { reason } => EngineState::Dead { reason: reason.clone() },
        }
    }

    /// Returns the time at which [`Dialogue::tick`] must be called.
    pub(crate) fn deadline(&self) -> Option<Millis> {
        let own = match self.state {
            State::Starting { until } | State::Stopping { until } => Some(until),
            State::Thinking { until } => until,
            _ => None,
        };
        own.into_iter().chain(self.listener.deadline()).min()
    }

    /// Gives the engine a job, which replaces its current one.
    pub(crate) fn ask(&mut self, job: Job, now: Millis) -> Vec<Order> {
        let mut orders = self.stop(now);
        self.job = Some(job);
        match self.state {
            State::Off | State::Dead { .. } => orders.extend(self.start(now)),
            State::Idle => orders.extend(self.begin(now)),
            State::Starting { .. } | State::Stopping { .. } | State::Thinking { .. } => {}
        }
        orders
    }

    /// Cancels the job: asks the engine to stop if it supports that, and otherwise ends its process.
    pub(crate) fn stop(&mut self, now: Millis) -> Vec<Order> {
        self.job = None;
        self.listener.clear();
        if !matches!(self.state, State::Thinking { .. }) {
            return Vec::new();
        }
        if self.info.can_analyse {
            self.state = State::Stopping { until: now.after(STOPPING) };
            return vec![self.send("YXSTOP")];
        }
        self.end()
    }

    /// Asks the engine to answer its job at once. Returns `None` if it does not support that, and no
    /// order if it was asked before.
    pub(crate) fn hurry(&mut self, now: Millis) -> Option<Vec<Order>> {
        let State::Thinking { until } = &mut self.state else { return None };
        if !self.info.can_analyse {
            return None;
        }
        if until.is_some() {
            return Some(Vec::new());
        }
        *until = Some(now.after(STOPPING));
        Some(vec![self.send("YXSTOP")])
    }

    /// Handles a line of the engine.
    pub(crate) fn hear(&mut self, line: &str, now: Millis) -> (Vec<Order>, Vec<News>) {
        let line = clean(line);
        let reply = line.parse::<Reply>();
        match (&self.state, reply) {
            (State::Starting { .. }, Ok(Reply::Ok)) => {
                self.state = State::Idle;
                (self.begin(now), Vec::new())
            }
            (State::Starting { .. }, Ok(Reply::Error(text) | Reply::Unknown(text))) => {
                self.die(format!("it does not play on this board: {text}"))
            }
            (State::Stopping { .. }, Ok(reply)) if is_answer(&reply) => {
                self.state = State::Idle;
                (self.begin(now), Vec::new())
            }
            (State::Thinking { .. }, Ok(reply)) if is_answer(&reply) => {
                (Vec::new(), self.answer(&reply))
            }
            (State::Thinking { .. }, Err(_)) if !thoughts::is_comment(&line) => {
                (Vec::new(), self.give_up(&line))
            }
            (State::Thinking { .. }, _) => {
                let at = self.job.as_ref().map(|job| (job.at, job.position.side_to_move()));
                let news = at.map(|(at, mover)| self.listener.hear(&line, at, mover, now));
                (Vec::new(), news.unwrap_or_default())
            }
            _ => (Vec::new(), Vec::new()),
        }
    }

    /// Notes that the engine has ended. Returns whether it had a job.
    pub(crate) fn died(&mut self, reason: String) -> bool {
        self.listener.clear();
        self.board = None;
        self.state = State::Dead { reason };
        self.job.take().is_some()
    }

    /// Ends the engine if its time is over, and sends the thoughts that are due.
    pub(crate) fn tick(&mut self, now: Millis) -> (Vec<Order>, Vec<News>) {
        let news = self.listener.tick(now);
        match self.state {
            State::Starting { until } if now >= until => {
                self.die("it did not answer START within 10 seconds".to_owned())
            }
            // A thought that is still waiting is worth more than none, and the job goes on.
            State::Thinking { until: Some(until) } | State::Stopping { until } if now >= until => {
                let mut orders = self.end();
                orders.extend(self.start(now));
                (orders, news)
            }
            _ => (Vec::new(), news),
        }
    }

    fn send(&self, line: impl Into<String>) -> Order {
        Order::Send(self.id, line.into())
    }

    /// Starts the process, which answers START before its first job.
    fn start(&mut self, now: Millis) -> Vec<Order> {
        let Some(job) = &self.job else { return Vec::new() };
        let size = job.position.size();
        let start = manager::start(size);
        self.board = Some(size);
        self.state = State::Starting { until: now.after(STARTUP) };
        vec![Order::Start(self.id), self.send(start)]
    }

    /// Begins the waiting job, if there is one; another size of board needs another START first.
    fn begin(&mut self, now: Millis) -> Vec<Order> {
        let Some(job) = &self.job else { return Vec::new() };
        let size = job.position.size();
        if self.board != Some(size) {
            let start = manager::start(size);
            self.board = Some(size);
            self.state = State::Starting { until: now.after(STARTUP) };
            return vec![self.send(start)];
        }
        let lines = lines::job(job, &self.info);
        self.listener.begin();
        self.state = State::Thinking { until: None };
        lines.into_iter().map(|line| self.send(line)).collect()
    }

    /// Ends the process at once.
    fn end(&mut self) -> Vec<Order> {
        self.listener.clear();
        self.board = None;
        self.state = State::Off;
        vec![Order::Kill(self.id)]
    }

    fn die(&mut self, reason: String) -> (Vec<Order>, Vec<News>) {
        let orders = self.end();
        self.died(reason.clone());
        (orders, vec![News::Lost(reason)])
    }

    /// Takes the answer to the job.
    fn answer(&mut self, reply: &Reply) -> Vec<News> {
        let mut news = self.listener.finish();
        self.state = State::Idle;
        let Some(job) = self.job.take() else { return news };
        news.push(match answer(reply, &job) {
            Some(answer) => News::Answer(job.at, answer),
            None => News::Fault(job.at, format!("it answered {}", quoted(&reply.to_string()))),
        });
        news
    }

    /// Ends the job because of a line that is neither an answer nor a comment.
    fn give_up(&mut self, line: &str) -> Vec<News> {
        let mut news = self.listener.finish();
        self.state = State::Idle;
        let fault = |job: Job| News::Fault(job.at, format!("it answered {}", quoted(line)));
        news.extend(self.job.take().map(fault));
        news
    }
}

/// Returns whether a reply ends a job.
const fn is_answer(reply: &Reply) -> bool {
    matches!(
        reply,
        Reply::Move(_) | Reply::Moves(_) | Reply::Swap | Reply::Error(_) | Reply::Unknown(_)
    )
}

/// Returns the answer that a reply is to a job, if it is one.
fn answer(reply: &Reply, job: &Job) -> Option<Answer> {
    let size = job.position.size();
    match (reply, job.task) {
        (Reply::Move(coordinate), _) => coordinate.on(size).map(Answer::Point),
        (Reply::Moves(coordinates), Task::Swap2) => {
            let stones = coordinates.iter().map(|coordinate| coordinate.on(size));
            stones.collect::<Option<_>>().map(Answer::Stones)
        }
        (Reply::Swap, Task::Swap2) => Some(Answer::Swap),
        _ => None,
    }
}

/// Returns the beginning of a text in quotes.
fn quoted(text: &str) -> String {
    format!("{:?}", text.chars().take(MAX_QUOTE).collect::<String>())
}

/// Returns a line without control characters, cut to the maximum length.
fn clean(line: &str) -> String {
    let end = (0..=MAX_LINE.min(line.len())).rev().find(|&end| line.is_char_boundary(end));
    line[..end.unwrap_or(0)].chars().filter(|character| !character.is_control()).collect()
}
