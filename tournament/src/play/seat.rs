//! An engine at the table: its process, and a thread that listens to it.
//!
//! Invariant: a seat has at most one process. Lines of a process that was ended never reach the table,
//! because each process has a number of its own.

use std::sync::mpsc::Sender;
use std::thread;
use std::time::{Duration, Instant};

use board_table::message::EngineId;
use game_engine_process::{EngineProcess, Listener, Output};

use crate::config::EngineConfig;
use crate::play::host::Event;
use crate::run::command;

/// The time that an engine may take to read a line.
const READING: Duration = Duration::from_millis(250);
/// The interval at which a listener looks whether it is still wanted.
const SLICE: Duration = Duration::from_secs(1);

/// An engine of the configuration and its process, if it runs.
#[derive(Debug)]
pub(super) struct Seat {
    id: EngineId,
    engine: EngineConfig,
    running: Option<EngineProcess>,
    /// The number of processes so far.
    run: u64,
}

impl Seat {
    /// Returns a seat without a process.
    pub(super) fn new(id: EngineId, engine: EngineConfig) -> Self {
        Self { id, engine, running: None, run: 0 }
    }

    /// Returns whether the seat has this process at present.
    pub(super) fn is_run(&self, run: u64) -> bool {
        self.running.is_some() && self.run == run
    }

    /// Starts a process, after the end of the one before.
    ///
    /// # Errors
    /// Returns the reason as a sentence if the process or its thread cannot be started.
    pub(super) fn start(&mut self, events: &Sender<Event>) -> Result<(), String> {
        self.end();
        let process = command(&self.engine, &[]).spawn().map_err(|error| error.to_string())?;
        self.run += 1;
        let ear = Ear {
            id: self.id,
            run: self.run,
            listener: process.listener(),
            events: events.clone(),
        };
        thread::Builder::new()
            .name(format!("engine {}", self.id))
            .spawn(move || ear.listen())
            .map_err(|error| format!("cannot start a thread: {error}"))?;
        self.running = Some(process);
        Ok(())
    }

    /// Writes a line to the process. After a new board it adds what the configuration says about
    /// the engine.
    ///
    /// # Errors
    /// Returns the reason as a sentence if the engine does not read.
    pub(super) fn send(&mut self, line: &str) -> Result<(), String> {
        let Some(process) = &mut self.running else { return Err("it does not run".to_owned()) };
        let mut text = format!("{line}\r\n");
        if line.starts_with("START") || line.starts_with("RECTSTART") {
            for (key, value) in facts(&self.engine) {
                text += &format!("INFO {key} {value}\r\n");
            }
        }
        let sent = process.send(text.as_bytes(), Instant::now() + READING);
        sent.map(drop).map_err(|error| error.to_string())
    }

    /// Ends the process, if there is one.
    pub(super) fn end(&mut self) {
        self.running = None;
    }
}

/// Returns the keys and values that the configuration has for an engine.
fn facts(engine: &EngineConfig) -> Vec<(&str, String)> {
    let limits = &engine.limits;
    let memory = limits.memory.map(|bytes| ("max_memory", bytes.to_string()));
    let threads = limits.threads.map(|threads| ("thread_num", threads.to_string()));
    let options = engine.options.iter().map(|(key, value)| (key.as_str(), value.clone()));
    memory.into_iter().chain(threads).chain(options).collect()
}

/// A listener to one process.
struct Ear {
    id: EngineId,
    run: u64,
    listener: Listener,
    events: Sender<Event>,
}

impl Ear {
    /// Passes lines on until the process has ended or nobody takes them.
    fn listen(mut self) {
        let (engine, run) = (self.id, self.run);
        loop {
            let event = match self.listener.next_line(Instant::now() + SLICE) {
                Output::Line(line) => {
                    let text = String::from_utf8_lossy(&line.bytes).into_owned();
                    Event::Line { engine, run, text }
                }
                Output::Quiet => continue,
                Output::Closed => {
                    let exit = self.listener.wait(Instant::now() + SLICE);
                    let reason =
                        exit.map_or("closed its output".to_owned(), |exit| exit.to_string());
                    self.events.send(Event::Gone { engine, run, reason }).ok();
                    return;
                }
            };
            if self.events.send(event).is_err() {
                return;
            }
        }
    }
}
