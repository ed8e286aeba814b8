//! Sources of time, and the other services that a search needs from its platform. No other file of the search reads
//! the clock of the system or starts threads.
//!
//! A search asks its source only for the time since the command was read, and a session of the protocol only for the
//! time since a moment of its caller's choice. A program can therefore run both on a platform without a clock, and a
//! test can set the time.

use std::fmt::Debug;
use std::io;
use std::sync::Arc;
use std::thread::Builder;
use std::time::{Duration, Instant};

use crate::solver::STACK_BYTES;

/// The work of a helper thread.
pub type Job = Box<dyn FnOnce() + Send>;

/// A source of time for one search, or for a session with many.
pub trait TimeSource: Debug + Send + Sync {
    /// Returns the time since the command for the search was read; for a session, since any fixed
    /// moment.
    fn elapsed(&self) -> Duration;

    /// Returns whether the search must answer at once, as after a stop of its control. A platform on which no other
    /// thread can reach the control requests the stop here; others need not implement it.
    fn wants_stop(&self) -> bool {
        false
    }

    /// Runs a job on another thread. A platform without the threads of the standard library has its own.
    ///
    /// # Errors
    /// Returns an error if there is no thread for it; the search then does without this helper.
    fn spawn(&self, job: Job) -> io::Result<()> {
        Builder::new().name("helper".to_owned()).stack_size(STACK_BYTES).spawn(job).map(drop)
    }
}

/// A time source on the clock of the system.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch {
    started: Instant,
}

impl Stopwatch {
    /// Returns a stopwatch that starts now.
    ///
    /// # Panics
    /// Panics on platforms without a clock, such as `wasm32-unknown-unknown`; use [`NoClock`]
    /// there.
    #[must_use]
    pub fn start() -> Self {
        Self::since(Instant::now())
    }

    /// Returns a stopwatch that has run since an instant.
    #[must_use]
    pub const fn since(started: Instant) -> Self {
        Self { started }
    }
}

impl TimeSource for Stopwatch {
    fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

/// A time source that stands still.
///
/// It suffices for a search that is limited by depth or by nodes. A search that is limited only by
/// time does not end until it is stopped.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoClock;

impl TimeSource for NoClock {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}

/// A time source that counts from a moment of another one.
#[derive(Clone, Debug)]
pub struct Since {
    /// The other time source.
    pub clock: Arc<dyn TimeSource>,
    /// The moment, as its elapsed time.
    pub started: Duration,
}

impl TimeSource for Since {
    fn elapsed(&self) -> Duration {
        self.clock.elapsed().saturating_sub(self.started)
    }

    fn wants_stop(&self) -> bool {
        self.clock.wants_stop()
    }

    fn spawn(&self, job: Job) -> io::Result<()> {
        self.clock.spawn(job)
    }
}
