//! The plain values that an engine process takes and returns.

use crate::last_words::last_words;
use crate::lines::Line;
use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;
use std::io;
use std::time::{Duration, Instant};

/// The result of [`EngineProcess::next_line`](crate::EngineProcess::next_line).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// The next line.
    Line(Line),
    /// No line arrived before the deadline.
    Quiet,
    /// The output has ended: the pipe is closed, or the engine's first process has ended and
    /// everything it wrote has been returned.
    ///
    /// A helper process that outlives the engine can still write after that; another call
    /// returns its lines. The exit status becomes known a moment after the output ends, so use
    /// [`EngineProcess::wait`](crate::EngineProcess::wait) to get it.
    Closed,
}

/// The way in which the reader drains an engine's stdout.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reading {
    /// As fast as the output arrives.
    #[default]
    Normal,
    /// Not at all: the pipe fills up.
    Paused,
    /// A few bytes at a time.
    Slow {
        /// The maximum number of bytes per read; 0 counts as 1.
        bytes: usize,
        /// The time between two reads.
        every: Duration,
    },
}

/// The output of an engine on stderr.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StderrSoFar {
    /// The total number of bytes; 0 when stderr is merged into stdout.
    pub total: u64,
    /// The last 64 KiB.
    pub tail: Vec<u8>,
}

impl StderrSoFar {
    /// Returns the line that gives the reason for the engine's end: the message of the last exception or
    /// panic; without one, the last line. Returns `None` if all lines are blank.
    ///
    /// ```
    /// use game_engine_process::StderrSoFar;
    ///
    /// let tail = b"Traceback (most recent call last):\n  File \"mine.py\"\nValueError: oops\n".to_vec();
    /// let stderr = StderrSoFar { total: tail.len() as u64, tail };
    /// assert_eq!(stderr.last_words().as_deref(), Some("ValueError: oops"));
    /// ```
    pub fn last_words(&self) -> Option<String> {
        last_words(&self.tail)
    }
}

/// A signal to all processes of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Signal {
    /// SIGTERM: asks the engine to end.
    Terminate,
    /// SIGINT, as sent from the keyboard.
    Interrupt,
    /// SIGKILL: ends the engine unconditionally.
    Kill,
}

/// The end of the first process of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exit {
    /// The exit status, unless a signal ended the process.
    pub code: Option<i32>,
    /// The number of the signal that ended the process.
    pub signal: Option<i32>,
    /// The time at which the end was observed.
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

/// The resources that an engine uses, summed over its live processes: the members of its
/// group, and the descendants that left the group while their parents were alive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// The resident memory now, in bytes.
    pub resident: u64,
    /// The peak of the resident memory, in bytes: the largest sum of the processes' peaks that
    /// any call has measured. It misses a process that starts and ends between two calls.
    pub peak: u64,
    /// The processor time, including that of children that have ended and been waited for.
    pub cpu: Duration,
    /// The number of threads.
    pub threads: usize,
    /// The number of processes; 0 once the engine has ended.
    pub processes: usize,
    /// The number of open sockets.
    pub sockets: usize,
}

/// The time for which a thread has run, and for which it was ready to run but waited for a processor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ThreadTime {
    /// The time for which it ran.
    pub ran: Duration,
    /// The time for which it waited.
    pub waited: Duration,
}

/// The times of the threads of an engine, since each of them started.
///
/// ```
/// use std::time::Duration;
///
/// use game_engine_process::{ThreadTime, ThreadTimes};
///
/// let time = |ran, waited| {
///     let [ran, waited] = [ran, waited].map(Duration::from_millis);
///     ThreadTime { ran, waited }
/// };
/// let before = ThreadTimes::new([(7, time(100, 10)), (8, time(0, 50))]);
/// let after = ThreadTimes::new([(7, time(120, 90)), (8, time(5, 60)), (9, time(1, 20))]);
/// let since = after.since(&before);
/// assert_eq!((since.ran, since.waited), (Duration::from_millis(26), Duration::from_millis(80)));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ThreadTimes(BTreeMap<u32, ThreadTime>);

impl ThreadTimes {
    /// Returns the times of threads by their numbers.
    pub fn new(threads: impl IntoIterator<Item = (u32, ThreadTime)>) -> Self {
        Self(threads.into_iter().collect())
    }

    /// Returns the difference to `before`: the total time for which the threads ran, and the longest
    /// time for which a single thread waited.
    #[must_use]
    pub fn since(&self, before: &Self) -> ThreadTime {
        let mut since = ThreadTime::default();
        for (thread, now) in &self.0 {
            let before = before.0.get(thread).copied().unwrap_or_default();
            since.ran += now.ran.saturating_sub(before.ran);
            since.waited = since.waited.max(now.waited.saturating_sub(before.waited));
        }
        since
    }
}

/// The error of a write to an engine's stdin.
#[derive(Debug)]
pub enum SendError {
    /// The engine did not read before the deadline. The bytes already written stay written.
    TimedOut {
        /// The number of bytes written.
        sent: usize,
        /// The number of bytes to write.
        of: usize,
    },
    /// The engine has closed its stdin or has ended.
    Closed,
    /// The engine was started without a pipe, or
    /// [`EngineProcess::close_input`](crate::EngineProcess::close_input) was called.
    NoInput,
    /// The system call failed.
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
