//! Fits the network of the evaluation: the value of positions beyond the sums of their codes.
//!
//! ```text
//! row     FEATURES numbers for each group of codes of the mover and of the other side, each pair of
//!         threat classes at a point, each urgency, and a bias that every position has
//! input   clamp(sum of the rows of a position, times their counts, 0 to MAX_INPUT)
//! hidden  max(bias + weighted sums of the inputs, 0)
//! output  weighted sum of hidden + share · (the sum over codes that was fitted before), a logit
//! ```
//!
//! `RealNetwork::forward` computes these from top to bottom, `RealNetwork::backward` propagates the
//! gradient of the output from bottom to top. The forward pass uses the rounded rows that the
//! engine plays with. The result is a network of [`dolmen::eval::network`], in whole numbers.

use dolmen::eval::URGENCIES;
use dolmen::eval::network::{
    FEATURES, HIDDEN, HIDDEN_PARTS, MAX_SUM, MAX_WEIGHT, Network, OUTPUT_PARTS, ROW_PARTS,
};
use dolmen::threats::{GROUPS, Threat};
use fastrand::Rng;

use crate::learn::passes::{Falls, Fit, OnPass, Schedule};
use crate::learn::samples::Samples;
use crate::learn::table::{Parameters, Table, randomize, whole};
use crate::learn::targets::{loss, sigmoid};
use crate::learn::values::Values;

/// With ten times the learning rate, most units would be dead.
const SCHEDULE: Schedule =
    Schedule { batch: 512, first: 0.001_5, last: 0.000_015, falls: Falls::ByStep };

/// The maximum absolute values of the initial parameters.
mod spread {
    /// Of rows that occur once in a position.
    pub(super) const ROW: f32 = 0.05;
    pub(super) const BIAS: f32 = 0.1;
    pub(super) const HIDDEN: f32 = 0.375;
    pub(super) const OUTPUT: f32 = 0.3;
}

/// The first rows are those of the mover's groups and of the other side's; then come those of
/// pairs.
const PAIRS_AT: usize = 2 * GROUPS;
const URGENCIES_AT: usize = PAIRS_AT + Threat::COUNT * Threat::COUNT;
const BIAS_ROW: usize = URGENCIES_AT + URGENCIES;
const ROWS: usize = BIAS_ROW + 1;

/// The upper limit of the clamp of inputs.
const MAX_INPUT: f32 = MAX_SUM as f32 / ROW_PARTS as f32;
/// The gradient that pulls sums back towards the range of the clamp, so that they never overflow.
const TOO_FAR: f32 = 0.001;

/// A network in real numbers.
#[derive(Clone, Debug)]
pub struct RealNetwork {
    /// `[row][feature]`
    rows: Table<FEATURES>,
    /// `[unit][feature]`
    hidden: Table<FEATURES>,
    /// `[0][unit]`
    biases: Table<HIDDEN>,
    /// `[0][unit]`
    output: Table<HIDDEN>,
    /// `[0][0]`: the factor of the sum that was fitted before.
    share: Table<1>,
}

/// The rounded rows of the forward pass, in whole parts.
type PlayedRows = Vec<[f32; FEATURES]>;

/// The values of the layers for a position.
#[derive(Clone, Copy, Debug, Default)]
struct Layers {
    /// The sums of rows before their clamp.
    sums: [f32; FEATURES],
    hidden: [f32; HIDDEN],
    output: f32,
}

/// The positions, and the values fitted to them.
#[derive(Clone, Copy)]
struct Task<'a> {
    samples: &'a Samples,
    values: &'a Values,
}

/// Fits a network for each side that has weights of its own.
#[must_use]
pub fn fit(samples: &Samples, values: &Values, fit: Fit, on_pass: OnPass<'_>) -> Vec<RealNetwork> {
    let task = Task { samples, values };
    let mut of_side = |side: usize| {
        let is_trained = |&index: &usize| {
            let position = &samples.positions[index];
            !position.is_held_out && values.side(position.mover) == side
        };
        let mut positions: Vec<usize> = (0..samples.positions.len()).filter(is_trained).collect();
        let mut rng = Rng::with_seed(fit.seed);
        let mut network = RealNetwork::random(samples, &positions, &mut rng);
        let mut played = PlayedRows::new();
        SCHEDULE.run(fit.passes, &mut positions, &mut rng, on_pass, |batch, rate| {
            network.play(&mut played);
            let loss = batch.iter().map(|&index| network.add_gradients(&played, task, index)).sum();
            network.step(batch.len(), rate);
            loss
        });
        network
    };
    (0..values.sides.len()).map(&mut of_side).collect()
}

/// Calls `visit` with each row of a position and its number of occurrences.
fn for_each_row(samples: &Samples, index: usize, mut visit: impl FnMut(usize, f32)) {
    for code in samples.codes(index) {
        let group = usize::from(code.side) * GROUPS + usize::from(code.group);
        visit(group, f32::from(code.count));
    }
    for pair in samples.pairs(index) {
        visit(PAIRS_AT + usize::from(pair.pair), f32::from(pair.count));
    }
    visit(URGENCIES_AT + usize::from(samples.positions[index].urgency), 1.0);
    visit(BIAS_ROW, 1.0);
}

impl RealNetwork {
    /// Returns random parameters; rows that occur in no position are zero.
    fn random(samples: &Samples, positions: &[usize], rng: &mut Rng) -> Self {
        let mut occurrences = vec![0.0_f32; ROWS];
        for &index in positions {
            for_each_row(samples, index, |row, count| occurrences[row] += count);
        }
        let count = positions.len().max(1) as f32;
        let scales = occurrences.iter().map(|row| 1.0 / (row / count).max(1.0));
        let scales: Vec<f32> = scales.collect();
        let mut rows = Table::scaled(scales.clone());
        for (row, numbers) in rows.values.iter_mut().enumerate() {
            let spread = match row {
                BIAS_ROW => spread::BIAS,
                _ if occurrences[row] == 0.0 => 0.0,
                _ => spread::ROW * scales[row],
            };
            randomize(numbers, 0.0, spread, rng);
        }
        let (hidden, biases) = (Table::new(HIDDEN), Table::new(1));
        let mut network =
            Self { rows, hidden, biases, output: Table::new(1), share: Table::new(1) };
        randomize(network.hidden.values_mut(), 0.0, spread::HIDDEN, rng);
        randomize(network.biases.values_mut(), 0.0, spread::BIAS, rng);
        randomize(network.output.values_mut(), 0.0, spread::OUTPUT, rng);
        randomize(network.share.values_mut(), 1.0, 0.0, rng);
        network
    }

    /// Returns all tables to be changed.
    fn tables_mut(&mut self) -> [&mut dyn Parameters; 5] {
        let Self { rows, hidden, biases, output, share } = self;
        [rows, hidden, biases, output, share]
    }

    /// Writes the rounded rows of the forward pass. The rounding errors of rows that occur a hundred
    /// times add up, and the other parameters learn to compensate for them.
    fn play(&self, played: &mut PlayedRows) {
        const PARTS: f32 = ROW_PARTS as f32;
        played.resize(ROWS, [0.0; FEATURES]);
        let played = played.as_flattened_mut().iter_mut();
        for (to, weight) in played.zip(self.rows.values()) {
            *to = (weight * PARTS).round() / PARTS;
        }
    }

    /// Returns the values of the layers for a position.
    fn forward(&self, played: &PlayedRows, task: Task<'_>, index: usize) -> Layers {
        let mut layers = Layers::default();
        let Layers { sums, hidden, output } = &mut layers;
        for_each_row(task.samples, index, |row, count| {
            sums.iter_mut().zip(&played[row]).for_each(|(sum, weight)| *sum += count * weight);
        });
        *output = self.share.values[0][0] * task.values.sums[index];
        for (unit, value) in hidden.iter_mut().enumerate() {
            let terms = sums.iter().zip(&self.hidden.values[unit]);
            let sum: f32 = terms.map(|(sum, weight)| sum.clamp(0.0, MAX_INPUT) * weight).sum();
            *value = (self.biases.values[0][unit] + sum).max(0.0);
            *output += *value * self.output.values[0][unit];
        }
        layers
    }

    /// Adds the gradients of the parameters, from that of the output.
    fn backward(&mut self, task: Task<'_>, index: usize, layers: &Layers, of_output: f32) {
        let Layers { sums, hidden, .. } = layers;
        self.share.gradients[0][0] += of_output * task.values.sums[index];
        let mut of_sums = [0.0; FEATURES];
        for (unit, &value) in hidden.iter().enumerate().filter(|&(_, &value)| value > 0.0) {
            self.output.gradients[0][unit] += of_output * value;
            let of_value = of_output * self.output.values[0][unit];
            self.biases.gradients[0][unit] += of_value;
            let weights = &self.hidden.values[unit];
            let of_weights = &mut self.hidden.gradients[unit];
            for (feature, sum) in sums.iter().enumerate() {
                of_weights[feature] += of_value * sum.clamp(0.0, MAX_INPUT);
                of_sums[feature] += of_value * weights[feature];
            }
        }
        for (gradient, sum) in of_sums.iter_mut().zip(sums) {
            if sum.abs() >= MAX_INPUT {
                *gradient = TOO_FAR.copysign(*sum);
            } else if *sum < 0.0 {
                *gradient = 0.0;
            }
        }
        for_each_row(task.samples, index, |row, count| {
            let gradients = self.rows.gradients[row].iter_mut();
            gradients.zip(of_sums).for_each(|(gradient, of_sum)| *gradient += count * of_sum);
        });
    }

    /// Adds the gradients of a position's loss, and returns the loss.
    fn add_gradients(&mut self, played: &PlayedRows, task: Task<'_>, index: usize) -> f64 {
        let layers = self.forward(played, task, index);
        let prediction = sigmoid(layers.output);
        let worth = task.values.targets.worths[index];
        self.backward(task, index, &layers, prediction - worth);
        loss(prediction, worth)
    }

    /// Moves the parameters against the mean gradients of a batch.
    fn step(&mut self, batch: usize, rate: f32) {
        for table in self.tables_mut() {
            table.gradients_mut().iter_mut().for_each(|gradient| *gradient /= batch as f32);
            table.step_all(rate);
        }
    }

    /// Returns the factor of the sums that were fitted before.
    #[must_use]
    pub fn share(&self) -> f32 {
        self.share.values[0][0]
    }

    /// Returns the network in whole numbers, with `units` units of the evaluation for a logit.
    #[must_use]
    pub fn rounded(&self, units: f32) -> Network {
        let bias = self.rows.values[BIAS_ROW];
        let rows = self.rows.values[..BIAS_ROW].iter().enumerate().flat_map(|(row, numbers)| {
            // Every position has exactly one urgency.
            let bias = if row >= URGENCIES_AT { bias } else { [0.0; FEATURES] };
            let sums: [f32; FEATURES] = std::array::from_fn(|place| numbers[place] + bias[place]);
            sums.map(|number| whole(number, ROW_PARTS as f32, i16::MAX))
        });
        let hidden = self.hidden.values().iter().chain(self.biases.values());
        let hidden = hidden.map(|&weight| whole(weight, HIDDEN_PARTS as f32, MAX_WEIGHT));
        let output = self.output.values[0];
        let output = output.map(|weight| whole(weight * units, OUTPUT_PARTS as f32, MAX_WEIGHT));
        Network::from_numbers(rows.chain(hidden).chain(output))
    }
}

/// Returns the evaluation of a position by a network in whole numbers, in units of the evaluation.
#[must_use]
pub fn rounded_worth(network: &Network, samples: &Samples, index: usize) -> i32 {
    let mut sums = [0_i16; FEATURES];
    let mut add = |row: &[i16; FEATURES], count: u8| {
        let product = row.map(|number| number.wrapping_mul(i16::from(count)));
        sums.iter_mut().zip(product).for_each(|(sum, number)| *sum = sum.wrapping_add(number));
    };
    for code in samples.codes(index) {
        add(&network.groups[usize::from(code.side)][usize::from(code.group)], code.count);
    }
    for pair in samples.pairs(index) {
        let (own, other) = (pair.pair / Threat::COUNT as u16, pair.pair % Threat::COUNT as u16);
        add(&network.pairs[usize::from(own)][usize::from(other)], pair.count);
    }
    network.worth(&sums, usize::from(samples.positions[index].urgency))
}

#[cfg(test)]
mod tests;
