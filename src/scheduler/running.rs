//! A job that has begun.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use crate::scheduler::job::{Analysis, Job, Task};
use crate::search::{Control, Lines, Stopwatch};

/// A job that has begun.
pub(super) struct Running<T> {
    pub(super) job: Arc<Job<T>>,
    pub(super) control: Arc<Control>,
    pub(super) lines: Arc<Mutex<Lines>>,
    pub(super) started: Instant,
    pub(super) next_report: Option<Instant>,
}

impl<T> Running<T> {
    /// Returns a job that begins now.
    pub(super) fn new(job: &Arc<Job<T>>) -> Self {
        let started = Instant::now();
        let limits = match &job.task {
            Task::Search(request) => &request.limits,
            Task::Solve(solving) => &solving.limits,
        };
        // Without a clock, the answer depends on the job alone.
        let has_clock = limits.turn.is_some() || limits.match_left.is_some();
        let control = if has_clock {
            Control::new(Stopwatch::since(started))
        } else {
            Control::without_clock()
        };
        Self {
            job: Arc::clone(job),
            control: Arc::new(control),
            lines: Arc::default(),
            started,
            next_report: job.report_every.map(|every| started + every),
        }
    }

    /// Returns what the search has found so far.
    pub(super) fn analysis(&self) -> Option<Analysis> {
        let lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner).best().to_vec();
        let nodes = lines.iter().map(|line| line.nodes).max()?;
        Some(Analysis { lines, root_moves: Vec::new(), nodes, elapsed: self.started.elapsed() })
    }
}
