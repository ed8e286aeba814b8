//! Fits the weights of the evaluation: a logistic regression on the codes of positions.

use dolmen::board::Color;
use dolmen::eval::weights::{self, ColorWeights, GroupWeights};
use dolmen::rules::Rule;
use dolmen::threats::GROUPS;
use fastrand::Rng;

use crate::learn::groups::{Parts, PartsFit};
use crate::learn::passes::{Falls, Fit, OnPass, Schedule};
use crate::learn::samples::{Sample, Samples, colors_of, side_of};
use crate::learn::targets::{Targets, UNITS, loss, sigmoid};

const SCHEDULE: Schedule =
    Schedule { batch: 1_024, first: 0.02, last: 0.000_5, falls: Falls::ByPass };

/// Weights of one side's codes: `[phase][group]`, phase 0 to move, 1 waiting; and the
/// bonuses by urgency. In units of one.
#[derive(Clone, Debug)]
pub struct SideWeights {
    /// `[phase][group]`.
    pub groups: [Vec<f32>; 2],
    /// `[urgency]`.
    pub bonuses: Vec<f32>,
}

/// The fitted weights, by colour; one set for both unless the rule treats the colours differently.
#[derive(Clone, Debug)]
pub struct Values {
    /// One or two sets of weights.
    pub sides: Vec<SideWeights>,
    /// The targets to which they were fitted.
    pub targets: Targets,
    /// `[position]`: the value of the position by the weights, as a logit.
    pub sums: Vec<f32>,
}

impl Values {
    /// Returns the index of a colour's weights among the sides.
    #[must_use]
    pub fn side(&self, color: Color) -> usize {
        side_of(color, self.sides.len())
    }
}

/// The fits of one colour's weights, which start from the hand-set weights.
struct Side {
    /// `[phase]`
    groups: [PartsFit; 2],
    /// The bonuses by urgency.
    bonuses: PartsFit,
}

impl Side {
    /// Returns the hand-set weights; `occurrences` has the mean number of occurrences of each group in a
    /// position.
    fn new(rule: Rule, color: Color, occurrences: &[f32]) -> Self {
        let by_hand = ColorWeights::by_hand(rule, color);
        let parts = Parts::of_groups(rule, color);
        let fit = |units_of: &dyn Fn(&GroupWeights) -> i16| {
            let units = UNITS * f32::from(weights::PARTS);
            let start = by_hand.groups.iter().map(|group| f32::from(units_of(group)) / units);
            PartsFit::new(&parts, start.collect(), Some(parts.scales(occurrences)))
        };
        let bonuses = by_hand.bonuses.iter().map(|&bonus| f32::from(bonus) / UNITS);
        Self {
            groups: [fit(&|group| group.to_move), fit(&|group| group.waiting)],
            bonuses: PartsFit::new(&Parts::of_urgencies(), bonuses.collect(), None),
        }
    }

    /// Moves the weights against their gradients, and resets these to zero.
    fn step(&mut self, rate: f32, decay: f32) {
        self.groups.iter_mut().for_each(|groups| groups.step(rate, decay));
        self.bonuses.step(rate, decay);
    }

    /// Returns the weights.
    fn weights(self) -> SideWeights {
        let groups = self.groups.map(|groups| groups.weights);
        SideWeights { groups, bonuses: self.bonuses.weights }
    }
}

/// The weights of both colours during the fit.
struct Model {
    sides: Vec<Side>,
}

impl Model {
    /// The side that the weights of a colour belong to.
    fn side(&self, color: Color) -> usize {
        side_of(color, self.sides.len())
    }

    /// Returns the side and the phase of the weights for both sides of a sample.
    fn places(&self, sample: &Sample) -> [(usize, usize); 2] {
        [(self.side(sample.mover), 0), (self.side(!sample.mover), 1)]
    }

    /// Returns the value of a position, in units of one.
    fn score(&self, samples: &Samples, index: usize) -> f32 {
        let sample = &samples.positions[index];
        let places = self.places(sample);
        let tables = places.map(|(side, phase)| &self.sides[side].groups[phase].weights);
        let mut sums = [0.0_f32; 2];
        for code in samples.codes(index) {
            let side = usize::from(code.side);
            sums[side] += tables[side][usize::from(code.group)] * f32::from(code.count);
        }
        let bonuses = &self.sides[places[0].0].bonuses.weights;
        sums[0] - sums[1] + bonuses[usize::from(sample.urgency)]
    }

    /// Adds the gradients of a position whose prediction is too high by `error`.
    fn add_gradients(&mut self, samples: &Samples, index: usize, error: f32) {
        let sample = &samples.positions[index];
        let places = self.places(sample);
        for code in samples.codes(index) {
            let (side, phase) = places[usize::from(code.side)];
            let sign = if code.side == 0 { error } else { -error };
            self.sides[side].groups[phase].gradients[usize::from(code.group)] +=
                sign * f32::from(code.count);
        }
        self.sides[places[0].0].bonuses.gradients[usize::from(sample.urgency)] += error;
    }
}

/// Fits the weights of a rule to targets.
#[must_use]
pub fn fit(
    samples: &Samples,
    rule: Rule,
    targets: Targets,
    fit: Fit,
    on_pass: OnPass<'_>,
) -> Values {
    let occurrences = occurrences(samples);
    let side = |&color: &Color| Side::new(rule, color, &occurrences);
    let mut model = Model { sides: colors_of(rule).iter().map(side).collect() };
    let mut trained = samples.trained();
    let mut rng = Rng::with_seed(fit.seed);
    SCHEDULE.run(fit.passes, &mut trained, &mut rng, on_pass, |batch, rate| {
        let mut total = 0.0;
        for &index in batch {
            let prediction = sigmoid(model.score(samples, index));
            let worth = targets.worths[index];
            total += loss(prediction, worth);
            let error = (prediction - worth) / batch.len() as f32;
            model.add_gradients(samples, index, error);
        }
        model.sides.iter_mut().for_each(|side| side.step(rate, fit.decay));
        total
    });
    let sums = (0..samples.positions.len()).map(|index| model.score(samples, index)).collect();
    Values { sides: model.sides.into_iter().map(Side::weights).collect(), targets, sums }
}

/// Returns the mean number of occurrences of each group in a position, averaged over both sides.
fn occurrences(samples: &Samples) -> Vec<f32> {
    let mut counts = vec![0.0; GROUPS];
    let share = 0.5 / samples.positions.len().max(1) as f32;
    for index in 0..samples.positions.len() {
        for code in samples.codes(index) {
            counts[usize::from(code.group)] += f32::from(code.count) * share;
        }
    }
    counts
}
