//! The scheduler without threads: it works on one position at a time, in slices, and returns to its caller after
//! each.
//!
//! A slice ends when the position is answered, or when the clock of the caller requests it. An interrupted search
//! continues with its results: its transposition table stays.

use std::cell::RefCell;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::scheduler::desk::Desk;
use crate::scheduler::job::{Answer, Event, Job, SolverProgress};
use crate::scheduler::queue::{Entry, Queue};
use crate::scheduler::running::{so_far, visited};
use crate::scheduler::schedule::{Schedule, pass_on};
use crate::scheduler::sessions::Sessions;
use crate::scheduler::settings::{Deliver, Load, Settings, Ticket};
use crate::scheduler::thought::Thought;
use crate::search::{Control, Detail, Lines, Observer, Progress, Since, TimeSource};

/// A scheduler without threads.
///
/// ```
/// use std::sync::{Arc, mpsc};
///
/// use dolmen::Game;
/// use dolmen::scheduler::{Job, Settings, Slices, Task};
/// use dolmen::search::{Limits, Request, Stopwatch};
///
/// let (sender, answers) = mpsc::channel();
/// let clock = Arc::new(Stopwatch::start());
/// let slices = Slices::new(Settings::default(), clock, move |job: &Job<_>, _| {
///     sender.send(job.tag).ok();
/// });
/// let game: Game = "renju 15x15 h8 i9".parse()?;
/// let request = Request::new(Limits { nodes: Some(1_000), ..Limits::unlimited() });
/// slices.submit(Job::new("first", game, Task::Search(request)));
/// while slices.step() {}
/// assert_eq!(answers.recv()?, "first");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Slices<T> {
    settings: Settings,
    clock: Arc<dyn TimeSource>,
    deliver: Box<Deliver<T>>,
    state: RefCell<State<T>>,
}

struct State<T> {
    queue: Queue<Arc<Job<T>>>,
    sessions: Sessions,
    /// The desk of the jobs without a session; `None` while one of them has begun.
    own: Option<Desk>,
    begun: Option<Begun<T>>,
    next_number: u64,
}

/// A job that has begun.
struct Begun<T> {
    entry: Entry<Arc<Job<T>>>,
    desk: Desk,
    thought: Thought,
    /// The generation of the sessions in which it began.
    generation: u64,
    watch: Since,
    /// The lines that the search has reported.
    lines: Lines,
    next_report: Option<Duration>,
    is_stopped: bool,
}

impl<T> Slices<T> {
    /// Creates a scheduler without jobs. `clock` tells the time and requests the end of a slice. `deliver` receives
    /// the events of each job; it must not call the scheduler.
    pub fn new(
        settings: Settings,
        clock: Arc<dyn TimeSource>,
        deliver: impl Fn(&Job<T>, Event) + Send + Sync + 'static,
    ) -> Self {
        let state = State {
            queue: Queue::new(),
            sessions: Sessions::new(settings.sessions),
            own: None,
            begun: None,
            next_number: 0,
        };
        Self { settings, clock, deliver: Box::new(deliver), state: RefCell::new(state) }
    }

    /// Adds a job to the queue, and returns its ticket.
    pub fn submit(&self, job: Job<T>) -> Ticket {
        let mut state = self.state.borrow_mut();
        let number = state.next_number;
        state.next_number += 1;
        let (priority, session) = (job.priority, job.session.clone());
        state.queue.push(Entry { number, priority, session, job: Arc::new(job) });
        Ticket(number)
    }

    /// Stops jobs: a job that has not begun is answered with [`Answer::Nothing`], one that has begun is answered in
    /// the next slice with its results so far.
    pub fn stop(&self, tickets: &[Ticket]) {
        let mut removed = Vec::new();
        let mut state = self.state.borrow_mut();
        for Ticket(number) in tickets {
            match &mut state.begun {
                Some(begun) if begun.entry.number == *number => begun.is_stopped = true,
                _ => removed.extend(state.queue.remove(*number)),
            }
        }
        drop(state);
        self.answer_with_nothing(removed);
    }

    /// Stops all jobs, like [`Slices::stop`].
    pub fn stop_all(&self) {
        let mut state = self.state.borrow_mut();
        let mut sessions = Vec::new();
        if let Some(begun) = &mut state.begun {
            begun.is_stopped = true;
            sessions.extend(begun.entry.session.clone());
        }
        let removed = state.queue.drain(&sessions);
        drop(state);
        self.answer_with_nothing(removed);
    }

    fn answer_with_nothing(&self, removed: Vec<Entry<Arc<Job<T>>>>) {
        for entry in removed {
            (self.deliver)(&entry.job, Event::Done(Answer::Nothing));
        }
    }

    /// Clears the memories of all sessions; the memory of a job that has begun is cleared when the job ends.
    pub fn clear(&self) {
        self.state.borrow_mut().sessions.clear();
    }

    /// Returns the numbers of jobs without an answer.
    #[must_use]
    pub fn load(&self) -> Load {
        let state = self.state.borrow();
        Load { queued: state.queue.len(), running: usize::from(state.begun.is_some()) }
    }

    /// Thinks for a slice, and returns whether a job is left.
    pub fn step(&self) -> bool {
        let Some(mut begun) = self.next() else { return false };
        let is_over = begun.is_stopped || !self.think(&mut begun);
        if is_over {
            self.end(begun)
        } else {
            self.state.borrow_mut().begun = Some(begun)
        }
        let Load { queued, running } = self.load();
        queued + running > 0
    }

    /// Thinks about a job, and returns whether the clock has interrupted it.
    fn think(&self, begun: &mut Begun<T>) -> bool {
        let Begun { entry, desk, thought, watch, lines, next_report, .. } = begun;
        let job = &entry.job;
        let pause = Pause::new(job, watch, thought);
        let was_cut = Arc::clone(&pause.was_cut);
        let mut reports = Reports { job, watch, deliver: &*self.deliver, next_report, lines };
        desk.think(&job.game, thought, &Control::new(pause), &mut reports);
        was_cut.load(Ordering::Relaxed)
    }

    /// Returns the job that has begun, or begins the next one.
    fn next(&self) -> Option<Begun<T>> {
        let mut state = self.state.borrow_mut();
        if let Some(begun) = state.begun.take() {
            return Some(begun);
        }
        let entry = state.queue.pop()?;
        let generation = state.sessions.generation();
        let known = match &entry.session {
            Some(name) => state.sessions.take(name),
            None => state.own.take(),
        };
        let Settings { evaluator, max_table, .. } = &self.settings;
        let new = || Desk::new(Arc::clone(evaluator), *max_table, entry.session.is_some());
        let desk = known.unwrap_or_else(new);
        desk.prepare(entry.job.game.rule().rule, entry.job.game.size());
        let watch = Since { clock: Arc::clone(&self.clock), started: self.clock.elapsed() };
        Some(Begun {
            desk,
            thought: Thought::of(&entry.job, *max_table),
            lines: Lines::default(),
            generation,
            watch,
            next_report: entry.job.report_every,
            is_stopped: false,
            entry,
        })
    }

    /// Answers a job.
    fn end(&self, begun: Begun<T>) {
        let Begun { entry, desk, thought, generation, watch, is_stopped, .. } = begun;
        let answer = thought.answer(watch.elapsed(), is_stopped);
        (self.deliver)(&entry.job, Event::Done(answer));
        let mut state = self.state.borrow_mut();
        match &entry.session {
            Some(name) => state.sessions.keep(name, desk, generation),
            None => state.own = Some(desk),
        }
        state.queue.end(entry.session.as_deref());
    }
}

impl<T> Schedule<T> for Slices<T> {
    pass_on!();
}

impl<T> fmt::Debug for Slices<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Slices").field("load", &self.load()).finish_non_exhaustive()
    }
}

/// The clock of a slice, which records whether it has interrupted the work.
#[derive(Debug)]
struct Pause {
    watch: Since,
    /// Without a clock, the answer depends on the job alone.
    has_clock: bool,
    /// The time before which the slice does not end.
    least: Duration,
    was_cut: Arc<AtomicBool>,
}

impl Pause {
    fn new<T>(job: &Job<T>, watch: &Since, thought: &Thought) -> Self {
        // A slice that begins anew is twice as long as all those before it.
        let least = if thought.begins_anew() { 3 * watch.elapsed() } else { Duration::ZERO };
        let has_clock = job.task.limits().has_clock();
        Self { watch: watch.clone(), has_clock, least, was_cut: Arc::default() }
    }
}

impl TimeSource for Pause {
    fn elapsed(&self) -> Duration {
        if self.has_clock { self.watch.elapsed() } else { Duration::ZERO }
    }

    fn wants_stop(&self) -> bool {
        let is_cut = self.watch.wants_stop() && self.watch.elapsed() >= self.least;
        if is_cut {
            self.was_cut.store(true, Ordering::Relaxed);
        }
        is_cut
    }
}

/// An observer that sends the reports that are due.
struct Reports<'a, T> {
    job: &'a Job<T>,
    watch: &'a Since,
    deliver: &'a Deliver<T>,
    next_report: &'a mut Option<Duration>,
    lines: &'a mut Lines,
}

impl<T> Reports<'_, T> {
    /// Returns the time since the job began, if a report is due.
    fn due(&mut self) -> Option<Duration> {
        let elapsed = self.watch.elapsed();
        let next = self.next_report.filter(|&next| next <= elapsed)?;
        *self.next_report = self.job.report_every.map(|every| (next + every).max(elapsed));
        Some(elapsed)
    }
}

impl<T> Observer for Reports<'_, T> {
    fn progress(&mut self, progress: &Progress) {
        self.lines.progress(progress);
        let Some(elapsed) = self.due() else { return };
        if let Some(analysis) = so_far(self.lines, elapsed) {
            (self.deliver)(self.job, Event::Report(analysis));
        }
    }

    fn detail(&mut self, detail: Detail) {
        let Some(nodes) = visited(detail) else { return };
        if let Some(elapsed) = self.due() {
            let progress = SolverProgress { nodes, elapsed };
            (self.deliver)(self.job, Event::Solving(progress));
        }
    }
}

#[cfg(test)]
mod tests;
