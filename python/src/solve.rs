//! Wins by force: one position, with its certificate.

use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use dolmen::Game;
use dolmen::engine::{Engine, Options};
use dolmen::eval::Evaluator;
use dolmen::scheduler::{Answer, Event, Job, Method, Scheduler, Settings, Solution, Solving, Task};
use dolmen::search::{Control, Detail, Limits, Observer, Progress as Searched, Request, Stopwatch};
use dolmen::solver::{Proof, QuietProgress};
use pyo3::exceptions::{PyStopIteration, PyTypeError, PyValueError};
use pyo3::prelude::{
    Bound, Py, PyAny, PyAnyMethods, PyRef, PyResult, Python, pyclass, pyfunction, pymethods,
};

use crate::board::Board;
use crate::certificate::Certificate;
use crate::limit::{Limit, tuple};
use crate::mailbox::{Mailbox, guarded, leave, lock, start};
use crate::stream::{Done, Kind, Message, Running};
use crate::values::{Integer, Types, check_function, check_goes_on, memory_bytes, thread_count};

/// The time between two reports of a solver.
const REPORT_EVERY: Duration = Duration::from_secs(1);
/// The default time limit of a solver.
const DEFAULT_TIME: Duration = Duration::from_secs(10);

/// The progress of a running solver.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Progress {
    nodes: u64,
    elapsed: Duration,
    /// The progress of a proof with quiet moves.
    proving: Option<QuietProgress>,
}

/// A solver.
#[derive(Debug)]
pub(crate) struct SolverKind;

impl Kind for SolverKind {
    type Report = Progress;
    type Found = Solution;

    const IS_AWAITED: bool = false;

    fn report(&self, py: Python<'_>, report: &Progress) -> PyResult<Py<PyAny>> {
        let of_proof = |value: fn(&QuietProgress) -> u64| report.proving.as_ref().map(value);
        let fields = (
            report.nodes,
            report.elapsed.as_secs_f64(),
            of_proof(|proving| proving.proved),
            of_proof(|proving| u64::from(proving.proof)),
            of_proof(|proving| u64::from(proving.disproof)),
        );
        Types::get(py)?.class(py, "Progress")?.call1(fields).map(Bound::unbind)
    }

    fn result(&self, py: Python<'_>, found: Solution) -> PyResult<Py<PyAny>> {
        solution(py, found)
    }
}

/// Returns the method of a name.
pub(crate) fn method(mode: &str) -> PyResult<Method> {
    match mode {
        "vcf" => Ok(Method::Fours),
        "vct" => Ok(Method::Threats),
        "win" => Ok(Method::AnyMoves),
        _ => {
            let text = format!("unknown mode {mode:?}: expected one of vcf, vct, win");
            Err(PyValueError::new_err(text))
        }
    }
}

/// Returns a verdict as `dolmen.Solution`.
pub(crate) fn solution(py: Python<'_>, solution: Solution) -> PyResult<Py<PyAny>> {
    let certificate = solution.certificate.map(Certificate::from);
    let fields = (
        solution.proof.verdict(),
        tuple(py, solution.proof.variation())?,
        certificate.map(|certificate| Py::new(py, certificate)).transpose()?,
        solution.proof_size,
        solution.nodes,
        solution.elapsed.as_secs_f64(),
    );
    Types::get(py)?.class(py, "Solution")?.call1(fields).map(Bound::unbind)
}

/// Returns the verdict "unknown".
pub(crate) const fn unknown() -> Solution {
    Solution {
        proof: Proof::Unknown,
        proof_size: None,
        certificate: None,
        nodes: 0,
        elapsed: Duration::ZERO,
    }
}

/// The question whether the side to move of a game wins.
struct Question {
    game: Game,
    method: Method,
    limits: Limits,
    threads: usize,
    /// The memory of the solver, in bytes.
    max_table: usize,
}

impl Question {
    /// Starts to solve the question.
    fn begin(self) -> PyResult<Running<SolverKind>> {
        check_goes_on(&self.game)?;
        if self.method == Method::AnyMoves { self.begin_proof() } else { self.begin_threats() }
    }

    /// Starts a search for a proof with quiet moves.
    fn begin_proof(self) -> PyResult<Running<SolverKind>> {
        let Self { game, limits, threads, max_table, .. } = self;
        let max_table = Some((max_table as u64).saturating_mul(2));
        let options = Options { threads, max_table, ..Options::default() };
        let (sender, mailbox) = Mailbox::new();
        let control = Arc::new(Control::new(Stopwatch::start()));
        let done = Done::default();
        let stop = Arc::clone(&control);
        let running =
            Running::new(mailbox, Box::new(move || stop.stop()), SolverKind, Arc::clone(&done));
        let proving = Proving { game, limits, options, control, sender, done };
        start(move || proving.run())?;
        Ok(running)
    }

    /// Starts a search for a win by fours or threats.
    fn begin_threats(self) -> PyResult<Running<SolverKind>> {
        let Self { game, method, limits, max_table, .. } = self;
        let settings = Settings { threads: 1, max_table, ..Settings::default() };
        let (sender, mailbox) = Mailbox::new();
        let done = Done::default();
        let last = Last { sender: Mutex::new(Some(sender)), done: Arc::clone(&done) };
        let scheduler = Scheduler::new(settings, move |_: &Job<()>, event| last.deliver(event))?;
        let task = Task::Solve(Solving { method, limits, wants_certificate: true });
        scheduler.submit(Job { report_every: Some(REPORT_EVERY), ..Job::new((), game, task) });
        let scheduler = Left(Some(scheduler));
        Ok(Running::new(mailbox, Box::new(move || scheduler.stop()), SolverKind, done))
    }
}

/// A scheduler that is dropped without waiting for its threads.
struct Left(Option<Scheduler<()>>);

impl Left {
    fn stop(&self) {
        self.0.iter().for_each(Scheduler::stop_all);
    }
}

impl Drop for Left {
    fn drop(&mut self) {
        leave(self.0.take());
    }
}

/// The sender of the messages of a scheduler, until the last one.
struct Last {
    sender: Mutex<Option<Sender<Message<Progress>>>>,
    done: Done<Solution>,
}

impl Last {
    fn deliver(&self, event: Event) {
        let mut sender = lock(&self.sender);
        let send = |sender: &Sender<_>, message| {
            // A caller that has left does not need the message.
            sender.send(message).ok();
        };
        match (event, &*sender) {
            (Event::Solving(progress), Some(sender)) => {
                let (nodes, elapsed) = (progress.nodes, progress.elapsed);
                send(sender, Message::Report(Progress { nodes, elapsed, proving: None }));
            }
            (Event::Done(answer), _) => {
                *lock(&self.done) = Some(match answer {
                    Answer::Solution(solution) => Ok(*solution),
                    Answer::Failed(message) => Err(message),
                    Answer::Analysis(_) | Answer::Nothing => Ok(unknown()),
                });
                sender.take().iter().for_each(|sender| send(sender, Message::Done));
            }
            (Event::Report(_) | Event::Solving(_), _) => {}
        }
    }
}

/// A search for a proof with quiet moves.
struct Proving {
    game: Game,
    limits: Limits,
    options: Options,
    control: Arc<Control>,
    sender: Sender<Message<Progress>>,
    done: Done<Solution>,
}

impl Proving {
    fn run(self) {
        let Self { game, limits, options, control, sender, done } = self;
        let mut watch = Watch { sender: &sender, control: &control };
        let mut engine = Engine::new(Evaluator::built_in(), options);
        let request = Request::new(limits);
        let proved = guarded(|| engine.prove(&game, &request, &control, &mut watch));
        let result = proved.map(|proved| {
            let plan = proved.certificate.as_ref().map(|certificate| &certificate.plan);
            let variation = proved.summary.principal_variation;
            Solution {
                proof_size: plan.map(dolmen::certificate::Plan::moves),
                proof: if plan.is_some() { Proof::Win(variation) } else { Proof::Unknown },
                certificate: proved.certificate,
                nodes: proved.summary.nodes,
                elapsed: control.elapsed(),
            }
        });
        *lock(&done) = Some(result);
        // A caller that has left does not need the result.
        sender.send(Message::Done).ok();
    }
}

/// An observer of a proof.
struct Watch<'a> {
    sender: &'a Sender<Message<Progress>>,
    control: &'a Control,
}

impl Observer for Watch<'_> {
    fn progress(&mut self, _: &Searched) {}

    fn detail(&mut self, detail: Detail) {
        let (nodes, proving) = match detail {
            Detail::Solving(nodes) => (nodes, None),
            Detail::Proving(progress) => (progress.positions, Some(progress)),
            _ => return,
        };
        let elapsed = self.control.elapsed();
        // A caller that has left does not need the report.
        self.sender.send(Message::Report(Progress { nodes, elapsed, proving })).ok();
    }
}

/// A solver as an iterator of its reports.
#[pyclass(frozen, module = "dolmen")]
#[derive(Debug)]
pub(crate) struct SolutionStream(Running<SolverKind>);

#[pymethods]
impl SolutionStream {
    fn __enter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, _exception: &Bound<'_, PyAny>, py: Python<'_>) {
        self.0.end(py);
    }

    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.0.next(py)?.ok_or_else(|| PyStopIteration::new_err(()))
    }

    /// Stops the solver; its verdict is "unknown", unless it has just found one.
    fn stop(&self) {
        self.0.stop();
    }

    /// Waits for the end of the solver, and returns its verdict.
    fn result(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.0.result(py, None)
    }

    fn __reduce__(&self) -> PyResult<Py<PyAny>> {
        let text = "a running solver cannot be copied or pickled: its result() can";
        Err(PyTypeError::new_err(text))
    }
}

/// Returns whether the side to move wins: by fours alone, by threats alone, or by any moves. Reports go to
/// `on_progress` about once a second; if it raises, the solver stops.
#[pyfunction]
#[pyo3(
    signature = (board, mode="vct", limit=None, *, threads=Integer(1), memory_mb=Integer(64), on_progress=None),
    text_signature = "(board, mode='vct', limit=Limit(time=10), *, threads=1, memory_mb=64, on_progress=None)"
)]
pub(crate) fn solve(
    board: PyRef<'_, Board>,
    mode: &str,
    limit: Option<Limit>,
    threads: Integer,
    memory_mb: Integer,
    on_progress: Option<&Bound<'_, PyAny>>,
    py: Python<'_>,
) -> PyResult<Py<PyAny>> {
    let ten_seconds = Limits { turn: Some(DEFAULT_TIME), ..Limits::unlimited() };
    let limits = limit.map_or(Ok(ten_seconds), Limit::of_solver)?;
    check_function("on_progress", on_progress)?;
    let question = Question {
        game: board.game().clone(),
        method: method(mode)?,
        limits,
        threads: thread_count(Some(threads))?,
        max_table: memory_bytes(memory_mb)?,
    };
    drop(board);
    question.begin()?.result(py, on_progress)
}

/// Returns a solver as a stream of reports, which ends with the `with` block.
#[pyfunction]
#[pyo3(
    signature = (board, mode="vct", limit=None, *, threads=Integer(1), memory_mb=Integer(64)),
    text_signature = "(board, mode='vct', limit=None, *, threads=1, memory_mb=64)"
)]
pub(crate) fn solving(
    board: PyRef<'_, Board>,
    mode: &str,
    limit: Option<Limit>,
    threads: Integer,
    memory_mb: Integer,
) -> PyResult<SolutionStream> {
    let question = Question {
        game: board.game().clone(),
        method: method(mode)?,
        limits: limit.map_or(Ok(Limits::unlimited()), Limit::of_solver)?,
        threads: thread_count(Some(threads))?,
        max_table: memory_bytes(memory_mb)?,
    };
    question.begin().map(SolutionStream)
}
