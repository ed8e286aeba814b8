//! An engine at the table: its process, and a thread that reads its output.
//!
//! Invariant: a seat has at most one process. Lines of an earlier process never reach the table, because
//! each process has a number of its own.

use std::thread;
use std::time::{Duration, Instant};

use board_table::message::EngineId;
use dolmen::protocol::command::Command;
use dolmen::protocol::manager;
use game_engine_process::{EngineProcess, Listener, Output};

use crate::engine::Engine;

/// The time limit for an engine to read a line.
const SEND_TIMEOUT: Duration = Duration::from_millis(250);
/// The interval at which a listener checks whether the table is still there.
const LISTEN_INTERVAL: Duration = Duration::from_secs(1);

/// An event from the process of an engine.
#[derive(Debug)]
pub(crate) struct EngineOutput {
    /// The engine.
    pub(crate) engine: EngineId,
    /// The number of its process.
    pub(crate) run: u64,
    /// A line, or the reason for the end of the process.
    pub(crate) text: Result<String, String>,
}

/// An engine and its process, if it runs.
#[derive(Debug)]
pub(crate) struct Seat {
    id: EngineId,
    engine: Engine,
    running: Option<EngineProcess>,
    /// The number of processes so far.
    run: u64,
}

impl Seat {
    /// Returns a seat without a process.
    pub(crate) fn new(id: EngineId, engine: Engine) -> Self {
        Self { id, engine, running: None, run: 0 }
    }

    /// Returns whether the seat has this process at present.
    pub(crate) fn is_run(&self, run: u64) -> bool {
        self.running.is_some() && self.run == run
    }

    /// Ends the current process and starts a new one. `hear` receives its output until it returns `false`.
    ///
    /// # Errors
    /// Returns the reason as a sentence if the process or its thread cannot be started.
    pub(crate) fn start(
        &mut self,
        hear: impl Fn(EngineOutput) -> bool + Send + 'static,
    ) -> Result<(), String> {
        self.end();
        let process = self.engine.command.spawn().map_err(|error| error.to_string())?;
        self.run += 1;
        let (engine, run, listener) = (self.id, self.run, process.listener());
        thread::Builder::new()
            .name(format!("engine {engine}"))
            .spawn(move || listen(listener, |text| hear(EngineOutput { engine, run, text })))
            .map_err(|error| format!("cannot start a thread: {error}"))?;
        self.running = Some(process);
        Ok(())
    }

    /// Writes a line to the process; a `START` is followed by the settings of the engine.
    ///
    /// # Errors
    /// Returns the reason as a sentence if the engine does not read.
    pub(crate) fn send(&mut self, line: &str) -> Result<(), String> {
        let Some(process) = &mut self.running else {
            return Err("the engine is not running".to_owned());
        };
        let mut text = format!("{line}\r\n");
        if matches!(Command::parse(line), Ok(Command::Start { .. })) {
            for info in manager::info(self.engine.settings.iter().cloned()) {
                text += &format!("{info}\r\n");
            }
        }
        let sent = process.send(text.as_bytes(), Instant::now() + SEND_TIMEOUT);
        sent.map(drop).map_err(|error| error.to_string())
    }

    /// Ends the process, if there is one.
    pub(crate) fn end(&mut self) {
        self.running = None;
    }
}

/// Passes on the lines of a process until it has ended or `hear` returns `false`.
fn listen(mut listener: Listener, hear: impl Fn(Result<String, String>) -> bool) {
    loop {
        match listener.next_line(Instant::now() + LISTEN_INTERVAL) {
            Output::Line(line) => {
                if !hear(Ok(String::from_utf8_lossy(&line.bytes).into_owned())) {
                    return;
                }
            }
            Output::Quiet => {}
            Output::Closed => {
                let exit = listener.wait(Instant::now() + LISTEN_INTERVAL);
                hear(Err(exit.map_or("closed its output".to_owned(), |exit| exit.to_string())));
                return;
            }
        }
    }
}
