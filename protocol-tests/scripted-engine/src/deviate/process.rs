//! The start and the end of a script: what it does before the engine reads the first text line, and
//! how the process ends.

use std::env;
use std::fs;
use std::hint;
use std::io::{self, Write};
use std::net::TcpListener;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::behaviour::{Behaviour, Script};
use crate::input::LineEnds;
use crate::reply::Leave;

/// The hidden argument of a child process that only waits; its value is the time in milliseconds.
pub(crate) const LINGER: &str = "linger";

/// The resources that must stay open as long as the engine runs.
#[derive(Default)]
pub(crate) struct Keep {
    _socket: Option<TcpListener>,
}

/// Performs the script's actions at the start of the process.
///
/// # Errors
/// Returns the error of a failed system call.
pub(crate) fn launch(script: Script) -> io::Result<Keep> {
    let mut keep = Keep::default();
    match script.behaviour {
        Behaviour::Banner => say("Scripted engine, ready for commands")?,
        Behaviour::Deaf => loop {
            thread::park();
        },
        Behaviour::StderrLine => writeln!(io::stderr(), "loading weights")?,
        Behaviour::IgnoresSigterm => ignore_sigterm()?,
        Behaviour::GrandchildHoldsStdout => leave_child(Stdio::inherit())?,
        Behaviour::LeavesChild => leave_child(Stdio::null())?,
        Behaviour::WritesFile => fs::write("scripted-engine.log", "started\n")?,
        Behaviour::OpensSocket => keep._socket = Some(TcpListener::bind("127.0.0.1:0")?),
        Behaviour::ManyThreads => park_threads(script.value)?,
        _ => {}
    }
    Ok(keep)
}

/// Returns the line ends that the script recognizes.
pub(crate) fn line_ends(script: Script) -> LineEnds {
    match script.behaviour {
        Behaviour::OneLinePerRead => LineEnds::Reads,
        Behaviour::NeedsCrlf => LineEnds::CrLf,
        Behaviour::KeepsCr => LineEnds::LfAlone,
        _ => LineEnds::Any,
    }
}

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

/// Starts threads that do nothing.
///
/// # Errors
/// Returns an error if the system cannot create a thread.
pub(crate) fn park_threads(count: u64) -> io::Result<()> {
    for _ in 0..count {
        thread::Builder::new().stack_size(16 << 10).spawn(|| {
            loop {
                thread::park();
            }
        })?;
    }
    Ok(())
}

/// Waits, as the child process does that is left behind.
pub(crate) fn linger(milliseconds: u64) {
    thread::sleep(Duration::from_millis(milliseconds));
}

fn say(line: &str) -> io::Result<()> {
    let mut stdout = io::stdout();
    stdout.write_all(format!("{line}\n").as_bytes())?;
    stdout.flush()
}

/// Starts a child process that outlives the engine by at most half a minute.
fn leave_child(stdout: Stdio) -> io::Result<()> {
    Command::new(env::current_exe()?)
        .arg(format!("{LINGER}=30000"))
        .stdin(Stdio::null())
        .stdout(stdout)
        .stderr(Stdio::null())
        .spawn()?;
    Ok(())
}

/// Restarts the engine with SIGTERM ignored. The standard library cannot ignore a signal, but a
/// shell can, and the program that it executes inherits the setting.
#[cfg(unix)]
fn ignore_sigterm() -> io::Result<()> {
    use std::os::unix::process::CommandExt;
    Err(Command::new("/bin/sh")
        .arg("-c")
        .arg("trap '' TERM; exec \"$0\" thinking")
        .arg(env::current_exe()?)
        .exec())
}

#[cfg(not(unix))]
fn ignore_sigterm() -> io::Result<()> {
    Ok(())
}
