//! The passes (epochs) of a fit over the positions to learn from, in batches.

use fastrand::Rng;

/// The settings of a fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// The number of passes over all positions.
    pub passes: usize,
    /// The weight decay of the own parts of groups.
    pub decay: f32,
    /// The seed of the order of positions.
    pub seed: u64,
}

/// A function that is called after each pass with its number, from 1, and the mean loss of its
/// positions, each measured before the step that learns from it.
pub type OnPass<'a> = &'a mut dyn FnMut(usize, f64);

/// The batch size of a fit and its learning rate, which decays exponentially.
pub(super) struct Schedule {
    /// The number of positions in a batch.
    pub(super) batch: usize,
    /// The initial learning rate.
    pub(super) first: f32,
    /// The final learning rate.
    pub(super) last: f32,
    /// The times at which the learning rate decays.
    pub(super) falls: Falls,
}

/// The times at which a learning rate decays.
pub(super) enum Falls {
    /// After each pass.
    ByPass,
    /// After each step.
    ByStep,
}

impl Schedule {
    /// Makes the passes over positions, in random order. `learn` takes a step with the positions of a
    /// batch at a learning rate, and returns the sum of their losses.
    pub(super) fn run(
        &self,
        passes: usize,
        positions: &mut [usize],
        rng: &mut Rng,
        on_pass: OnPass<'_>,
        mut learn: impl FnMut(&[usize], f32) -> f64,
    ) {
        let steps = passes * positions.len().div_ceil(self.batch);
        let mut step = 0;
        for pass in 0..passes {
            rng.shuffle(positions);
            let mut loss = 0.0;
            for batch in positions.chunks(self.batch) {
                let done = match self.falls {
                    Falls::ByPass => pass as f32 / passes as f32,
                    Falls::ByStep => step as f32 / steps as f32,
                };
                loss += learn(batch, self.first * (self.last / self.first).powf(done));
                step += 1;
            }
            on_pass(pass + 1, loss / positions.len().max(1) as f64);
        }
    }
}
