//! The process around a session: a thread that reads, a thread that thinks, and the
//! calling thread, which is the only one that writes.
//!
//! All of them wait on channels, so that an idle process costs nothing; the engine travels
//! to the search and back, so that nothing needs a lock.

use std::io::{self, ErrorKind, Read, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Instant;

use crate::engine::{Engine, Think};
use crate::protocol::lines::{Line, LineSplitter};
use crate::protocol::reply::Reply;
use crate::protocol::session::{Action, Session};
use crate::protocol::task::{Task, Thought};
use crate::search::{Detail, Observer, Progress};

/// Bytes that the search may use for its deepest line.
const SEARCH_STACK: usize = 64 << 20;

/// Bytes read at once.
const CHUNK: usize = 1 << 16;

/// What happens to the session.
enum Event {
    Line(Line),
    EndOfInput,
    Progress(Progress),
    Detail(Detail),
    Thought(Box<Thought>),
}

/// Speaks the protocol until END, until the input ends, or until nobody reads the output.
///
/// It may leave a thread behind that waits for input or ends its search: the process is
/// expected to end.
///
/// # Errors
/// If a thread cannot be started or the output cannot be written; a closed output is no
/// error.
pub fn serve(
    engine: Engine,
    input: impl Read + Send + 'static,
    output: impl Write,
) -> io::Result<()> {
    serve_with(engine, input, output, Engine::think)
}

/// As [`serve`], with another way to find moves.
///
/// # Errors
/// As [`serve`].
pub fn serve_with(
    engine: Engine,
    input: impl Read + Send + 'static,
    output: impl Write,
    think: Think,
) -> io::Result<()> {
    match run(engine, input, output, think) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => {
            log::info!("the manager has closed the output");
            Ok(())
        }
        result => result,
    }
}

fn run(
    engine: Engine,
    input: impl Read + Send + 'static,
    mut output: impl Write,
    think: Think,
) -> io::Result<()> {
    let (event_sender, events) = mpsc::channel();
    let (tasks, task_receiver) = mpsc::channel();
    spawn_search(task_receiver, event_sender.clone(), think)
        .and_then(|()| spawn_reader(input, event_sender))
        .or_else(|error| {
            print(&mut output, &Reply::Error("cannot start a thread".to_owned()))?;
            Err(error)
        })?;
    let mut session = Session::new(engine);
    let result = converse(&mut session, &events, &tasks, &mut output);
    session.abandon();
    result
}

/// Passes events to the session and carries out what it wants, until it wants to end.
fn converse(
    session: &mut Session,
    events: &Receiver<Event>,
    tasks: &Sender<Box<Task>>,
    output: &mut impl Write,
) -> io::Result<()> {
    for event in events {
        let actions = match event {
            Event::Line(line) => {
                log::debug!("> {:?}", line.text);
                session.receive(line)
            }
            Event::Progress(progress) => session.progress(&progress),
            Event::Detail(detail) => session.detail(detail).into_iter().collect(),
            Event::Thought(thought) => session.finish(*thought, Instant::now()),
            Event::EndOfInput => return Ok(()),
        };
        for action in actions {
            match action {
                Action::Print(reply) => print(output, &reply)?,
                Action::Think(task) => tasks.send(task).expect("the search thread waits for tasks"),
                Action::Exit => return Ok(()),
            }
        }
    }
    Ok(())
}

/// Writes a line and its end at once: managers drop a piece without an end.
fn print(output: &mut impl Write, reply: &Reply) -> io::Result<()> {
    log::debug!("< {reply}");
    output.write_all(format!("{reply}\n").as_bytes())?;
    output.flush()
}

/// Starts the thread that turns input into events.
fn spawn_reader(input: impl Read + Send + 'static, events: Sender<Event>) -> io::Result<()> {
    thread::Builder::new().name("reader".to_owned()).spawn(move || read(input, &events)).map(drop)
}

/// Reads to the end of the input, or until nobody wants its lines any more.
fn read(mut input: impl Read, events: &Sender<Event>) {
    let mut splitter = LineSplitter::default();
    let mut chunk = vec![0; CHUNK];
    let mut is_wanted = true;
    while is_wanted {
        let count = match input.read(&mut chunk) {
            Ok(0) => break,
            Ok(count) => count,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => {
                log::error!("cannot read the input: {error}");
                break;
            }
        };
        let received = Instant::now();
        splitter.push(&chunk[..count], |text| {
            is_wanted &= events.send(Event::Line(Line { received, text })).is_ok();
        });
    }
    // If the receiver is gone the process is already ending.
    events.send(Event::EndOfInput).ok();
}

/// Tells the session how the search gets on.
struct Reporter<'a> {
    events: &'a Sender<Event>,
    /// Whether it wants each step at the root: they are many.
    is_detailed: bool,
}

impl Observer for Reporter<'_> {
    fn progress(&mut self, progress: &Progress) {
        // If the receiver is gone the process is already ending.
        self.events.send(Event::Progress(progress.clone())).ok();
    }

    fn detail(&mut self, detail: Detail) {
        if self.is_detailed {
            self.events.send(Event::Detail(detail)).ok();
        }
    }
}

/// Starts the thread that thinks.
fn spawn_search(tasks: Receiver<Box<Task>>, events: Sender<Event>, think: Think) -> io::Result<()> {
    let work = move || {
        for task in tasks {
            let is_detailed = task.is_detailed;
            let mut reporter = Reporter { events: &events, is_detailed };
            let thought = task.perform(think, &mut reporter);
            if events.send(Event::Thought(Box::new(thought))).is_err() {
                break;
            }
        }
    };
    let builder = thread::Builder::new().name("search".to_owned()).stack_size(SEARCH_STACK);
    builder.spawn(work).map(drop)
}

#[cfg(test)]
mod tests;
