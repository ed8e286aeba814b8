//! The deeds of the process: what it does to its memory, its threads, its files and itself.

use std::io::{self, Write};
use std::net::TcpListener;
use std::process::{self, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;
use std::{env, fs, hint, thread};

use crate::behaviour::Deed;

/// The hidden argument of a child process that only waits; its value is the time in milliseconds.
pub(crate) const LINGER: &str = "linger";

/// The resources that the process holds.
#[derive(Default)]
pub(crate) struct Held {
    memory: Vec<Vec<u8>>,
    socket: Option<TcpListener>,
    /// Keeps cores busy while it exists.
    pub(crate) burning: Option<Arc<()>>,
}

/// Performs a deed, with the behaviour's number.
///
/// # Errors
/// Returns the error of a failed system call.
///
/// # Panics
/// Panics if the deed is to panic.
pub(crate) fn perform(deed: &Deed, number: u64, held: &mut Held) -> io::Result<()> {
    let allocate = || vec![1_u8; (number as usize) << 20];
    match deed {
        Deed::Complain(text) => writeln!(io::stderr(), "{text}")?,
        Deed::Sleep => thread::sleep(Duration::from_millis(number)),
        Deed::Hang => park(),
        Deed::Spin => loop {
            hint::spin_loop();
        },
        Deed::Panic(text) => panic!("{text}"),
        Deed::Exit(status) => process::exit(*status),
        Deed::Abort => process::abort(),
        Deed::Leak => held.memory.push(allocate()),
        Deed::WasteMemory => drop(hint::black_box(allocate())),
        Deed::BurnCores(count) => held.burning = Some(burn(*count)),
        Deed::StartThreads(count) => {
            for _ in 0..count.parse().unwrap_or(0).min(300) {
                thread::Builder::new().stack_size(16 << 10).spawn(|| park())?;
            }
        }
        Deed::CreateFolder(name) => fs::create_dir_all(name)?,
        Deed::WriteFile => fs::write("scripted-engine.log", "started\n")?,
        Deed::OpenSocket => held.socket = Some(TcpListener::bind("127.0.0.1:0")?),
        Deed::LeaveChild => leave_child(Stdio::null())?,
        Deed::LeaveChildWithStdout => leave_child(Stdio::inherit())?,
        Deed::IgnoreSigterm => ignore_sigterm()?,
    }
    Ok(())
}

fn park() -> ! {
    loop {
        thread::park();
    }
}

/// Starts threads that keep their cores busy until the result is dropped.
fn burn(threads: usize) -> Arc<()> {
    let guard = Arc::new(());
    for _ in 0..threads {
        let watched = Arc::downgrade(&guard);
        thread::spawn(move || {
            while watched.strong_count() > 0 {
                hint::spin_loop();
            }
        });
    }
    guard
}

/// Starts a child process that outlives the engine by at most half a minute.
fn leave_child(stdout: Stdio) -> io::Result<()> {
    let mut command = Command::new(env::current_exe()?);
    command.arg(format!("{LINGER}=30000"));
    command.stdin(Stdio::null()).stdout(stdout).stderr(Stdio::null()).spawn()?;
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
