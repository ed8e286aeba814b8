//! A running engine, and what can be asked of it.
//!
//! Invariant: the first process of the engine is reaped last and only by
//! [`EngineProcess::finish`] or the drop, so its number stays taken and no signal can ever
//! reach a stranger's process group.

use crate::command::EngineCommand;
use crate::ending::{self, Ending, Ladder};
use crate::lines::Line;
use crate::platform::Platform;
use crate::shared::{Reading, Shared, StderrSoFar};
use std::error::Error;
use std::fmt;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

#[cfg(all(test, target_os = "linux"))]
mod tests;

/// How long the reader may take to close its end of the output.
const CLOSING: Duration = Duration::from_secs(1);

/// What [`EngineProcess::next_line`] found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// The next line.
    Line(Line),
    /// No line until the deadline.
    Quiet,
    /// No line, and none will come: the output is closed, or the engine's first process has
    /// ended and all that it wrote has been handed out. Only a helper process that outlives
    /// the engine can still write after that; its lines are found by asking again. The exit
    /// status of an engine that ends is known a moment later: ask [`EngineProcess::wait`].
    Closed,
}

/// A signal to all processes of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Signal {
    /// SIGTERM: the engine is asked to end.
    Terminate,
    /// SIGINT, as from the keyboard.
    Interrupt,
    /// SIGKILL: the engine ends, asked or not.
    Kill,
}

/// How the first process of an engine ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exit {
    /// Its exit status, unless a signal ended it.
    pub code: Option<i32>,
    /// The number of the signal that ended it.
    pub signal: Option<i32>,
    /// When it was seen.
    pub at: Instant,
}

impl fmt::Display for Exit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.code, self.signal) {
            (Some(code), _) => write!(f, "ended with status {code}"),
            (None, Some(signal)) => write!(f, "ended by signal {signal}"),
            (None, None) => f.write_str("ended"),
        }
    }
}

/// What an engine uses, summed over its live processes: the members of its group, and the
/// descendants that left the group while their parents live.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Memory in RAM now, in bytes.
    pub resident: u64,
    /// The most memory in RAM at any time, in bytes: the largest sum of the processes' peaks
    /// that any call has seen. A process that came and went between two calls is missing.
    pub peak: u64,
    /// Processor time, that of children which ended and were waited for included.
    pub cpu: Duration,
    /// The number of threads.
    pub threads: usize,
    /// The number of processes; 0 once the engine has ended.
    pub processes: usize,
    /// The number of open sockets.
    pub sockets: usize,
}

/// Bytes could not be sent to an engine.
#[derive(Debug)]
pub enum SendError {
    /// The engine did not read in time. The bytes that went out cannot be taken back.
    TimedOut {
        /// How many bytes went out.
        sent: usize,
        /// How many there were.
        of: usize,
    },
    /// The engine has closed its stdin or has ended.
    Closed,
    /// The engine was started without a pipe, or [`EngineProcess::close_input`] was called.
    NoInput,
    /// The system refused.
    System(io::Error),
}

impl fmt::Display for SendError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TimedOut { sent, of } => {
                write!(f, "the engine does not read its input: {sent} of {of} bytes sent")
            }
            Self::Closed => write!(f, "the engine has closed its input"),
            Self::NoInput => write!(f, "the engine's input is closed"),
            Self::System(source) => write!(f, "cannot write to the engine: {source}"),
        }
    }
}

impl Error for SendError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::System(source) => Some(source),
            Self::TimedOut { .. } | Self::Closed | Self::NoInput => None,
        }
    }
}

/// An engine that was started. Dropping it kills and reaps all its processes.
#[derive(Debug)]
pub struct EngineProcess {
    pub(crate) shared: Arc<Shared>,
    pub(crate) platform: Platform,
    started: Instant,
    peak: AtomicU64,
    finished: bool,
}

impl EngineProcess {
    pub(crate) fn start(command: &EngineCommand) -> io::Result<Self> {
        let shared = Arc::new(Shared::default());
        let started = Instant::now();
        let platform = Platform::start(command, &shared)?;
        Ok(Self { shared, platform, started, peak: AtomicU64::new(0), finished: false })
    }

    /// The number of the first process, which is also that of the group.
    pub fn id(&self) -> u32 {
        self.platform.id()
    }

    /// The instant just before the process was created.
    pub fn started(&self) -> Instant {
        self.started
    }

    /// Writes all of `bytes` to the engine's stdin. Returns the instant just before the last
    /// byte was handed over, from which an answer's time counts.
    ///
    /// # Errors
    /// See [`SendError`]; never later than a moment after `deadline`.
    pub fn send(&mut self, bytes: &[u8], deadline: Instant) -> Result<Instant, SendError> {
        self.platform.send(bytes, deadline)
    }

    /// Closes the engine's stdin: it reads an end of file.
    pub fn close_input(&mut self) {
        self.platform.close_input();
    }

    /// The next line of the engine's stdout, waiting for it until `deadline`. Lines that were
    /// read already come first, whatever the deadline, even when the engine has ended.
    pub fn next_line(&mut self, deadline: Instant) -> Output {
        self.shared.next_line(deadline)
    }

    /// How many lines were thrown away because 4 MiB of lines waited to be asked for.
    pub fn dropped_lines(&self) -> u64 {
        self.shared.dropped_lines()
    }

    /// Changes how the engine's stdout is drained. What was read before stays.
    pub fn set_reading(&self, reading: Reading) {
        self.shared.set_reading(reading);
        self.platform.wake();
    }

    /// Closes our end of the engine's stdout, so that its next write fails. Lines that were
    /// read already stay. Where the system cannot close a pipe that is being read, it happens
    /// after the engine's next write.
    pub fn close_output(&mut self) {
        self.shared.order_close_output();
        self.platform.wake();
        if !self.shared.wait_output_closed(Instant::now() + CLOSING) {
            log::debug!("the output of engine {} is still open", self.id());
        }
    }

    /// What the engine has written to stderr.
    pub fn stderr(&self) -> StderrSoFar {
        self.shared.stderr()
    }

    /// Stops all processes of the engine (SIGSTOP) and waits until they stand still.
    ///
    /// # Errors
    /// The system cannot do it, or the engine did not stop within a second.
    pub fn freeze(&self) -> io::Result<()> {
        self.platform.freeze()
    }

    /// Lets a frozen engine go on (SIGCONT).
    ///
    /// # Errors
    /// The system cannot do it.
    pub fn thaw(&self) -> io::Result<()> {
        self.platform.thaw()
    }

    /// What the engine uses now; zeros where the system does not tell.
    pub fn usage(&self) -> Usage {
        let mut usage = self.platform.usage();
        usage.peak = self.peak.fetch_max(usage.peak, Ordering::Relaxed).max(usage.peak);
        usage
    }

    /// Sends a signal to all processes of the engine's group.
    ///
    /// # Errors
    /// The system cannot do it. An engine that has ended is no error.
    pub fn signal(&self, signal: Signal) -> io::Result<()> {
        self.platform.signal(signal)
    }

    /// How the engine's first process ended, if it has.
    pub fn exit_status(&self) -> Option<Exit> {
        self.shared.exit()
    }

    /// Waits for the engine's first process to end.
    pub fn wait(&mut self, deadline: Instant) -> Option<Exit> {
        self.shared.wait_exit(deadline)
    }

    /// Ends the engine, politely at first. Afterwards no process of its group is left, and
    /// all that were or became children of this process are reaped. A frozen engine is thawed,
    /// and its output is drained at full speed. Descendants that left the group are ended, too,
    /// as far as their parents lived when this was called; services that detached themselves,
    /// such as wine's server, which other engines may share, are left alone.
    ///
    /// Takes at most the ladder's times and four seconds more.
    pub fn finish(mut self, ladder: &Ladder) -> Ending {
        self.finished = true;
        ending::finish(&mut self, ladder)
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        if !self.finished {
            ending::finish(self, &Ladder::kill());
        }
    }
}
