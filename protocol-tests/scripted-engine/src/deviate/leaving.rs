//! The end of a script.

use std::hint;
use std::io::{self, Write};
use std::thread;

use crate::behaviour::{Behaviour, Script};
use crate::reply::Leave;

/// Returns the exit status of the process for a reason to leave.
pub(crate) fn status(script: Script, leave: Leave) -> u8 {
    match (script.behaviour, leave) {
        (Behaviour::ExitStatusOne, _) => 1,
        (Behaviour::SaysBye, Leave::End) => {
            // There is no way to report a failure here.
            io::stdout().write_all(b"BYE\n").ok();
            0
        }
        (Behaviour::SpinsOnEof, Leave::Eof) => loop {
            hint::spin_loop();
        },
        (Behaviour::HangsOnEof, Leave::Eof) => loop {
            thread::park();
        },
        (Behaviour::NoisyBrokenPipe, Leave::Unheard) => {
            panic!("failed printing to stdout: Broken pipe")
        }
        _ => 0,
    }
}
