//! A game engine as a child process: raw bytes in and out, time-stamped lines, deadlines,
//! stderr, memory, freezing, and an end that always comes.
//!
//! Invariant: no call blocks past the deadline that it was given, and an engine, whatever it
//! does, can neither make this crate hold more than a few MiB of its output nor outlive
//! [`EngineProcess::finish`] or the drop of its [`EngineProcess`].
//!
//! The engine leads a process group of its own. Signals go to the group, figures are summed
//! over it, and its members are killed and reaped together; a process that calls
//! [`become_subreaper`] also reaps the members whose parents died.
//!
//! ```
//! # #[cfg(unix)] {
//! use engine_process::{EngineCommand, Ladder, Output, Rung};
//! use std::time::{Duration, Instant};
//!
//! let soon = || Instant::now() + Duration::from_secs(10);
//! let mut engine = EngineCommand::new("/bin/sh")
//!     .args(["-c", "read command; echo 7,7; read command"])
//!     .spawn()
//!     .expect("a shell is there");
//! let asked = engine.send(b"BEGIN\r\n", soon()).expect("the engine reads");
//! let Output::Line(line) = engine.next_line(soon()) else { panic!("no answer") };
//! assert_eq!(line.bytes, b"7,7");
//! assert!(line.at >= asked);
//! let ending = engine.finish(&Ladder::default());
//! assert_eq!(ending.rung, Rung::Farewell);
//! # }
//! ```

mod command;
mod ending;
mod lines;
mod process;
mod shared;
#[cfg(all(test, target_os = "linux"))]
mod testing;

#[cfg(unix)]
mod unix;
#[cfg(unix)]
use unix as platform;

#[cfg(not(unix))]
mod elsewhere;
#[cfg(not(unix))]
use elsewhere as platform;

pub use command::{EngineCommand, Environment, SpawnError, Stderr, Stdin};
pub use ending::{Ending, Ladder, Rung};
pub use lines::{Line, LineEnd};
pub use process::{EngineProcess, Exit, Output, SendError, Signal, Usage};
pub use shared::{Reading, StderrSoFar};

/// Makes the calling process the parent of every orphan among its descendants, so that
/// [`EngineProcess::finish`] can reap helper processes whose own parents are gone.
///
/// It holds for the whole process and need be called only once, before the first engine is
/// started. Where the system knows no such thing this does nothing; the orphans then are left
/// to the system's first process.
///
/// # Errors
/// Whatever the system answers.
pub fn become_subreaper() -> std::io::Result<()> {
    platform::become_subreaper()
}
