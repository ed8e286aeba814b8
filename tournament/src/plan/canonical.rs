//! Everything that decides how the games of a tournament go, in one fixed form.
//!
//! Invariant: two configurations have the same form if and only if their games may be counted
//! together. Paths, the number of games at once and the number of pairs are not in it.

use std::path::Path;
use std::time::Duration;

use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::config::{Config, EngineConfig, Format, Limits, name_of};
use crate::openings::Opening;
use crate::plan::identity::{Identity, hexadecimal, is_program};
use crate::statistics::SprtConfig;

/// The configuration in its fixed form; written as JSON, its hash is the id of the plan. The
/// order of the fields is part of the form.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Canonical {
    /// `round-robin` or `gauntlet`.
    pub format: String,
    /// The rule by its name.
    pub rule: String,
    /// The board, such as `15x15`.
    pub size: String,
    /// The seed of all randomness.
    pub seed: u64,
    /// Indicates whether pairs have two games.
    pub repeat: bool,
    /// Indicates whether openings are negotiated.
    pub swap2: bool,
    /// Indicates whether openings that are played again are turned.
    pub transform: bool,
    /// Indicates whether engines are started anew for every game.
    pub restart: bool,
    /// Indicates whether every request is a BOARD block.
    pub send_boards: bool,
    /// The number of stones that makes a draw.
    pub draw_after: Option<usize>,
    /// The engines.
    pub engines: Vec<CanonicalEngine>,
    /// The test that may end the tournament.
    pub sprt: Option<SprtConfig>,
    /// The openings: column and row of each move.
    pub openings: Vec<Vec<(usize, usize)>>,
}

/// An engine in its fixed form.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CanonicalEngine {
    /// Its name.
    pub name: String,
    /// The hash of its program.
    pub hash: String,
    /// Its command, with names instead of paths.
    pub command: Vec<String>,
    /// Its own INFO lines.
    pub options: Vec<(String, String)>,
    /// The profile by which it is spoken to.
    pub profile: String,
    /// Its limits.
    pub limits: CanonicalLimits,
}

/// Limits in their fixed form; times in milliseconds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CanonicalLimits {
    /// For a move.
    pub turn_ms: Option<f64>,
    /// For a game.
    pub game_ms: Option<f64>,
    /// Added before each move.
    pub increment_ms: f64,
    /// Nodes for a move.
    pub nodes: Option<u64>,
    /// Depth of a search.
    pub depth: Option<u32>,
    /// Threads of a search.
    pub threads: Option<u32>,
    /// Bytes.
    pub memory: Option<u64>,
    /// The delay with which a move may come.
    pub margin_ms: f64,
    /// For the answer to START.
    pub startup_ms: f64,
    /// Between an answer and what it is told next; none in most plans.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pause_ms: Option<f64>,
}

impl Canonical {
    /// The fixed form of a configuration whose engines have these identities.
    #[must_use]
    pub(crate) fn new(config: &Config, identities: &[Identity]) -> Self {
        // Taken apart so that a new field must be thought about here.
        let Config {
            engines,
            format,
            rule,
            size,
            openings,
            swap2,
            transform,
            pairs: _,
            repeat,
            restart,
            concurrency: _,
            affinity: _,
            strict_clock: _,
            draw_after,
            send_boards,
            keep_messages: _,
            seed,
            sprt,
            state: _,
            stop_file: _,
        } = config;
        let engines =
            engines.iter().zip(identities).map(|(engine, id)| canonical_engine(engine, id));
        Self {
            format: name_of(format),
            rule: rule.to_string(),
            size: size.to_string(),
            seed: *seed,
            repeat: *repeat,
            swap2: *swap2,
            transform: *transform,
            restart: *restart,
            send_boards: *send_boards,
            draw_after: *draw_after,
            engines: engines.collect(),
            sprt: *sprt,
            openings: openings.iter().map(canonical_opening).collect(),
        }
    }

    /// Returns the pairings of the engines; none if it is no name of a format.
    pub(crate) fn format(&self) -> Option<Format> {
        Format::from_str(&self.format, false).ok()
    }

    /// SHA-256 of the JSON text, in 64 hexadecimal digits.
    #[must_use]
    pub(crate) fn hash(&self) -> String {
        let text = serde_json::to_string(self).expect("a value without maps serializes to JSON");
        hexadecimal(&Sha256::digest(text))
    }
}

fn canonical_engine(engine: &EngineConfig, identity: &Identity) -> CanonicalEngine {
    let EngineConfig { name, command, folder, options, limits, profile } = engine;
    let (program, arguments) = command.split_first().expect("a command begins with its program");
    let program = Path::new(program);
    // Programs by their names: the same engine may lie elsewhere on another machine.
    let folder = folder.as_deref().or(program.parent()).unwrap_or(Path::new(""));
    let bare = |word: &String| match Path::new(word).file_name() {
        Some(name) if is_program(&folder.join(word)) => name.to_string_lossy().into_owned(),
        _ => word.clone(),
    };
    CanonicalEngine {
        name: name.clone(),
        hash: identity.hash.clone(),
        command: [program.file_name().unwrap_or_default().to_string_lossy().into_owned()]
            .into_iter()
            .chain(arguments.iter().map(bare))
            .collect(),
        options: options.clone(),
        profile: name_of(profile),
        limits: canonical_limits(limits),
    }
}

fn canonical_limits(limits: &Limits) -> CanonicalLimits {
    let Limits { turn, game, increment, nodes, depth, threads, memory, margin, startup, pause } =
        limits;
    let ms = |time: &Duration| time.as_secs_f64() * 1e3;
    CanonicalLimits {
        turn_ms: turn.as_ref().map(ms),
        game_ms: game.as_ref().map(ms),
        increment_ms: ms(increment),
        nodes: *nodes,
        depth: *depth,
        threads: *threads,
        memory: *memory,
        margin_ms: ms(margin),
        startup_ms: ms(startup),
        pause_ms: (!pause.is_zero()).then(|| ms(pause)),
    }
}

fn canonical_opening(opening: &Opening) -> Vec<(usize, usize)> {
    opening.moves.iter().map(|point| (point.column(), point.row())).collect()
}
