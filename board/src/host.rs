//! The host of a table: one thread that owns it, its engines and its pages.
//!
//! Invariant: only this thread changes the table, one event after the other. Long computations run in
//! threads of their own, and their results come back as events.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use board_table::computation::{Computed, Step};
use board_table::message::{Command, Message};
use board_table::table::{Millis, Order, Output, Table};
use tokio::sync::mpsc as pages;

use crate::computing::Computing;
use crate::engine::Engine;
use crate::seat::{EngineOutput, Seat};

/// The maximum number of pages at a table.
const MAX_PAGES: usize = 16;
/// The length of the message queue of a page. A page whose queue is full is disconnected.
const MAX_WAITING: usize = 4096;

/// An event at the table.
#[derive(Debug)]
pub(crate) enum Event {
    /// A page has connected.
    Joined { page: usize, news: pages::Sender<Arc<str>> },
    /// A page has sent a message.
    Message { page: usize, text: String },
    /// A page has left.
    Left { page: usize },
    /// An engine has written a line, or has ended.
    EngineOutput(EngineOutput),
    /// A computation has made progress, which the message reports to the pages.
    Progress(Box<Message>),
    /// A computation has ended.
    Computed(Box<Computed>),
    /// The host is being dropped.
    End,
}

impl From<Step> for Event {
    fn from(step: Step) -> Self {
        match step {
            Step::Progress(message) => Self::Progress(message),
            Step::Done(computed) => Self::Computed(Box::new(computed)),
        }
    }
}

/// A table with its thread. Dropping it ends the engines.
#[derive(Debug)]
pub(crate) struct Host {
    events: Sender<Event>,
    next_page: AtomicUsize,
    pages: Arc<AtomicUsize>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

/// A page's connection to the table; dropping it leaves the table.
#[derive(Debug)]
pub(crate) struct Visit {
    page: usize,
    events: Sender<Event>,
    pages: Arc<AtomicUsize>,
    /// Messages for the page, as JSON.
    pub(crate) news: pages::Receiver<Arc<str>>,
}

impl Host {
    /// Starts to host a table with these engines, in the order of their numbers.
    ///
    /// # Errors
    /// Returns an error if the system cannot start the threads.
    pub(crate) fn start(table: Table, engines: Vec<Engine>) -> std::io::Result<Self> {
        let (events, inbox) = mpsc::channel();
        let seats = engines.into_iter().enumerate().map(|(id, engine)| Seat::new(id, engine));
        let began = Instant::now();
        let outcomes = events.clone();
        let tell = move |step: Step| outcomes.send(step.into()).is_ok();
        let hosting = Hosting {
            table,
            seats: seats.collect(),
            pages: Vec::new(),
            events: events.clone(),
            began,
            computing: Computing::start(move || since(began), tell)?,
        };
        let thread =
            thread::Builder::new().name("table".to_owned()).spawn(move || hosting.run(&inbox))?;
        Ok(Self {
            events,
            next_page: AtomicUsize::new(0),
            pages: Arc::default(),
            thread: Mutex::new(Some(thread)),
        })
    }

    /// Lets a page join, unless there are too many.
    pub(crate) fn join(&self) -> Option<Visit> {
        let room = |pages: usize| (pages < MAX_PAGES).then_some(pages + 1);
        self.pages.fetch_update(Ordering::Relaxed, Ordering::Relaxed, room).ok()?;
        let page = self.next_page.fetch_add(1, Ordering::Relaxed);
        let (sender, news) = pages::channel(MAX_WAITING);
        let visit =
            Visit { page, events: self.events.clone(), pages: Arc::clone(&self.pages), news };
        self.events.send(Event::Joined { page, news: sender }).ok()?;
        Some(visit)
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        self.events.send(Event::End).ok();
        let thread = self.thread.get_mut().ok().and_then(Option::take);
        if thread.is_some_and(|thread| thread.join().is_err()) {
            log::error!("the thread of the table panicked");
        }
    }
}

impl Visit {
    /// Passes on a message of the page.
    pub(crate) fn say(&self, text: String) {
        self.events.send(Event::Message { page: self.page, text }).ok();
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        self.pages.fetch_sub(1, Ordering::Relaxed);
        self.events.send(Event::Left { page: self.page }).ok();
    }
}

/// The sending side of a page.
#[derive(Debug)]
struct Page {
    id: usize,
    news: pages::Sender<Arc<str>>,
}

/// The state of the thread.
#[derive(Debug)]
struct Hosting {
    table: Table,
    seats: Vec<Seat>,
    pages: Vec<Page>,
    events: Sender<Event>,
    began: Instant,
    computing: Computing,
}

impl Hosting {
    /// Handles events until the end.
    fn run(mut self, inbox: &Receiver<Event>) {
        loop {
            let patience = self.patience();
            let output = match inbox.recv_timeout(patience) {
                Ok(Event::End) | Err(RecvTimeoutError::Disconnected) => return,
                Ok(event) => self.handle(event),
                Err(RecvTimeoutError::Timeout) => self.table.tick(self.now()),
            };
            self.carry_out(output);
        }
    }

    /// Returns the time until the next deadline of the table.
    fn patience(&self) -> Duration {
        let hour = Duration::from_secs(3600);
        self.table.deadline().map_or(hour, |Millis(at)| {
            Duration::from_millis(at).saturating_sub(self.began.elapsed()).min(hour)
        })
    }

    fn now(&self) -> Millis {
        since(self.began)
    }

    fn handle(&mut self, event: Event) -> Output {
        let now = self.now();
        match event {
            Event::Joined { page, news } => {
                let page = Page { id: page, news };
                if self.table.greet(now).iter().all(|message| page.tell(&json(message))) {
                    self.pages.push(page);
                }
                Output::default()
            }
            Event::Message { page, text } => match serde_json::from_str::<Command>(&text) {
                Ok(command) => self.table.take(command, now),
                Err(error) => {
                    let reason = format!("the page sent an invalid message: {error}");
                    self.reply(page, &Message::Refused { reason, point: None, id: None });
                    Output::default()
                }
            },
            Event::Left { page } => {
                self.pages.retain(|known| known.id != page);
                Output::default()
            }
            Event::EngineOutput(EngineOutput { engine, run, text })
                if self.seats[engine].is_run(run) =>
            {
                match text {
                    Ok(line) => {
                        log::debug!("engine {engine} > {line:?}");
                        self.table.hear(engine, &line, now)
                    }
                    Err(reason) => {
                        self.seats[engine].end();
                        self.table.died(engine, reason, now)
                    }
                }
            }
            Event::Progress(message) => {
                self.tell_all(&message);
                Output::default()
            }
            Event::Computed(computed) => self.table.computed(*computed, now),
            Event::EngineOutput(_) | Event::End => Output::default(),
        }
    }

    /// Sends the messages and carries out the orders of an output, and of the outputs that result.
    fn carry_out(&mut self, output: Output) {
        let mut outputs = vec![output];
        while let Some(output) = outputs.pop() {
            for message in &output.messages {
                self.tell_all(message);
            }
            for order in output.orders {
                outputs.extend(self.obey(order));
            }
            for computation in output.computations {
                self.computing.add(computation);
            }
        }
    }

    /// Carries out an order; returns the output of the table after a failure.
    fn obey(&mut self, order: Order) -> Option<Output> {
        let (engine, done) = match order {
            Order::Start(engine) => {
                let events = self.events.clone();
                let hear = move |heard| events.send(Event::EngineOutput(heard)).is_ok();
                (engine, self.seats[engine].start(hear))
            }
            Order::Send(engine, line) => {
                log::debug!("engine {engine} < {line:?}");
                (engine, self.seats[engine].send(&line))
            }
            Order::Kill(engine) => {
                self.seats[engine].end();
                return None;
            }
        };
        let reason = done.err()?;
        self.seats[engine].end();
        Some(self.table.died(engine, reason, self.now()))
    }

    fn tell_all(&mut self, message: &Message) {
        let text = json(message);
        self.pages.retain(|page| page.tell(&text));
    }

    fn reply(&self, to: usize, message: &Message) {
        if let Some(page) = self.pages.iter().find(|page| page.id == to) {
            page.tell(&json(message));
        }
    }
}

impl Page {
    /// Sends a message; `false` if the page has left or reads too slowly.
    fn tell(&self, text: &Arc<str>) -> bool {
        self.news.try_send(Arc::clone(text)).is_ok()
    }
}

/// Returns the time since the host began, which is the table's clock.
fn since(began: Instant) -> Millis {
    Millis(u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX))
}

fn json(message: &Message) -> Arc<str> {
    serde_json::to_string(message).expect("the keys of maps in messages are strings").into()
}
