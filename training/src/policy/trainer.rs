//! The training: passes over the positions in batches, with a step after each.
//!
//! Invariant: the training after a checkpoint depends only on the checkpoint, the positions and the
//! settings.

use std::sync::Arc;

use dolmen::eval::RuleEvaluator;
use dolmen::eval::line_network::dictionary::Dictionary;
use dolmen::eval::line_network::policy::Policy;
use dolmen::rules::Rule;
use fastrand::Rng;
use serde::{Deserialize, Serialize};

use crate::first_line::FirstLine;
use crate::learn::moves::{Foresight, foresight_of, soft_max};
use crate::learn::samples::Samples;
use crate::line_network::checkpoint::{self, ResumeError, State, Stored};
use crate::line_network::course::{Course, Part, Plan, Progress, Training};
use crate::line_network::layer::AtLimits;
use crate::line_network::replica::{self, Replica};
use crate::policy::model::{ColorModel, Layers, Model, PLAYED_ROWS};
use crate::policy::position::{MovePosition, Reader};

/// The settings of a training.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// The rule.
    pub rule: Rule,
    /// The course.
    #[serde(flatten)]
    pub plan: Plan,
    /// Indicates whether each colour has parameters of its own.
    pub colors_differ: bool,
}

/// The positions of a training, and the move ordering and the rows for which the policy is learned.
#[derive(Debug)]
pub struct Task<'a> {
    samples: &'a Samples,
    evaluator: Arc<RuleEvaluator>,
    dictionary: &'a Dictionary,
    trained: Vec<usize>,
    held_out: Vec<usize>,
}

impl<'a> Task<'a> {
    /// Returns the task of learning a policy for the move ordering of an evaluator and the rows of a
    /// dictionary, with at most `most_held_out` held-out positions.
    #[must_use]
    pub fn new(
        samples: &'a Samples,
        evaluator: Arc<RuleEvaluator>,
        dictionary: &'a Dictionary,
        most_held_out: usize,
    ) -> Self {
        let is_held_out = |&index: &usize| samples.positions[index].is_held_out;
        let mut held_out: Vec<usize> = (0..samples.positions.len()).filter(is_held_out).collect();
        // Spread the held-out positions evenly over all games.
        let step = held_out.len().div_ceil(most_held_out.max(1)).max(1);
        held_out = held_out.into_iter().step_by(step).collect();
        Self { samples, evaluator, dictionary, trained: samples.trained(), held_out }
    }

    /// Returns the number of positions to learn from.
    #[must_use]
    pub const fn positions(&self) -> usize {
        self.trained.len()
    }

    /// Returns the number of positions on which the policy is measured.
    #[must_use]
    pub const fn measured(&self) -> usize {
        self.held_out.len()
    }

    /// Returns a fingerprint of the positions, which a checkpoint keeps.
    fn fingerprint(&self) -> u32 {
        let mut hasher = crc32fast::Hasher::new();
        for sample in &self.samples.positions {
            hasher.update(&sample.eval.to_le_bytes());
            hasher.update(&(sample.best.index() as u16).to_le_bytes());
            hasher.update(&[u8::from(sample.is_held_out)]);
        }
        hasher.finalize()
    }

    fn reader(&self, rule: Rule) -> Reader {
        Reader::new(rule, Arc::clone(&self.evaluator), self.dictionary)
    }

    /// Measures an order of moves on held-out positions; `logits` returns those of all candidates of a
    /// position.
    pub fn foresight(
        &self,
        rule: Rule,
        mut logits: impl FnMut(usize, &MovePosition) -> Vec<f32>,
    ) -> Foresight {
        let (mut reader, mut position) = (self.reader(rule), MovePosition::empty());
        foresight_of(self.held_out.iter().filter_map(|&index| {
            let sample = &self.samples.positions[index];
            let is_read = reader.read(self.samples.stones(index), sample, &mut position);
            is_read.then(|| best_first(&position, logits(index, &position)))
        }))
    }

    /// Returns the samples.
    #[must_use]
    pub const fn samples(&self) -> &'a Samples {
        self.samples
    }
}

/// Returns the logits of the legal moves, the search's move first.
fn best_first(position: &MovePosition, logits: Vec<f32>) -> Vec<f32> {
    let best = logits[position.best];
    let others = logits.iter().zip(&position.candidates).enumerate();
    let others = others.filter(|(index, (_, move_))| *index != position.best && move_.is_legal);
    std::iter::once(best).chain(others.map(|(_, (logit, _))| *logit)).collect()
}

/// A training in progress.
#[derive(Debug)]
pub struct Trainer<'a> {
    task: &'a Task<'a>,
    settings: Settings,
    course: Course<'a>,
    /// The parts of the threads; the first one is the leader.
    parts: Vec<PolicyPart<'a>>,
}

/// The part of a training that one thread does.
#[derive(Debug)]
pub struct PolicyPart<'a> {
    task: &'a Task<'a>,
    replica: Replica<ColorModel>,
    reader: Reader,
    position: MovePosition,
    layers: Layers,
}

impl<'a> Trainer<'a> {
    /// The first line of checkpoints.
    pub const FIRST_LINE: FirstLine = FirstLine { kind: "dolmen policy training", version: "1" };

    /// Starts a training from a policy with the rows of a dictionary, or from random parameters.
    #[must_use]
    pub fn new(
        task: &'a Task<'a>,
        settings: Settings,
        start: Option<(&Policy, &Dictionary)>,
    ) -> Self {
        let mut rng = Rng::with_seed(settings.plan.seed);
        let model = Model::new(settings.colors_differ, |color| match start {
            Some(start) => ColorModel::of_policy(task.dictionary, start, color),
            None => ColorModel::random(task.dictionary, &mut rng),
        });
        Self::at(task, settings, model, Progress::default())
    }

    /// Returns a training at a point of its progress.
    fn at(task: &'a Task<'a>, settings: Settings, model: Model, progress: Progress) -> Self {
        let course = Course::new(settings.plan, &task.trained, progress);
        let part = |model| PolicyPart {
            task,
            replica: Replica::new(model, task.dictionary, PLAYED_ROWS),
            reader: task.reader(settings.rule),
            position: MovePosition::empty(),
            layers: Layers::default(),
        };
        let models = std::iter::repeat_n(model, settings.plan.threads.max(1));
        let parts = models.map(part).collect();
        Self { task, settings, course, parts }
    }

    /// Resumes a training from a checkpoint with the same positions and settings.
    ///
    /// # Errors
    /// Returns the reason if the bytes are not a complete checkpoint, or if it has other positions,
    /// settings or rows.
    pub fn from_bytes(
        task: &'a Task<'a>,
        settings: &Settings,
        bytes: &[u8],
    ) -> Result<Self, ResumeError> {
        let stored = Stored::read(Self::FIRST_LINE, settings, task.fingerprint(), bytes)?;
        if stored.dictionary != *task.dictionary {
            return Err(ResumeError::Invalid(
                "the training has the rows of another network".to_owned(),
            ));
        }
        let progress = stored.progress;
        let mut model = Model::new(settings.colors_differ, |_| ColorModel::new(task.dictionary));
        stored.fill(model.tables_mut())?;
        Ok(Self::at(task, settings.clone(), model, progress))
    }

    /// Returns the model.
    #[must_use]
    pub fn model(&self) -> &Model {
        &self.parts[0].replica.model
    }

    /// Measures the policy with the rounded rows on held-out positions.
    #[must_use]
    pub fn foresight(&self) -> Foresight {
        let Self { task, settings, .. } = self;
        let Replica { model, mut played } =
            Replica::new(self.model().clone(), task.dictionary, PLAYED_ROWS);
        let mut layers = Layers::default();
        task.foresight(settings.rule, |_, position| {
            model.forward(task.dictionary, &mut played, position, &mut layers);
            layers.logits.clone()
        })
    }

    /// Measures the order by threats alone on held-out positions, with the sharpness of the model.
    #[must_use]
    pub fn foresight_of_threats(&self) -> Foresight {
        let sharpness = |position: &MovePosition| {
            let model = self.model();
            model.colors[model.place(position.mover)].sharpness.values[0][0]
        };
        self.task.foresight(self.settings.rule, |_, position| {
            position.candidates.iter().map(|move_| sharpness(position) * move_.score).collect()
        })
    }
}

impl Part for PolicyPart<'_> {
    fn add_gradients(&mut self, index: usize) -> f64 {
        let Self { task, replica: Replica { model, played }, reader, position, layers } = self;
        let sample = &task.samples.positions[index];
        // The move of the search may not be a candidate.
        if !reader.read(task.samples.stones(index), sample, position) {
            return 0.0;
        }
        model.forward(task.dictionary, played, position, layers);
        let mut gradients = layers.logits.clone();
        for (gradient, move_) in gradients.iter_mut().zip(&position.candidates) {
            if !move_.is_legal {
                *gradient = f32::NEG_INFINITY;
            }
        }
        soft_max(&mut gradients);
        let loss = -f64::from(gradients[position.best]).max(1e-9).ln();
        gradients[position.best] -= 1.0;
        model.backward(position, layers, &gradients, AtLimits::LeadingBack);
        loss
    }
}

impl<'a> Training<'a> for Trainer<'a> {
    type Part = PolicyPart<'a>;

    fn course(&self) -> &Course<'a> {
        &self.course
    }

    fn course_mut(&mut self) -> &mut Course<'a> {
        &mut self.course
    }

    fn parts(&mut self) -> (&[usize], &mut [PolicyPart<'a>]) {
        (self.course.batch(), &mut self.parts)
    }

    fn step(&mut self, rate: f32) {
        let replicas = self.parts.iter_mut().map(|part| &mut part.replica);
        replica::step(self.task.dictionary, replicas, rate);
    }

    fn to_bytes(&self) -> Vec<u8> {
        let state = State {
            settings: &self.settings,
            progress: self.course.progress(),
            positions: self.task.fingerprint(),
            dictionary: self.task.dictionary,
        };
        checkpoint::to_bytes(Self::FIRST_LINE, &state, self.model().tables())
    }
}

#[cfg(test)]
mod tests;
