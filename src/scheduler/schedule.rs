//! Both schedulers, with threads and in slices, for callers that need not know which one they have.

use crate::scheduler::job::Job;
use crate::scheduler::settings::{Load, Ticket};

/// A scheduler, with threads or in slices.
///
/// ```
/// use dolmen::scheduler::{Job, Schedule, Scheduler, Settings};
///
/// fn is_idle(scheduler: &impl Schedule<usize>) -> bool {
///     scheduler.load().queued == 0
/// }
/// let scheduler = Scheduler::new(Settings::default(), |_: &Job<usize>, _| {})?;
/// assert!(is_idle(&scheduler));
/// # Ok::<(), std::io::Error>(())
/// ```
pub trait Schedule<T> {
    /// Adds a job to the queue, and returns its ticket.
    fn submit(&self, job: Job<T>) -> Ticket;
    /// Stops jobs: a job that has not begun is answered with nothing, one that has begun with its results so far.
    fn stop(&self, tickets: &[Ticket]);
    /// Stops all jobs.
    fn stop_all(&self);
    /// Clears the memories of all sessions.
    fn clear(&self);
    /// Returns the numbers of jobs without an answer.
    fn load(&self) -> Load;
}

/// Implements the functions of the trait by the type's own functions of the same names.
macro_rules! pass_on {
    () => {
        fn submit(&self, job: Job<T>) -> Ticket {
            self.submit(job)
        }

        fn stop(&self, tickets: &[Ticket]) {
            self.stop(tickets);
        }

        fn stop_all(&self) {
            self.stop_all();
        }

        fn clear(&self) {
            self.clear();
        }

        fn load(&self) -> Load {
            self.load()
        }
    };
}

pub(super) use pass_on;
