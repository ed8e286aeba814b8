//! The command `tune`: the search's margins, tuned by games of the engine against itself.
//!
//! SPSA as fishtest runs it: every step moves all margins at once a little, each up or down
//! at random, plays the two engines that this makes against each other, and goes some of the
//! way towards the one that won. What a step does depends on the settings, the number of its
//! first pair, the pairs that there are to be and the values before it, and on nothing else:
//! threads and stops change no result.

pub mod games;
pub mod report;
pub mod spsa;
pub mod state;
#[cfg(test)]
mod tests;

use std::fmt;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use dolmen::board::BoardSize;
use dolmen::rules::Rule;
use dolmen::search::margins::Margin;
use serde::{Serialize, Serializer};

use crate::journal::JournalError;
use crate::pairing::Pairing;
use crate::tune::spsa::{Batch, Trial};
use crate::tune::state::Step;

/// The settings that a file of a tuning belongs to: other settings need another file.
#[derive(Clone, Debug, Serialize)]
pub struct Settings {
    /// The engine's version and the signature of its search.
    pub engine: String,
    /// The rules that pairs are played under, in turn; at least one.
    #[serde(serialize_with = "rule_names")]
    pub rules: Vec<Rule>,
    /// The size of the board.
    #[serde(serialize_with = "shown")]
    pub size: BoardSize,
    /// Nodes of a search for a move.
    pub nodes: u64,
    /// Pairs of games in a step, at least one.
    pub batch: u64,
    /// The seed of all steps and openings.
    pub seed: u64,
    /// The length of a step in the end for each game won more than lost, as a share of the
    /// perturbation: fishtest's `r_end`.
    pub rate: f64,
    /// The margins that are tuned; they start from their usual values.
    #[serde(serialize_with = "ranges")]
    pub margins: Vec<Margin>,
}

impl Settings {
    /// Returns the conditions of the games.
    pub(crate) fn pairing(&self) -> Pairing<'_> {
        Pairing { rules: &self.rules, size: self.size, nodes: self.nodes, seed: self.seed }
    }
}

/// A range of one margin, as the file has it.
#[derive(Serialize)]
struct Range {
    name: &'static str,
    start: i32,
    least: i32,
    most: i32,
}

fn rule_names<S: Serializer>(rules: &[Rule], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(rules.iter().map(|rule| rule.name()))
}

fn shown<S: Serializer>(size: &BoardSize, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(size)
}

fn ranges<S: Serializer>(margins: &[Margin], serializer: S) -> Result<S::Ok, S::Error> {
    let range = |margin: &Margin| Range {
        name: margin.name,
        start: margin.default,
        least: margin.min,
        most: margin.max,
    };
    serializer.collect_seq(margins.iter().map(range))
}

/// The parameters to tune, the length of the tuning, and the place of its file.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The settings that do not change when a tuning is gone on with.
    pub settings: Settings,
    /// Pairs of games in the end, those of earlier runs included. The steps' sizes shrink
    /// towards this number.
    pub pairs: u64,
    /// The file that keeps every step.
    pub state: PathBuf,
}

/// The progress of a tuning.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// Pairs of earlier runs.
    pub known_pairs: u64,
    /// All pairs.
    pub pairs: u64,
    /// The values of the margins that are tuned, in the order of the settings.
    pub values: Vec<f64>,
    /// Bytes of a last line that was written only in part, and was dropped.
    pub torn_bytes: u64,
}

/// Plays a batch: games won by the first margins less games won by the others.
pub type PlayBatch<'a> = &'a mut dyn FnMut(&Batch) -> io::Result<i64>;
/// Somebody who is told how a run gets on: once before the first step, then after each.
pub type OnStep<'a> = &'a mut dyn FnMut(&Progress);

/// A reason for the early end of a tuning. What was written stays.
#[derive(Debug)]
pub enum TuneError {
    /// Its file cannot be used.
    Journal(JournalError),
    /// Games cannot be played.
    Play(io::Error),
}

impl fmt::Display for TuneError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Journal(error) => write!(f, "{error}"),
            Self::Play(error) => write!(f, "cannot play the games: {error}"),
        }
    }
}

impl std::error::Error for TuneError {}

impl From<JournalError> for TuneError {
    fn from(error: JournalError) -> Self {
        Self::Journal(error)
    }
}

impl Plan {
    /// Takes steps until all pairs are played or `stop` is set; a batch that has begun then
    /// is played to the end and kept.
    ///
    /// # Errors
    /// If the file is another's, damaged, in use or cannot be written, or if `play` fails.
    pub fn run(
        &self,
        stop: &AtomicBool,
        play: PlayBatch<'_>,
        on_step: OnStep<'_>,
    ) -> Result<Progress, TuneError> {
        let (mut journal, mut progress) = state::open(&self.state, &self.settings)?;
        on_step(&progress);
        while progress.pairs < self.pairs && !stop.load(Ordering::Relaxed) {
            let trial = Trial::new(&self.settings, &progress, self.pairs);
            let result = play(&trial.batch).map_err(TuneError::Play)?;
            trial.learn(&mut progress.values, result);
            progress.pairs += trial.batch.pairs;
            let (pairs, values) = (progress.pairs, progress.values.clone());
            journal.add(&Step { pairs, of: self.pairs, result, values })?;
            on_step(&progress);
        }
        Ok(progress)
    }
}
