//! The scheduler: many positions at once, in threads, by priority, each of which can be stopped.
//!
//! One thread thinks about each position, with an empty memory. The answer therefore depends on its [`Job`] alone,
//! and neither on the order of the jobs nor on the number of threads, unless a limit is a time. The jobs of a session
//! share a memory instead.
//!
//! ```
//! use std::sync::mpsc;
//!
//! use dolmen::Game;
//! use dolmen::scheduler::{Answer, Event, Job, Scheduler, Settings, Task};
//! use dolmen::search::{Limits, Request};
//!
//! let (sender, answers) = mpsc::channel();
//! let settings = Settings { threads: 2, ..Settings::default() };
//! let scheduler = Scheduler::new(settings, move |job: &Job<usize>, event| {
//!     if let Event::Done(Answer::Analysis(analysis)) = event {
//!         sender.send((job.tag, analysis.lines[0].principal_variation[0])).ok();
//!     }
//! })?;
//! let request = Request::new(Limits { nodes: Some(1_000), ..Limits::unlimited() });
//! for (index, moves) in ["h8", "h8 i9 h9", "h8 a1 h9 a3 h10 a5"].iter().enumerate() {
//!     let game: Game = format!("freestyle 15x15 {moves}").parse()?;
//!     scheduler.submit(Job::new(index, game, Task::Search(request)));
//! }
//! scheduler.finish();
//! assert_eq!(answers.iter().count(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Floors
//!
//! A module uses those on lower floors only.
//!
//! | floor | modules |
//! |---|---|
//! | 4 | `slices` the scheduler without threads |
//! | 3 | `sessions` the memories of sessions |
//! | 2 | `desk` thinks about one position, `running` a job that has begun |
//! | 2 | `schedule` both schedulers as one |
//! | 1 | `settings` values, `thought` the state of a job |
//! | 0 | `job` values, `queue` the order of the jobs |

mod desk;
mod job;
mod queue;
mod running;
mod schedule;
mod sessions;
mod settings;
mod slices;
mod thought;

use std::any::Any;
use std::collections::HashMap;
use std::fmt;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use crate::board::BoardSize;
use crate::scheduler::desk::Desk;
use crate::scheduler::queue::{Entry, Queue};
use crate::scheduler::running::{Published, Running};
use crate::scheduler::schedule::pass_on;
use crate::scheduler::sessions::Sessions;
use crate::scheduler::settings::Deliver;
use crate::scheduler::thought::Thought;
use crate::search::{Control, STACK_BYTES};

pub use schedule::Schedule;
pub use settings::{Load, Settings, Ticket};

pub use job::{Analysis, Answer, Event, Job, Method, Solution, SolverProgress, Solving, Task};
pub use slices::Slices;

/// The side of the board whose tables the threads build before the first job.
const USUAL_SIDE: usize = 15;

/// Threads that think about positions.
///
/// Dropping a scheduler stops all jobs and waits for its threads.
pub struct Scheduler<T: Send + Sync + 'static> {
    shared: Arc<Shared<T>>,
    threads: Vec<JoinHandle<()>>,
}

struct Shared<T> {
    settings: Settings,
    deliver: Box<Deliver<T>>,
    state: Mutex<State<T>>,
    /// Signals that a job may begin, or that the threads must end.
    work: Condvar,
    /// Signals that the time of the next report has changed, or that the threads must end.
    clock: Condvar,
}

struct State<T> {
    queue: Queue<Arc<Job<T>>>,
    running: HashMap<u64, Running<T>>,
    sessions: Sessions,
    next_number: u64,
    /// Indicates whether the threads end once there is no job.
    is_ending: bool,
}

impl<T: Send + Sync + 'static> Scheduler<T> {
    /// Starts the threads of a scheduler. `deliver` receives the events of each job, on different threads, and must
    /// not call the scheduler. It may block on an answer, which holds up one thread; a report holds up the next jobs
    /// of all threads.
    ///
    /// # Errors
    /// Returns the error of the system if a thread does not start.
    pub fn new(
        settings: Settings,
        deliver: impl Fn(&Job<T>, Event) + Send + Sync + 'static,
    ) -> io::Result<Self> {
        let count = settings.threads.max(1);
        let state = State {
            queue: Queue::new(),
            running: HashMap::new(),
            sessions: Sessions::new(settings.sessions),
            next_number: 0,
            is_ending: false,
        };
        let shared = Arc::new(Shared {
            settings,
            deliver: Box::new(deliver),
            state: Mutex::new(state),
            work: Condvar::new(),
            clock: Condvar::new(),
        });
        let mut scheduler = Self { shared, threads: Vec::new() };
        for _ in 0..count {
            let shared = Arc::clone(&scheduler.shared);
            let builder = thread::Builder::new().name("search".to_owned()).stack_size(STACK_BYTES);
            scheduler.threads.push(builder.spawn(move || shared.work())?);
        }
        let shared = Arc::clone(&scheduler.shared);
        let builder = thread::Builder::new().name("reports".to_owned());
        scheduler.threads.push(builder.spawn(move || shared.report())?);
        Ok(scheduler)
    }

    /// Adds a job to the queue, and returns its ticket.
    pub fn submit(&self, job: Job<T>) -> Ticket {
        let mut state = self.shared.state();
        let number = state.next_number;
        state.next_number += 1;
        let (priority, session) = (job.priority, job.session.clone());
        state.queue.push(Entry { number, priority, session, job: Arc::new(job) });
        drop(state);
        self.shared.work.notify_one();
        Ticket(number)
    }

    /// Stops jobs. A job that has not begun is answered with [`Answer::Nothing`], on this thread; a running job is
    /// soon answered with its results so far. The ticket of an answered job is ignored.
    pub fn stop(&self, tickets: &[Ticket]) {
        let mut state = self.shared.state();
        let mut removed = Vec::new();
        for Ticket(number) in tickets {
            match state.running.get(number) {
                Some(running) => running.control.stop(),
                None => removed.extend(state.queue.remove(*number)),
            }
        }
        drop(state);
        self.shared.work.notify_all();
        for entry in removed {
            (self.shared.deliver)(&entry.job, Event::Done(Answer::Nothing));
        }
    }

    /// Stops all jobs, like [`Scheduler::stop`].
    pub fn stop_all(&self) {
        let mut state = self.shared.state();
        let sessions: Vec<Arc<str>> =
            state.running.values().filter_map(|running| running.job.session.clone()).collect();
        state.running.values().for_each(|running| running.control.stop());
        let removed = state.queue.drain(&sessions);
        drop(state);
        for entry in removed {
            (self.shared.deliver)(&entry.job, Event::Done(Answer::Nothing));
        }
    }

    /// Clears the memories of all sessions; the memory of a running job is cleared when the job ends.
    pub fn clear(&self) {
        self.shared.state().sessions.clear();
    }

    /// Returns the numbers of jobs without an answer.
    #[must_use]
    pub fn load(&self) -> Load {
        let state = self.shared.state();
        Load { queued: state.queue.len(), running: state.running.len() }
    }

    /// Waits until all jobs are answered. A job without limits must be stopped by another thread.
    pub fn finish(mut self) {
        self.join();
    }

    fn join(&mut self) {
        self.shared.state().is_ending = true;
        self.shared.work.notify_all();
        self.shared.clock.notify_all();
        for thread in self.threads.drain(..) {
            // A panic in `deliver` has ended the thread, and was reported.
            thread.join().ok();
        }
    }
}

impl<T: Send + Sync + 'static> Schedule<T> for Scheduler<T> {
    pass_on!();
}

impl<T: Send + Sync + 'static> Drop for Scheduler<T> {
    fn drop(&mut self) {
        self.stop_all();
        self.join();
    }
}

impl<T: Send + Sync + 'static> fmt::Debug for Scheduler<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scheduler").field("load", &self.load()).finish_non_exhaustive()
    }
}

impl<T: Send + Sync + 'static> Shared<T> {
    fn state(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs jobs until the queue is empty and the scheduler ends.
    fn work(&self) {
        let desk =
            || Desk::new(Arc::clone(&self.settings.evaluator), self.settings.max_table, false);
        let mut own = desk();
        own.prepare(self.settings.rule, BoardSize::square(USUAL_SIDE));
        loop {
            let mut state = self.state();
            let entry = loop {
                match state.queue.pop() {
                    Some(entry) => break entry,
                    None if state.is_ending && state.queue.len() == 0 => return,
                    None => {
                        state = self.work.wait(state).unwrap_or_else(PoisonError::into_inner);
                    }
                }
            };
            let answer = self.run(state, &entry, &mut own);
            (self.deliver)(&entry.job, Event::Done(answer));
            let mut state = self.state();
            // The session continues after the answer, so that its answers are in order.
            state.queue.end(entry.session.as_deref());
            if entry.session.is_some() || state.is_ending {
                self.work.notify_all();
            }
        }
    }

    /// Runs a job, which is on the list of running jobs until it has its answer.
    fn run(
        &self,
        mut state: MutexGuard<'_, State<T>>,
        entry: &Entry<Arc<Job<T>>>,
        own: &mut Desk,
    ) -> Answer {
        let Entry { number, session, job, .. } = entry;
        let generation = state.sessions.generation();
        let known = session.as_deref().map(|name| state.sessions.take(name));
        let running = Running::new(job);
        let (control, published) = (Arc::clone(&running.control), Arc::clone(&running.published));
        let start = running.start.clone();
        if running.next_report.is_some() {
            self.clock.notify_one();
        }
        state.running.insert(*number, running);
        drop(state);
        let Settings { evaluator, max_table, .. } = &self.settings;
        let mut of_session = known.map(|known| {
            known.unwrap_or_else(|| Desk::new(Arc::clone(evaluator), *max_table, true))
        });
        let desk = of_session.as_mut().unwrap_or(own);
        let answer = catch_unwind(AssertUnwindSafe(|| {
            let thought = Thought::of(job, *max_table);
            desk.prepare(job.game.rule().rule, job.game.size());
            start.begin();
            think(desk, job, thought, &control, &published)
        }));
        let has_panicked = answer.is_err();
        let answer = answer.unwrap_or_else(|panic| Answer::Failed(panic_message(&*panic)));
        if has_panicked {
            *own = Desk::new(Arc::clone(evaluator), *max_table, false);
        }
        let mut state = self.state();
        state.running.remove(number);
        let kept = of_session.filter(|_| !has_panicked);
        if let (Some(name), Some(desk)) = (session, kept) {
            state.sessions.keep(name, desk, generation);
        }
        if state.is_ending {
            self.clock.notify_all();
        }
        answer
    }

    /// Sends the reports of running jobs until there are no more jobs and the scheduler ends.
    fn report(&self) {
        let mut state = self.state();
        while !(state.is_ending && state.queue.len() == 0 && state.running.is_empty()) {
            let now = Instant::now();
            for running in state.running.values_mut() {
                let due = running.next_report.filter(|&next| next <= now);
                if let (Some(next), Some(every)) = (due, running.job.report_every) {
                    running.next_report = Some((next + every).max(now));
                    // The job is still listed as running, so its answer follows the report.
                    if let Some(report) = running.report() {
                        (self.deliver)(&running.job, report);
                    }
                }
            }
            let next = state.running.values().filter_map(|running| running.next_report).min();
            let guard = match next {
                None => self.clock.wait(state).unwrap_or_else(PoisonError::into_inner),
                Some(next) => {
                    let left = next.saturating_duration_since(Instant::now());
                    let waited = self.clock.wait_timeout(state, left);
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
            };
            state = guard;
        }
    }
}

/// Thinks about the position of a job.
fn think<T>(
    desk: &mut Desk,
    job: &Job<T>,
    mut thought: Thought,
    control: &Control,
    mut published: &Published,
) -> Answer {
    let started = Instant::now();
    desk.think(&job.game, &mut thought, control, &mut published);
    thought.answer(started.elapsed(), control.is_stopped())
}

/// Returns the message of a panic.
fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default()
}

#[cfg(test)]
mod tests;
