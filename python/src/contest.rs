//! Matches between two players, by the runner of `tournament`.

use std::fmt::Display;
use std::path::PathBuf;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex};

use dolmen::search::{Limits, STACK_BYTES};
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::{
    Bound, Py, PyAny, PyAnyMethods, PyErr, PyResult, PyTypeMethods, Python, pyfunction,
};
use pyo3::types::{PyTuple, PyType};
use tournament::config::{Draft, EngineDraft, ListedOpening, TimeControl, Words, check, set};
use tournament::plan::{Identity, identify};
use tournament::record::{GameRecord, Score};
use tournament::run::{
    Contest, DialogueLog, End, EngineArena, Host, HostedPlayer, Mind, Observer, Player, Progress,
    Running, Sequential, StopRequest, Urgency,
};
use tournament::statistics::Hypothesis;
use tournament::store::export::sgf;
use tournament::store::{Header, Host as Machine, StoreError};

use crate::engine::Engine;
use crate::external::ExternalEngine;
use crate::limit::Limit;
use crate::mailbox::{Mailbox, guarded, lock, start};
use crate::mind::{EngineMind, ObjectMind, Template};
use crate::reading::parse_games;
use crate::values::{RuleLike, SizeLike, Types, about, check_function, value_error};

/// A side of a match.
enum Side {
    /// An engine of the package.
    Engine(Box<Template>),
    /// A program.
    Program(Box<EngineDraft>),
    /// Any object that plays.
    Object(Py<PyAny>),
}

/// The players of the sides, for the arena.
#[derive(Debug)]
struct Seats {
    /// The player of each side; `None` for a program.
    minds: Vec<Option<Maker>>,
}

/// The settings from which players are made, or the player itself.
#[derive(Debug)]
enum Maker {
    Engine(Box<Template>, Limits),
    Object(Arc<ObjectMind>),
}

impl Host for Seats {
    fn player(&self, engine: usize) -> Option<Box<dyn Player>> {
        let mind: Arc<dyn Mind> = match self.minds.get(engine)?.as_ref()? {
            Maker::Engine(template, limits) => {
                Arc::new(EngineMind::new((**template).clone(), *limits))
            }
            Maker::Object(mind) => Arc::clone(mind) as Arc<dyn Mind>,
        };
        Some(Box::new(HostedPlayer::new(mind, STACK_BYTES)))
    }
}

/// The message of a match to the thread that waits for it.
enum Message {
    /// A game has ended.
    Game(Box<GameRecord>),
    /// The match has ended.
    Done(Box<PyResult<Finished>>),
}

/// The results of a match.
struct Finished {
    contest: Contest,
    header: Header,
    records: Vec<GameRecord>,
    end: End,
    rule: Sequential,
}

/// Sends finished games.
struct Reporter(Sender<Message>);

impl Observer for Reporter {
    fn say(&mut self, line: &str) {
        log::info!("{line}");
    }

    fn game(&mut self, records: &[GameRecord], _: &Progress) {
        if let Some(record) = records.last() {
            // A caller that has left does not need the game.
            self.0.send(Message::Game(Box::new(record.clone()))).ok();
        }
    }

    fn redraw(&mut self, _: &[Running], _: &Progress) {}
}

impl Side {
    fn of(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(engine) = object.cast::<Engine>() {
            return Ok(Self::Engine(Box::new(engine.get().template())));
        }
        if let Ok(engine) = object.cast::<ExternalEngine>() {
            return Ok(Self::Program(Box::new(engine.get().draft())));
        }
        if let Ok(class) = object.cast::<PyType>() {
            let name = class.name()?;
            let text = format!("expected a player, found the class {name}: make one, as {name}()");
            return Err(PyTypeError::new_err(text));
        }
        if object.is_callable() || object.getattr_opt("play")?.is_some() {
            return Ok(Self::Object(object.clone().unbind()));
        }
        let found = object.repr()?;
        let text = format!(
            "expected a player: an Engine, an ExternalEngine(command), an object with a method \
             play(board, limit), or such a function; found {found}"
        );
        Err(PyTypeError::new_err(text))
    }

    /// Returns the default name of a side.
    fn name(&self, py: Python<'_>) -> PyResult<String> {
        Ok(match self {
            Self::Engine(template) => match template.options.level {
                Some(level) => format!("Dolmen level {}", level.number()),
                None => "Dolmen".to_owned(),
            },
            Self::Program(draft) => draft.name.clone().unwrap_or_default(),
            Self::Object(object) => {
                let object = object.bind(py);
                match object.getattr_opt("__name__")? {
                    Some(name) => name.str()?.to_string(),
                    None => object.get_type().name()?.to_string(),
                }
            }
        })
    }

    /// Returns the request for the side. The runner requires a program for each side; that of a side inside
    /// this process is never started.
    fn draft(&self, name: String) -> PyResult<EngineDraft> {
        let draft = match self {
            Self::Program(draft) => (**draft).clone(),
            Self::Engine(_) | Self::Object(_) => {
                let own = std::env::current_exe()?;
                let words = vec![own.to_string_lossy().into_owned()];
                EngineDraft { cmd: Some(Words(words)), ..EngineDraft::default() }
            }
        };
        Ok(EngineDraft { name: Some(name), ..draft })
    }
}

/// Checks a match, and returns it with its seats.
fn prepared(
    sides: Vec<Side>,
    mut draft: Draft,
    limit: &Bound<'_, PyAny>,
    raised: &Arc<Mutex<Option<PyErr>>>,
    request: &StopRequest,
) -> PyResult<(Contest, Seats)> {
    let limit_of_move = limit.extract::<Limit>()?;
    Limit::check_end(Some(limit_of_move))?;
    let limits = limit_of_move.0;
    let tc = TimeControl { turn: limits.turn, ..TimeControl::default() };
    draft.each.tc = Some(tc);
    draft.each.nodes = limits.nodes;
    draft.each.depth = limits.depth;
    let needs_one = sides.iter().any(|side| matches!(side, Side::Object(_)));
    if needs_one && draft.concurrency != Some(1) {
        let text = "an object of Python plays one game at a time: expected concurrency=1";
        return Err(PyValueError::new_err(text));
    }
    let config = check(&draft, draft.concurrency.unwrap_or(1)).map_err(value_error)?.config;
    let identity = |(index, side): (usize, &Side)| match side {
        Side::Program(_) => identify(&config.engines[index]).map_err(value_error),
        Side::Engine(template) => Ok(inside(&config.engines[index].name, &template.settings())),
        Side::Object(_) => Ok(inside(&config.engines[index].name, "an object of Python")),
    };
    let identities = sides.iter().enumerate().map(identity).collect::<PyResult<_>>()?;
    let maker = |side: Side| match side {
        Side::Program(_) => None,
        Side::Engine(template) => Some(Maker::Engine(template, limits)),
        Side::Object(object) => Some(Maker::Object(Arc::new(ObjectMind {
            object,
            limit: limit.clone().unbind(),
            rule: Mutex::default(),
            raised: Arc::clone(raised),
            request: request.clone(),
        }))),
    };
    let minds = sides.into_iter().map(maker).collect();
    Ok((Contest::of(config, identities), Seats { minds }))
}

/// Returns the identity of a player inside this process.
fn inside(name: &str, settings: &str) -> Identity {
    let version = env!("CARGO_PKG_VERSION");
    Identity { name: name.to_owned(), hash: format!("python {version} {settings}") }
}

/// Returns the exception of a match that cannot go on.
fn failure(error: impl Display) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}

/// Plays the games on this thread.
fn play(
    contest: Contest,
    seats: &Seats,
    request: &StopRequest,
    sender: Sender<Message>,
) -> PyResult<Finished> {
    let (mut state, _) = contest.open("").map_err(|error| match error {
        StoreError::Io { path, source } => about(&path, &source),
        error => failure(error),
    })?;
    let mut rule = contest.sequential().map_err(failure)?;
    let open = |path: &PathBuf| {
        let log = DialogueLog::open(path, "play_match").map(Arc::new);
        log.map_err(|error| about(path, &error))
    };
    let log = contest.config.outputs.log.as_ref().map(open).transpose()?;
    let arena = EngineArena::new(&contest.config, &contest.identities, Vec::new());
    let arena = arena.hosted_by(seats).logged_to(log);
    let mut reporter = Reporter(sender);
    let end = contest.play(&arena, &mut state, &mut rule, request, &mut reporter);
    let end = end.map_err(failure)?;
    drop(arena);
    let (header, records) = (state.header().clone(), state.records().to_vec());
    Ok(Finished { contest, header, records, end, rule })
}

/// Returns a game as `dolmen.MatchGame`.
fn match_game(py: Python<'_>, record: &GameRecord, header: &Header) -> PyResult<Py<PyAny>> {
    let types = Types::get(py)?;
    let conditions = &header.config.conditions;
    let text = sgf(record, header);
    let (rule, size) = (RuleLike(conditions.rule), SizeLike(conditions.size));
    let (games, _) = parse_games(text.as_bytes(), &text, rule, size, "top")?;
    let game = games.into_iter().next();
    let game = game.ok_or_else(|| PyRuntimeError::new_err("the game cannot be read"))?;
    let outcome = match record.score {
        Score::Black => Some("black"),
        Score::White => Some("white"),
        Score::Draw => Some("draw"),
        Score::Void => None,
    };
    let outcome = outcome.map(|name| types.class(py, "Outcome")?.call1((name,))).transpose()?;
    let reason = serde_json::to_value(record.reason).ok();
    let reason = reason.as_ref().and_then(|reason| reason.as_str()).unwrap_or_default().to_owned();
    let fields = (
        game,
        record.black.name.as_str(),
        record.white.name.as_str(),
        outcome,
        reason,
        record.detail.as_str(),
    );
    types.class(py, "MatchGame")?.call1(fields).map(Bound::unbind)
}

impl Finished {
    /// Returns the results as `dolmen.MatchResult`.
    fn into_python(self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let types = Types::get(py)?;
        let counts = self.contest.counts(&self.records);
        let elo = counts.elo();
        let first = &self.contest.config.engines[0].name;
        let points = |record: &GameRecord| {
            let of_black = record.score.half_points_of_black()?;
            Some(if record.black.name == *first { of_black } else { 2 - of_black })
        };
        let number = |wanted: u8| {
            self.records.iter().filter(|record| points(record) == Some(wanted)).count()
        };
        let games = self.records.iter().map(|record| match_game(py, record, &self.header));
        let games = PyTuple::new(py, games.collect::<PyResult<Vec<_>>>()?)?;
        let names = self.contest.config.engines.iter().map(|engine| engine.name.as_str());
        let fields = (
            PyTuple::new(py, names)?,
            number(2),
            number(1),
            number(0),
            PyTuple::new(py, counts.cells())?,
            elo.value,
            (elo.low, elo.high),
            counts.los(),
            self.rule.decision().map(|hypothesis| match hypothesis {
                Hypothesis::Null => "elo0",
                Hypothesis::Alternative => "elo1",
            }),
            matches!(self.end, End::Complete | End::Decided),
            games,
        );
        types.class(py, "MatchResult")?.call1(fields).map(Bound::unbind)
    }
}

/// Returns a request with these options of the runner; `opening` is one of a list.
fn requested(options: Vec<(String, String)>) -> PyResult<Draft> {
    let mut draft = Draft::default();
    for (key, value) in options {
        match key.as_str() {
            "openings" => draft.openings = Some(value.parse().map_err(value_error)?),
            "opening" => {
                let opening = ListedOpening { name: value.clone(), moves: value };
                draft.openings.get_or_insert_default().list.push(opening);
            }
            "sprt" => draft.sprt = Some(value.parse().map_err(value_error)?),
            _ => set(&mut draft, &key, &value)
                .map_err(|error| value_error(error.about("a match", &key)))?,
        }
    }
    Ok(draft)
}

/// Returns the requests for the sides, which have different names.
fn drafts(
    sides: &[Side],
    names: Option<(String, String)>,
    py: Python<'_>,
) -> PyResult<Vec<EngineDraft>> {
    let names = match names {
        Some((first, second)) => [first, second],
        None => {
            let [first, second] = [sides[0].name(py)?, sides[1].name(py)?];
            let numbered = format!("{second} 2");
            if first == second { [first, numbered] } else { [first, second] }
        }
    };
    sides.iter().zip(names).map(|(side, name)| side.draft(name)).collect()
}

/// Waits for the end of a match, and forwards its games.
fn wait(
    mailbox: &Mailbox<Message>,
    header: &Header,
    on_game: Option<&Bound<'_, PyAny>>,
    py: Python<'_>,
) -> PyResult<PyResult<Finished>> {
    loop {
        match mailbox.next(py)? {
            Some(Message::Game(record)) => {
                if let Some(on_game) = on_game {
                    on_game.call1((match_game(py, &record, header)?,))?;
                }
            }
            Some(Message::Done(done)) => return Ok(*done),
            None => return Ok(Err(failure("the match has ended without results"))),
        }
    }
}

/// Plays a match, and returns its results.
#[pyfunction]
#[pyo3(signature = (players, names, limit, options, on_game=None))]
pub(crate) fn play_match(
    players: (Bound<'_, PyAny>, Bound<'_, PyAny>),
    names: Option<(String, String)>,
    limit: &Bound<'_, PyAny>,
    options: Vec<(String, String)>,
    on_game: Option<&Bound<'_, PyAny>>,
    py: Python<'_>,
) -> PyResult<Py<PyAny>> {
    check_function("on_game", on_game)?;
    let sides = vec![Side::of(&players.0)?, Side::of(&players.1)?];
    let mut draft = requested(options)?;
    draft.engines = drafts(&sides, names, py)?;
    let (raised, request) = (Arc::default(), StopRequest::new());
    let (contest, seats) = prepared(sides, draft, limit, &raised, &request)?;
    let header = contest.header(Machine::default());
    let (sender, mailbox) = Mailbox::new();
    let asked = request.clone();
    start(move || {
        let last = sender.clone();
        let done = guarded(|| play(contest, &seats, &asked, sender));
        let done = done.unwrap_or_else(|panic| Err(failure(panic)));
        // A caller that has left does not need the results.
        last.send(Message::Done(Box::new(done))).ok();
    })?;
    let finished = wait(&mailbox, &header, on_game, py).inspect_err(|_| {
        request.at_least(Urgency::Abort);
        while let Some(Message::Game(_)) = mailbox.next_at_once(py) {}
    })?;
    if let Some(error) = lock(&raised).take() {
        return Err(error);
    }
    finished?.into_python(py)
}
