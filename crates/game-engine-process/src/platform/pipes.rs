//! The pipes between this process and an engine.
//!
//! Invariant: the command owns the engine's ends, so that only ours stay open when it is dropped.

use crate::command::{EngineCommand, Stderr, Stdin};
use std::io::{self, PipeReader, PipeWriter};
use std::process::{Command, Stdio};

/// Our ends of the pipes of one engine.
pub(super) struct Pipes {
    /// The engine's stdin; `None` if it has no pipe there.
    pub(super) input: Option<PipeWriter>,
    /// The engine's stdout, with stderr if the two are merged.
    pub(super) output: PipeReader,
    /// The engine's stderr; `None` if it is merged with stdout.
    pub(super) errors: Option<PipeReader>,
}

impl Pipes {
    /// Creates the pipes that the engine needs, and gives their other ends to its command.
    pub(super) fn new(engine: &EngineCommand, command: &mut Command) -> io::Result<Self> {
        let input = match engine.stdin {
            Stdin::Null => {
                command.stdin(Stdio::null());
                None
            }
            Stdin::Pipe => {
                let (theirs, ours) = io::pipe()?;
                command.stdin(theirs);
                Some(ours)
            }
        };
        let (output, theirs) = io::pipe()?;
        let errors = match engine.stderr {
            Stderr::Merged => {
                command.stderr(theirs.try_clone()?);
                None
            }
            Stderr::Separate => {
                let (ours, theirs) = io::pipe()?;
                command.stderr(theirs);
                Some(ours)
            }
        };
        command.stdout(theirs);
        Ok(Self { input, output, errors })
    }
}
