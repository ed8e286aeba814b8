//! The course of a training: passes (epochs) over the shuffled positions in batches, with a learning rate
//! that warms up and then decays.

use std::thread;

use fastrand::Rng;
use serde::{Deserialize, Serialize};

/// The final learning rate as a share of the initial one.
const LAST_RATE: f32 = 0.01;
/// The number of batches of the warm-up. Without it, the first steps would move all rows of a channel
/// in the same direction and drive units to their limits.
const WARM_UP: f32 = 1_000.0;

/// The settings of a course: its length, learning rate and threads.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// Passes over all positions.
    pub passes: usize,
    /// The number of positions in a batch.
    pub batch: usize,
    /// The learning rate after the warm-up.
    pub rate: f32,
    /// The seed of the initial parameters and of the order of positions.
    pub seed: u64,
    /// The number of threads; the gradients of their shares of a batch are added in a fixed
    /// order.
    pub threads: usize,
}

/// The progress of a training.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// Complete passes.
    pub passes: usize,
    /// Batches of the current pass.
    pub batches: usize,
    /// Sum of the losses of the positions of this pass, each measured before the step that learns from it.
    pub loss: f64,
    /// The number of these positions.
    pub positions: usize,
}

impl Progress {
    /// Returns whether all passes of a course are done.
    #[must_use]
    pub const fn ends(&self, plan: &Plan) -> bool {
        self.passes >= plan.passes
    }
}

/// The result of a batch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Batch {
    /// The number of positions.
    pub positions: usize,
    /// The mean loss of the pass, if it ended with the batch.
    pub pass: Option<f64>,
}

/// The part of a training that one thread does.
pub trait Part: Send {
    /// Adds the gradients of a position's loss, and returns the loss.
    fn add_gradients(&mut self, index: usize) -> f64;
}

/// A training in progress.
pub trait Training<'a> {
    /// The part of a thread.
    type Part: Part;

    /// Returns its course.
    fn course(&self) -> &Course<'a>;

    /// Returns its course mutably.
    fn course_mut(&mut self) -> &mut Course<'a>;

    /// Returns the positions of the next batch, and the parts that learn from equal shares of them.
    fn parts(&mut self) -> (&[usize], &mut [Self::Part]);

    /// Adds the gradients of all parts, in their order, and moves the parameters against the sum.
    fn step(&mut self, rate: f32);

    /// Returns the training as the bytes of a file.
    fn to_bytes(&self) -> Vec<u8>;

    /// Learns from the next batch.
    fn train_batch(&mut self) -> Batch {
        let (batch, parts) = self.parts();
        let loss = add_gradients(batch, parts);
        self.step(self.course().rate());
        self.course_mut().finish_batch(loss)
    }
}

/// Adds the gradients of the positions of a batch, with an equal share of them in each part, in parallel;
/// returns the sum of their losses. The same number of parts gives the same gradients on any machine.
fn add_gradients(batch: &[usize], parts: &mut [impl Part]) -> f64 {
    let share = batch.len().div_ceil(parts.len()).max(1);
    let add_share = |part: &mut dyn Part, positions: &[usize]| -> f64 {
        positions.iter().map(|&index| part.add_gradients(index)).sum()
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

/// A course at some point of its progress.
#[derive(Clone, Debug)]
pub struct Course<'a> {
    plan: Plan,
    trained: &'a [usize],
    progress: Progress,
    /// The positions in the order of this pass.
    order: Vec<usize>,
}

impl<'a> Course<'a> {
    /// Returns the course over some positions at a point of its progress.
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

    /// Returns the progress.
    #[must_use]
    pub const fn progress(&self) -> Progress {
        self.progress
    }

    /// Returns whether all passes are done.
    #[must_use]
    pub const fn is_done(&self) -> bool {
        self.progress.ends(&self.plan)
    }

    /// Returns the number of batches in a pass.
    const fn batches(&self) -> usize {
        self.order.len().div_ceil(self.plan.batch)
    }

    /// Returns the share of the work that is done, from 0 to 1.
    #[must_use]
    pub fn done(&self) -> f32 {
        let pass = self.progress.batches as f32 / self.batches().max(1) as f32;
        (self.progress.passes as f32 + pass) / self.plan.passes.max(1) as f32
    }

    /// Returns the learning rate of the next step.
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
