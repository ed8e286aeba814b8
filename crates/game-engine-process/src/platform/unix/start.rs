//! Creates the process of an engine.
//!
//! Invariant: each of our pipe ends is non-blocking, and closed in all children.

use crate::command::{EngineCommand, Environment};
use crate::platform::pipes::Pipes;
use crate::platform::unix::signals::restore_defaults;
use rustix::process::Pid;
use std::ffi::OsString;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command};
use std::time::Duration;

/// The number of attempts to start a program that is being written, before the last one.
const MAX_BUSY_ATTEMPTS: usize = 200;
/// The time between two of these attempts.
const BUSY_PAUSE: Duration = Duration::from_millis(5);

/// Sets the limits, then executes the engine. Shells differ in the option that limits
/// processes.
const LIMIT_SCRIPT: &str = r#"
if [ -n "$1" ]; then ulimit -n "$1" || exit 126; fi
if [ -n "$2" ]; then
    if (ulimit -u "$2") 2>/dev/null; then ulimit -u "$2"; else ulimit -p "$2" || exit 126; fi
fi
shift 2
exec "$@"
"#;

/// A new process and our non-blocking ends of its pipes.
pub(crate) struct Started {
    pub(crate) leader: Pid,
    pub(crate) pipes: Pipes,
}

/// Starts the engine in a new process group.
pub(crate) fn start(engine: &EngineCommand) -> io::Result<Started> {
    let mut command = command(engine)?;
    let pipes = Pipes::new(engine, &mut command)?;
    rustix::io::ioctl_fionbio(&pipes.output, true)?;
    if let Some(input) = &pipes.input {
        rustix::io::ioctl_fionbio(input, true)?;
    }
    if let Some(errors) = &pipes.errors {
        rustix::io::ioctl_fionbio(errors, true)?;
    }
    let child = spawn_on(command, &engine.cpus)?;
    let leader = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    let leader = leader.expect("a child has a positive number");
    Ok(Started { leader, pipes })
}

fn command(engine: &EngineCommand) -> io::Result<Command> {
    let words = engine.words()?;
    let limited = engine.open_files.is_some() || engine.processes.is_some();
    let mut command = if limited {
        check_program(&words[0])?;
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", LIMIT_SCRIPT, "sh"]);
        for limit in [engine.open_files, engine.processes] {
            shell.arg(limit.map_or(String::new(), |limit| limit.to_string()));
        }
        shell.args(&words);
        shell
    } else {
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]);
        command
    };
    if let Some(folder) = &engine.folder {
        check_folder(folder)?;
        command.current_dir(folder);
    }
    if let Environment::Only(variables) = &engine.environment {
        command.env_clear().envs(variables.iter().map(|(name, value)| (name, value)));
    }
    command.process_group(0);
    restore_defaults(&mut command);
    Ok(command)
}

/// Checks that a program given by a path exists: a shell would report a missing one only by
/// its exit status.
fn check_program(program: &OsString) -> io::Result<()> {
    if Path::new(program).components().count() > 1 {
        std::fs::metadata(program)?;
    }
    Ok(())
}

/// Checks that the folder exists: the system's error does not distinguish a missing folder
/// from a missing program.
fn check_folder(folder: &Path) -> io::Result<()> {
    let named =
        |kind| io::Error::new(kind, format!("folder `{}` does not exist", folder.display()));
    match std::fs::metadata(folder) {
        Ok(found) if found.is_dir() => Ok(()),
        Ok(_) => Err(named(io::ErrorKind::NotADirectory)),
        Err(error) => Err(named(error.kind())),
    }
}

/// Spawns from a thread that is bound to the processors, so that the engine is bound from its
/// first instruction.
fn spawn_on(mut command: Command, cpus: &[usize]) -> io::Result<Child> {
    if cpus.is_empty() {
        return unless_busy(BUSY_PAUSE, || command.spawn());
    }
    std::thread::scope(|scope| {
        let bound = scope.spawn(|| {
            bind_thread(cpus)?;
            unless_busy(BUSY_PAUSE, || command.spawn())
        });
        bound.join().expect("the spawning thread does not panic")
    })
}

/// Repeats an attempt to start a program while the system reports that its file is busy: open for
/// writing.
///
/// A program that was just copied stays busy while a child process that another thread is starting
/// holds an inherited handle of the copier, that is, until the child executes its own program.
fn unless_busy<T>(pause: Duration, mut attempt: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    for _ in 0..MAX_BUSY_ATTEMPTS {
        match attempt() {
            Err(error) if error.kind() == io::ErrorKind::ExecutableFileBusy => {
                std::thread::sleep(pause);
            }
            result => return result,
        }
    }
    attempt()
}

/// Binds the calling thread to these processors.
#[cfg(target_os = "linux")]
pub(crate) fn bind_thread(cpus: &[usize]) -> io::Result<()> {
    let mut set = rustix::thread::CpuSet::new();
    for &cpu in cpus {
        if cpu >= rustix::thread::CpuSet::MAX_CPU {
            return Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                format!("processor {cpu} does not exist"),
            ));
        }
        set.set(cpu);
    }
    Ok(rustix::thread::sched_setaffinity(None, &set)?)
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn bind_thread(_cpus: &[usize]) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(test)]
mod tests {
    use super::{MAX_BUSY_ATTEMPTS, unless_busy};
    use std::io::{Error, ErrorKind};
    use std::time::Duration;

    #[test]
    fn attempts_are_repeated_while_the_file_is_busy() {
        let mut results = [Err(ErrorKind::ExecutableFileBusy), Ok(7), Ok(8)].into_iter();
        let mut attempt = || results.next().expect("three attempts").map_err(Error::from);
        assert_eq!(
            unless_busy(Duration::ZERO, &mut attempt).expect("the second attempt succeeds"),
            7
        );

        let mut attempts = 0;
        let missing = unless_busy(Duration::ZERO, || -> Result<(), _> {
            attempts += 1;
            Err(Error::from(ErrorKind::NotFound))
        });
        assert_eq!(
            (missing.map_err(|error| error.kind()), attempts),
            (Err(ErrorKind::NotFound), 1)
        );

        let busy = unless_busy(Duration::ZERO, || -> Result<(), _> {
            attempts += 1;
            Err(Error::from(ErrorKind::ExecutableFileBusy))
        });
        assert_eq!(busy.map_err(|error| error.kind()), Err(ErrorKind::ExecutableFileBusy));
        assert_eq!(attempts, 1 + MAX_BUSY_ATTEMPTS + 1);
    }
}
