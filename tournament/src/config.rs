//! The parts of a tournament: engines, limits, openings, format. Read from TOML or from command
//! lines; complete and checked as a [`Config`].
//!
//! A request is a [`Draft`], whatever its source. Only [`check()`] completes a draft to a [`Config`];
//! [`Config::to_toml`] converts back.
//!
//! Each option is defined once, as a row of the table in `options.rs`, or as a field of
//! [`EngineDraft`], [`OpeningsDraft`] or [`SprtDraft`]: its key in TOML and in lists such as
//! `name=new,cmd=./brain` ([`set`]), its option on the command line with the help, and how a later
//! value replaces an earlier one follow from the definition, and the forms of a value from its
//! type.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use dolmen::board::Point;
use serde::{Deserialize, Serialize};

pub use crate::openings::{Opening, OpeningForm, OpeningStyle};
pub use crate::statistics::SprtConfig;

mod adjudication;
mod check;
mod engine_draft;
mod error;
mod file;
mod ladder;
mod limits;
mod openings_draft;
mod options;
mod pairs;
mod preset;
mod sprt_draft;
mod values;

pub use adjudication::{DrawByScore, Resignation, ResignationRule, Streak};
pub use check::{Checked, check, check_engines};
pub use engine_draft::EngineDraft;
pub use error::{CheckError, EngineFault};
pub use file::{ReadConfigError, read};
pub use ladder::{Ladder, LadderError, pairings};
pub use limits::Limits;
pub use openings_draft::{ListedOpening, OpeningsDraft, OpeningsPlace, Order};
pub(crate) use options::{C_GOMOKU_CLI, TheirOption};
pub use options::{Conditions, Draft, Running};
pub use pairs::{PairError, set};
pub use preset::{UnknownPreset, preset};
pub use sprt_draft::{EloModel, SprtDraft};
pub(crate) use values::MAX_CONCURRENCY;
pub use values::{
    Bytes, OpeningProtocol, ParseValueError, RuleText, SizeText, Span, TimeControl, Words,
};

/// The configuration of an engine: its command, its options and its limits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineConfig {
    /// The name in tables; unique within a tournament.
    pub name: String,
    /// Program and arguments, with a prefix such as `wine64` first; never empty.
    pub command: Vec<String>,
    /// The working directory; if `None`, the folder of the executable.
    pub folder: Option<PathBuf>,
    /// The `INFO key value` text lines of this engine alone, in order.
    pub options: Vec<(String, String)>,
    /// Its limits.
    pub limits: Limits,
    /// The manager that the runner imitates.
    pub profile: Profile,
}

/// A manager of engines, whose dialogue the runner imitates.
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

/// A checked tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// The engines: at least two, with different names.
    pub engines: Vec<EngineConfig>,
    /// The options that decide how games go.
    pub conditions: Conditions,
    /// The options that concern this machine.
    pub running: Running,
    /// The openings in the order in which pairs use them: never empty, and each checked under the rule. A
    /// single opening without moves stands for the empty board.
    pub openings: Vec<Opening>,
    /// Pairs (two games with swapped colours, or one without `repeat`) of each pairing; at least
    /// one.
    pub pairs: u64,
    /// The number of concurrent games, at least one.
    pub concurrency: usize,
    /// The test that may end the tournament, with two engines only.
    pub sprt: Option<SprtConfig>,
    /// The file of results.
    pub state: PathBuf,
    /// The stop file: the tournament stops when it exists.
    pub stop_file: PathBuf,
    /// The files that are written beside the results.
    pub outputs: Outputs,
}

/// The files that are written while games are played, beside the results.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outputs {
    /// The log of the dialogue.
    pub log: Option<PathBuf>,
    /// The games as SGF.
    pub sgf: Option<PathBuf>,
    /// The results as PGN.
    pub pgn: Option<PathBuf>,
    /// The folder of the games as psq.
    pub psq: Option<PathBuf>,
}

impl Config {
    /// Checks that another output would replace none of the files of this tournament.
    ///
    /// # Errors
    /// Returns [`CheckError::OutputTwice`] if it would.
    pub fn check_output(&self, path: &Path) -> Result<(), CheckError> {
        let Outputs { log, sgf, pgn, psq } = &self.outputs;
        let own = [log, sgf, pgn, psq].into_iter().flatten();
        let own: Vec<&Path> =
            own.chain([&self.state, &self.stop_file]).map(PathBuf::as_path).collect();
        check_distinct_files(&own, path)
    }

    /// Returns the tournament as TOML, with every value, the openings themselves in the order in which they
    /// are played, and absolute paths of the programs. Equal tournaments have equal texts. The text reads
    /// back as an equal tournament where relative paths name the same files.
    #[must_use]
    pub fn to_toml(&self) -> String {
        toml::to_string(&self.draft()).expect("every draft serializes to TOML")
    }

    /// Returns the request for this tournament with every setting explicit.
    #[must_use]
    pub fn draft(&self) -> Draft {
        let Outputs { log, sgf, pgn, psq } = self.outputs.clone();
        let list = self.openings.iter().map(|opening| ListedOpening {
            name: opening.name.clone(),
            moves: opening.moves.iter().map(Point::to_string).collect(),
        });
        let mut draft = Draft {
            games: Some(if self.conditions.repeat { 2 * self.pairs } else { self.pairs }),
            concurrency: Some(self.concurrency),
            state: Some(self.state.clone()),
            stop_file: Some(self.stop_file.clone()),
            log,
            sgf,
            pgn,
            psq,
            openings: Some(OpeningsDraft { list: list.collect(), ..OpeningsDraft::default() }),
            sprt: self.sprt.map(SprtDraft::from),
            engines: self.engines.iter().map(EngineConfig::draft).collect(),
            ..Draft::default()
        };
        self.conditions.write(&mut draft);
        self.running.write(&mut draft);
        draft
    }
}

/// Checks that a path differs from those that are taken.
fn check_distinct_files(taken: &[&Path], path: &Path) -> Result<(), CheckError> {
    // Without an absolute form, as for an empty path, the path itself decides.
    let place = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    match taken.iter().find(|other| place(other) == place(path)) {
        Some(_) => Err(CheckError::OutputTwice(path.to_owned())),
        None => Ok(()),
    }
}

impl EngineConfig {
    /// Returns the request for this engine with every setting explicit; 0 stands for no limit.
    fn draft(&self) -> EngineDraft {
        let Limits { turn, game, increment, .. } = self.limits;
        let Limits { nodes, depth, threads, memory, margin, startup, pause, .. } = self.limits;
        EngineDraft {
            name: Some(self.name.clone()),
            cmd: Some(Words(self.command.clone())),
            folder: self.folder.clone(),
            profile: Some(self.profile),
            tc: Some(TimeControl { game, turn, increment }),
            nodes: Some(nodes.unwrap_or(0)),
            depth: Some(depth.unwrap_or(0)),
            threads: Some(threads.unwrap_or(0)),
            memory: Some(Bytes(memory.unwrap_or(0))),
            margin: Some(Span(margin)),
            startup: Some(Span(startup)),
            pause: Some(Span(pause)),
            options: self.options.clone(),
            ..EngineDraft::default()
        }
    }
}
