//! Engines: one search at a time, on a thread of its own.

use std::path::PathBuf;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex};

use dolmen::board::Bitboard;
use dolmen::engine::{BookUse, Level, Options};
use dolmen::eval::{Evaluator, Weights};
use dolmen::search::{Control, Lines, Observer, Progress, Request, Stopwatch};
use dolmen::{Engine as Thinker, Game};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::{Bound, Py, PyAny, PyRef, PyResult, Python, pyclass, pymethods};

use crate::board::Board;
use crate::certificate::Certificate;
use crate::evaluation::Evaluation;
use crate::limit::{Found, Limit};
use crate::mailbox::{Mailbox, NotStarted, Worker, guarded, lock};
use crate::mind::Template;
use crate::score::Score;
use crate::slot::Slot;
use crate::stream::{Analysing, AnalysisStream, Done, Message, Running};
use crate::values::{
    Integer, about, check_function, check_goes_on, line_count, memory_bytes, points, thread_count,
    value_error,
};

/// An engine with its memory, which thinks about one position at a time.
#[pyclass(frozen, module = "dolmen")]
#[derive(Debug)]
pub(crate) struct Engine {
    options: Options,
    evaluation: Evaluation,
    /// The checksum of the file of weights; `None` for the built-in ones.
    weights: Option<u32>,
    slot: Arc<Slot<Thinker, Control>>,
    state: Mutex<State>,
    worker: Worker<Search>,
}

#[derive(Debug, Default)]
struct State {
    certificates: Vec<Arc<dolmen::certificate::Certificate>>,
    is_closed: bool,
}

/// The question about a position.
struct Ask<'a, 'py> {
    limit: Option<Limit>,
    lines: Integer,
    avoid: Option<&'a Bound<'py, PyAny>>,
    only: Option<&'a Bound<'py, PyAny>>,
    /// Indicates whether the search may run without a limit until it is stopped.
    may_be_endless: bool,
    wants_reports: bool,
}

impl Engine {
    /// Returns the request of a question about a game.
    fn request(&self, game: &Game, ask: &Ask<'_, '_>) -> PyResult<Request> {
        check_goes_on(game)?;
        if !ask.may_be_endless && self.options.level.is_none() {
            Limit::check_end(ask.limit)?;
        }
        let multi_pv = line_count(ask.lines)?;
        let empty = game.position().empty();
        let listed = |points_like: Option<&Bound<'_, PyAny>>| {
            points_like.map(points).transpose().map(|list| list.map(Bitboard::from_iter))
        };
        let avoided = listed(ask.avoid)?.unwrap_or(Bitboard::EMPTY);
        let allowed = listed(ask.only)?.unwrap_or(empty);
        let limits = ask.limit.map_or(dolmen::search::Limits::unlimited(), |limit| limit.0);
        let only = if ask.only.is_some() { allowed } else { Bitboard::EMPTY };
        let blocked = avoided | (empty - allowed);
        let request = Request { blocked, only, multi_pv, ..Request::new(limits) };
        if request.allowed(game.legal_moves()).is_empty() {
            return Err(PyValueError::new_err(
                "no legal move is left: expected other points in avoid or only",
            ));
        }
        Ok(request)
    }

    /// Begins a search.
    fn begin(&self, game: Game, ask: &Ask<'_, '_>, py: Python<'_>) -> PyResult<Running<Analysing>> {
        let request = self.request(&game, ask)?;
        if lock(&self.state).is_closed {
            return Err(PyValueError::new_err("the engine is closed"));
        }
        let control = Control::new(Stopwatch::start());
        let thinker = self.slot.take(&control, py)?;
        let (sender, mailbox) = Mailbox::new();
        let turn = game.side_to_move();
        let done = Done::default();
        let search = Search {
            thinker,
            slot: Arc::clone(&self.slot),
            game,
            request,
            control: control.clone(),
            sender,
            done: Arc::clone(&done),
            wants_reports: ask.wants_reports,
        };
        if let Err(not_started) = self.worker.hand(search, Search::run) {
            let NotStarted { piece, error } = *not_started;
            self.slot.put(piece.thinker);
            return Err(error);
        }
        let stop = move || control.stop();
        Ok(Running::new(mailbox, Box::new(stop), Analysing { turn }, done))
    }

    /// Returns the settings from which thinkers with empty memories are made.
    pub(crate) fn template(&self) -> Template {
        Template {
            options: self.options.clone(),
            evaluator: Arc::clone(self.evaluation.evaluator()),
            weights: self.weights,
            certificates: lock(&self.state).certificates.clone(),
        }
    }
}

/// A search for the engine's thread.
#[derive(Debug)]
struct Search {
    thinker: Thinker,
    slot: Arc<Slot<Thinker, Control>>,
    game: Game,
    request: Request,
    control: Control,
    sender: Sender<Message<Progress>>,
    done: Done<Found>,
    wants_reports: bool,
}

impl Search {
    /// Searches, returns the thinker to its slot, and sends the result.
    fn run(self) {
        let Self { mut thinker, slot, game, request, control, sender, done, wants_reports } = self;
        let (evaluator, options) = (Arc::clone(thinker.evaluator()), thinker.options().clone());
        let mut watch = Watch { lines: Lines::default(), sender: &sender, wants_reports };
        let result = guarded(|| thinker.think(&game, &request, &control, &mut watch));
        let lines = watch.lines.best().to_vec();
        // After a defect, the memory cannot be trusted.
        let thinker = if result.is_ok() { thinker } else { Thinker::new(evaluator, options) };
        slot.put(thinker);
        let found = result.and_then(|result| result.map_err(|error| error.to_string()));
        let found = found.map(|result| Found {
            best: result.best,
            nodes: result.summary.nodes,
            lines: if request.multi_pv > 1 && !lines.is_empty() {
                lines
            } else {
                vec![result.summary]
            },
            root_moves: result.root_moves,
            elapsed: control.elapsed(),
            stopped: control.is_stopped(),
        });
        *lock(&done) = Some(found);
        // A caller that has left does not need the result.
        sender.send(Message::Done).ok();
    }
}

/// An observer that keeps the best lines and forwards reports.
struct Watch<'a> {
    lines: Lines,
    sender: &'a Sender<Message<Progress>>,
    wants_reports: bool,
}

impl Observer for Watch<'_> {
    fn progress(&mut self, progress: &Progress) {
        self.lines.progress(progress);
        if self.wants_reports {
            self.sender.send(Message::Report(progress.clone())).ok();
        }
    }
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(
        signature = (*, threads=Integer(1), memory_mb=Integer(64), level=None, book=false, seed=None, weights=None),
        text_signature = "(*, threads=1, memory_mb=64, level=None, book=False, seed=None, weights=None)"
    )]
    fn create(
        threads: Integer,
        memory_mb: Integer,
        level: Option<Integer>,
        book: bool,
        seed: Option<Integer>,
        weights: Option<PathBuf>,
    ) -> PyResult<Self> {
        let level = level.map(|level| level.within("level", 1..=Level::MAX)).transpose()?;
        let seed = seed.map(|seed| seed.within("seed", 0..=u64::MAX)).transpose()?;
        let options = Options {
            threads: thread_count(Some(threads))?,
            max_table: Some(memory_bytes(memory_mb)? as u64),
            level: level.and_then(Level::new),
            seed,
            book: match (book, seed) {
                (false, _) => BookUse::Off,
                (true, None) => BookUse::Best,
                (true, Some(seed)) => BookUse::Varied(seed),
            },
            ..Options::default()
        };
        let (evaluator, weights) = match weights {
            Some(path) => read_weights(&path).map(|(read, checksum)| (read, Some(checksum)))?,
            None => (Evaluator::built_in(), None),
        };
        let thinker = Thinker::new(Arc::clone(&evaluator), options.clone());
        Ok(Self {
            options,
            evaluation: Evaluation::new(&evaluator),
            weights,
            slot: Arc::new(Slot::new(thinker)),
            state: Mutex::default(),
            worker: Worker::default(),
        })
    }

    /// The number of threads of a search.
    #[getter]
    const fn threads(&self) -> usize {
        self.options.threads
    }

    /// The playing level; None for full strength.
    #[getter]
    fn level(&self) -> Option<u8> {
        self.options.level.map(Level::number)
    }

    /// Finds a move for the side to move.
    #[pyo3(signature = (board, limit=None))]
    fn play(
        &self,
        board: PyRef<'_, Board>,
        limit: Option<Limit>,
        py: Python<'_>,
    ) -> PyResult<Py<PyAny>> {
        self.analyse(board, limit, Integer(1), None, None, None, py)
    }

    /// Searches, and returns the best lines. Reports go to `on_info`; if it raises, the search stops.
    #[pyo3(
        signature = (board, limit=None, *, lines=Integer(1), avoid=None, only=None, on_info=None),
        text_signature = "(self, board, limit=None, *, lines=1, avoid=(), only=None, on_info=None)"
    )]
    #[expect(clippy::too_many_arguments, reason = "they are keywords of Python")]
    fn analyse(
        &self,
        board: PyRef<'_, Board>,
        limit: Option<Limit>,
        lines: Integer,
        avoid: Option<&Bound<'_, PyAny>>,
        only: Option<&Bound<'_, PyAny>>,
        on_info: Option<&Bound<'_, PyAny>>,
        py: Python<'_>,
    ) -> PyResult<Py<PyAny>> {
        check_function("on_info", on_info)?;
        let wants_reports = on_info.is_some();
        let ask = Ask { limit, lines, avoid, only, may_be_endless: false, wants_reports };
        let game = board.game().clone();
        drop(board);
        self.begin(game, &ask, py)?.result(py, on_info)
    }

    /// Returns a search as a stream of reports, which ends with the `with` block.
    #[pyo3(
        signature = (board, limit=None, *, lines=Integer(1), avoid=None, only=None),
        text_signature = "(self, board, limit=None, *, lines=1, avoid=(), only=None)"
    )]
    fn analysis(
        &self,
        board: PyRef<'_, Board>,
        limit: Option<Limit>,
        lines: Integer,
        avoid: Option<&Bound<'_, PyAny>>,
        only: Option<&Bound<'_, PyAny>>,
        py: Python<'_>,
    ) -> PyResult<AnalysisStream> {
        let ask = Ask { limit, lines, avoid, only, may_be_endless: true, wants_reports: true };
        let game = board.game().clone();
        drop(board);
        Ok(self.begin(game, &ask, py)?.into())
    }

    /// Returns the static evaluation of a position, without a search.
    fn evaluate(&self, board: PyRef<'_, Board>) -> Score {
        self.evaluation.of(board.game())
    }

    /// Returns the static evaluations of many positions, in their order, by several threads.
    #[pyo3(signature = (boards, *, threads=None))]
    fn evaluate_many(
        &self,
        boards: &Bound<'_, PyAny>,
        threads: Option<Integer>,
    ) -> PyResult<Vec<Score>> {
        self.evaluation.of_many(boards, threads)
    }

    /// Returns the chance to win after each legal move by the evaluation alone, and nan elsewhere.
    fn values(&self, board: PyRef<'_, Board>, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.evaluation.of_moves(board.game(), py)
    }

    /// Makes the engine play by a certificate where it can.
    fn add_certificate(&self, certificate: PyRef<'_, Certificate>, py: Python<'_>) -> PyResult<()> {
        let plan = certificate.shared();
        lock(&self.state).certificates.push(Arc::clone(&plan));
        self.slot.change(py, |thinker| thinker.add_certificate(plan))
    }

    /// Forgets what earlier searches found.
    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        let fresh = self.template().thinker();
        self.slot.change(py, |thinker| *thinker = fresh)
    }

    /// Stops the running search, if any, which then returns its best result so far.
    fn stop(&self) {
        self.slot.stop();
    }

    /// Stops the running search, and closes the engine.
    fn close(&self) {
        lock(&self.state).is_closed = true;
        self.stop();
    }

    fn __enter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, _exception: &Bound<'_, PyAny>) {
        self.close();
    }

    fn __repr__(&self) -> String {
        let Options { threads, .. } = self.options;
        let level = self.level().map(|level| format!(", level={level}")).unwrap_or_default();
        format!("Engine(threads={threads}{level})")
    }

    fn __reduce__(&self) -> PyResult<Py<PyAny>> {
        let text = "an engine cannot be copied or pickled: make one in each process, \
                    or use analyse_many, which has threads of its own";
        Err(PyTypeError::new_err(text))
    }
}

/// Reads a file of weights; returns its checksum, too.
fn read_weights(path: &PathBuf) -> PyResult<(Arc<Evaluator>, u32)> {
    let bytes = std::fs::read(path).map_err(|error| about(path, &error))?;
    let weights = Weights::from_bytes(&bytes);
    let weights = weights.map_err(|error| value_error(format!("{}: {error}", path.display())))?;
    Ok((Arc::new(Evaluator::new(weights)), crc32fast::hash(&bytes)))
}
