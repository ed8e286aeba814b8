//! Programs that speak the protocol of Gomocup, as engines.

use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::time::Duration;

use dolmen::Game;
use dolmen::engine::Options;
use dolmen::protocol::reading::{Reading, Value};
use game_engine_process::{LocateError, Located};
use pyo3::exceptions::{
    PyFileNotFoundError, PyRuntimeError, PyTimeoutError, PyTypeError, PyValueError,
};
use pyo3::prelude::{
    Bound, Py, PyAny, PyAnyMethods, PyDictMethods, PyErr, PyRef, PyResult, Python, pyclass,
    pymethods,
};
use pyo3::types::PyDict;
use tournament::config::{
    Bytes, CheckError, EngineConfig, EngineDraft, EngineFault, Limits, Profile, Span, Words,
    check_engines,
};
use tournament::record::Reason;
use tournament::run::{Advice, Consultant, Fault, Stop};

use crate::board::Board;
use crate::limit::Limit;
use crate::mailbox::{Mailbox, NotStarted, Worker, defect, guarded};
use crate::slot::Slot;
use crate::values::{Integer, Types, check_goes_on, seconds, value_error};

/// The default tolerance for a late answer to a single question.
const MARGIN: Duration = Duration::from_secs(1);

/// A program that speaks the protocol of Gomocup.
#[pyclass(frozen, module = "dolmen")]
#[derive(Debug)]
pub(crate) struct ExternalEngine {
    draft: EngineDraft,
    config: EngineConfig,
    slot: Arc<Slot<Consultant, Stop>>,
    is_closed: AtomicBool,
    worker: Worker<Question>,
}

/// A question for the engine's thread.
#[derive(Debug)]
struct Question {
    engine: Consultant,
    slot: Arc<Slot<Consultant, Stop>>,
    game: Game,
    limits: Limits,
    stop: Stop,
    sender: Sender<Result<Result<Advice, Fault>, String>>,
}

impl Question {
    /// Asks the question, returns the engine to its slot, and sends the answer.
    fn run(self) {
        let Self { mut engine, slot, game, limits, stop, sender } = self;
        let rule = game.rule().rule;
        let advice = guarded(|| engine.ask(game.position(), rule, &limits, &stop));
        slot.put(engine);
        // A caller that has left does not need the answer.
        sender.send(advice).ok();
    }
}

impl ExternalEngine {
    /// Returns the request for the program in a match.
    pub(crate) fn draft(&self) -> EngineDraft {
        EngineDraft { name: Some(self.config.name.clone()), ..self.draft.clone() }
    }

    /// Returns the limits of a question.
    fn limits(&self, limit: Option<Limit>) -> PyResult<Limits> {
        Limit::check_end(limit)?;
        let limit = limit.map_or(dolmen::search::Limits::unlimited(), |limit| limit.0);
        let own = self.config.limits.clone();
        let margin = self.draft.margin.map_or(MARGIN, |Span(margin)| margin);
        Ok(Limits { turn: limit.turn, nodes: limit.nodes, depth: limit.depth, margin, ..own })
    }
}

/// Returns the words of a command: a text as a shell splits it, or a sequence.
fn words(command: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    if let Ok(text) = command.extract::<&str>() {
        return Words::from_str(text).map(|words| words.0).map_err(value_error);
    }
    if let Ok(path) = command.extract::<PathBuf>() {
        return Ok(vec![path.to_string_lossy().into_owned()]);
    }
    let text = "expected a command: a text such as './engine --fast', or a list of words";
    command.extract().map_err(|_| PyTypeError::new_err(text))
}

/// Returns the memory limit of a program; 0 is none.
fn program_memory(megabytes: Integer) -> PyResult<Bytes> {
    let megabytes: u64 = megabytes.within("memory_mb", 0..=Options::MAX_MEMORY_MB as u64)?;
    Ok(Bytes(megabytes << 20))
}

/// Returns the exception for settings with which a program cannot play, in the words of the package.
fn unfit(error: CheckError) -> PyErr {
    let CheckError::Engine(_, fault) = error else { return value_error(error) };
    let EngineFault::ReservedOption { key, instead } = fault else { return value_error(fault) };
    let instead = match instead {
        "memory" => "memory_mb",
        "threads" => "threads",
        "tc" | "nodes" | "depth" => "a Limit",
        _ => "the rule of the Board",
    };
    value_error(format!("option {key} cannot be set directly: use {instead} instead"))
}

/// Returns the options of a dictionary as texts.
fn options(options: Option<&Bound<'_, PyDict>>) -> PyResult<Vec<(String, String)>> {
    let Some(options) = options else { return Ok(Vec::new()) };
    let text = |value: Bound<'_, PyAny>| value.str().map(|text| text.to_string());
    options.iter().map(|(key, value)| Ok((text(key)?, text(value)?))).collect()
}

/// Returns the exception of a fault.
fn exception(name: &str, fault: &Fault) -> PyErr {
    let text = format!("{name}: {}", fault.detail);
    match fault.reason {
        Reason::TimeoutTurn | Reason::TimeoutGame | Reason::TimeoutStart => {
            PyTimeoutError::new_err(text)
        }
        _ => PyRuntimeError::new_err(text),
    }
}

/// Returns an answer as `dolmen.Reply`.
fn reply(py: Python<'_>, advice: Advice) -> PyResult<Py<PyAny>> {
    let types = Types::get(py)?;
    let message = advice.message.unwrap_or_default();
    let reading = Reading::of(&message);
    let (units, plies) = match reading.value {
        Some(Value::Units(units)) => (Some(units), None),
        Some(Value::Win(plies)) => (None, Some(i32::from(plies))),
        Some(Value::Loss(plies)) => (None, Some(-i32::from(plies))),
        None => (None, None),
    };
    let fields = (
        types.point(py, advice.point),
        advice.time.as_secs_f64(),
        units,
        plies,
        reading.depth,
        reading.nodes,
        message,
    );
    types.class(py, "Reply")?.call1(fields).map(Bound::unbind)
}

#[pymethods]
impl ExternalEngine {
    #[new]
    #[pyo3(
        signature = (command, *, name=None, folder=None, options=None, threads=None, memory_mb=None,
                     profile="plain", margin=None, startup=10.0),
        text_signature = "(command, *, name=None, folder=None, options=None, threads=None, \
                          memory_mb=None, profile='plain', margin=None, startup=10.0)"
    )]
    #[expect(clippy::too_many_arguments, reason = "they are keywords of Python")]
    fn create(
        command: &Bound<'_, PyAny>,
        name: Option<String>,
        folder: Option<PathBuf>,
        options: Option<&Bound<'_, PyDict>>,
        threads: Option<Integer>,
        memory_mb: Option<Integer>,
        profile: &str,
        margin: Option<f64>,
        startup: f64,
    ) -> PyResult<Self> {
        let words = words(command)?;
        // The runner also accepts the names of engines that are part of its own program.
        Located::find(&words, "".as_ref()).map_err(|error| match error {
            LocateError::NotFound { .. } => PyFileNotFoundError::new_err(error.to_string()),
            LocateError::Empty => value_error("the command is empty: expected a program"),
            error => value_error(error),
        })?;
        let known = <Profile as clap::ValueEnum>::from_str(profile, true).map_err(|_| {
            value_error(format!(
                "invalid profile {profile:?}: expected plain, piskvork, gomocup or c-gomoku-cli"
            ))
        })?;
        let draft = EngineDraft {
            name,
            cmd: Some(Words(words)),
            folder,
            profile: Some(known),
            threads: threads.map(|number| number.within("threads", 1..=u32::MAX)).transpose()?,
            memory: memory_mb.map(program_memory).transpose()?,
            margin: margin.map(|margin| seconds("margin", margin).map(Span)).transpose()?,
            startup: Some(Span(seconds("startup", startup)?)),
            options: self::options(options)?,
            ..EngineDraft::default()
        };
        let engines = check_engines(std::slice::from_ref(&draft)).map_err(unfit)?;
        let config = engines.into_iter().next().ok_or_else(|| value_error("there is no engine"))?;
        let slot = Arc::new(Slot::new(Consultant::new(config.clone())));
        let is_closed = AtomicBool::new(false);
        Ok(Self { draft, config, slot, is_closed, worker: Worker::default() })
    }

    /// The name of the engine, by default that of its program.
    #[getter]
    fn name(&self) -> &str {
        &self.config.name
    }

    /// The program and its arguments.
    #[getter]
    fn command(&self) -> Vec<String> {
        self.config.command.clone()
    }

    /// Asks the engine for a move for the side to move.
    #[pyo3(signature = (board, limit=None))]
    fn play(
        &self,
        board: PyRef<'_, Board>,
        limit: Option<Limit>,
        py: Python<'_>,
    ) -> PyResult<Py<PyAny>> {
        let limits = self.limits(limit)?;
        let game = board.game().clone();
        drop(board);
        check_goes_on(&game)?;
        if self.is_closed.load(Ordering::Relaxed) {
            return Err(PyValueError::new_err("the engine is closed"));
        }
        let stop = Stop::new();
        let engine = self.slot.take(&stop, py)?;
        let (sender, mailbox) = Mailbox::new();
        let (slot, asked) = (Arc::clone(&self.slot), stop.clone());
        let question = Question { engine, slot, game, limits, stop: asked, sender };
        if let Err(not_started) = self.worker.hand(question, Question::run) {
            let NotStarted { piece, error } = *not_started;
            self.slot.put(piece.engine);
            return Err(error);
        }
        let advice = mailbox.next(py).inspect_err(|_| {
            stop.abort();
            mailbox.next_at_once(py);
        })?;
        let advice = advice.unwrap_or_else(|| {
            Err("the thread of the search has ended without an answer".to_owned())
        });
        advice
            .map_err(defect)?
            .map_err(|fault| exception(self.name(), &fault))
            .and_then(|advice| reply(py, advice))
    }

    /// Ends the running search, if any, and the process with it; the next call starts another.
    fn stop(&self) {
        self.slot.stop();
    }

    /// Ends the process, and closes the engine.
    fn close(&self, py: Python<'_>) {
        self.is_closed.store(true, Ordering::Relaxed);
        self.stop();
        py.detach(|| self.slot.with_free(Consultant::leave));
    }

    fn __enter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, _exception: &Bound<'_, PyAny>, py: Python<'_>) {
        self.close(py);
    }

    fn __repr__(&self) -> String {
        format!("ExternalEngine({:?})", self.name())
    }

    fn __reduce__(&self) -> PyResult<Py<PyAny>> {
        let text = "an engine cannot be copied or pickled: make one in each process";
        Err(PyTypeError::new_err(text))
    }
}
