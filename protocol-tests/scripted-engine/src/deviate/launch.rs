//! What a script does before the first line is read.

use std::env;
use std::fs;
use std::io::{self, Write};
use std::net::TcpListener;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::behaviour::{Behaviour, Script};
use crate::input::LineEnds;

/// The hidden argument of a child process that only waits so many milliseconds.
pub(crate) const LINGER: &str = "linger";

/// Things that must live as long as the engine.
#[derive(Default)]
pub(crate) struct Keep {
    _socket: Option<TcpListener>,
}

/// Does what the script does at the start of the process.
///
/// # Errors
/// If the system refuses it.
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

/// How the script sees the ends of lines.
pub(crate) fn line_ends(script: Script) -> LineEnds {
    match script.behaviour {
        Behaviour::OneLinePerRead => LineEnds::Reads,
        Behaviour::NeedsCrLf => LineEnds::CrLf,
        Behaviour::KeepsCr => LineEnds::LfAlone,
        _ => LineEnds::Any,
    }
}

/// Starts threads that do nothing.
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

/// Waits as a left-behind child does.
pub(crate) fn linger(milliseconds: u64) {
    thread::sleep(Duration::from_millis(milliseconds));
}

fn say(line: &str) -> io::Result<()> {
    let mut stdout = io::stdout();
    stdout.write_all(format!("{line}\n").as_bytes())?;
    stdout.flush()
}

/// Starts a child that outlives the engine by half a minute at most.
fn leave_child(stdout: Stdio) -> io::Result<()> {
    Command::new(env::current_exe()?)
        .arg(format!("{LINGER}=30000"))
        .stdin(Stdio::null())
        .stdout(stdout)
        .stderr(Stdio::null())
        .spawn()?;
    Ok(())
}

/// Starts the engine anew with SIGTERM ignored. The standard library cannot ignore a signal, but a
/// shell can, and hands that down to what it executes.
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
