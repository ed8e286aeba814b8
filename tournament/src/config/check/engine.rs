//! Completes and checks the requests for engines.

use std::collections::HashSet;
use std::time::Duration;

use game_engine_process::LocateError;
use house::built_in;

use crate::config::{
    Bytes, CheckError, EngineConfig, EngineDraft, EngineFault, Limits, Profile, Span, TimeControl,
};

/// The least memory limit in bytes: a smaller number was meant in megabytes.
const MIN_MEMORY: u64 = 1000;
/// The default memory limit, that of Gomocup and of c-gomoku-cli.
const MEMORY: u64 = 350 << 20;
/// The default tolerance for late moves, for pipes and the scheduler.
const MARGIN: Duration = Duration::from_millis(50);
/// The margin of Piskvork and of the Gomocup judge.
const CONTEST_MARGIN: Duration = Duration::from_secs(1);
/// The default time limit for the start: large networks are read from slow disks.
const STARTUP: Duration = Duration::from_secs(10);
/// The default time for a move of an engine without limits.
const TURN: Duration = Duration::from_secs(1);
/// The maximum time: milliseconds are sent as 32-bit numbers.
const LONGEST: Duration = Duration::from_millis(i32::MAX as u64 - 1);
/// The maximum length of a name, for tables.
const LONGEST_NAME: usize = 64;

/// `INFO` keys that other settings determine, with these settings.
const RESERVED: [(&str, &str); 8] = [
    ("timeout_turn", "tc"),
    ("timeout_match", "tc"),
    ("time_left", "tc"),
    ("max_memory", "memory"),
    ("max_node", "nodes"),
    ("max_depth", "depth"),
    ("thread_num", "threads"),
    ("rule", "rule of the tournament"),
];

/// Completes and checks all engines.
pub(crate) fn engines(
    drafts: &[EngineDraft],
    each: &EngineDraft,
) -> Result<Vec<EngineConfig>, CheckError> {
    let mut drafts = drafts.to_vec();
    drafts.iter_mut().for_each(|draft| draft.fill(each.clone()));
    let mut taken: HashSet<_> = drafts.iter().filter_map(|draft| draft.name.clone()).collect();
    let complete = |(index, draft): (usize, &EngineDraft)| {
        let fault = |fault| {
            let name = draft.name.as_ref().map(|name| format!("engine {name}"));
            let engine = name.unwrap_or_else(|| format!("engine {}", index + 1));
            CheckError::Engine(engine, fault)
        };
        let (mut engine, found_name) = complete(draft).map_err(fault)?;
        engine.name = match &draft.name {
            Some(name) => name.clone(),
            None => free_name(&found_name, &mut taken),
        };
        if is_name(&engine.name) { Ok(engine) } else { Err(CheckError::BadName(engine.name)) }
    };
    drafts.iter().enumerate().map(complete).collect()
}

fn is_name(name: &str) -> bool {
    (1..=LONGEST_NAME).contains(&name.chars().count())
        && name.trim() == name
        && !name.contains(char::is_control)
}

/// Returns and takes a free name: that of the program, with a number if another engine has the same.
fn free_name(name: &str, taken: &mut HashSet<String>) -> String {
    let numbered = (2..).map(|number: usize| format!("{name}-{number}"));
    let mut names = [name.to_owned()].into_iter().chain(numbered);
    let free =
        names.find(|name| !taken.contains(name)).expect("an endless list of names has a free one");
    taken.insert(free.clone());
    free
}

/// Returns an engine without its name, and the name of its program.
fn complete(draft: &EngineDraft) -> Result<(EngineConfig, String), EngineFault> {
    let words = draft.cmd.as_ref().ok_or(LocateError::Empty)?;
    let located = built_in::locate(&words.0, &draft.base)?;
    if let Some(folder) = draft.folder.as_ref().filter(|folder| !folder.is_dir()) {
        return Err(EngineFault::NoFolder(folder.clone()));
    }
    check_options(&draft.options)?;
    let profile = draft.profile.unwrap_or_default();
    let engine = EngineConfig {
        name: String::new(),
        command: located.command,
        folder: draft.folder.clone().or(located.folder),
        options: draft.options.clone(),
        limits: limits(draft, profile)?,
        profile,
    };
    Ok((engine, located.name))
}

fn limits(draft: &EngineDraft, profile: Profile) -> Result<Limits, EngineFault> {
    let nodes = draft.nodes.filter(|&nodes| nodes > 0);
    let depth = draft.depth.filter(|&depth| depth > 0);
    let usual = TimeControl {
        turn: (nodes.is_none() && depth.is_none()).then_some(TURN),
        ..TimeControl::default()
    };
    let TimeControl { game, turn, increment } = draft.tc.unwrap_or(usual);
    let margin = match profile {
        Profile::Plain | Profile::CGomokuCli => MARGIN,
        Profile::Piskvork | Profile::Gomocup => CONTEST_MARGIN,
    };
    let limits = Limits {
        turn,
        game,
        increment,
        nodes,
        depth,
        threads: draft.threads.filter(|&threads| threads > 0),
        memory: Some(draft.memory.unwrap_or(Bytes(MEMORY)).0).filter(|&bytes| bytes > 0),
        margin: draft.margin.map_or(margin, |Span(time)| time),
        startup: draft.startup.map_or(STARTUP, |Span(time)| time),
        pause: draft.pause.map_or(Duration::ZERO, |Span(time)| time),
    };
    check_limits(&limits)?;
    Ok(limits)
}

fn check_limits(limits: &Limits) -> Result<(), EngineFault> {
    if limits.game.is_none() && !limits.increment.is_zero() {
        return Err(EngineFault::IncrementAlone);
    }
    if limits.startup.is_zero() {
        return Err(EngineFault::NoStartup);
    }
    if let Some(memory) = limits.memory.filter(|&bytes| bytes < MIN_MEMORY) {
        return Err(EngineFault::NoUnit(memory));
    }
    let times = [
        ("a time for a move", limits.turn.unwrap_or_default()),
        ("a time for a game", limits.game.unwrap_or_default()),
        ("an increment", limits.increment),
        ("a margin", limits.margin),
        ("a time to start", limits.startup),
        ("a pause", limits.pause),
    ];
    match times.into_iter().find(|&(_, time)| time > LONGEST) {
        Some((limit, time)) => Err(EngineFault::TooLong(limit, Span(time))),
        None => Ok(()),
    }
}

fn check_options(options: &[(String, String)]) -> Result<(), EngineFault> {
    for (key, value) in options {
        let is_word =
            !key.is_empty() && !key.contains(|c: char| c.is_whitespace() || c.is_control());
        if !is_word || value.contains(char::is_control) {
            return Err(EngineFault::BadOption { key: key.clone(), value: value.clone() });
        }
        if let Some((_, instead)) = RESERVED.iter().find(|(name, _)| name.eq_ignore_ascii_case(key))
        {
            return Err(EngineFault::ReservedOption { key: key.clone(), instead });
        }
    }
    Ok(())
}
