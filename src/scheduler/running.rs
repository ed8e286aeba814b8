//! A job that has begun.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::scheduler::job::{Analysis, Job};
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
        // Without a clock, the answer depends on the job alone.
        let control = if job.task.limits().has_clock() {
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
        let lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        so_far(&lines, self.started.elapsed())
    }
}

/// Returns what a search has found so far; `None` before its first report.
pub(super) fn so_far(lines: &Lines, elapsed: Duration) -> Option<Analysis> {
    let lines = lines.best().to_vec();
    let nodes = lines.iter().map(|line| line.nodes).max()?;
    Some(Analysis { lines, root_moves: Vec::new(), nodes, elapsed })
}
