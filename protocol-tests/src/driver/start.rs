//! The check that an engine starts, before any case runs.

use std::io;
use std::time::{Duration, Instant};

use game_engine_process::{EngineProcess, Exit, Ladder, Output};
use thiserror::Error;

use crate::case::Process;
use crate::driver::launch::Rooms;
use crate::driver::lines::{last_lines, shown};
use crate::subject::Subject;

/// The time that an engine may take to answer or to exit; the cases judge one that does neither.
const PATIENCE: Duration = Duration::from_secs(5);

/// The time between the end of the output of a process and its exit.
const EXIT: Duration = Duration::from_secs(1);

/// The reason for which no case can run with an engine.
#[derive(Debug, Error)]
pub enum StartError {
    /// There is no folder to start the engine in.
    #[error("cannot create a temporary folder: {0}")]
    NoFolder(io::Error),
    /// The system refuses to start the program, for instance because the file is no program.
    #[error("cannot start the engine: {0}")]
    Refused(String),
    /// The engine exits before it gets a command.
    #[error(
        "cannot start the engine: it exits before it gets a command, {exit}{}\n\
         The suite starts it in an empty folder. A relative path leads there, unless it names the program or \
         an existing script.", told(.stderr)
    )]
    Exits {
        /// The end of its process.
        exit: Exit,
        /// Its last lines on standard error.
        stderr: Vec<String>,
    },
}

/// Returns the lines of standard error as the end of a message.
fn told(stderr: &[String]) -> String {
    match stderr {
        [] => "; it writes nothing to standard error".to_owned(),
        lines => format!("; its last lines on standard error:\n  {}", lines.join("\n  ")),
    }
}

/// Starts the engine once or twice, as for a case, to check that it does not exit at once. One that exits
/// at START alone passes: the cases show how it fails.
///
/// # Errors
/// Returns an error if the system refuses, or if the engine exits without a word before it gets a command.
pub fn check_start(subject: &Subject) -> Result<(), StartError> {
    let process = Process::default();
    let rooms = Rooms::new(subject, &process).map_err(StartError::NoFolder)?;
    let launch = || rooms.launch(subject, &process).map_err(StartError::Refused);
    let mut engine = launch()?;
    let start = engine.started();
    // An engine that has exited cannot be sent anything, which its silence shows as well.
    engine.send(b"START 15\r\n", start + PATIENCE).ok();
    if exits_silently(&mut engine, start + PATIENCE).is_none() {
        return Ok(());
    }
    let took = start.elapsed();
    let mut engine = launch()?;
    let deadline = engine.started() + 2 * took + EXIT;
    let Some(exit) = exits_silently(&mut engine, deadline) else { return Ok(()) };
    let ending = engine.finish(&Ladder::kill());
    let stderr = last_lines(&ending.stderr.tail).into_iter().map(shown).collect();
    Err(StartError::Exits { exit, stderr })
}

/// Returns how a process ends before a deadline if it prints nothing until then.
fn exits_silently(engine: &mut EngineProcess, deadline: Instant) -> Option<Exit> {
    match engine.next_line(deadline) {
        Output::Closed => engine.wait(Instant::now() + EXIT),
        Output::Line(_) | Output::Quiet => None,
    }
}

#[cfg(all(test, unix))]
mod tests {
    use crate::driver::check_start;
    use crate::subject::Subject;

    /// The message about an engine of a shell script; empty if it starts.
    fn told(script: &str) -> String {
        let mut subject = Subject::new("/bin/sh");
        subject.arguments = vec!["-c".into(), script.into()];
        check_start(&subject).err().map(|error| error.to_string()).unwrap_or_default()
    }

    #[test]
    fn an_engine_that_exits_at_once_is_told_with_its_last_lines() {
        let told_of = told("echo one >&2; echo two >&2; exit 3");
        let expected = "cannot start the engine: it exits before it gets a command, ended with status 3; its \
                        last lines on standard error:\n  one\n  two\n";
        assert!(told_of.starts_with(expected), "{told_of}");
        let told_of = told("exit 0");
        assert!(told_of.contains("; it writes nothing to standard error\n"), "{told_of}");
    }

    #[test]
    fn the_cases_judge_every_other_engine() {
        for script in ["read -r line; echo OK; read -r line", "read -r line; exit 3", "echo hello"]
        {
            assert_eq!(told(script), "", "{script}");
        }
    }
}
