//! The script's treatment of `INFO` lines.

use std::fs;
use std::str;
use std::thread;
use std::time::Duration;

use super::process;
use crate::behaviour::Behaviour;
use crate::command::{number, split_token};
use crate::engine::Engine;
use crate::reply::{Leave, Reply};

/// The keys of the protocol document.
const KEYS: [&str; 8] = [
    "evaluate",
    "folder",
    "game_type",
    "max_memory",
    "rule",
    "time_left",
    "timeout_match",
    "timeout_turn",
];

/// Deals with an `INFO` line. Returns `false` if the honest engine should apply it too.
///
/// # Errors
/// Returns the reason to leave.
///
/// # Panics
/// If the script calls for a panic.
pub(crate) fn instead(engine: &mut Engine, rest: &[u8]) -> Result<bool, Leave> {
    let (key, value) = split_token(rest);
    let lower = key.to_ascii_lowercase();
    let parsed = number(value);
    match (engine.script.behaviour, lower.as_slice()) {
        (Behaviour::InfoOk, _) => engine.say(&Reply::Ok)?,
        (Behaviour::InfoSlow, _) => thread::sleep(Duration::from_millis(engine.script.value)),
        (Behaviour::InfoErrorForKey, lower) if !KEYS.iter().any(|k| k.as_bytes() == lower) => {
            engine.say(&Reply::Error("no such key"))?;
        }
        (Behaviour::InfoErrorForRule, b"rule")
            if ![Some(0), Some(1), Some(4)].contains(&parsed) =>
        {
            engine.say(&Reply::Error("rule not supported"))?;
        }
        (Behaviour::InfoErrorForMemory, b"max_memory")
            if (1..1 << 20).contains(&parsed.unwrap_or(0)) =>
        {
            engine.say(&Reply::Error("too little memory"))?;
        }
        (Behaviour::InfoPrintsEvaluate, b"evaluate") => {
            engine.output.write(b"0.0\n")?;
        }
        (Behaviour::UnsignedTime, b"time_left" | b"timeout_turn" | b"timeout_match")
            if parsed.is_some_and(|n| n < 0) =>
        {
            engine.say(&Reply::Error("not a number"))?;
            return Ok(true);
        }
        (Behaviour::PanicsOnZeroTime, b"timeout_turn") => {
            assert!(parsed != Some(0), "overflow when subtracting durations");
        }
        (Behaviour::DiesOnNumbers, b"timeout_turn" | b"max_memory" | b"rule") => {
            parsed.expect("called `Option::unwrap()` on a `None` value");
        }
        (Behaviour::ThreadsAsTold, b"thread_num") => {
            // A few hundred threads are enough to be noticed.
            process::park_threads(parsed.unwrap_or(0).clamp(0, 300) as u64).ok();
        }
        (Behaviour::FolderCut, b"folder") => create_cut_folder(value),
        (Behaviour::RuleAtStart, b"rule") => {
            engine.state.rule = Some(rest.to_vec());
            return Ok(true);
        }
        (Behaviour::LowerCaseKeys, _) => return Ok(key.iter().any(u8::is_ascii_uppercase)),
        (Behaviour::SingleBlanks, _) => {
            return Ok(rest.contains(&b'\t') || rest.windows(2).any(|pair| pair == b"  "));
        }
        (Behaviour::MemoryZeroRefused, b"max_memory") => {
            engine.state.stopped = parsed == Some(0);
        }
        _ => {}
    }
    Ok(false)
}

/// Returns the reason why the script refuses to move under its limits, if it does.
pub(crate) fn refusal(engine: &Engine) -> Option<&'static str> {
    match engine.script.behaviour {
        Behaviour::NoMatchIsNoTime if engine.limits.game <= 0 => Some("no time is left"),
        Behaviour::MemoryZeroRefused if engine.state.stopped => Some("no memory"),
        _ => None,
    }
}

/// Creates the folder that the first word of a path names.
fn create_cut_folder(value: &[u8]) {
    let (first, _) = split_token(value);
    if let Ok(name) = str::from_utf8(first)
        && !name.is_empty()
    {
        // A folder that cannot be created is ignored.
        fs::create_dir_all(name).ok();
    }
}
