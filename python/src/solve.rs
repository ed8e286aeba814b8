//! Wins by force: one position, with its certificate.

use std::sync::Arc;
use std::sync::mpsc::Sender;

use dolmen::Game;
use dolmen::engine::{Engine, Options};
use dolmen::eval::Evaluator;
use dolmen::scheduler::{Answer, Event, Job, Method, Scheduler, Settings, Solution, Solving, Task};
use dolmen::search::{Control, Detail, Limits, Observer, Progress, Request, Stopwatch};
use dolmen::solver::{Proof, QuietProgress};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::{Bound, Py, PyAny, PyAnyMethods, PyErr, PyRef, PyResult, Python, pyfunction};

use crate::board::Board;
use crate::certificate::Certificate;
use crate::limit::{Limit, tuple};
use crate::mailbox::{Mailbox, defect, guarded, leave, start};
use crate::values::Types;

/// A message of a solver.
enum Message {
    /// The search for a proof goes on.
    Progress(QuietProgress),
    /// It has ended, or failed for this reason.
    Done(Result<Solution, String>),
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

/// Checks that a game goes on.
pub(crate) fn check_goes_on(game: &Game) -> PyResult<()> {
    let error = |outcome| PyValueError::new_err(format!("the game has ended: {outcome}"));
    game.outcome().map_or(Ok(()), |outcome| Err(error(outcome)))
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

/// Returns whether the side to move wins: by fours alone, by threats alone, or by any moves.
#[pyfunction]
#[pyo3(
    signature = (board, mode="vct", limit=None, *, threads=1, memory_mb=64, on_progress=None),
    text_signature = "(board, mode='vct', limit=Limit(time=10), *, threads=1, memory_mb=64, on_progress=None)"
)]
pub(crate) fn solve(
    board: PyRef<'_, Board>,
    mode: &str,
    limit: Option<Limit>,
    threads: usize,
    memory_mb: usize,
    on_progress: Option<&Bound<'_, PyAny>>,
    py: Python<'_>,
) -> PyResult<Py<PyAny>> {
    let game = board.game().clone();
    drop(board);
    check_goes_on(&game)?;
    let seconds = std::time::Duration::from_secs(10);
    let limits =
        limit.map_or(Limits { turn: Some(seconds), ..Limits::unlimited() }, |limit| limit.0);
    let method = method(mode)?;
    let bytes = memory_mb.saturating_mul(1 << 20);
    let (sender, mailbox) = Mailbox::new();
    let control = Arc::new(Control::new(Stopwatch::start()));
    if method == Method::AnyMoves {
        let options = Options {
            threads,
            max_table: Some((bytes as u64).saturating_mul(2)),
            ..Options::default()
        };
        let search = Proving { game, limits, options, control: Arc::clone(&control), sender };
        start(move || search.run())?;
        let result = wait(py, &mailbox, on_progress);
        control.stop();
        return solution(py, result?);
    }
    let settings = Settings { threads: 1, max_table: bytes, ..Settings::default() };
    let scheduler = Scheduler::new(settings, move |_: &Job<()>, event| deliver(&sender, event))?;
    let solving = Solving { method, limits, wants_certificate: true };
    scheduler.submit(Job::new((), game, Task::Solve(solving)));
    let result = wait(py, &mailbox, on_progress);
    // Stops the search, if an exception ends the wait.
    leave(scheduler);
    solution(py, result?)
}

/// Sends the answer of the scheduler.
fn deliver(sender: &Sender<Message>, event: Event) {
    if let Event::Done(answer) = event {
        let result = match answer {
            Answer::Solution(solution) => Ok(*solution),
            Answer::Failed(message) => Err(message),
            Answer::Analysis(_) | Answer::Nothing => Ok(unknown()),
        };
        // A caller who has left does not need the result.
        sender.send(Message::Done(result)).ok();
    }
}

/// Returns the verdict that nothing is known.
pub(crate) const fn unknown() -> Solution {
    Solution {
        proof: Proof::Unknown,
        proof_size: None,
        certificate: None,
        nodes: 0,
        elapsed: std::time::Duration::ZERO,
    }
}

/// Passes the progress on until the solver ends, and returns its result.
fn wait(
    py: Python<'_>,
    mailbox: &Mailbox<Message>,
    on_progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Solution> {
    loop {
        match mailbox.next(py)? {
            Some(Message::Progress(progress)) => {
                if let Some(on_progress) = on_progress {
                    on_progress.call1((progress.to_string(),))?;
                }
            }
            Some(Message::Done(result)) => return result.map_err(defect),
            None => return Err::<_, PyErr>(defect("the thread has ended".to_owned())),
        }
    }
}

/// A search for a proof with quiet moves.
struct Proving {
    game: Game,
    limits: Limits,
    options: Options,
    control: Arc<Control>,
    sender: Sender<Message>,
}

impl Proving {
    fn run(self) {
        let Self { game, limits, options, control, sender } = self;
        let mut watch = Watch(&sender);
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
        // A caller who has left does not need the result.
        sender.send(Message::Done(result)).ok();
    }
}

/// An observer of a proof.
struct Watch<'a>(&'a Sender<Message>);

impl Observer for Watch<'_> {
    fn progress(&mut self, _progress: &Progress) {}

    fn detail(&mut self, detail: Detail) {
        if let Detail::Proving(progress) = detail {
            self.0.send(Message::Progress(progress)).ok();
        }
    }
}
