//! Players of a match inside this process: engines of the package, and any object of Python that plays.

use std::fmt;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use dolmen::board::{BoardSize, Position};
use dolmen::certificate::Certificate;
use dolmen::engine::Options;
use dolmen::eval::Evaluator;
use dolmen::rules::Rule;
use dolmen::search::{Control, Limits, Request, Silent, Stopwatch};
use dolmen::{Engine as Thinker, Game};
use pyo3::prelude::{Py, PyAny, PyAnyMethods, PyErr, PyResult, Python};
use tournament::run::{Mind, StopRequest, Thought, Urgency};

use crate::board::Board;
use crate::mailbox::lock;
use crate::values::PointLike;

/// The settings of an engine of the package, from which each game gets an engine with an empty memory.
#[derive(Clone, Debug)]
pub(crate) struct Template {
    pub(crate) options: Options,
    pub(crate) evaluator: Arc<Evaluator>,
    /// The checksum of the file of weights; `None` for the built-in ones.
    pub(crate) weights: Option<u32>,
    pub(crate) certificates: Vec<Arc<Certificate>>,
}

impl Template {
    /// Returns an engine with an empty memory.
    pub(crate) fn thinker(&self) -> Thinker {
        let mut thinker = Thinker::new(Arc::clone(&self.evaluator), self.options.clone());
        for certificate in &self.certificates {
            thinker.add_certificate(Arc::clone(certificate));
        }
        thinker
    }

    /// Returns a text of everything that decides how the engine plays: the options, and the checksums of the
    /// weights and the certificates.
    pub(crate) fn settings(&self) -> String {
        let mut text = format!("{:?}", self.options);
        if let Some(checksum) = self.weights {
            text += &format!(" weights {checksum:08x}");
        }
        for certificate in &self.certificates {
            text += &format!(" certificate {:08x}", crc32fast::hash(&certificate.to_bytes()));
        }
        text
    }
}

/// An engine of the package in a match.
#[derive(Debug)]
pub(crate) struct EngineMind {
    template: Template,
    limits: Limits,
    game: Mutex<(Rule, Option<Thinker>)>,
    control: Mutex<Option<Arc<Control>>>,
}

impl EngineMind {
    /// Returns a player with these limits for a move.
    pub(crate) fn new(template: Template, limits: Limits) -> Self {
        let game = Mutex::new((Rule::default(), None));
        Self { template, limits, game, control: Mutex::default() }
    }
}

impl Mind for EngineMind {
    fn begin(&self, rule: Rule, _: BoardSize) -> Result<(), String> {
        *lock(&self.game) = (rule, Some(self.template.thinker()));
        Ok(())
    }

    fn think(&self, position: &Position, _: Duration) -> Result<Thought, String> {
        let control = Arc::new(Control::new(Stopwatch::start()));
        *lock(&self.control) = Some(Arc::clone(&control));
        let mut game = lock(&self.game);
        let (rule, Some(thinker)) = &mut *game else { return Err("no game has begun".to_owned()) };
        let play = Game::from_position(*rule, position.clone());
        let request = Request::new(self.limits);
        let result = thinker.think(&play, &request, &control, &mut Silent);
        let result = result.map_err(|error| error.to_string())?;
        let summary = result.summary;
        let message = format!("depth {} ev {} n {}", summary.depth, summary.score, summary.nodes);
        Ok(Thought { point: result.best, message: Some(message) })
    }

    fn stop(&self) {
        if let Some(control) = &*lock(&self.control) {
            control.stop();
        }
    }
}

/// An object of Python in a match: it has a method `play`, or is itself callable.
pub(crate) struct ObjectMind {
    pub(crate) object: Py<PyAny>,
    /// The `dolmen.Limit` that is passed to each call.
    pub(crate) limit: Py<PyAny>,
    pub(crate) rule: Mutex<Rule>,
    /// The first exception, which ends the match.
    pub(crate) raised: Arc<Mutex<Option<PyErr>>>,
    pub(crate) request: StopRequest,
}

impl fmt::Debug for ObjectMind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ObjectMind").finish_non_exhaustive()
    }
}

impl ObjectMind {
    fn play(&self, game: Game, py: Python<'_>) -> PyResult<Thought> {
        let object = self.object.bind(py);
        let board = Py::new(py, Board::from(game))?;
        let fields = (board, self.limit.bind(py));
        let answer = match object.getattr_opt("play")? {
            Some(play) => play.call1(fields)?,
            None => object.call1(fields)?,
        };
        let best = answer.getattr_opt("best")?.unwrap_or(answer);
        let PointLike(point) = best.extract()?;
        Ok(Thought { point, message: None })
    }
}

impl Mind for ObjectMind {
    fn begin(&self, rule: Rule, _: BoardSize) -> Result<(), String> {
        *lock(&self.rule) = rule;
        Ok(())
    }

    fn think(&self, position: &Position, _: Duration) -> Result<Thought, String> {
        let rule = *lock(&self.rule);
        let game = Game::from_position(rule, position.clone());
        Python::attach(|py| {
            self.play(game, py).map_err(|error| {
                let text = error.to_string();
                lock(&self.raised).get_or_insert(error);
                self.request.at_least(Urgency::Abort);
                text
            })
        })
    }

    fn stop(&self) {}
}
