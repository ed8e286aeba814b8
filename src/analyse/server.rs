//! Threads and streams: one thread reads queries, those of the scheduler think, and the calling thread writes.
//!
//! The output channel has few places, so that a slow reader of the output delays the searches instead of filling the
//! memory.

use std::io::{self, ErrorKind, Read, Write};
use std::sync::Arc;
use std::sync::mpsc::{self, SyncSender};
use std::thread;

use crate::analyse::intake::{self, Intake, MAX_LINE_BYTES, Options, SharedLedger, Tag};
use crate::analyse::output::{Output, write_all};
use crate::protocol::input::{LineSplitter, read_lines};
use crate::scheduler::{Event, Job, Scheduler};

/// The capacity of the output channel, in text lines.
const OUTPUT_PLACES: usize = 256;

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

/// The state that the reading thread and the signal handler share.
struct Server {
    intake: Intake<Scheduler<Tag>, Box<dyn Fn(Output) -> bool + Send + Sync>>,
}

/// Answers the queries of an input until it ends or the output is closed.
///
/// `on_start` receives a handle that ends the command early. The thread that reads the input may outlive the call,
/// because the process is expected to exit.
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
    let ledger = SharedLedger::default();
    let server = Arc::new(Server::new(options, ledger.clone(), sender)?);
    on_start(StopHandle(Arc::clone(&server)));
    let reader = Arc::clone(&server);
    thread::Builder::new().name("reader".to_owned()).spawn(move || reader.read(input))?;
    let written = write_all(
        &outputs,
        output,
        is_ordered,
        |settings| ledger.lock().written(settings),
        || ledger.lock().counts() == [0, 0],
    );
    // Dropping the receiver fails all pending sends, so that no thread waits for the writer.
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

impl Server {
    fn new(options: Options, ledger: SharedLedger, output: SyncSender<Output>) -> io::Result<Self> {
        let sender = output.clone();
        let (of_jobs, of_ledger) = (options.clone(), ledger.clone());
        let deliver = move |job: &Job<Tag>, event: Event| {
            let is_report = matches!(event, Event::Report(_));
            let Some(output) = intake::output(&of_jobs, &of_ledger, job, event) else { return };
            // If the writer is gone, the program is ending.
            if is_report {
                // A full channel would block the scheduler, so the report is dropped instead.
                sender.try_send(output).ok();
            } else {
                sender.send(output).ok();
            }
        };
        let scheduler = Scheduler::new(options.settings.clone(), deliver)?;
        let send = Box::new(move |next| output.send(next).is_ok());
        Ok(Self { intake: Intake { options, scheduler, ledger, send } })
    }

    /// Reads text lines until the input ends.
    fn read(&self, input: impl Read) {
        let splitter = LineSplitter::with_max_length(MAX_LINE_BYTES + 1);
        read_lines(input, splitter, |line| {
            log::debug!("> {line}");
            self.intake.receive(&line)
        });
        if self.intake.options.stops_at_end {
            self.close();
            return;
        }
        let endless = self.intake.ledger.lock().endless();
        self.intake.scheduler.stop(&endless);
        (self.intake.send)(Output::End);
    }

    /// Stops all searches, and refuses new queries.
    fn close(&self) {
        self.intake.close();
        (self.intake.send)(Output::End);
    }
}
