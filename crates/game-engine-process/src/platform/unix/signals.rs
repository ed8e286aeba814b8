//! The dispositions of signals in a new process.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::Command;

use nix::sys::signal::{SigHandler, Signal, signal};

/// The signals that `nohup`, and shells that start a command in the background, ignore.
const SIGNALS: [Signal; 4] = [Signal::SIGHUP, Signal::SIGINT, Signal::SIGQUIT, Signal::SIGTERM];

/// Lets the process of a command start with the default dispositions. Otherwise it would ignore the
/// signals that this process ignores.
#[expect(unsafe_code, reason = "the only way to run code between fork and exec")]
pub(super) fn restore_defaults(command: &mut Command) {
    let restore = || {
        for number in SIGNALS {
            // SAFETY: the default disposition calls no handler.
            unsafe { signal(number, SigHandler::SigDfl) }?;
        }
        Ok::<(), io::Error>(())
    };
    // SAFETY: between fork and exec only async-signal-safe functions may be called: `restore` calls
    // only sigaction, and neither allocates nor locks.
    unsafe { command.pre_exec(restore) };
}
