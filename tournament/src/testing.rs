//! The common parts of tests of several modules: a small tournament, and a game without engines
//! whose result depends on its seed alone.

use std::path::PathBuf;
use std::time::Duration;

use crate::config::{Conditions, Config, EngineConfig, Limits, Profile, Running};
use crate::openings::Opening;
use crate::plan::{GameTask, Identity, mix};
use crate::record::{Conduct, GameRecord, MoveRecord, Reason, Score};

/// An engine that need not be there.
pub(crate) fn engine(name: &str) -> EngineConfig {
    EngineConfig {
        name: name.to_owned(),
        command: vec![format!("./{name}")],
        folder: None,
        options: Vec::new(),
        limits: Limits {
            turn: Some(Duration::from_secs(1)),
            game: None,
            increment: Duration::ZERO,
            nodes: None,
            depth: None,
            threads: None,
            memory: None,
            margin: Duration::from_millis(50),
            startup: Duration::from_secs(10),
            pause: Duration::ZERO,
        },
        profile: Profile::Plain,
    }
}

/// A round robin of the engines `A`, `B`, … on the empty board.
pub(crate) fn config(engines: usize, pairs: u64) -> Config {
    let names = (b'A'..).take(engines).map(|letter| char::from(letter).to_string());
    Config {
        engines: names.map(|name| engine(&name)).collect(),
        conditions: Conditions::default(),
        running: Running { keep_messages: false, ..Running::default() },
        openings: vec![Opening { name: "empty".to_owned(), moves: Vec::new() }],
        pairs,
        concurrency: 2,
        sprt: None,
        state: PathBuf::from("games.jsonl"),
        stop_file: PathBuf::from("stop"),
    }
}

/// Identities of engines that are not there.
pub(crate) fn identities(config: &Config) -> Vec<Identity> {
    let identity = |engine: &EngineConfig| Identity {
        name: engine.name.clone(),
        hash: format!("hash of {}", engine.name),
    };
    config.engines.iter().map(identity).collect()
}

/// Returns how a game of a tournament ends when nobody plays it: by its seed.
pub(crate) fn record(config: &Config, task: &GameTask) -> GameRecord {
    let conduct = |engine: usize| Conduct {
        name: config.engines[engine].name.clone(),
        hash: format!("hash of {}", config.engines[engine].name),
        moves: (task.seed % 5) as u32,
        time_ms: task.seed as f64 / 7.0,
        ..Conduct::default()
    };
    let score = [Score::Black, Score::Black, Score::White, Score::Draw][(task.seed % 4) as usize];
    let place = |i: u64| (mix(task.seed, 9, i) % 15) as u8;
    GameRecord {
        id: task.id,
        opening: task.opening,
        seed: task.seed,
        black: conduct(task.black),
        white: conduct(task.white),
        score,
        reason: if score == Score::Draw { Reason::BoardFull } else { Reason::Five },
        detail: String::new(),
        moves: (0..task.seed % 20)
            .map(|i| MoveRecord { at: (place(i), place(i + 99)), ms: Some(0.1), message: None })
            .collect(),
        started: task.seed,
        host: 0,
        replays: 0,
    }
}
