//! The parts of a tournament: engines, limits, openings, format. Read from TOML or from command
//! lines, complete and checked when it is a [`Config`].
//!
//! What somebody asked for is a [`Draft`], wherever it comes from; [`check()`] makes a
//! [`Config`] of it, and is the only way to one. [`Config::to_toml`] goes back.
//!
//! Each setting is defined once, as a field of [`Draft`], [`EngineDraft`], [`OpeningsDraft`] or
//! [`SprtDraft`]: its key in TOML and in lists such as `name=new,cmd=./brain` ([`set`]), its option
//! on the command line with the help, and how a later value replaces an earlier one follow from
//! the field, and the forms of a value from its type.

use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum;
use dolmen::board::BoardSize;
use dolmen::rules::Rule;
use serde::{Deserialize, Serialize};

pub use crate::openings::{Opening, OpeningForm, OpeningStyle};
pub use crate::statistics::SprtConfig;

mod canonical;
mod check;
mod command;
mod draft;
mod engine_draft;
mod error;
mod file;
mod near;
mod openings_draft;
mod pairs;
mod preset;
mod values;

pub use check::{Checked, check, check_engines, check_sprt};
pub use draft::{Draft, EloModel, SprtDraft};
pub use engine_draft::EngineDraft;
pub use error::{CheckError, EngineFault, SprtFault};
pub use file::{ReadConfigError, read};
pub use near::nearest;
pub use openings_draft::{
    ListedOpening, OpeningsDraft, OpeningsPlace, OpeningsSource, Order, StoredOpenings,
};
pub use pairs::{PairError, set};
pub use preset::{UnknownPreset, preset};
pub(crate) use values::name_of;
pub use values::{Bytes, ParseValueError, RuleText, SizeText, Span, TimeControl, Words};

/// The start of an engine and the facts that it is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineConfig {
    /// The name in tables; unique within a tournament.
    pub name: String,
    /// Program and arguments, with a prefix such as `wine64` first; never empty.
    pub command: Vec<String>,
    /// The working directory; none: the folder of the executable.
    pub folder: Option<PathBuf>,
    /// `INFO key value` lines of its own, in order.
    pub options: Vec<(String, String)>,
    /// Its limits.
    pub limits: Limits,
    /// The profile by which it is spoken to.
    pub profile: Profile,
}

/// The resources that an engine may use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// For a move; none: only the clock of the game.
    pub turn: Option<Duration>,
    /// For all its moves of a game; none: unlimited.
    pub game: Option<Duration>,
    /// Added to the clock of the game before each of its moves.
    pub increment: Duration,
    /// `INFO max_node`.
    pub nodes: Option<u64>,
    /// `INFO max_depth`.
    pub depth: Option<u32>,
    /// `INFO thread_num`, if it is sent.
    pub threads: Option<u32>,
    /// Bytes of memory; none: unlimited.
    pub memory: Option<u64>,
    /// The delay with which a move may come before it loses.
    pub margin: Duration,
    /// The time that it may take from its start to the answer to START.
    pub startup: Duration,
    /// The minimum time for which it is left alone after it has said something, before it is told
    /// anything: some engines lose commands that come the moment they have moved.
    pub pause: Duration,
}

/// Whose habits are imitated towards an engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Profile {
    /// The default: START, OK, the INFO lines, TURN where possible; LF ends a line.
    #[default]
    Plain,
    /// Piskvork: CR LF, its order of INFO lines, BOARD from two stones on, engines frozen
    /// on the opponent's time.
    Piskvork,
    /// The Gomocup judge: CR LF, START and INFO in one burst without waiting, engines
    /// frozen between turns, BOARD even for an empty board, start-up counted as part of the
    /// first move.
    Gomocup,
    /// c-gomoku-cli: LF, ABOUT first, BOARD for the first request, one process for all games.
    CGomokuCli,
}

/// The pairings of the engines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// All engines against each other.
    #[default]
    RoundRobin,
    /// The first engine against all others.
    Gauntlet,
}

/// A tournament, checked.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// At least two, with different names.
    pub engines: Vec<EngineConfig>,
    /// The pairings of the engines.
    pub format: Format,
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: BoardSize,
    /// Openings, in the order in which pairs take them; never empty, each checked under the
    /// rule; a single one without moves means the empty board.
    pub openings: Vec<Opening>,
    /// Indicates whether engines negotiate the opening by SWAP2BOARD.
    pub swap2: bool,
    /// Indicates whether openings that are played again are turned, each time in another way.
    pub transform: bool,
    /// Pairs (two games, colours swapped) for each pairing, at least one.
    pub pairs: u64,
    /// Indicates whether both colours are played; otherwise the second game of each pair is left
    /// out.
    pub repeat: bool,
    /// Indicates whether engines are started anew for every game, whatever their profile; always so
    /// if an engine has a limit of nodes.
    pub restart: bool,
    /// Games at once, at least one.
    pub concurrency: usize,
    /// Indicates whether each slot of games owns processors.
    pub affinity: bool,
    /// Indicates whether time that the machine takes from an engine counts as the engine's.
    pub strict_clock: bool,
    /// A game with this many stones is a draw; none: only a full board is.
    pub draw_after: Option<usize>,
    /// Every request is a BOARD block.
    pub send_boards: bool,
    /// Indicates whether the last message before each move is kept.
    pub keep_messages: bool,
    /// The seed of all randomness; below 2⁶³.
    pub seed: u64,
    /// The test that may end the tournament, with two engines only.
    pub sprt: Option<SprtConfig>,
    /// The file of results.
    pub state: PathBuf,
    /// The tournament stops when this file exists.
    pub stop_file: PathBuf,
}

#[cfg(test)]
pub(crate) mod tests;
