//! The course of a training: passes over positions in batches, each pass in an order of its own, with
//! steps that grow at first and shrink to the end.

use std::thread;

use fastrand::Rng;
use serde::{Deserialize, Serialize};

/// The last rate as a share of the first one.
const LAST_RATE: f32 = 0.01;
/// The batches after which steps have their full rate. First steps change all rows of a channel in
/// the same direction, which would drive units to their limits.
const WARM_UP: f32 = 1_000.0;

/// The settings of a course: its length, its steps and its threads.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// Passes over all positions.
    pub passes: usize,
    /// Positions before a step.
    pub batch: usize,
    /// The rate of the first steps.
    pub rate: f32,
    /// Seed of the first numbers and of the order of positions.
    pub seed: u64,
    /// The number of threads, whose shares of a batch are added in a fixed order.
    pub threads: usize,
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

/// The part of a training that one thread does.
pub trait Part: Send {
    /// Adds the slopes of a position's loss, which is returned.
    fn add_slopes(&mut self, index: usize) -> f64;
}

/// A training in progress.
pub trait Training<'a> {
    /// The part of a thread.
    type Part: Part;

    /// Returns its course.
    fn course(&self) -> &Course<'a>;

    /// Returns its course to be changed.
    fn course_mut(&mut self) -> &mut Course<'a>;

    /// Returns the positions of the next batch, and the parts that learn from equal shares of them.
    fn parts(&mut self) -> (&[usize], &mut [Self::Part]);

    /// Adds the slopes of all parts, in their order, and changes the parameters against them.
    fn step(&mut self, rate: f32);

    /// Returns the training as the bytes of a file.
    fn to_bytes(&self) -> Vec<u8>;

    /// Learns from the next batch.
    fn train_batch(&mut self) -> Batch {
        let (batch, parts) = self.parts();
        let loss = add_slopes(batch, parts);
        self.step(self.course().rate());
        self.course_mut().finish_batch(loss)
    }
}

/// Adds the slopes of the positions of a batch, an equal share of them in each part, at once; returns the sum
/// of their losses. The same parts give the same slopes on any machine.
fn add_slopes(batch: &[usize], parts: &mut [impl Part]) -> f64 {
    let share = batch.len().div_ceil(parts.len()).max(1);
    let add_share = |part: &mut dyn Part, positions: &[usize]| -> f64 {
        positions.iter().map(|&index| part.add_slopes(index)).sum()
    };
    let Some((first, others)) = parts.split_first_mut() else { return 0.0 };
    let (own, rest) = batch.split_at(share.min(batch.len()));
    thread::scope(|scope| {
        let shares = others.iter_mut().zip(rest.chunks(share));
        let started =
            shares.map(|(part, positions)| scope.spawn(move || add_share(part, positions)));
        let started: Vec<_> = started.collect();
        let own = add_share(first, own);
        // A panic in a part ends the training.
        own + started.into_iter().map(|part| part.join().expect("a part ends")).sum::<f64>()
    })
}

/// A course that has come to some point.
#[derive(Clone, Debug)]
pub struct Course<'a> {
    plan: Plan,
    trained: &'a [usize],
    progress: Progress,
    /// The positions in the order of this pass.
    order: Vec<usize>,
}

impl<'a> Course<'a> {
    /// Returns the course over some positions after the work that is done.
    #[must_use]
    pub fn new(plan: Plan, trained: &'a [usize], progress: Progress) -> Self {
        let mut course = Self { plan, trained, progress, order: Vec::new() };
        course.begin_pass();
        course
    }

    /// Draws the order of the positions.
    fn begin_pass(&mut self) {
        self.order = self.trained.to_vec();
        let pass = (self.progress.passes as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Rng::with_seed(self.plan.seed ^ pass).shuffle(&mut self.order);
    }

    /// Returns the work that is done.
    #[must_use]
    pub const fn progress(&self) -> Progress {
        self.progress
    }

    /// Returns whether all passes are done.
    #[must_use]
    pub const fn is_done(&self) -> bool {
        self.progress.passes >= self.plan.passes
    }

    /// Returns the number of batches in a pass.
    const fn batches(&self) -> usize {
        self.order.len().div_ceil(self.plan.batch)
    }

    /// Returns the share of the work that is done.
    #[must_use]
    pub fn done(&self) -> f32 {
        let pass = self.progress.batches as f32 / self.batches().max(1) as f32;
        (self.progress.passes as f32 + pass) / self.plan.passes.max(1) as f32
    }

    /// Returns the rate of the next step.
    #[must_use]
    pub fn rate(&self) -> f32 {
        let steps = self.progress.passes * self.batches() + self.progress.batches;
        let warmth = (steps as f32 / WARM_UP).min(1.0);
        self.plan.rate * LAST_RATE.powf(self.done()) * warmth
    }

    /// Returns the positions of the next batch.
    #[must_use]
    pub fn batch(&self) -> &[usize] {
        let start = self.progress.batches * self.plan.batch;
        &self.order[start..self.order.len().min(start + self.plan.batch)]
    }

    /// Counts the next batch as done, with the sum of the losses of its positions.
    pub fn finish_batch(&mut self, loss: f64) -> Batch {
        let positions = self.batch().len();
        self.progress.batches += 1;
        self.progress.positions += positions;
        self.progress.loss += loss;
        let is_last = self.progress.batches >= self.batches();
        let pass = is_last.then(|| self.progress.loss / self.progress.positions.max(1) as f64);
        if is_last {
            self.progress = Progress { passes: self.progress.passes + 1, ..Progress::default() };
            self.begin_pass();
        }
        Batch { positions, pass }
    }
}
