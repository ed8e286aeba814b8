//! A game engine as a child process: raw bytes in and out, time-stamped lines, deadlines,
//! stderr, resource usage, freezing, and a guaranteed end.
//!
//! Invariant: no call blocks past its deadline. Whatever an engine does, this crate holds at
//! most a few MiB of its output, and the engine does not outlive [`EngineProcess::finish`] or
//! the drop of its [`EngineProcess`].
//!
//! Each engine leads its own process group. Signals go to the whole group, resource usage is
//! summed over it, and its members are killed and reaped together. A process that calls
//! [`become_subreaper`] also reaps the members whose parents have died.
//!
//! ```
//! # #[cfg(unix)] {
//! use game_engine_process::{EngineCommand, Ladder, Output, Rung};
//! use std::time::{Duration, Instant};
//!
//! let soon = || Instant::now() + Duration::from_secs(10);
//! let mut engine = EngineCommand::new("/bin/sh")
//!     .args(["-c", "read command; echo 7,7; read command"])
//!     .spawn()
//!     .expect("the system has a shell");
//! let asked = engine.send(b"BEGIN\r\n", soon()).expect("the engine reads its standard input");
//! let Output::Line(line) = engine.next_line(soon()) else { panic!("no answer") };
//! assert_eq!(line.bytes, b"7,7");
//! assert!(line.at >= asked);
//! let ending = engine.finish(&Ladder::default());
//! assert_eq!(ending.rung, Rung::Farewell);
//! # }
//! ```
//!
//! # Floors
//!
//! Each module uses only modules on lower floors.
//!
//! ```text
//! 5  ending
//! 4  machine, process
//! 3  locate, platform
//! 2  command, shared
//! 1  values
//! 0  last_words, lines
//! ```

mod command;
mod ending;
mod last_words;
mod lines;
mod locate;
mod machine;
mod platform;
mod process;
mod shared;
#[cfg(all(test, target_os = "linux"))]
mod testing;
mod values;

pub use command::{EngineCommand, Environment, SpawnError, Stderr, Stdin};
pub use ending::{Ending, Ladder, Rung};
pub use lines::{Line, LineEnd};
pub use locate::{LocateError, Located, MissingKey, pairs, parse_memory};
pub use machine::Watch;
pub use process::{EngineProcess, Listener};
pub use values::{
    Exit, Output, Reading, SendError, Signal, StderrSoFar, ThreadTime, ThreadTimes, Usage,
};

/// Makes the calling process the parent of every orphan among its descendants, so that
/// [`EngineProcess::finish`] can reap helper processes whose own parents are gone.
///
/// The setting holds for the whole process, so one call before the first engine starts is
/// enough. On systems without subreapers the call has no effect, and the system's first
/// process reaps the orphans.
///
/// # Errors
/// Returns the error of the system call.
pub fn become_subreaper() -> std::io::Result<()> {
    platform::become_subreaper()
}
