//! The dialogue with one engine: a [`Manager`] with a job, time limits, and the life of a process.
//!
//! ```text
//! off ─► starting ─► idle ⇄ thinking ─► stopping ─► idle
//!            └──────────┴───────┴───────────┴─────► dead
//! ```
//!
//! Invariants: an engine has at most one job; its output after a stop belongs to the old job and is
//! dropped; and an engine that does not answer in time is ended.

mod job;
mod thoughts;

use dolmen::board::{Bitboard, BoardSize, Point};
use dolmen::opening::Act;
use dolmen::protocol::manager::{self, Event, Expected, Manager, PositionStyle, Question};
use dolmen::protocol::reply::Reply;

pub(crate) use crate::dialogue::job::{Allowance, Asked, Job, Resources};
use crate::dialogue::thoughts::Listener;
use crate::message::{EngineId, EngineInfo, EngineState, Thought};
use crate::order::{Millis, Order};
use crate::tree::NodeId;

/// The time that an engine may take to answer START.
const STARTUP_MS: u64 = 10_000;
/// The time that an engine may take to answer a stop.
const STOP_MS: u64 = 1_000;
/// The time limit for the move of an engine that was restarted because it ignored a demand to move at once.
const RESTARTED_MOVE_MS: u64 = 100;
/// The maximum length of a line of an engine, in bytes; the rest is cut off.
const MAX_LINE: usize = 4_096;
/// The maximum number of characters of a wrong answer that is quoted.
const MAX_QUOTE: usize = 80;

/// News from an engine.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum News {
    /// The answer to a job about this node: a move, or the stones or the swap of an opening.
    Answer(NodeId, Answer),
    /// The engine does not support the swap2 that it was asked for.
    Unable,
    /// A thought.
    Thought(Box<Thought>),
    /// The engine was ended.
    Lost {
        /// The reason, as a part of a sentence.
        reason: String,
        /// Indicates whether the engine had a job, which is left undone.
        had_job: bool,
    },
}

/// An answer to a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// One point.
    Point(Point),
    /// Several stones, in the order of play.
    Stones(Vec<Point>),
    /// A swap: the engine takes the black stones.
    Swap,
    /// An act of an opening.
    Act(Act),
}

/// The dialogue with an engine.
#[derive(Debug)]
pub(crate) struct Dialogue {
    id: EngineId,
    info: EngineInfo,
    process: Process,
    manager: Manager,
    /// The deadline for the engine's reply to START or to a stop.
    until: Option<Millis>,
    /// The current job, which begins as soon as the engine is ready.
    job: Option<Job>,
    /// Indicates whether the engine must answer the job at once when it begins.
    is_hurried: bool,
    listener: Listener,
    /// The size that the last START named.
    board: Option<BoardSize>,
    /// Indicates whether the engine has had no job since START, so that its board is empty.
    is_fresh: bool,
    /// The threads and the memory that the engine was told since START.
    resources: Resources,
    /// Indicates whether the engine was told to leave points out.
    is_blocked: bool,
}

/// The process of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Process {
    Off,
    Running,
    Dead { reason: String },
}

impl Dialogue {
    /// Returns the dialogue with an engine that has not been started.
    pub(crate) fn new(info: EngineInfo) -> Self {
        Self {
            id: info.id,
            process: Process::Off,
            manager: Manager::default(),
            until: None,
            job: None,
            is_hurried: false,
            listener: Listener::new(info.id, info.has_levels),
            board: None,
            is_fresh: false,
            resources: Resources::default(),
            is_blocked: false,
            info,
        }
    }

    /// Returns the description of the engine.
    pub(crate) const fn info(&self) -> &EngineInfo {
        &self.info
    }

    /// Returns the state for the page.
    pub(crate) fn state(&self) -> EngineState {
        match (&self.process, self.manager.expected()) {
            (Process::Off, _) => EngineState::Off,
            (Process::Dead { reason }, _) => EngineState::Dead { reason: reason.clone() },
            (Process::Running, None) => EngineState::Idle,
            (Process::Running, Some(Expected::About | Expected::Start)) => EngineState::Starting,
            (Process::Running, Some(Expected::Answer(_) | Expected::Act)) => EngineState::Thinking,
            (Process::Running, Some(Expected::Discard)) => EngineState::Stopping,
        }
    }

    fn is_thinking(&self) -> bool {
        matches!(self.manager.expected(), Some(Expected::Answer(_) | Expected::Act))
    }

    /// Returns the time at which [`Dialogue::tick`] must be called.
    pub(crate) fn deadline(&self) -> Option<Millis> {
        self.until.into_iter().chain(self.listener.deadline()).min()
    }

    /// Lets the next job begin with a START, so that the engine knows nothing of earlier ones.
    pub(crate) fn forget(&mut self) {
        self.board = None;
    }

    /// Gives the engine a job, which replaces its current one.
    pub(crate) fn ask(&mut self, job: Job, now: Millis) -> Vec<Order> {
        let mut orders = self.stop(now);
        self.job = Some(job);
        match (&self.process, self.manager.expected()) {
            (Process::Off | Process::Dead { .. }, _) => orders.extend(self.start(now)),
            (Process::Running, None) => orders.extend(self.begin(now)),
            (Process::Running, Some(_)) => {}
        }
        orders
    }

    /// Cancels the job: asks the engine to stop if it supports that, and otherwise ends its process.
    pub(crate) fn stop(&mut self, now: Millis) -> Vec<Order> {
        self.job = None;
        self.is_hurried = false;
        self.listener.clear();
        if !self.is_thinking() {
            return Vec::new();
        }
        if !self.info.can_analyse {
            return self.end();
        }
        self.manager.discard();
        self.until = Some(now.after(STOP_MS));
        vec![self.send(self.manager.stop())]
    }

    /// Asks the engine to answer its job at once. Returns `None` if it does not support that, and no
    /// order if it was asked before, or if it is not ready yet and will be asked when the job begins.
    pub(crate) fn hurry(&mut self, now: Millis) -> Option<Vec<Order>> {
        if self.job.is_none() || !self.info.can_analyse {
            return None;
        }
        if !self.is_thinking() {
            self.is_hurried = true;
            return Some(Vec::new());
        }
        if self.until.is_some() {
            return Some(Vec::new());
        }
        if let Some(job) = &mut self.job {
            job.time.turn = Some(RESTARTED_MOVE_MS);
        }
        self.until = Some(now.after(STOP_MS));
        Some(vec![self.send(self.manager.stop())])
    }

    /// Handles a line of the engine.
    pub(crate) fn hear(&mut self, line: &str, now: Millis) -> (Vec<Order>, Vec<News>) {
        let was_thinking = self.is_thinking();
        match self.manager.hear(&clean(line)) {
            Event::Ready | Event::Discarded => (self.begin(now), Vec::new()),
            Event::Answer(reply) => self.answer(&reply),
            event if was_thinking => self.hear_about_job(event, now),
            Event::Refusal(Reply::Error(text) | Reply::Unknown(text)) => {
                self.die(format!("it rejects this board: {text}"))
            }
            _ => (Vec::new(), Vec::new()),
        }
    }

    /// Handles a line about the job that does not answer it.
    fn hear_about_job(&mut self, event: Event, now: Millis) -> (Vec<Order>, Vec<News>) {
        let Some(job) = &self.job else { return (Vec::new(), Vec::new()) };
        let news = match event {
            Event::Suggestion(point) => {
                return (vec![self.send(self.manager.consent(point))], Vec::new());
            }
            Event::Message(text) => news(self.listener.message(&text, job.at, now)),
            Event::Error(reply) => news(self.listener.message(&reply.to_string(), job.at, now)),
            Event::Variation(variation) => {
                let mover = job.position.side_to_move();
                news(self.listener.variation(variation, job.at, mover, now))
            }
            Event::Refusal(_) if matches!(job.asked, Asked::Question(Question::Swap2)) => {
                self.job = None;
                self.until = None;
                vec![News::Unable]
            }
            Event::Refusal(reply) | Event::Unexpected(reply @ (Reply::Moves(_) | Reply::Swap)) => {
                return self.give_up(&reply.to_string());
            }
            Event::Invalid(line) => return self.give_up(&line),
            _ => Vec::new(),
        };
        (Vec::new(), news)
    }

    /// Notes that the engine has ended. Returns whether it had a job.
    pub(crate) fn died(&mut self, reason: String) -> bool {
        self.reset(Process::Dead { reason });
        self.job.take().is_some()
    }

    /// Ends the process, if it runs, because its answer cannot be used.
    pub(crate) fn fail(&mut self, reason: &str) -> Vec<Order> {
        if self.process != Process::Running {
            return Vec::new();
        }
        self.die(reason.to_owned()).0
    }

    /// Ends the engine if its time is over, and sends the thoughts that are due.
    pub(crate) fn tick(&mut self, now: Millis) -> (Vec<Order>, Vec<News>) {
        let news = news(self.listener.tick(now));
        if self.until.is_none_or(|until| now < until) {
            return (Vec::new(), news);
        }
        if self.manager.expected() == Some(Expected::Start) {
            return self.die("it did not answer START within 10 seconds".to_owned());
        }
        // The engine did not answer a stop: a new process takes over its job, if it has one.
        let mut orders = self.end();
        orders.extend(self.start(now));
        (orders, news)
    }

    fn send(&self, line: impl Into<String>) -> Order {
        Order::Send(self.id, line.into())
    }

    /// Starts the process, which answers START before its first job.
    fn start(&mut self, now: Millis) -> Vec<Order> {
        let Some(job) = &self.job else { return Vec::new() };
        let size = job.position.size();
        self.process = Process::Running;
        vec![Order::Start(self.id), self.start_game(size, now)]
    }

    /// Begins the waiting job, if there is one. A START comes first if the size of the board changes, or if
    /// the engine is to begin a game (`BEGIN` assumes an empty board). The host sends its own settings after
    /// each START, so a START also resets the threads and the memory of an earlier job.
    fn begin(&mut self, now: Millis) -> Vec<Order> {
        self.until = None;
        let Some(job) = &self.job else { return Vec::new() };
        let size = job.position.size();
        let is_beginning = job.asked.is_for_move() && job.position.history().is_empty();
        let has_other_resources =
            self.resources != Resources::default() && self.resources != job.time.resources;
        if self.board != Some(size) || (is_beginning && !self.is_fresh) || has_other_resources {
            return vec![self.start_game(size, now)];
        }
        self.is_fresh = false;
        self.resources = job.time.resources;
        let mut lines: Vec<String> = manager::info(job.settings(&self.info)).collect();
        let Allowance { blocked, only, .. } = job.time;
        if self.is_blocked || !blocked.is_empty() {
            let only = if self.info.has_levels { only } else { Bitboard::EMPTY };
            lines.extend(self.manager.restrict(blocked, only));
            self.is_blocked = !blocked.is_empty();
        }
        lines.extend(match &job.asked {
            Asked::Question(question) => self.manager.ask(*question, &job.position),
            Asked::Act(opening) => self.manager.ask_opening(opening.protocol(), opening.acts()),
        });
        self.listener.begin();
        let mut orders: Vec<Order> = lines.into_iter().map(|line| self.send(line)).collect();
        if std::mem::take(&mut self.is_hurried) {
            orders.extend(self.hurry(now).into_iter().flatten());
        }
        orders
    }

    fn start_game(&mut self, size: BoardSize, now: Millis) -> Order {
        self.board = Some(size);
        self.is_fresh = true;
        self.resources = Resources::default();
        self.until = Some(now.after(STARTUP_MS));
        let line = self.manager.start(size, PositionStyle::WHOLE);
        self.send(line)
    }

    /// Ends the process at once.
    fn end(&mut self) -> Vec<Order> {
        self.reset(Process::Off);
        vec![Order::Kill(self.id)]
    }

    /// Forgets the dialogue with a process that has ended.
    fn reset(&mut self, process: Process) {
        self.listener.clear();
        self.board = None;
        self.is_blocked = false;
        self.until = None;
        self.manager = Manager::default();
        self.process = process;
    }

    fn die(&mut self, reason: String) -> (Vec<Order>, Vec<News>) {
        let had_job = self.died(reason.clone());
        (vec![Order::Kill(self.id)], vec![News::Lost { reason, had_job }])
    }

    /// Takes the answer to the job.
    fn answer(&mut self, reply: &Reply) -> (Vec<Order>, Vec<News>) {
        self.until = None;
        let Some(job) = self.job.take() else { return (Vec::new(), Vec::new()) };
        let Some(answer) = answer(reply, &job) else { return self.give_up(&reply.to_string()) };
        let mut news = news(self.listener.finish());
        news.push(News::Answer(job.at, answer));
        (Vec::new(), news)
    }

    /// Ends the job and the process because of a line that does not answer the job. The state of such an
    /// engine is unknown, so the next job gets a new process.
    fn give_up(&mut self, line: &str) -> (Vec<Order>, Vec<News>) {
        let quoted: String = line.chars().take(MAX_QUOTE).collect();
        let reason = format!("it answered {quoted:?}");
        let mut news = news(self.listener.finish());
        self.died(reason.clone());
        news.push(News::Lost { reason, had_job: true });
        (vec![Order::Kill(self.id)], news)
    }
}

/// Wraps thoughts as news.
fn news(thoughts: Vec<Thought>) -> Vec<News> {
    thoughts.into_iter().map(|thought| News::Thought(Box::new(thought))).collect()
}

/// Returns the answer that a reply gives to a job; `None` if it does not answer the job.
fn answer(reply: &Reply, job: &Job) -> Option<Answer> {
    let size = job.position.size();
    if let Asked::Act(_) = job.asked {
        return reply.act(size).map(Answer::Act);
    }
    match reply {
        Reply::Move(coordinate) => coordinate.on(size).map(Answer::Point),
        Reply::Moves(coordinates) => {
            let stones = coordinates.iter().map(|coordinate| coordinate.on(size));
            stones.collect::<Option<_>>().map(Answer::Stones)
        }
        Reply::Swap => Some(Answer::Swap),
        _ => None,
    }
}

/// Returns a line without control characters, cut to the maximum length.
fn clean(line: &str) -> String {
    let end = (0..=MAX_LINE.min(line.len())).rev().find(|&end| line.is_char_boundary(end));
    line[..end.unwrap_or(0)].chars().filter(|character| !character.is_control()).collect()
}
