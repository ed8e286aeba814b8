//! The training: passes over the positions in batches, with a step after each.
//!
//! Invariant: the training after a checkpoint depends only on the checkpoint, the positions and the
//! settings.

use std::sync::Arc;

use dolmen::eval::line_network::dictionary::Dictionary;
use dolmen::eval::line_network::numbers::LineNetwork;
use fastrand::Rng;
use serde::{Deserialize, Serialize};

use crate::first_line::FirstLine;
use crate::learn::samples::{Sample, Samples};
use crate::learn::targets::{Pair, Shares, Targets, best_units, loss, sigmoid};
use crate::line_network::cells::Rounding;
use crate::line_network::checkpoint::{self, ResumeError, State, Stored};
use crate::line_network::course::{Course, Part, Plan, Progress, Training};
use crate::line_network::layer::AtLimits;
use crate::line_network::model::{ColorModel, Input, Model};
use crate::line_network::replica::{self, Replica};
use crate::line_network::windows::{PositionRows, Scanner, count_windows};
use crate::teacher::Teacher;

/// The settings of a training.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// The maximum number of windows with rows of their own.
    pub windows: usize,
    /// Indicates whether a training that starts from a network keeps its windows.
    pub keeps_windows: bool,
    /// The shares of the targets.
    pub shares: Shares,
    /// The course.
    #[serde(flatten)]
    pub plan: Plan,
    /// Indicates whether each colour has parameters of its own.
    pub colors_differ: bool,
}

/// The positions of a training.
#[derive(Debug)]
pub struct Task<'a> {
    pub(super) samples: &'a Samples,
    /// The targets of all positions.
    pub targets: Targets,
    /// The training set.
    pub(super) trained: Vec<usize>,
    /// The units of the evaluation in use for a logit that fit the training set best.
    pub units: f32,
}

impl<'a> Task<'a> {
    /// Returns the positions with their targets, for which a teacher may have an opinion.
    #[must_use]
    pub fn new(samples: &'a Samples, settings: &Settings, teacher: Option<&Teacher>) -> Self {
        let targets = Targets::new(samples, settings.shares, teacher);
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

    /// Returns a fingerprint of the positions and targets, which a checkpoint keeps.
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
    pub(super) dictionary: Arc<Dictionary>,
    pub(super) course: Course<'a>,
    /// The parts of the threads; the first one is the leader.
    parts: Vec<LinePart<'a>>,
}

/// The part of a training that one thread does.
#[derive(Debug)]
pub struct LinePart<'a> {
    task: &'a Task<'a>,
    dictionary: Arc<Dictionary>,
    replica: Replica<ColorModel>,
    scratch: Scratch,
}

impl<'a> Trainer<'a> {
    /// The first line of checkpoints.
    pub const FIRST_LINE: FirstLine = FirstLine { kind: "dolmen line training", version: "3" };

    /// Resumes a training from a checkpoint with the same positions and settings.
    ///
    /// # Errors
    /// Returns the reason if the bytes are not a complete checkpoint, or if it has other positions
    /// or settings.
    pub fn from_bytes(
        task: &'a Task<'a>,
        settings: &Settings,
        bytes: &[u8],
    ) -> Result<Self, ResumeError> {
        let stored = Stored::read(Self::FIRST_LINE, settings, task.fingerprint(), bytes)?;
        let (progress, dictionary) = (stored.progress, stored.dictionary.clone());
        let mut model = Model::new(settings.colors_differ, |_| ColorModel::new(&dictionary));
        stored.fill(model.tables_mut())?;
        Ok(Self::at(task, settings.clone(), dictionary, model, progress))
    }
}

impl Part for LinePart<'_> {
    fn add_gradients(&mut self, index: usize) -> f64 {
        let Self { task, dictionary, replica: Replica { model, played }, scratch } = self;
        let sample = &task.samples.positions[index];
        let input = scratch.input(task, index);
        model.prepare(dictionary, played, input);
        let layers = model.forward(played, input);
        let prediction = sigmoid(sample.eval as f32 / task.units + layers.output);
        let worth = task.targets.worths[index];
        model.backward(played, input, &layers, prediction - worth, AtLimits::LeadingBack);
        loss(prediction, worth)
    }
}

impl<'a> Training<'a> for Trainer<'a> {
    type Part = LinePart<'a>;

    fn course(&self) -> &Course<'a> {
        &self.course
    }

    fn course_mut(&mut self) -> &mut Course<'a> {
        &mut self.course
    }

    fn parts(&mut self) -> (&[usize], &mut [LinePart<'a>]) {
        (self.course.batch(), &mut self.parts)
    }

    fn step(&mut self, rate: f32) {
        let replicas = self.parts.iter_mut().map(|part| &mut part.replica);
        replica::step(&self.dictionary, replicas, rate);
    }

    fn to_bytes(&self) -> Vec<u8> {
        let state = State {
            settings: &self.settings,
            progress: self.course.progress(),
            positions: self.task.fingerprint(),
            dictionary: &self.dictionary,
        };
        checkpoint::to_bytes(Self::FIRST_LINE, &state, self.model().tables())
    }
}

/// Room for the work on one position.
#[derive(Debug)]
struct Scratch {
    scanner: Scanner,
    rows: PositionRows,
}

impl<'a> Trainer<'a> {
    /// Starts a training from a network or from random parameters.
    #[must_use]
    pub fn new(task: &'a Task<'a>, settings: Settings, start: Option<&LineNetwork>) -> Self {
        let dictionary = match start {
            Some(network) if settings.keeps_windows => (*network.dictionary).clone(),
            _ => task.dictionary(settings.windows),
        };
        let model = Model::new(settings.colors_differ, |color| match start {
            Some(network) => ColorModel::of_network(&dictionary, network, color),
            None => ColorModel::random(&dictionary, &mut Rng::with_seed(settings.plan.seed)),
        });
        Self::at(task, settings, dictionary, model, Progress::default())
    }

    /// Returns a training at a point of its progress.
    pub(super) fn at(
        task: &'a Task<'a>,
        settings: Settings,
        dictionary: Dictionary,
        model: Model,
        progress: Progress,
    ) -> Self {
        let course = Course::new(settings.plan, &task.trained, progress);
        let dictionary = Arc::new(dictionary);
        let part = |model| LinePart {
            task,
            dictionary: Arc::clone(&dictionary),
            replica: Replica::new(model, &dictionary, Rounding::Played),
            scratch: Scratch::new(&dictionary),
        };
        let models = std::iter::repeat_n(model, settings.plan.threads.max(1));
        let parts = models.map(part).collect();
        Self { task, settings, dictionary, course, parts }
    }

    /// Returns the dictionary.
    #[must_use]
    pub fn dictionary(&self) -> &Dictionary {
        &self.dictionary
    }

    /// Returns the model.
    #[must_use]
    pub fn model(&self) -> &Model {
        &self.parts[0].replica.model
    }

    /// Returns the output for each held-out position, in units of the evaluation, and zero for the
    /// others.
    #[must_use]
    pub fn corrections(&self, rounding: Rounding) -> Vec<f32> {
        let Self { task, dictionary, .. } = self;
        let Replica { model, mut played } =
            Replica::new(self.model().clone(), dictionary, rounding);
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
