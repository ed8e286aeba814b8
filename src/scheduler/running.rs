//! A job that has begun.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use crate::scheduler::job::{Analysis, Event, Job, SolverProgress, Task};
use crate::search::{Control, Detail, Lines, Observer, Progress, TimeSource};

/// The moment at which the work on a job begins, once everything that it needs is ready.
#[derive(Clone, Debug, Default)]
pub(super) struct Start(Arc<OnceLock<Instant>>);

impl Start {
    /// Starts the clock of the job; another call changes nothing.
    pub(super) fn begin(&self) {
        self.0.get_or_init(Instant::now);
    }
}

impl TimeSource for Start {
    /// Returns the time since the work began; none before.
    fn elapsed(&self) -> Duration {
        self.0.get().map_or(Duration::ZERO, Instant::elapsed)
    }
}

/// A job that has begun.
pub(super) struct Running<T> {
    pub(super) job: Arc<Job<T>>,
    pub(super) control: Arc<Control>,
    pub(super) published: Arc<Published>,
    pub(super) start: Start,
    pub(super) next_report: Option<Instant>,
}

impl<T> Running<T> {
    /// Returns a job that a thread has taken. Its clock stands still until it is started.
    pub(super) fn new(job: &Arc<Job<T>>) -> Self {
        let start = Start::default();
        // Without a clock, the answer depends on the job alone.
        let control = if job.task.limits().has_clock() {
            Control::new(start.clone())
        } else {
            Control::without_clock()
        };
        Self {
            job: Arc::clone(job),
            control: Arc::new(control),
            published: Arc::default(),
            start,
            next_report: job.report_every.map(|every| Instant::now() + every),
        }
    }

    /// Returns the results so far, with the nodes and the time up to this moment; `None` if a search has no result
    /// yet.
    pub(super) fn report(&self) -> Option<Event> {
        let elapsed = self.start.elapsed();
        let Published { lines, visited } = &*self.published;
        match self.job.task {
            Task::Search(_) => {
                let lines = lines.lock().unwrap_or_else(PoisonError::into_inner);
                let found = so_far(&lines, elapsed)?;
                let nodes = found.nodes.max(self.control.nodes());
                Some(Event::Report(Analysis { nodes, ..found }))
            }
            Task::Solve(_) => {
                let nodes = visited.load(Ordering::Relaxed);
                Some(Event::Solving(SolverProgress { nodes, elapsed }))
            }
        }
    }
}

/// The progress of a job, which its thread publishes.
#[derive(Debug, Default)]
pub(super) struct Published {
    /// The best lines of a search.
    lines: Mutex<Lines>,
    /// The positions that a solver has visited.
    visited: AtomicU64,
}

impl Observer for &Published {
    fn progress(&mut self, progress: &Progress) {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner).progress(progress);
    }

    fn detail(&mut self, detail: Detail) {
        if let Some(nodes) = visited(detail) {
            self.visited.store(nodes, Ordering::Relaxed);
        }
    }
}

/// Returns the number of positions that a solver has visited, if a detail states it.
pub(super) const fn visited(detail: Detail) -> Option<u64> {
    match detail {
        Detail::Solving(positions) => Some(positions),
        Detail::Proving(progress) => Some(progress.positions),
        _ => None,
    }
}

/// Returns the results of a search so far; `None` before its first report.
pub(super) fn so_far(lines: &Lines, elapsed: Duration) -> Option<Analysis> {
    let lines = lines.best().to_vec();
    let nodes = lines.iter().map(|line| line.nodes).max()?;
    Some(Analysis { lines, root_moves: Vec::new(), nodes, elapsed })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use crate::scheduler::running::Running;
    use crate::scheduler::{Analysis, Event, Job, Task};
    use crate::search::{Control, Limits, Request, Silent, TimeSource};
    use crate::tests::game;
    use crate::{Engine, Game};

    fn running(limits: Limits) -> (Game, Running<()>) {
        let game = game("freestyle 15x15 h8 i9 g9");
        let job = Job::new((), game.clone(), Task::Search(Request::new(limits)));
        (game, Running::new(&Arc::new(job)))
    }

    #[test]
    fn the_clock_of_a_job_stands_still_until_the_work_begins() {
        let second = Duration::from_secs(1);
        let (_, running) = running(Limits { turn: Some(second), ..Limits::unlimited() });
        assert_eq!((running.start.elapsed(), running.control.elapsed()), Default::default());
        running.start.begin();
        let first = running.start.0.get().copied();
        running.start.begin();
        assert!(first.is_some() && running.start.0.get().copied() == first, "it begins once");
    }

    #[test]
    fn a_report_has_the_nodes_of_the_moment() {
        let nodes = 20_000;
        let (game, running) = running(Limits { nodes: Some(nodes), ..Limits::unlimited() });
        let report = || match running.report() {
            Some(Event::Report(analysis)) => Some(analysis),
            _ => None,
        };
        assert!(report().is_none(), "nothing is found yet");
        let request = Request::new(Limits { depth: Some(2), ..Limits::unlimited() });
        let mut publish = &*running.published;
        let control = Control::without_clock();
        Engine::default().think(&game, &request, &control, &mut publish).expect("a move");
        let Analysis { nodes: found, .. } = report().expect("two iterations");
        assert!(found < 1_000, "the iterations are short");
        let request = Request::new(Limits { nodes: Some(nodes), ..Limits::unlimited() });
        Engine::default().think(&game, &request, &running.control, &mut Silent).expect("a move");
        let report = report().expect("two iterations");
        assert!((nodes - 1_000..=nodes).contains(&report.nodes), "{}", report.nodes);
        assert_eq!(report.lines[0].depth, 2, "the rest is that of the last iteration");
    }
}
