//! Fits the weights of the evaluation: a logistic regression on the codes of positions.

use dolmen::board::Color;
use dolmen::eval::URGENCIES;
use dolmen::eval::weights::{self, ColorWeights, GroupWeights};
use dolmen::rules::Rule;
use dolmen::threats::GROUPS;
use fastrand::Rng;

use crate::learn::adam::Adam;
use crate::learn::groups::{Groups, PARTS};
use crate::learn::losses::loss;
use crate::learn::samples::{Sample, Samples, side_of, tells_colors_apart};
use crate::learn::targets::{Targets, UNITS, sigmoid};

/// Bits of the urgency, and one for being to move.
const URGENCY_BITS: usize = 9 + 1;
/// Parameters of the bonuses: the bits, and one for each urgency of its own.
const URGENCY_PARTS: usize = URGENCY_BITS + URGENCIES;
/// Positions before a step.
const BATCH: usize = 1_024;
/// Rates of the first and the last steps.
const RATES: (f32, f32) = (0.02, 0.000_5);

/// The settings of a fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// Passes over all positions.
    pub epochs: usize,
    /// Share of the game's result in what a position is worth; the score has the rest.
    pub result_share: f32,
    /// The strength with which the own parts of groups are held near zero.
    pub decay: f32,
    /// Seed of the order of positions.
    pub seed: u64,
}

/// Weights of one side's codes: `[phase][group]`, phase 0 to move, 1 waiting; and the
/// bonuses by urgency. In units of one.
#[derive(Clone, Debug)]
pub struct SideWeights {
    /// `[phase][group]`.
    pub groups: [Vec<f32>; 2],
    /// `[urgency]`.
    pub bonuses: Vec<f32>,
}

/// The weights that were fitted, by colour; one for both unless the rule tells the colours
/// apart.
#[derive(Clone, Debug)]
pub struct Values {
    /// One or two.
    pub sides: Vec<SideWeights>,
    /// The targets to which they were fitted.
    pub targets: Targets,
    /// `[position]`: what the weights say that it is worth, in units of one.
    pub sums: Vec<f32>,
}

impl Values {
    /// Returns where a colour's weights stand among the sides.
    #[must_use]
    pub fn side(&self, color: Color) -> usize {
        side_of(color, self.sides.len())
    }
}

/// The parameters of one colour's weights.
struct Side {
    groups: Groups,
    /// `[phase]`.
    parts: [Adam; 2],
    urgency: Adam,
    /// The weights set by hand, where the fitting begins.
    start: SideWeights,
    weights: SideWeights,
    /// Slopes of the weights.
    slopes: SideWeights,
}

impl Side {
    /// The weights set by hand; `occurrences` is how often each group occurs in a position.
    fn new(rule: Rule, color: Color, occurrences: &[f32]) -> Self {
        let ColorWeights { groups, bonuses, .. } = &ColorWeights::by_hand(rule, color);
        let value = |units_of: &dyn Fn(&GroupWeights) -> i16| {
            let units = UNITS * f32::from(weights::PARTS);
            groups.iter().map(|group| f32::from(units_of(group)) / units).collect::<Vec<_>>()
        };
        let start = SideWeights {
            groups: [value(&|group| group.to_move), value(&|group| group.waiting)],
            bonuses: bonuses.iter().map(|&bonus| f32::from(bonus) / UNITS).collect(),
        };
        let slopes = SideWeights {
            groups: [vec![0.0; GROUPS], vec![0.0; GROUPS]],
            bonuses: vec![0.0; URGENCIES],
        };
        let groups = Groups::new(rule, color);
        let parts = || Adam::new(groups.scales(occurrences));
        let parts = [parts(), parts()];
        let urgency = Adam::new(vec![1.0; URGENCY_PARTS]);
        Self { groups, parts, urgency, weights: start.clone(), start, slopes }
    }

    fn step(&mut self, rate: f32, decay: f32) {
        let mut slopes = vec![0.0; PARTS];
        for phase in 0..2 {
            let parts = &self.parts[phase].parameters;
            self.groups.slopes(&self.slopes.groups[phase], parts, decay, &mut slopes);
            self.parts[phase].step(&slopes, rate);
            self.slopes.groups[phase].fill(0.0);
            let parts = &self.parts[phase].parameters;
            let start = &self.start.groups[phase];
            self.groups.weights(start, parts, &mut self.weights.groups[phase]);
        }
        let mut slopes = vec![0.0; URGENCY_PARTS];
        for (urgency, slope) in self.slopes.bonuses.iter().enumerate() {
            bits(urgency).for_each(|bit| slopes[bit] += slope);
            let own = URGENCY_BITS + urgency;
            slopes[own] = slope + decay * self.urgency.parameters[own];
        }
        self.urgency.step(&slopes, rate);
        self.slopes.bonuses.fill(0.0);
        for (urgency, bonus) in self.weights.bonuses.iter_mut().enumerate() {
            let shared: f32 = bits(urgency).map(|bit| self.urgency.parameters[bit]).sum();
            *bonus = self.start.bonuses[urgency]
                + shared
                + self.urgency.parameters[URGENCY_BITS + urgency];
        }
    }
}

/// The bits of an urgency, and the one of being to move.
fn bits(urgency: usize) -> impl Iterator<Item = usize> {
    (0..URGENCY_BITS).filter(move |&bit| bit == URGENCY_BITS - 1 || urgency >> bit & 1 == 1)
}

/// The weights of both colours, in the course of fitting.
struct Model {
    sides: Vec<Side>,
}

impl Model {
    /// The side that the weights of a colour belong to.
    fn side(&self, color: Color) -> usize {
        side_of(color, self.sides.len())
    }

    /// Returns where the codes of a sample's two sides have their weights: side and phase.
    fn places(&self, sample: &Sample) -> [(usize, usize); 2] {
        [(self.side(sample.mover), 0), (self.side(!sample.mover), 1)]
    }

    /// The worth of a position, in units of one.
    fn score(&self, samples: &Samples, index: usize) -> f32 {
        let sample = &samples.positions[index];
        let places = self.places(sample);
        let tables = places.map(|(side, phase)| &self.sides[side].weights.groups[phase]);
        let mut sums = [0.0_f32; 2];
        for code in samples.codes(index) {
            let side = usize::from(code.side);
            sums[side] += tables[side][usize::from(code.group)] * f32::from(code.count);
        }
        let bonuses = &self.sides[places[0].0].weights.bonuses;
        sums[0] - sums[1] + bonuses[usize::from(sample.urgency)]
    }

    /// Adds the slopes of a position whose prediction is too high by `error`.
    fn add_slopes(&mut self, samples: &Samples, index: usize, error: f32) {
        let sample = &samples.positions[index];
        let places = self.places(sample);
        for code in samples.codes(index) {
            let (side, phase) = places[usize::from(code.side)];
            let sign = if code.side == 0 { error } else { -error };
            self.sides[side].slopes.groups[phase][usize::from(code.group)] +=
                sign * f32::from(code.count);
        }
        self.sides[places[0].0].slopes.bonuses[usize::from(sample.urgency)] += error;
    }
}

/// Fits the weights of a rule.
#[must_use]
pub fn fit(
    samples: &Samples,
    rule: Rule,
    fit: &Fit,
    on_epoch: &mut dyn FnMut(usize, f64),
) -> Values {
    let colors = if tells_colors_apart(rule) { &Color::ALL[..] } else { &Color::ALL[..1] };
    let positions = &samples.positions;
    let occurrences = occurrences(samples);
    let side = |&color: &Color| Side::new(rule, color, &occurrences);
    let mut model = Model { sides: colors.iter().map(side).collect() };
    let targets = Targets::new(samples, fit.result_share);
    let mut trained: Vec<usize> =
        (0..positions.len()).filter(|&index| !positions[index].is_held_out).collect();
    let mut rng = Rng::with_seed(fit.seed);
    for epoch in 0..fit.epochs {
        let done = epoch as f32 / fit.epochs.max(1) as f32;
        let rate = RATES.0 * (RATES.1 / RATES.0).powf(done);
        rng.shuffle(&mut trained);
        let mut total = 0.0;
        for batch in trained.chunks(BATCH) {
            for &index in batch {
                let prediction = sigmoid(model.score(samples, index));
                let worth = targets.worths[index];
                total += loss(prediction, worth);
                let error = (prediction - worth) / batch.len() as f32;
                model.add_slopes(samples, index, error);
            }
            model.sides.iter_mut().for_each(|side| side.step(rate, fit.decay));
        }
        on_epoch(epoch, total / trained.len().max(1) as f64);
    }
    let sums = (0..positions.len()).map(|index| model.score(samples, index)).collect();
    let sides = model.sides.into_iter().map(|side| side.weights).collect();
    Values { sides, targets, sums }
}

/// Returns how often each group occurs in a position, on the average of both sides.
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
