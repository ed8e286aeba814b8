//! The command `tune`: the search's margins, tuned by games of the engine against itself.
//!
//! The method is SPSA as fishtest runs it: each step changes all margins a little, each up or down
//! at random, plays games between the two engines that differ by this, and moves the margins
//! towards those of the winner.
//!
//! Invariant: a step depends only on the settings, the number of its first pair, the total number
//! of pairs and the values before it, and not on threads or interruptions.

pub mod journal;
pub mod pairing;
pub mod report;
pub mod spsa;
#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use dolmen::board::BoardSize;
use dolmen::rules::Rule;
use dolmen::search::margins::Margin;
use serde::{Serialize, Serializer};
use thiserror::Error;

use crate::tune::journal::{Journal, JournalError, Step};
use crate::tune::pairing::Pairing;
use crate::tune::spsa::{Batch, Trial};
use crate::workers::{ThreadError, Workers};

/// The settings of a journal of steps; other settings need another journal.
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
    /// The margins that are tuned; they start from their default values.
    #[serde(serialize_with = "ranges")]
    pub margins: Vec<Margin>,
}

impl Settings {
    /// Returns the conditions of pairs of games.
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

/// The reason why a tuning ended early.
#[derive(Debug, Error)]
pub enum TuneError {
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A thread cannot be started.
    #[error(transparent)]
    Thread(#[from] ThreadError),
}

/// A tuning: its settings, its length and its journal.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The settings that do not change when a tuning is resumed.
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

impl Settings {
    /// Plays the pairs of a batch on some threads. Returns the games that its first margins won
    /// less those that the others won.
    ///
    /// # Errors
    /// Returns an error if a thread cannot be started.
    ///
    /// # Panics
    /// Panics if there is no rule.
    pub fn play(&self, batch: &Batch, threads: usize) -> Result<i64, ThreadError> {
        let pairing = self.pairing();
        let numbers: Vec<u64> = (batch.first_pair..batch.first_pair + batch.pairs).collect();
        // A batch that has begun is played to the end.
        let workers = Workers { threads, stop: &AtomicBool::new(false) };
        let play = |(): &mut (), &number: &u64| Ok(pairing.play(number, batch.plus, batch.minus));
        let points: Result<_, ThreadError> = workers.map(&numbers, || (), play);
        Ok(points?.into_iter().flatten().sum())
    }
}

impl Plan {
    /// Takes steps until all pairs are played or `stop` is set. A batch that has begun is played to
    /// the end. `play` returns the games that the first margins of a batch won less those that the
    /// others won; `on_step` is called before the first step and after each.
    ///
    /// # Errors
    /// Returns an error if the journal has other settings, is damaged or in use, or cannot be
    /// written, or if `play` fails. The journal keeps the steps up to then.
    pub fn run(
        &self,
        stop: &AtomicBool,
        mut play: impl FnMut(&Batch) -> Result<i64, ThreadError>,
        mut on_step: impl FnMut(&Progress),
    ) -> Result<Progress, TuneError> {
        let (mut journal, mut progress) = Journal::open(&self.state, &self.settings)?;
        on_step(&progress);
        while progress.pairs < self.pairs && !stop.load(Ordering::Relaxed) {
            let trial = Trial::new(&self.settings, &progress, self.pairs);
            let result = play(&trial.batch)?;
            trial.learn(&mut progress.values, result);
            progress.pairs += trial.batch.pairs;
            let (pairs, values) = (progress.pairs, progress.values.clone());
            journal.add(&Step { pairs, of: self.pairs, result, values })?;
            on_step(&progress);
        }
        Ok(progress)
    }
}
