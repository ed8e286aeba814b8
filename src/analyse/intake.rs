//! The intake of queries and actions: reads text lines, opens queries, and submits their positions to a scheduler.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::{Map, Value, json};

use crate::analyse::action::{ACTION, Action};
use crate::analyse::fault::{Code, Fault};
use crate::analyse::ledger::Ledger;
use crate::analyse::output::{Output, Placed};
use crate::analyse::query::{Defaults, Query, Question};
use crate::analyse::reply::{self, Subject};
use crate::rules::Rule;
use crate::scheduler::{Answer, Event, Job, Schedule, Settings};

/// The longest text line in bytes.
pub(super) const MAX_LINE_BYTES: usize = 1_000_000;

/// The number of characters of a text line that an error shows.
const SHOWN_OF_LINE: usize = 60;
/// The version of the protocol.
const PROTOCOL: u32 = 1;
/// The extensions of KataGo's protocol, for clients.
const FEATURES: [&str; 13] = [
    "infinite",
    "maxDepth",
    "maxLines",
    "maxTime",
    "solve",
    "includeCertificate",
    "includeForbidden",
    "includeThreats",
    "includeMoveValues",
    "includeBoard",
    "notation",
    "position",
    "session",
];

/// The options of the command.
///
/// ```
/// use dolmen::analyse::Options;
///
/// let options = Options { is_ordered: true, ..Options::default() };
/// assert_eq!(options.settings.threads, 1);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The threads and their memory.
    pub settings: Settings,
    /// The values of queries that name none.
    pub defaults: Defaults,
    /// Indicates whether final replies and errors come in the order of the queries.
    pub is_ordered: bool,
    /// Indicates whether the end of the input stops all searches.
    pub stops_at_end: bool,
}

/// The link from a job to its query.
pub(super) struct Tag {
    subject: Subject,
    place: u64,
}

/// Returns the output for an event of a job; `None` for the progress of a solver, which no query requests. Notes an
/// answer among the open queries.
pub(super) fn output(
    options: &Options,
    ledger: &SharedLedger,
    job: &Job<Tag>,
    event: Event,
) -> Option<Output> {
    let Tag { subject, place } = &job.tag;
    Some(match event {
        Event::Report(analysis) => Output::Line(subject.report(&job.game, &analysis)),
        Event::Solving(_) => return None,
        Event::Done(answer) => {
            ledger.lock().answered(&subject.settings.id, subject.turn);
            let evaluator = &options.settings.evaluator;
            let text = subject.answer(&job.game, &job.task, &answer, evaluator);
            let settings = Some(Arc::clone(&subject.settings));
            Output::Placed(Placed { place: *place, text, settings })
        }
    })
}

/// The open queries, shared between threads.
#[derive(Clone, Debug, Default)]
pub(super) struct SharedLedger(Arc<Mutex<Ledger>>);

impl SharedLedger {
    /// Locks the open queries.
    pub(super) fn lock(&self) -> MutexGuard<'_, Ledger> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The intake: a scheduler for the positions, the open queries, and a function that takes the output and returns
/// whether the writer still accepts any.
pub(super) struct Intake<S, F> {
    pub(super) options: Options,
    pub(super) scheduler: S,
    pub(super) ledger: SharedLedger,
    pub(super) send: F,
}

impl<S: Schedule<Tag>, F: Fn(Output) -> bool> Intake<S, F> {
    /// Stops all searches, and refuses new queries.
    pub(super) fn close(&self) {
        self.ledger.lock().close();
        self.scheduler.stop_all();
    }

    /// Sends an error.
    fn refuse(&self, id: Option<&str>, fault: &Fault) -> bool {
        let place = self.ledger.lock().places(1);
        let text = reply::error(id, fault);
        (self.send)(Output::Placed(Placed { place, text, settings: None }))
    }

    /// Handles a text line, and returns whether the writer still accepts output.
    pub(super) fn receive(&self, line: &str) -> bool {
        if line.trim().is_empty() {
            return true;
        }
        let mut map = match read_object(line) {
            Ok(map) => map,
            Err(fault) => return self.refuse(None, &fault),
        };
        let id = match map.get("id") {
            Some(Value::String(id)) => id.clone(),
            None | Some(Value::Null) => {
                let fault = Fault::new(Code::Missing, "id", "missing id: expected a string");
                return self.refuse(None, &fault);
            }
            Some(other) => return self.refuse(None, &Fault::invalid("id", other, "a string")),
        };
        let done = if map.contains_key(ACTION) {
            self.act(&id, map)
        } else {
            map.remove("id");
            self.ask(&id, map)
        };
        done.unwrap_or_else(|fault| self.refuse(Some(&id), &fault))
    }

    /// Opens a query, and submits its positions.
    fn ask(&self, id: &str, map: Map<String, Value>) -> Result<bool, Fault> {
        let query = Query::read(id.to_owned(), map, &self.options.defaults)?;
        let first_place = {
            let mut ledger = self.ledger.lock();
            ledger.open(&query)?;
            ledger.places(query.questions.len())
        };
        let mut is_connected = true;
        for warning in &query.warnings {
            is_connected &= (self.send)(Output::Line(reply::warning(id, warning)));
        }
        let Query { settings, questions, session, report_every, .. } = query;
        for (place, question) in (first_place..).zip(questions) {
            let Question { turn, task, priority } = question;
            let subject = Subject { settings: Arc::clone(&settings), turn: turn.number };
            if let Some(outcome) = turn.outcome {
                let text = subject.ended(&turn.game, outcome);
                let settings = Some(Arc::clone(&settings));
                is_connected &= (self.send)(Output::Placed(Placed { place, text, settings }));
                continue;
            }
            let tag = Tag { subject, place };
            let (session, game) = (session.clone(), turn.game);
            is_connected &= self.submit(Job { tag, game, task, priority, session, report_every });
        }
        Ok(is_connected)
    }

    /// Submits a position, or answers it without a result if the program is shutting down.
    fn submit(&self, job: Job<Tag>) -> bool {
        let mut ledger = self.ledger.lock();
        let Subject { settings, turn } = job.tag.subject.clone();
        if !ledger.is_closed() {
            let ticket = self.scheduler.submit(job);
            ledger.submitted(&settings.id, turn, ticket);
            return true;
        }
        drop(ledger);
        let Tag { subject, place } = &job.tag;
        let evaluator = &self.options.settings.evaluator;
        let text = subject.answer(&job.game, &job.task, &Answer::Nothing, evaluator);
        (self.send)(Output::Placed(Placed { place: *place, text, settings: Some(settings) }))
    }

    /// Carries out an action, and echoes its object with the fields that the action adds.
    fn act(&self, id: &str, map: Map<String, Value>) -> Result<bool, Fault> {
        let mut echo = map.clone();
        let mut rest = map;
        rest.remove("id");
        let (action, warnings) = Action::read(rest)?;
        match action {
            Action::Version => echo.extend(version()),
            Action::Models => {
                let model =
                    json!({ "name": "dolmen", "internalName": "dolmen", "version": PROTOCOL });
                echo.insert("models".to_owned(), json!([model]));
            }
            Action::Status => {
                let load = self.scheduler.load();
                let [queries, positions] = self.ledger.lock().counts();
                echo.insert("openQueries".to_owned(), json!(queries));
                echo.insert("openPositions".to_owned(), json!(positions));
                echo.insert("queued".to_owned(), json!(load.queued));
                echo.insert("running".to_owned(), json!(load.running));
                echo.insert("threads".to_owned(), json!(self.options.settings.threads));
            }
            Action::ClearCache => self.scheduler.clear(),
            Action::Terminate { id, turns } => {
                let tickets = self.ledger.lock().jobs(id.as_deref(), turns.as_deref());
                self.scheduler.stop(&tickets);
                echo.insert("stopped".to_owned(), json!(tickets.len()));
            }
        }
        let mut is_connected = true;
        for warning in &warnings {
            is_connected &= (self.send)(Output::Line(reply::warning(id, warning)));
        }
        Ok(is_connected && (self.send)(Output::Line(reply::line(&echo))))
    }
}

/// Parses a text line as an object.
fn read_object(line: &str) -> Result<Map<String, Value>, Fault> {
    if line.len() > MAX_LINE_BYTES {
        let words = format!("the text line is longer than {MAX_LINE_BYTES} bytes");
        return Err(Fault::new(Code::TooLong, "", words));
    }
    let reason = match json_line::read(line.as_bytes()) {
        Ok(Value::Object(map)) => return Ok(map),
        Ok(_) => String::new(),
        // The parser's reason helps only if the line begins like an object.
        Err(reason) if line.trim_start().starts_with('{') => format!(" ({reason})"),
        Err(_) => String::new(),
    };
    // The sender cannot recognise the line by an id, so the error quotes its beginning.
    let beginning: String = line.chars().take(SHOWN_OF_LINE).collect();
    let words = format!(
        "the text line {beginning:?} is not a JSON object{reason}: expected a whole object on one line"
    );
    Err(Fault::new(Code::Json, "", words))
}

/// Returns the fields that `query_version` adds.
fn version() -> Map<String, Value> {
    let mut added = Map::new();
    added.insert("version".to_owned(), json!(env!("CARGO_PKG_VERSION")));
    added.insert("git_hash".to_owned(), json!("<omitted>"));
    added.insert("protocol".to_owned(), json!(PROTOCOL));
    added.insert("features".to_owned(), json!(FEATURES));
    added.insert("rules".to_owned(), json!(Rule::ALL.map(Rule::name)));
    added
}
