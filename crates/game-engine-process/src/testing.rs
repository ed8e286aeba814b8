//! Helpers for the tests of processes: engines that are shell scripts.
//!
//! Invariant: no helper waits longer than [`soon`], a deadline that only a failing test reaches.

use crate::{EngineCommand, EngineProcess, Ladder, Line, Output, Rung};
use std::fs;
use std::time::{Duration, Instant};

/// Returns the engine that runs `script`.
pub(crate) fn shell(script: &str) -> EngineCommand {
    EngineCommand::new("/bin/sh").args(["-c", script])
}

/// Starts the engine that runs `script`.
pub(crate) fn start(script: &str) -> EngineProcess {
    shell(script).spawn().expect("the system has a shell")
}

/// Returns a deadline that a test is expected to meet.
pub(crate) fn soon() -> Instant {
    Instant::now() + Duration::from_secs(60)
}

/// Returns a deadline that an engine is expected to miss.
pub(crate) fn shortly() -> Instant {
    Instant::now() + Duration::from_millis(60)
}

/// Returns a ladder for engines that end on `rung`: long timeouts there, short ones on the
/// rungs before.
pub(crate) fn ladder_to(rung: Rung) -> Ladder {
    let (long, short) = (Duration::from_secs(60), Duration::from_millis(60));
    Ladder {
        farewell: Some(b"END\n".to_vec()),
        patience: if rung == Rung::Farewell { long } else { short },
        after_terminate: if rung == Rung::Terminate { long } else { short },
    }
}

/// Returns the next line.
///
/// # Panics
/// If there is none.
pub(crate) fn line(engine: &mut EngineProcess) -> Line {
    match engine.next_line(soon()) {
        Output::Line(line) => line,
        other => panic!("{other:?} instead of a line"),
    }
}

/// Returns the text of the next line.
///
/// # Panics
/// If there is none.
pub(crate) fn text(engine: &mut EngineProcess) -> String {
    String::from_utf8(line(engine).bytes).expect("the scripts write UTF-8")
}

/// Sends a line.
///
/// # Panics
/// If the engine does not read it.
pub(crate) fn send(engine: &mut EngineProcess, text: &str) -> Instant {
    engine
        .send(format!("{text}\n").as_bytes(), soon())
        .expect("the engine reads its standard input")
}

/// Waits until a condition holds.
pub(crate) fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let deadline = soon();
    while !holds() {
        assert!(Instant::now() < deadline, "waited in vain until {what}");
        std::thread::yield_now();
    }
}

/// Returns the live processes of the group `id` and those that wait for us to reap them.
pub(crate) fn left_of(id: u32) -> Vec<String> {
    let (own, group) = (std::process::id().to_string(), id.to_string());
    let folder = fs::read_dir("/proc").expect("the tests need /proc");
    let stats = folder.filter_map(|entry| fs::read_to_string(entry.ok()?.path().join("stat")).ok());
    let is_left = |stat: &String| {
        let fields: Vec<&str> = stat
            [stat.rfind(')').expect("the line has a name in parentheses")..]
            .split_ascii_whitespace()
            .collect();
        fields[3] == group && (fields[1] != "Z" || fields[2] == own)
    };
    stats.filter(is_left).collect()
}
