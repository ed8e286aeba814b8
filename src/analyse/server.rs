//! Threads and streams: one thread reads queries, those of the scheduler think, and the calling thread writes.
//!
//! The channel of the output has few places, so that a reader of the output who is slow makes everything wait,
//! and no memory fills up.

use std::io::{self, ErrorKind, Read, Write};
use std::sync::mpsc::{self, SyncSender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use serde_json::{Map, Value, json};

use crate::analyse::action::{ACTION, Action};
use crate::analyse::fault::{Code, Fault};
use crate::analyse::ledger::Ledger;
use crate::analyse::output::{Output, Placed, write_all};
use crate::analyse::query::{Defaults, Query, Question};
use crate::analyse::reply::{self, Subject};
use crate::protocol::input::{LineSplitter, read_lines};
use crate::rules::Rule;
use crate::scheduler::{Answer, Event, Job, Scheduler, Settings};

/// The longest text line in bytes.
const MAX_LINE_BYTES: usize = 1_000_000;
/// The number of text lines that wait to be written.
const OUTPUT_PLACES: usize = 256;

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

/// A handle that ends the command early.
#[derive(Clone)]
pub struct StopHandle(Arc<Server>);

impl std::fmt::Debug for StopHandle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("StopHandle")
    }
}

impl StopHandle {
    /// Stops all searches. The command writes what they have found, and ends.
    pub fn stop(&self) {
        self.0.close();
    }
}

/// The link from a job to its query.
struct Tag {
    subject: Subject,
    place: u64,
}

/// The state that the reading thread and the signal handler share.
struct Server {
    options: Options,
    scheduler: Scheduler<Tag>,
    ledger: Arc<Mutex<Ledger>>,
    output: SyncSender<Output>,
}

/// Answers the queries of an input until it ends, or the reader of the output is gone.
///
/// `on_start` gets a handle that ends the command early. The thread that waits for input may outlive the call,
/// because the process is expected to end.
///
/// ```
/// use dolmen::analyse::{Options, serve};
///
/// let query = r#"{"id":"a","moves":["h8","i9"],"maxVisits":100}"#;
/// let mut output = Vec::new();
/// serve(Options::default(), query.as_bytes(), &mut output, |_| {})?;
/// assert!(String::from_utf8_lossy(&output).starts_with(r#"{"id":"a","turnNumber":2,"#));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// Returns an error if a thread cannot be started or the output cannot be written. A closed output is not an
/// error.
pub fn serve(
    options: Options,
    input: impl Read + Send + 'static,
    output: impl Write,
    on_start: impl FnOnce(StopHandle),
) -> io::Result<()> {
    let (sender, outputs) = mpsc::sync_channel(OUTPUT_PLACES);
    let is_ordered = options.is_ordered;
    let ledger = Arc::new(Mutex::new(Ledger::default()));
    let server = Arc::new(Server::new(options, Arc::clone(&ledger), sender)?);
    on_start(StopHandle(Arc::clone(&server)));
    let reader = Arc::clone(&server);
    thread::Builder::new().name("reader".to_owned()).spawn(move || reader.read(input))?;
    let written = write_all(
        &outputs,
        output,
        is_ordered,
        |manner| locked(&ledger).written(manner),
        || locked(&ledger).counts() == [0, 0],
    );
    // Nothing waits for the writer any more.
    drop(outputs);
    server.close();
    match written {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => {
            log::info!("the reader of the output is gone");
            Ok(())
        }
        result => result,
    }
}

fn locked(ledger: &Mutex<Ledger>) -> MutexGuard<'_, Ledger> {
    ledger.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Server {
    fn new(
        options: Options,
        ledger: Arc<Mutex<Ledger>>,
        output: SyncSender<Output>,
    ) -> io::Result<Self> {
        let evaluator = Arc::clone(&options.settings.evaluator);
        let sender = output.clone();
        let deliver = move |job: &Job<Tag>, event: Event| {
            let Tag { subject, place } = &job.tag;
            // If the writer is gone, the program is ending.
            match event {
                // The scheduler waits meanwhile, so a report without a place in the channel is left out.
                Event::Report(analysis) => {
                    sender.try_send(Output::Line(subject.report(&job.game, &analysis))).ok();
                }
                Event::Done(answer) => {
                    let text = subject.answer(&job.game, &job.task, &answer, &evaluator);
                    let manner = Some(Arc::clone(&subject.manner));
                    sender.send(Output::Placed(Placed { place: *place, text, manner })).ok();
                }
            }
        };
        let scheduler = Scheduler::new(options.settings.clone(), deliver)?;
        Ok(Self { options, scheduler, ledger, output })
    }

    /// Reads text lines until the input ends.
    fn read(&self, input: impl Read) {
        let splitter = LineSplitter::with_max_length(MAX_LINE_BYTES + 1);
        read_lines(input, splitter, |line| {
            log::debug!("> {line}");
            self.receive(&line)
        });
        if self.options.stops_at_end {
            self.close();
            return;
        }
        let endless = locked(&self.ledger).endless();
        self.scheduler.stop(&endless);
        self.send(Output::End);
    }

    /// Stops all searches, and lets nothing new begin.
    fn close(&self) {
        locked(&self.ledger).close();
        self.scheduler.stop_all();
        self.send(Output::End);
    }

    /// Sends to the writer, and returns whether it is there.
    fn send(&self, output: Output) -> bool {
        self.output.send(output).is_ok()
    }

    /// Sends an error.
    fn refuse(&self, id: Option<&str>, fault: &Fault) -> bool {
        let place = locked(&self.ledger).places(1);
        let text = reply::error(id, fault);
        self.send(Output::Placed(Placed { place, text, manner: None }))
    }

    /// Acts on a text line, and returns whether the writer is there.
    fn receive(&self, line: &str) -> bool {
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
            let mut ledger = locked(&self.ledger);
            ledger.open(&query)?;
            ledger.places(query.questions.len())
        };
        let mut is_connected = true;
        for warning in &query.warnings {
            is_connected &= self.send(Output::Line(reply::warning(id, warning)));
        }
        let Query { manner, questions, session, report_every, .. } = query;
        for (place, question) in (first_place..).zip(questions) {
            let Question { turn, task, priority } = question;
            let subject = Subject { manner: Arc::clone(&manner), turn: turn.number };
            if let Some(outcome) = turn.outcome {
                let text = subject.ended(&turn.game, outcome);
                let manner = Some(Arc::clone(&manner));
                is_connected &= self.send(Output::Placed(Placed { place, text, manner }));
                continue;
            }
            let tag = Tag { subject, place };
            let (session, game) = (session.clone(), turn.game);
            is_connected &= self.submit(Job { tag, game, task, priority, session, report_every });
        }
        Ok(is_connected)
    }

    /// Submits a position, or answers it with nothing if the program ends.
    fn submit(&self, job: Job<Tag>) -> bool {
        let mut ledger = locked(&self.ledger);
        let Subject { manner, turn } = job.tag.subject.clone();
        if !ledger.is_closed() {
            let ticket = self.scheduler.submit(job);
            ledger.submitted(&manner.id, turn, ticket);
            return true;
        }
        drop(ledger);
        let Tag { subject, place } = &job.tag;
        let evaluator = &self.options.settings.evaluator;
        let text = subject.answer(&job.game, &job.task, &Answer::Nothing, evaluator);
        self.send(Output::Placed(Placed { place: *place, text, manner: Some(manner) }))
    }

    /// Carries out an action, and echoes its object with what it adds.
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
                let [queries, positions] = locked(&self.ledger).counts();
                echo.insert("openQueries".to_owned(), json!(queries));
                echo.insert("openPositions".to_owned(), json!(positions));
                echo.insert("queued".to_owned(), json!(load.queued));
                echo.insert("running".to_owned(), json!(load.running));
                echo.insert("threads".to_owned(), json!(self.options.settings.threads));
            }
            Action::ClearCache => self.scheduler.clear(),
            Action::Terminate { id, turns } => {
                let tickets = locked(&self.ledger).jobs(id.as_deref(), turns.as_deref());
                self.scheduler.stop(&tickets);
            }
        }
        let mut is_connected = true;
        for warning in &warnings {
            is_connected &= self.send(Output::Line(reply::warning(id, warning)));
        }
        Ok(is_connected && self.send(Output::Line(reply::line(&echo))))
    }
}

/// Returns the object of a text line.
fn read_object(line: &str) -> Result<Map<String, Value>, Fault> {
    if line.len() > MAX_LINE_BYTES {
        let words = format!("the text line is longer than {MAX_LINE_BYTES} bytes");
        return Err(Fault::new(Code::TooLong, "", words));
    }
    match serde_json::from_str(line) {
        Ok(Value::Object(map)) => Ok(map),
        Ok(_) => Err(Fault::new(Code::Json, "", "the text line is no JSON object")),
        Err(error) => {
            let words = format!("the text line is no JSON object: {error}");
            Err(Fault::new(Code::Json, "", words))
        }
    }
}

/// Returns what `query_version` adds.
fn version() -> Map<String, Value> {
    let mut added = Map::new();
    added.insert("version".to_owned(), json!(env!("CARGO_PKG_VERSION")));
    added.insert("git_hash".to_owned(), json!("<omitted>"));
    added.insert("protocol".to_owned(), json!(PROTOCOL));
    added.insert("features".to_owned(), json!(FEATURES));
    added.insert("rules".to_owned(), json!(Rule::ALL.map(Rule::name)));
    added
}
