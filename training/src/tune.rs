//! The command `tune`: tunes the margins of the search by games of the engine against itself.
//!
//! The method is SPSA as fishtest runs it: each step perturbs every margin up or down at random, plays
//! games between the engines with the perturbation and with its opposite, and moves the margins towards
//! those of the winner.
//!
//! Invariant: a step depends only on the settings, the number of its first pair, the total number
//! of pairs and the values before it, and not on threads or interruptions.

mod adjudication;
pub mod journal;
pub mod pairing;
pub mod report;
mod settings;
pub mod spsa;
#[cfg(test)]
mod tests;

pub use settings::{Progress, Settings};

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use thiserror::Error;

use crate::tune::journal::{Journal, JournalError, Step};
use crate::tune::spsa::{Batch, Trial};
use crate::workers::{ThreadError, Workers};

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
    /// The total number of pairs of games, those of earlier runs included. Steps shrink towards this
    /// number.
    pub pairs: u64,
    /// The path of the journal.
    pub state: PathBuf,
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
        // A batch in progress is played to the end.
        let workers = Workers { threads, stop: &AtomicBool::new(false) };
        let play = |(): &mut (), &number: &u64| Ok(pairing.play(number, batch.plus, batch.minus));
        let points: Result<_, ThreadError> = workers.map(&numbers, || (), play);
        Ok(points?.into_iter().flatten().sum())
    }
}

impl Plan {
    /// Takes steps until all pairs are played or `stop` is set. A batch in progress is played to the
    /// end. `play` returns the games that the first margins of a batch won less those that the
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
