//! The training: passes over the positions in batches, with a step after each.
//!
//! Invariant: what follows a checkpoint depends on it, the positions and the settings alone.

use fastrand::Rng;
use serde::{Deserialize, Serialize};

use crate::learn::losses::loss;
use crate::learn::samples::{Sample, Samples};
use crate::learn::targets::{Pair, Targets, best_units, sigmoid};
use crate::line_network::cells::{PlayedRows, Rounding};
use crate::line_network::dictionary::{Dictionary, WindowCounts};
use crate::line_network::model::{Layers, Model, ModelForm};
use crate::line_network::position_rows::{PositionRows, Scanner};

/// The last rate as a share of the first one.
const LAST_RATE: f32 = 0.01;

/// The settings of a training.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// The numbers in the row of a window; a multiple of 16.
    pub channels: usize,
    /// The most windows with rows of their own.
    pub windows: usize,
    /// Passes over all positions.
    pub passes: usize,
    /// Positions before a step.
    pub batch: usize,
    /// The rate of the first steps.
    pub rate: f32,
    /// Share of the game's result in the target of a position.
    pub result_share: f32,
    /// Seed of the first numbers and of the order of positions.
    pub seed: u64,
}

/// The work that is done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// Whole passes.
    pub passes: usize,
    /// Batches of the pass after these.
    pub batches: usize,
    /// Sum of the losses of the positions of this pass, before each was learned from.
    pub loss: f64,
    /// The number of these positions.
    pub positions: usize,
}

/// The findings of a batch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Batch {
    /// The number of positions.
    pub positions: usize,
    /// Sum of their losses, before they were learned from.
    pub loss: f64,
    /// The mean loss of the pass, if it ended with the batch.
    pub pass: Option<f64>,
}

/// The positions of a training.
#[derive(Debug)]
pub struct Task<'a> {
    pub(super) samples: &'a Samples,
    /// The targets of all positions.
    pub targets: Targets,
    /// The positions that are not held out.
    pub(super) trained: Vec<u32>,
    /// Units of the evaluation in use for a logit, which suit the positions to learn from best.
    pub units: f32,
}

impl<'a> Task<'a> {
    /// Returns the positions with their targets.
    #[must_use]
    pub fn new(samples: &'a Samples, settings: &Settings) -> Self {
        let targets = Targets::new(samples, settings.result_share);
        let is_trained = |&index: &u32| !samples.positions[index as usize].is_held_out;
        let trained: Vec<u32> = (0..samples.positions.len() as u32).filter(is_trained).collect();
        let pair = |&index: &u32| Pair {
            score: samples.positions[index as usize].eval as f32,
            worth: targets.worths[index as usize],
        };
        let units = best_units(&trained.iter().map(pair).collect::<Vec<_>>());
        Self { samples, targets, trained, units }
    }

    /// Returns the number of positions to learn from.
    #[must_use]
    pub const fn positions(&self) -> usize {
        self.trained.len()
    }

    /// Returns a number that other positions or targets would change.
    #[must_use]
    pub fn fingerprint(&self) -> u32 {
        let mut hasher = crc32fast::Hasher::new();
        for (sample, worth) in self.samples.positions.iter().zip(&self.targets.worths) {
            hasher.update(&sample.eval.to_le_bytes());
            hasher.update(&worth.to_le_bytes());
            hasher.update(&[u8::from(sample.is_held_out)]);
        }
        hasher.finalize()
    }

    /// Returns the order of the positions in a pass.
    fn order(&self, seed: u64, pass: usize) -> Vec<u32> {
        let mut order = self.trained.clone();
        let pass = (pass as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Rng::with_seed(seed ^ pass).shuffle(&mut order);
        order
    }

    /// Returns the dictionary of the commonest windows.
    fn dictionary(&self, most: usize) -> Dictionary {
        let mut counts = WindowCounts::default();
        let mut scanner = Scanner::default();
        for &index in &self.trained {
            scanner.count(self.samples.stones(index as usize), &mut counts);
        }
        Dictionary::new(counts.commonest(most)).expect("windows of positions are valid")
    }
}

/// A training in progress.
#[derive(Debug)]
pub struct Trainer<'a> {
    pub(super) task: &'a Task<'a>,
    pub(super) settings: Settings,
    pub(super) dictionary: Dictionary,
    pub(super) model: Model,
    pub(super) progress: Progress,
    /// The order of the positions in this pass.
    order: Vec<u32>,
    played: PlayedRows,
    scratch: Scratch,
}

/// Room for the work on one position.
#[derive(Debug, Default)]
struct Scratch {
    scanner: Scanner,
    rows: PositionRows,
    layers: Layers,
}

impl<'a> Trainer<'a> {
    /// Returns a training at its beginning.
    #[must_use]
    pub fn new(task: &'a Task<'a>, settings: Settings) -> Self {
        let dictionary = task.dictionary(settings.windows);
        let form = ModelForm::new(&dictionary, settings.channels);
        let model = Model::random(form, &mut Rng::with_seed(settings.seed));
        Self::at(task, settings, dictionary, model, Progress::default())
    }

    /// Returns a training that has come to this point.
    pub(super) fn at(
        task: &'a Task<'a>,
        settings: Settings,
        dictionary: Dictionary,
        model: Model,
        progress: Progress,
    ) -> Self {
        let played = PlayedRows::new(&dictionary, settings.channels, Rounding::Played);
        let order = task.order(settings.seed, progress.passes);
        let scratch = Scratch::default();
        Self { task, settings, dictionary, model, progress, order, played, scratch }
    }

    /// Returns the work that is done.
    #[must_use]
    pub const fn progress(&self) -> Progress {
        self.progress
    }

    /// Returns the dictionary.
    #[must_use]
    pub const fn dictionary(&self) -> &Dictionary {
        &self.dictionary
    }

    /// Returns the model.
    #[must_use]
    pub const fn model(&self) -> &Model {
        &self.model
    }

    /// Returns whether all passes are done.
    #[must_use]
    pub const fn is_done(&self) -> bool {
        self.progress.passes >= self.settings.passes
    }

    /// Returns the share of the work that is done.
    #[must_use]
    pub fn done(&self) -> f32 {
        let batches = self.order.len().div_ceil(self.settings.batch).max(1);
        let pass = self.progress.batches as f32 / batches as f32;
        (self.progress.passes as f32 + pass) / self.settings.passes.max(1) as f32
    }

    /// Learns from the next batch.
    pub fn train_batch(&mut self) -> Batch {
        let rate = self.settings.rate * LAST_RATE.powf(self.done());
        let start = self.progress.batches * self.settings.batch;
        let end = self.order.len().min(start + self.settings.batch);
        self.played.renew(&self.model.cells);
        let mut loss = 0.0;
        for place in start..end {
            loss += self.add_slopes(self.order[place] as usize);
        }
        self.model.step(&self.dictionary, &self.played, rate);
        self.progress.batches += 1;
        self.progress.positions += end - start;
        self.progress.loss += loss;
        let is_last = end == self.order.len();
        let pass = is_last.then(|| self.progress.loss / self.progress.positions.max(1) as f64);
        if is_last {
            self.progress = Progress { passes: self.progress.passes + 1, ..Progress::default() };
            self.order = self.task.order(self.settings.seed, self.progress.passes);
        }
        Batch { positions: end - start, loss, pass }
    }

    /// Adds the slopes of a position's loss, which is returned.
    fn add_slopes(&mut self, index: usize) -> f64 {
        let Self { task, dictionary, model, played, scratch, .. } = self;
        let Scratch { scanner, rows, layers } = scratch;
        let sample = &task.samples.positions[index];
        let urgency = usize::from(sample.urgency);
        scanner.read(task.samples.stones(index), dictionary, rows);
        played.prepare(dictionary, &model.cells, rows);
        let output = model.forward(played, rows, urgency, layers);
        let prediction = sigmoid(sample.eval as f32 / task.units + output);
        let worth = task.targets.worths[index];
        model.backward(played, rows, urgency, layers, prediction - worth);
        loss(prediction, worth)
    }

    /// Returns the output for each position that is held out, in units of the evaluation, and zero
    /// for the others.
    #[must_use]
    pub fn corrections(&self, rounding: Rounding) -> Vec<f32> {
        let mut played = PlayedRows::new(&self.dictionary, self.settings.channels, rounding);
        played.renew(&self.model.cells);
        let Scratch { mut scanner, mut rows, mut layers } = Scratch::default();
        let positions = self.task.samples.positions.iter().enumerate();
        let correction = |(index, sample): (usize, &Sample)| {
            if !sample.is_held_out {
                return 0.0;
            }
            scanner.read(self.task.samples.stones(index), &self.dictionary, &mut rows);
            played.prepare(&self.dictionary, &self.model.cells, &rows);
            let urgency = usize::from(sample.urgency);
            self.task.units * self.model.forward(&played, &rows, urgency, &mut layers)
        };
        positions.map(correction).collect()
    }
}

#[cfg(test)]
mod tests;
