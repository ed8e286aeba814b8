//! The values that callers and both schedulers exchange.

use std::sync::Arc;

use crate::eval::Evaluator;
use crate::rules::Rule;
use crate::scheduler::job::{Event, Job};

/// The size of the tables of a thread and of a session, by default.
const DEFAULT_TABLE_BYTES: usize = 64 << 20;
/// The number of sessions whose memory is kept, by default.
const DEFAULT_SESSIONS: usize = 16;

/// The settings of a scheduler.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The weights.
    pub evaluator: Arc<Evaluator>,
    /// The number of threads, and of positions at once; 0 counts as 1.
    pub threads: usize,
    /// The largest table of a search or of a solver in bytes, for each thread and for each session.
    pub max_table: usize,
    /// The rule whose tables are built before the first job. The tables of another rule are built at its first job,
    /// before the time of that job begins.
    pub rule: Rule,
    /// The number of sessions whose memory is kept while none of their jobs runs.
    pub sessions: usize,
}

impl Default for Settings {
    /// Returns the built-in weights, one thread, tables of up to 64 MiB, freestyle and 16 sessions.
    fn default() -> Self {
        Self {
            evaluator: Evaluator::built_in(),
            threads: 1,
            max_table: DEFAULT_TABLE_BYTES,
            rule: Rule::Freestyle,
            sessions: DEFAULT_SESSIONS,
        }
    }
}

/// The number of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ticket(pub(super) u64);

/// The numbers of jobs without an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Load {
    /// The jobs that have not begun.
    pub queued: usize,
    /// The jobs that have begun.
    pub running: usize,
}

/// The function that gets the messages about jobs.
pub(super) type Deliver<T> = dyn Fn(&Job<T>, Event) + Send + Sync;
