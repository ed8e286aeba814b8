//! Jobs of the scheduler and their answers, as values.

use std::sync::Arc;
use std::time::Duration;

use crate::certificate::Certificate;
use crate::game::Game;
use crate::search::{Limits, Progress, Request, RootMove};
use crate::solver::Proof;

/// A position to think about.
///
/// ```
/// use dolmen::Game;
/// use dolmen::scheduler::{Job, Task};
/// use dolmen::search::{Limits, Request};
///
/// let game: Game = "renju 15x15 h8 i9".parse()?;
/// let request = Request::new(Limits { nodes: Some(1_000), ..Limits::unlimited() });
/// let job = Job { priority: 5, ..Job::new("first", game, Task::Search(request)) };
/// assert_eq!(job.session, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Job<T> {
    /// The caller's tag, by which the events of the job can be recognised.
    pub tag: T,
    /// The position and its rule.
    pub game: Game,
    /// The question about it.
    pub task: Task,
    /// Jobs with a higher priority begin earlier; among equals, the one that was submitted first.
    pub priority: i64,
    /// The name of the session. The jobs of a session run in the order in which they were submitted, one at a
    /// time, and share the memory of their searches.
    pub session: Option<Arc<str>>,
    /// The time between reports of a running search or solver; `None` for no reports.
    pub report_every: Option<Duration>,
}

impl<T> Job<T> {
    /// Returns a job without priority, session and reports.
    #[must_use]
    pub const fn new(tag: T, game: Game, task: Task) -> Self {
        Self { tag, game, task, priority: 0, session: None, report_every: None }
    }
}

/// The question about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// The best moves.
    Search(Request),
    /// A proof that the side to move wins.
    Solve(Solving),
}

impl Task {
    /// Returns the limits.
    pub(super) const fn limits(&self) -> &Limits {
        match self {
            Self::Search(request) => &request.limits,
            Self::Solve(solving) => &solving.limits,
        }
    }
}

/// The question whether the side to move wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solving {
    /// The kind of moves to win by.
    pub method: Method,
    /// The limits; depth and match clocks are ignored.
    pub limits: Limits,
    /// Indicates whether a win by fours or threats needs a certificate. A win by any moves always has one.
    pub wants_certificate: bool,
}

/// The kind of moves to win by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Continuous fours (VCF).
    Fours,
    /// Continuous threats (VCT): fours, and threats to win by fours.
    Threats,
    /// Any moves.
    AnyMoves,
}

/// A message about a job.
#[derive(Clone, Debug)]
pub enum Event {
    /// The state of a running search.
    Report(Analysis),
    /// The state of a running solver.
    Solving(SolverProgress),
    /// The answer, exactly one for each job and the last message about it.
    Done(Answer),
}

/// The answer to a job.
#[derive(Clone, Debug)]
pub enum Answer {
    /// The best moves.
    Analysis(Analysis),
    /// A verdict.
    Solution(Box<Solution>),
    /// The job was stopped before it found anything.
    Nothing,
    /// The program has a defect; holds the message of the panic.
    Failed(String),
}

/// The state of a running solver.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SolverProgress {
    /// The number of positions that were visited.
    pub nodes: u64,
    /// The time since the job began.
    pub elapsed: Duration,
}

/// The best moves of a position.
#[derive(Clone, Debug, Default)]
pub struct Analysis {
    /// The best lines, the best one first, each with an exact score. Never empty.
    pub lines: Vec<Progress>,
    /// The moves at the root with their nodes, see [`SearchResult`](crate::search::SearchResult).
    pub root_moves: Vec<RootMove>,
    /// The number of nodes.
    pub nodes: u64,
    /// The time since the job began.
    pub elapsed: Duration,
}

/// A verdict on whether the side to move wins.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The verdict. [`Proof::NoWin`] is about fours or threats alone.
    pub proof: Proof,
    /// The number of different positions in the proof of a win by threats, or of moves in a certificate.
    pub proof_size: Option<u64>,
    /// The certificate of a win.
    pub certificate: Option<Arc<Certificate>>,
    /// The number of positions that were visited.
    pub nodes: u64,
    /// The time since the job began.
    pub elapsed: Duration,
}
