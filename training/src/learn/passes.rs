//! The passes of a fit over the positions to learn from, in batches.

use fastrand::Rng;

/// The settings of a fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// The number of passes over all positions.
    pub passes: usize,
    /// The strength with which the own parts of groups are held near zero.
    pub decay: f32,
    /// The seed of the order of positions.
    pub seed: u64,
}

/// A function that is called after each pass with its number, from 1, and the mean loss of its
/// positions, each before it was learned from.
pub type OnPass<'a> = &'a mut dyn FnMut(usize, f64);

/// The batches of a fit and the rates of its steps, which fall exponentially.
pub(super) struct Schedule {
    /// The number of positions before a step.
    pub(super) batch: usize,
    /// The rate of the first steps.
    pub(super) first: f32,
    /// The rate towards which the last steps fall.
    pub(super) last: f32,
    /// The moments at which the rate falls.
    pub(super) falls: Falls,
}

/// The moments at which a rate falls.
pub(super) enum Falls {
    /// After each pass.
    ByPass,
    /// After each step.
    ByStep,
}

impl Schedule {
    /// Makes the passes over positions, in random order. `learn` takes a step at a rate with the
    /// positions of a batch, and returns the sum of their losses.
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
