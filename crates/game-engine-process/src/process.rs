//! A running engine: sending input, reading output, observing and signalling it.
//!
//! Invariant: the first process of the engine is reaped last, and only when the engine is
//! finished or dropped. Its process number therefore stays taken, and no signal can reach an
//! unrelated process group.

use crate::command::{EngineCommand, SpawnError};
use crate::platform::Platform;
use crate::shared::Shared;
use crate::values::{Exit, Output, Reading, SendError, Signal, StderrSoFar, ThreadTimes, Usage};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

#[cfg(all(test, target_os = "linux"))]
mod tests;

/// The time that the reader may take to close its end of the output.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// A running engine. Dropping it kills and reaps all its processes.
#[derive(Debug)]
pub struct EngineProcess {
    pub(crate) shared: Arc<Shared>,
    pub(crate) platform: Platform,
    /// Indicates whether the processes have been ended and reaped.
    pub(crate) finished: bool,
    started: Instant,
    peak: AtomicU64,
    /// The instant at which the last line was read that [`EngineProcess::next_line`] has returned.
    heard: Option<Instant>,
}

/// A reader of an engine's stdout, see [`EngineProcess::listener`]. It may outlive the engine.
#[derive(Debug)]
pub struct Listener {
    shared: Arc<Shared>,
}

impl Listener {
    /// Returns the next line like [`EngineProcess::next_line`].
    pub fn next_line(&mut self, deadline: Instant) -> Output {
        self.shared.next_line(deadline)
    }

    /// Returns how the engine's first process ended, for which it waits until `deadline`.
    pub fn wait(&self, deadline: Instant) -> Option<Exit> {
        self.shared.wait_exit(deadline)
    }
}

impl EngineCommand {
    /// Starts the engine.
    ///
    /// # Errors
    /// Returns an error if the program or the folder is missing or unusable, if the system
    /// cannot create another process, or if it does not support a limit or a processor number.
    pub fn spawn(&self) -> Result<EngineProcess, SpawnError> {
        EngineProcess::start(self).map_err(|source| SpawnError::new(self, source))
    }
}

impl EngineProcess {
    fn start(command: &EngineCommand) -> io::Result<Self> {
        let shared = Arc::new(Shared::default());
        let started = Instant::now();
        let platform = Platform::start(command, &shared)?;
        Ok(Self {
            shared,
            platform,
            finished: false,
            started,
            peak: AtomicU64::new(0),
            heard: None,
        })
    }

    /// Returns the number of the first process, which is also the number of the group.
    pub fn id(&self) -> u32 {
        self.platform.id()
    }

    /// Returns the instant just before the process was created.
    pub fn started(&self) -> Instant {
        self.started
    }

    /// Writes all of `bytes` to the engine's stdin. Returns the instant just before the last
    /// byte was written, from which to measure the time of the answer.
    ///
    /// # Errors
    /// Returns a [`SendError`] a moment after `deadline` at the latest.
    pub fn send(&mut self, bytes: &[u8], deadline: Instant) -> Result<Instant, SendError> {
        self.platform.send(bytes, deadline)
    }

    /// Closes the engine's stdin: the engine reads an end of file.
    pub fn close_input(&mut self) {
        self.platform.close_input();
    }

    /// Returns the next line of the engine's stdout, waiting for it until `deadline`. Lines
    /// already read are returned first, whatever the deadline, even if the engine has ended.
    pub fn next_line(&mut self, deadline: Instant) -> Output {
        let output = self.shared.next_line(deadline);
        if let Output::Line(line) = &output {
            self.heard = Some(line.at);
        }
        output
    }

    /// Waits until `pause` has passed since the last line of [`EngineProcess::next_line`] was read, for
    /// engines that lose input that arrives too early.
    pub fn rest(&self, pause: Duration) {
        let rested = self.heard.map_or(Duration::MAX, |heard| heard.elapsed());
        thread::sleep(pause.saturating_sub(rested));
    }

    /// Returns a reader of the engine's stdout for another thread, so that one thread can wait for
    /// lines while another one writes. Each line goes to the first caller that asks.
    pub fn listener(&self) -> Listener {
        Listener { shared: Arc::clone(&self.shared) }
    }

    /// Returns the number of lines that were dropped because 4 MiB of lines were waiting.
    pub fn dropped_lines(&self) -> u64 {
        self.shared.dropped_lines()
    }

    /// Sets how the engine's stdout is drained. Lines already read are kept.
    pub fn set_reading(&self, reading: Reading) {
        self.shared.order(|orders| orders.reading = reading);
        self.platform.wake();
    }

    /// Closes the reading end of the engine's stdout, so that the engine's next write fails.
    /// Lines already read are kept. On systems that cannot close a pipe during a read, the end
    /// closes after the engine's next write.
    pub fn close_output(&mut self) {
        self.shared.order(|orders| orders.close_output = true);
        self.platform.wake();
        if !self.shared.wait_output_closed(Instant::now() + CLOSE_TIMEOUT) {
            log::debug!("the output of engine {} is still open", self.id());
        }
    }

    /// Returns what the engine has written to stderr.
    pub fn stderr(&self) -> StderrSoFar {
        self.shared.stderr()
    }

    /// Stops all processes of the engine (SIGSTOP) and waits until they have stopped.
    ///
    /// # Errors
    /// Returns an error if the system cannot stop the engine, or if the engine has not stopped
    /// within a second.
    pub fn freeze(&self) -> io::Result<()> {
        self.platform.freeze()
    }

    /// Continues a frozen engine (SIGCONT).
    ///
    /// # Errors
    /// Returns an error if the system cannot continue the engine.
    pub fn thaw(&self) -> io::Result<()> {
        self.platform.thaw()
    }

    /// Returns the resources that the engine uses now; all are zero on systems that do not
    /// report them.
    pub fn usage(&self) -> Usage {
        let mut usage = self.platform.usage();
        usage.peak = self.peak.fetch_max(usage.peak, Ordering::Relaxed).max(usage.peak);
        usage
    }

    /// Returns how long each thread of the engine's first process and of its descendants has run
    /// and waited for a processor; empty on systems that do not report it.
    pub fn thread_times(&self) -> ThreadTimes {
        self.platform.thread_times()
    }

    /// Sends a signal to all processes of the engine's group. Succeeds if the engine has
    /// already ended.
    ///
    /// # Errors
    /// Returns an error if the system cannot send the signal.
    pub fn signal(&self, signal: Signal) -> io::Result<()> {
        self.platform.signal(signal)
    }

    /// Returns how the engine's first process ended, or `None` if it is still running.
    pub fn exit_status(&self) -> Option<Exit> {
        self.shared.exit()
    }

    /// Waits until `deadline` for the engine's first process to end.
    pub fn wait(&mut self, deadline: Instant) -> Option<Exit> {
        self.shared.wait_exit(deadline)
    }

    /// Waits until `deadline` for the engine's first process to end, and until everything that it has written is
    /// read. Returns whether both have happened.
    pub fn wait_drained(&mut self, deadline: Instant) -> bool {
        self.shared.wait_drained(deadline)
    }
}
