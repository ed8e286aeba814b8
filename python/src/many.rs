//! Many positions at once: an iterator of boards becomes an iterator of answers.
//!
//! Enough boards are in flight to keep all threads busy; answers come in the order of the boards.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard};

use dolmen::board::Color;
use dolmen::scheduler::{Answer, Event, Job, Scheduler, Settings, Solving, Task};
use dolmen::search::Request;
use pyo3::exceptions::{PyStopIteration, PyTypeError, PyValueError};
use pyo3::prelude::{Bound, Py, PyAny, PyRef, PyResult, Python, pyclass, pyfunction, pymethods};
use pyo3::types::PyIterator;

use crate::board::{Board, each_board};
use crate::limit::{Found, Limit};
use crate::mailbox::{Mailbox, defect, leave, lock};
use crate::solve::{method, solution, unknown};
use crate::values::{Integer, check_goes_on, line_count, memory_bytes, thread_count};

/// The number of boards in flight for each thread, and for one thread more.
const AHEAD: usize = 8;

/// The job of a board: its index and its side to move.
#[derive(Clone, Copy, Debug)]
struct Tag {
    index: usize,
    turn: Color,
}

/// The answers about boards, in their order.
#[pyclass(frozen, module = "dolmen")]
#[derive(Debug)]
pub(crate) struct Answers {
    boards: Py<PyIterator>,
    task: Task,
    /// The maximum number of boards in flight.
    window: usize,
    /// Indicates whether all searches share a memory.
    reuse: bool,
    mailbox: Mailbox<(Tag, Answer)>,
    /// The threads, until an exception or the end.
    scheduler: Mutex<Option<Scheduler<Tag>>>,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    /// The numbers of boards read and of answers returned.
    read: usize,
    given: usize,
    has_all: bool,
    /// Answers that arrived out of order.
    early: HashMap<usize, (Tag, Answer)>,
}

/// The settings that all boards share.
struct Plan {
    task: Task,
    threads: Option<Integer>,
    memory_mb: Integer,
    reuse: bool,
}

impl Answers {
    fn new(boards: &Bound<'_, PyAny>, plan: Plan) -> PyResult<Self> {
        let threads = thread_count(plan.threads)?;
        let settings =
            Settings { threads, max_table: memory_bytes(plan.memory_mb)?, ..Settings::default() };
        let (sender, mailbox) = Mailbox::new();
        let scheduler = Scheduler::new(settings, move |job: &Job<Tag>, event| {
            if let Event::Done(answer) = event {
                // A caller that has left does not need the answer.
                sender.send((job.tag, answer)).ok();
            }
        })?;
        let state = State { read: 0, given: 0, has_all: false, early: HashMap::new() };
        Ok(Self {
            boards: each_board(boards)?.unbind(),
            task: plan.task,
            window: AHEAD * (threads + 1),
            reuse: plan.reuse,
            mailbox,
            scheduler: Mutex::new(Some(scheduler)),
            state: Mutex::new(state),
        })
    }

    /// Stops the work in flight.
    fn end(&self) {
        leave(lock(&self.scheduler).take());
    }

    fn has_ended(&self) -> bool {
        lock(&self.scheduler).is_none()
    }

    /// Returns the state, or an error if another thread waits for an answer: blocking on its lock while
    /// holding the interpreter lock would be a deadlock.
    fn state(&self) -> PyResult<MutexGuard<'_, State>> {
        let busy = || PyValueError::new_err("another thread waits for the next answer");
        self.state.try_lock().map_err(|_| busy())
    }

    /// Reads boards until enough are in flight.
    fn fill(&self, state: &mut State, py: Python<'_>) -> PyResult<()> {
        while !state.has_all && state.read - state.given < self.window {
            let Some(board) = self.boards.bind(py).clone().next() else {
                state.has_all = true;
                return Ok(());
            };
            let board = board?;
            let board = board.cast::<Board>()?.borrow();
            let game = board.game().clone();
            let index = state.read;
            check_goes_on(&game).map_err(|error| {
                PyValueError::new_err(format!("board {index}: {}", error.value(py)))
            })?;
            let tag = Tag { index, turn: game.side_to_move() };
            let session = self.reuse.then(|| "shared".into());
            let job = Job { session, ..Job::new(tag, game, self.task) };
            if let Some(scheduler) = &*lock(&self.scheduler) {
                scheduler.submit(job);
            }
            state.read += 1;
        }
        Ok(())
    }

    /// Returns the next answer; `None` if there is none.
    fn next(&self, state: &mut State, py: Python<'_>) -> PyResult<Option<(Tag, Answer)>> {
        self.fill(state, py)?;
        if state.given == state.read || self.has_ended() {
            return Ok(None);
        }
        let next = state.given;
        while !state.early.contains_key(&next) {
            let ended = || defect("the threads have ended".to_owned());
            let (tag, answer) = self.mailbox.next(py)?.ok_or_else(ended)?;
            state.early.insert(tag.index, (tag, answer));
        }
        if self.has_ended() {
            return Ok(None);
        }
        state.given += 1;
        Ok(state.early.remove(&next))
    }
}

impl Drop for Answers {
    fn drop(&mut self) {
        self.end();
    }
}

#[pymethods]
impl Answers {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let mut state = self.state()?;
        let next = self.next(&mut state, py);
        if !matches!(next, Ok(Some(_))) {
            self.end();
        }
        let (tag, answer) = next?.ok_or_else(|| PyStopIteration::new_err(()))?;
        drop(state);
        match answer {
            Answer::Analysis(analysis) => {
                let first = analysis.lines.first();
                let best = first.and_then(|line| line.principal_variation.first()).copied();
                let best = best.ok_or_else(|| defect("a line has no move".to_owned()))?;
                let found = Found {
                    best,
                    lines: analysis.lines,
                    root_moves: analysis.root_moves,
                    nodes: analysis.nodes,
                    elapsed: analysis.elapsed,
                    stopped: false,
                };
                found.into_analysis(py, tag.turn)
            }
            Answer::Solution(found) => solution(py, *found),
            Answer::Nothing => solution(py, unknown()),
            Answer::Failed(message) => Err(defect(message)),
        }
    }

    /// Stops the searches in flight, and closes the stream of answers.
    fn close(&self) {
        self.end();
    }

    fn __reduce__(&self) -> PyResult<Py<PyAny>> {
        Err(PyTypeError::new_err("answers in flight cannot be copied or pickled"))
    }
}

/// Returns the analyses of boards, in their order, from searches in several threads.
#[pyfunction]
#[pyo3(
    signature = (boards, limit, *, threads=None, lines=Integer(1), memory_mb=Integer(16), reuse=false),
    text_signature = "(boards, limit, *, threads=None, lines=1, memory_mb=16, reuse=False)"
)]
pub(crate) fn analyse_many(
    boards: &Bound<'_, PyAny>,
    limit: Limit,
    threads: Option<Integer>,
    lines: Integer,
    memory_mb: Integer,
    reuse: bool,
) -> PyResult<Answers> {
    Limit::check_end(Some(limit))?;
    let task = Task::Search(Request { multi_pv: line_count(lines)?, ..Request::new(limit.0) });
    Answers::new(boards, Plan { task, threads, memory_mb, reuse })
}

/// Returns the verdicts on boards, in their order, from solvers in several threads.
#[pyfunction]
#[pyo3(
    signature = (boards, mode, limit, *, threads=None, memory_mb=Integer(16), certificates=false),
    text_signature = "(boards, mode, limit, *, threads=None, memory_mb=16, certificates=False)"
)]
pub(crate) fn solve_many(
    boards: &Bound<'_, PyAny>,
    mode: &str,
    limit: Limit,
    threads: Option<Integer>,
    memory_mb: Integer,
    certificates: bool,
) -> PyResult<Answers> {
    let (method, limits) = (method(mode)?, limit.of_solver()?);
    let task = Task::Solve(Solving { method, limits, wants_certificate: certificates });
    Answers::new(boards, Plan { task, threads, memory_mb, reuse: false })
}
