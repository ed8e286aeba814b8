//! The training: passes over the positions in batches, with a step after each.
//!
//! Invariant: what follows a checkpoint depends on it, the positions and the settings alone.

use dolmen::board::Color;
use dolmen::eval::line_network::dictionary::Dictionary;
use dolmen::eval::line_network::numbers::LineNetwork;
use fastrand::Rng;
use serde::{Deserialize, Serialize};

use crate::learn::samples::{Sample, Samples};
use crate::learn::targets::{Pair, Targets, best_units, loss, sigmoid};
use crate::line_network::cells::{PlayedRows, Rounding};
use crate::line_network::layer::AtLimits;
use crate::line_network::model::{ColorModel, Input, Model};
use crate::line_network::windows::{PositionRows, Scanner, count_windows};

/// The last rate as a share of the first one.
const LAST_RATE: f32 = 0.01;
/// The batches after which steps have their full rate. First steps change all rows of a channel in
/// the same direction, which would drive units to their limits.
const WARM_UP: f32 = 1_000.0;

/// The settings of a training.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
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
    /// Indicates whether each colour has parameters of its own.
    pub colors_differ: bool,
}

impl Settings {
    /// Returns the parameters of both colours, or of each colour.
    pub(super) fn color_models(&self, model: impl FnMut(Color) -> ColorModel) -> Vec<ColorModel> {
        let colors = if self.colors_differ { &Color::ALL[..] } else { &Color::ALL[..1] };
        colors.iter().copied().map(model).collect()
    }
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
    pub(super) trained: Vec<usize>,
    /// Units of the evaluation in use for a logit, which suit the positions to learn from best.
    pub units: f32,
}

impl<'a> Task<'a> {
    /// Returns the positions with their targets.
    #[must_use]
    pub fn new(samples: &'a Samples, settings: &Settings) -> Self {
        let targets = Targets::new(samples, settings.result_share);
        let trained = samples.trained();
        let pair = |&index: &usize| Pair {
            score: samples.positions[index].eval as f32,
            worth: targets.worths[index],
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
    fn order(&self, seed: u64, pass: usize) -> Vec<usize> {
        let mut order = self.trained.clone();
        let pass = (pass as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Rng::with_seed(seed ^ pass).shuffle(&mut order);
        order
    }

    /// Returns the dictionary of the commonest windows.
    fn dictionary(&self, most: usize) -> Dictionary {
        let positions = self.trained.iter().map(|&index| self.samples.stones(index));
        let counts = count_windows(positions);
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
    order: Vec<usize>,
    /// `[colour of the model]`
    played: Vec<PlayedRows>,
    scratch: Scratch,
}

/// Room for the work on one position.
#[derive(Debug)]
struct Scratch {
    scanner: Scanner,
    rows: PositionRows,
}

impl<'a> Trainer<'a> {
    /// Returns a training at its beginning, which starts from a network or from random numbers.
    #[must_use]
    pub fn new(task: &'a Task<'a>, settings: Settings, start: Option<&LineNetwork>) -> Self {
        let dictionary = task.dictionary(settings.windows);
        let colors = settings.color_models(|color| match start {
            Some(network) => ColorModel::of_network(&dictionary, network, color),
            None => ColorModel::random(&dictionary, &mut Rng::with_seed(settings.seed)),
        });
        Self::at(task, settings, dictionary, Model { colors }, Progress::default())
    }

    /// Returns a training that has come to this point.
    pub(super) fn at(
        task: &'a Task<'a>,
        settings: Settings,
        dictionary: Dictionary,
        model: Model,
        progress: Progress,
    ) -> Self {
        let played = played_rows(&model, &dictionary, Rounding::Played);
        let order = task.order(settings.seed, progress.passes);
        let scratch = Scratch::new(&dictionary);
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

    /// Returns the share of the rate that the steps have reached.
    fn warmth(&self) -> f32 {
        let batches = self.order.len().div_ceil(self.settings.batch);
        let steps = self.progress.passes * batches + self.progress.batches;
        (steps as f32 / WARM_UP).min(1.0)
    }

    /// Learns from the next batch.
    pub fn train_batch(&mut self) -> Batch {
        let rate = self.settings.rate * LAST_RATE.powf(self.done()) * self.warmth();
        let start = self.progress.batches * self.settings.batch;
        let end = self.order.len().min(start + self.settings.batch);
        for (played, model) in self.played.iter_mut().zip(&self.model.colors) {
            played.renew(&model.cells);
        }
        let mut loss = 0.0;
        for place in start..end {
            loss += self.add_slopes(self.order[place]);
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
        Batch { positions: end - start, pass }
    }

    /// Adds the slopes of a position's loss, which is returned.
    fn add_slopes(&mut self, index: usize) -> f64 {
        let Self { task, dictionary, model, played, scratch, .. } = self;
        let sample = &task.samples.positions[index];
        let input = scratch.input(task, index);
        model.prepare(dictionary, played, input);
        let layers = model.forward(played, input);
        let prediction = sigmoid(sample.eval as f32 / task.units + layers.output);
        let worth = task.targets.worths[index];
        model.backward(played, input, &layers, prediction - worth, AtLimits::LeadingBack);
        loss(prediction, worth)
    }

    /// Returns the output for each position that is held out, in units of the evaluation, and zero
    /// for the others.
    #[must_use]
    pub fn corrections(&self, rounding: Rounding) -> Vec<f32> {
        let Self { task, dictionary, model, .. } = self;
        let mut played = played_rows(model, dictionary, rounding);
        for (played, model) in played.iter_mut().zip(&model.colors) {
            played.renew(&model.cells);
        }
        let mut scratch = Scratch::new(dictionary);
        let positions = task.samples.positions.iter().enumerate();
        let correction = |(index, sample): (usize, &Sample)| {
            if !sample.is_held_out {
                return 0.0;
            }
            let input = scratch.input(task, index);
            model.prepare(dictionary, &mut played, input);
            task.units * model.forward(&played, input).output
        };
        positions.map(correction).collect()
    }
}

/// Returns room for the rows of a model.
fn played_rows(model: &Model, dictionary: &Dictionary, rounding: Rounding) -> Vec<PlayedRows> {
    model.colors.iter().map(|_| PlayedRows::new(dictionary, rounding)).collect()
}

impl Scratch {
    fn new(dictionary: &Dictionary) -> Self {
        Self { scanner: Scanner::new(dictionary), rows: PositionRows::default() }
    }

    /// Reads a position.
    fn input(&mut self, task: &Task<'_>, index: usize) -> Input<'_> {
        let sample = &task.samples.positions[index];
        self.scanner.read(task.samples.stones(index), &mut self.rows);
        Input { rows: &self.rows, mover: sample.mover, urgency: usize::from(sample.urgency) }
    }
}

#[cfg(test)]
mod tests;
