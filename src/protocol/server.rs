//! Runs a session: one thread reads, one thread thinks, and the calling thread writes.
//!
//! All threads wait on channels, so an idle process uses no processor time. The engine moves to
//! the search thread and back, so no data needs a lock.

use std::io::{self, ErrorKind, Read, Write};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use crate::engine::{Engine, Think};
use crate::protocol::input::{InputLine, LineSplitter, read_lines};
use crate::protocol::reply::Reply;
use crate::protocol::session::{Action, Session};
use crate::protocol::task::{Task, TaskResult};
use crate::search::{Detail, Observer, Progress, STACK_BYTES, Stopwatch, TimeSource};

/// The longest time from END to the end of the process, if a search must answer first.
const MAX_END_DELAY: Duration = Duration::from_millis(12);

/// An event for the session.
enum Event {
    Line(InputLine),
    EndOfInput,
    Progress(Progress),
    Detail(Detail),
    TaskDone(Box<TaskResult>),
}

/// Runs a session until END, the end of the input, or the closing of the output.
///
/// A thread that waits for input or finishes its search may outlive the call, because the process
/// is expected to end.
///
/// ```
/// use dolmen::Engine;
/// use dolmen::protocol::server::serve;
///
/// let mut output = Vec::new();
/// serve(Engine::default(), &b"START 15\nEND\n"[..], &mut output)?;
/// assert_eq!(output, b"OK\n");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// Returns an error if a thread cannot be started or the output cannot be written. A closed output
/// is not an error.
pub fn serve(
    engine: Engine,
    input: impl Read + Send + 'static,
    output: impl Write,
) -> io::Result<()> {
    serve_with(engine, input, output, Engine::think)
}

/// Runs a session like [`serve`], with `think` to find the moves.
///
/// # Errors
/// Returns an error in the same cases as [`serve`].
pub(crate) fn serve_with(
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
    let clock = process_clock();
    spawn_search(task_receiver, event_sender.clone(), think)
        .and_then(|()| spawn_reader(input, clock, event_sender))
        .or_else(|error| {
            print(&mut output, &Reply::Error("cannot start a thread".to_owned()))?;
            Err(error)
        })?;
    let mut session = Session::new(engine, Arc::new(clock));
    let result = converse(&mut session, &events, &tasks, &clock, &mut output);
    session.abandon();
    result
}

/// Returns a clock that began with the process, which has just started.
fn process_clock() -> Stopwatch {
    /// More than the time that a process takes to start.
    const STARTUP: Duration = Duration::from_secs(1);
    Stopwatch::since(Instant::now().checked_sub(STARTUP).unwrap_or_else(Instant::now))
}

/// Passes events to the session and carries out its actions until one of them is the exit.
fn converse(
    session: &mut Session,
    events: &Receiver<Event>,
    tasks: &Sender<Box<Task>>,
    clock: &Stopwatch,
    output: &mut impl Write,
) -> io::Result<()> {
    // The time at which the process ends, even if the search has not answered.
    let mut deadline = None;
    loop {
        let actions = match next_event(events, clock, deadline) {
            Some(Event::Line(line)) => {
                log::debug!("> {:?}", line.text);
                session.receive(line)
            }
            Some(Event::Progress(progress)) => session.progress(&progress),
            Some(Event::Detail(detail)) => session.detail(detail).into_iter().collect(),
            Some(Event::TaskDone(result)) => {
                for reply in session.finish(*result, clock.elapsed()) {
                    print(output, &reply)?;
                }
                session.resume()
            }
            Some(Event::EndOfInput) => session.end_of_input(),
            None => session.give_up(),
        };
        for action in actions {
            match action {
                Action::Print(reply) => print(output, &reply)?,
                Action::Think(task) => tasks.send(task).expect("the search thread waits for tasks"),
                Action::Exit => return Ok(()),
            }
        }
        if session.is_ending() && deadline.is_none() {
            deadline = Some(clock.elapsed() + MAX_END_DELAY);
        }
    }
}

/// Returns the next event, or `None` if there is none until the deadline.
fn next_event(
    events: &Receiver<Event>,
    clock: &Stopwatch,
    deadline: Option<Duration>,
) -> Option<Event> {
    match deadline {
        None => events.recv().ok(),
        Some(deadline) => events.recv_timeout(deadline.saturating_sub(clock.elapsed())).ok(),
    }
}

/// Writes a text line together with its end, because managers drop a piece without an end.
fn print(output: &mut impl Write, reply: &Reply) -> io::Result<()> {
    log::debug!("< {reply}");
    output.write_all(format!("{reply}\n").as_bytes())?;
    output.flush()
}

/// Starts the thread that reads the input.
fn spawn_reader(
    input: impl Read + Send + 'static,
    clock: Stopwatch,
    events: Sender<Event>,
) -> io::Result<()> {
    let reader = thread::Builder::new().name("reader".to_owned());
    reader.spawn(move || read(input, &clock, &events)).map(drop)
}

/// Sends the text lines of the input until it ends or the receiver is gone.
fn read(input: impl Read, clock: &Stopwatch, events: &Sender<Event>) {
    read_lines(input, LineSplitter::default(), |text| {
        let received = clock.elapsed();
        events.send(Event::Line(InputLine { received, text })).is_ok()
    });
    events.send(Event::EndOfInput).ok();
}

/// An observer that forwards all reports to the session.
struct EventSender<'a> {
    events: &'a Sender<Event>,
    /// Indicates whether to send each step at the root; there are many.
    is_detailed: bool,
}

impl Observer for EventSender<'_> {
    fn progress(&mut self, progress: &Progress) {
        // If the receiver is gone, the process is already ending.
        self.events.send(Event::Progress(progress.clone())).ok();
    }

    fn detail(&mut self, detail: Detail) {
        if self.is_detailed {
            self.events.send(Event::Detail(detail)).ok();
        }
    }
}

/// Starts the thread that performs the tasks.
fn spawn_search(tasks: Receiver<Box<Task>>, events: Sender<Event>, think: Think) -> io::Result<()> {
    let work = move || {
        for task in tasks {
            let is_detailed = task.is_detailed;
            let mut sender = EventSender { events: &events, is_detailed };
            let result = task.perform(think, &mut sender);
            if events.send(Event::TaskDone(Box::new(result))).is_err() {
                break;
            }
        }
    };
    let builder = thread::Builder::new().name("search".to_owned()).stack_size(STACK_BYTES);
    builder.spawn(work).map(drop)
}

#[cfg(test)]
mod tests;
