//! Fits the network of the evaluation: what positions are worth beyond the sums of their
//! codes.
//!
//! Its output is added to the sums that were fitted before, which count as much as suits
//! it. What comes out of it is rounded to the whole numbers of
//! [`dolmen::eval::network`], and the losses are of those.

use dolmen::eval::URGENCIES;
use dolmen::eval::network::FEATURES;
use dolmen::eval::network::{
    HIDDEN, HIDDEN_PARTS, MAX_SUM, MAX_WEIGHT, Network, OUTPUT_PARTS, ROW_PARTS,
};
use dolmen::threats::GROUPS;
use dolmen::threats::Threat;
use fastrand::Rng;

use crate::learn::adam::Adam;
use crate::learn::losses::loss;
use crate::learn::samples::Samples;
use crate::learn::targets::sigmoid;
use crate::learn::values::Values;

/// Positions before a step.
const BATCH: usize = 512;
/// Rates of the first and the last steps. Ten times as much leaves most units dead.
const RATES: (f32, f32) = (0.001_5, 0.000_015);
/// The maximum distance of parameters from zero at the start: rows that occur once in a
/// position, biases, weights of the hidden layer, weights of the output.
const SPREADS: [f32; 4] = [0.05, 0.1, 0.375, 0.3];

/// Rows: of the mover's groups, of the other side's, of pairs of classes, of urgencies, and
/// one that every position has.
const PAIRS_AT: usize = 2 * GROUPS;
const URGENCIES_AT: usize = PAIRS_AT + Threat::COUNT * Threat::COUNT;
const BIAS_ROW: usize = URGENCIES_AT + URGENCIES;
const ROWS: usize = BIAS_ROW + 1;

/// The places of the parts of the parameters, after the rows.
const HIDDEN_AT: usize = ROWS * FEATURES;
const BIASES_AT: usize = HIDDEN_AT + HIDDEN * FEATURES;
const OUTPUT_AT: usize = BIASES_AT + HIDDEN;
/// The place of the weight of the sums that were fitted before.
const SHARE_AT: usize = OUTPUT_AT + HIDDEN;
const PARAMETERS: usize = SHARE_AT + 1;

/// Largest sum of rows that counts.
const MOST_INPUT: f32 = MAX_SUM as f32 / ROW_PARTS as f32;

/// Slope that holds sums near what counts, so that they never overflow.
const TOO_FAR: f32 = 0.001;

/// A network in real numbers.
#[derive(Clone, Debug)]
pub struct RealNetwork {
    parameters: Vec<f32>,
}

/// The values of the layers for a position.
#[derive(Clone, Copy, Debug, Default)]
struct Layers {
    inputs: [f32; FEATURES],
    values: [f32; HIDDEN],
}

/// The positions, and what is known of each.
#[derive(Clone, Copy)]
struct Task<'a> {
    samples: &'a Samples,
    values: &'a Values,
}

/// Fits a network for each side that has weights of its own; `on_epoch` hears of the loss
/// after each pass.
#[must_use]
pub fn fit(
    samples: &Samples,
    values: &Values,
    settings: (usize, u64),
    on_epoch: &mut dyn FnMut(usize, f64),
) -> Vec<RealNetwork> {
    let task = Task { samples, values };
    let mut of_side = |side: usize| {
        let is_trained = |&index: &usize| {
            let position = &samples.positions[index];
            !position.is_held_out && values.side(position.mover) == side
        };
        let indices = (0..samples.positions.len()).filter(is_trained).collect();
        fit_side(task, indices, settings, on_epoch)
    };
    (0..values.sides.len()).map(&mut of_side).collect()
}

/// Fits a network to some of the positions.
fn fit_side(
    task: Task<'_>,
    mut indices: Vec<usize>,
    (epochs, seed): (usize, u64),
    on_epoch: &mut dyn FnMut(usize, f64),
) -> RealNetwork {
    let mut rng = Rng::with_seed(seed);
    let mut adam = start(task.samples, &indices, &mut rng);
    let mut slopes = vec![0.0; PARAMETERS];
    let mut rounded = vec![0.0; PARAMETERS];
    let steps = (epochs * indices.len().div_ceil(BATCH)).max(1) as f32;
    let mut step = 0.0;
    for epoch in 0..epochs {
        rng.shuffle(&mut indices);
        let mut total = 0.0;
        for batch in indices.chunks(BATCH) {
            slopes.fill(0.0);
            // Positions see the parameters as they will be played with: what rows that occur
            // a hundred times lose by rounding adds up, and the others make up for it.
            round_rows(&adam.parameters, &mut rounded);
            for &index in batch {
                total += add_slopes(&rounded, task, index, &mut slopes);
            }
            slopes.iter_mut().for_each(|slope| *slope /= batch.len() as f32);
            adam.step(&slopes, RATES.0 * (RATES.1 / RATES.0).powf(step / steps));
            step += 1.0;
        }
        on_epoch(epoch, total / indices.len().max(1) as f64);
    }
    RealNetwork { parameters: adam.parameters }
}

/// The parameters with rows of whole parts.
fn round_rows(parameters: &[f32], rounded: &mut [f32]) {
    rounded.copy_from_slice(parameters);
    let parts = ROW_PARTS as f32;
    rounded[..HIDDEN_AT].iter_mut().for_each(|weight| *weight = (*weight * parts).round() / parts);
}

/// Random parameters; rows that no position has are zero.
fn start(samples: &Samples, indices: &[usize], rng: &mut Rng) -> Adam {
    let mut occurrences = vec![0.0_f32; ROWS];
    for &index in indices {
        for_each_row(samples, index, |row, count| occurrences[row] += count);
    }
    let positions = indices.len().max(1) as f32;
    let of_row = |occurrences: &f32| 1.0 / (occurrences / positions).max(1.0);
    let of_rows = occurrences.iter().flat_map(|row| [of_row(row); FEATURES]);
    let scales: Vec<f32> = of_rows.chain(std::iter::repeat(1.0)).take(PARAMETERS).collect();
    let mut adam = Adam::new(scales.clone());
    for (index, parameter) in adam.parameters.iter_mut().enumerate() {
        let is_unseen = occurrences.get(index / FEATURES).is_some_and(|&count| count == 0.0);
        let spread = match index {
            SHARE_AT => 0.0,
            OUTPUT_AT.. => SPREADS[3],
            BIASES_AT.. => SPREADS[1],
            HIDDEN_AT.. => SPREADS[2],
            _ if index / FEATURES == BIAS_ROW => SPREADS[1],
            _ if is_unseen => 0.0,
            _ => SPREADS[0] * scales[index],
        };
        *parameter = spread * (2.0 * rng.f32() - 1.0);
    }
    adam.parameters[SHARE_AT] = 1.0;
    adam
}

/// The rows of a position, and how often it has each.
fn for_each_row(samples: &Samples, index: usize, mut row: impl FnMut(usize, f32)) {
    for code in samples.codes(index) {
        let group = usize::from(code.side) * GROUPS + usize::from(code.group);
        row(group, f32::from(code.count));
    }
    for pair in samples.pairs(index) {
        row(PAIRS_AT + usize::from(pair.pair), f32::from(pair.count));
    }
    row(URGENCIES_AT + usize::from(samples.positions[index].urgency), 1.0);
    row(BIAS_ROW, 1.0);
}

/// Returns the network's evaluation of a position, in units of one, and its layers.
fn score(parameters: &[f32], task: Task<'_>, index: usize) -> (f32, Layers) {
    let mut layers = Layers::default();
    let Layers { inputs, values } = &mut layers;
    for_each_row(task.samples, index, |row, count| {
        let row = &parameters[row * FEATURES..][..FEATURES];
        inputs.iter_mut().zip(row).for_each(|(input, weight)| *input += count * weight);
    });
    let mut score = parameters[SHARE_AT] * task.values.sums[index];
    for (unit, value) in values.iter_mut().enumerate() {
        let weights = &parameters[HIDDEN_AT + unit * FEATURES..][..FEATURES];
        let terms = inputs.iter().zip(weights);
        let sum: f32 = terms.map(|(input, weight)| input.clamp(0.0, MOST_INPUT) * weight).sum();
        *value = (parameters[BIASES_AT + unit] + sum).max(0.0);
        score += *value * parameters[OUTPUT_AT + unit];
    }
    (score, layers)
}

/// Adds the slopes of a position's loss, which is returned.
fn add_slopes(parameters: &[f32], task: Task<'_>, index: usize, slopes: &mut [f32]) -> f64 {
    let (score, Layers { inputs, values }) = score(parameters, task, index);
    let prediction = sigmoid(score);
    let error = prediction - task.values.targets.worths[index];
    slopes[SHARE_AT] += error * task.values.sums[index];
    let mut of_inputs = [0.0; FEATURES];
    for (unit, value) in values.into_iter().enumerate().filter(|&(_, value)| value > 0.0) {
        slopes[OUTPUT_AT + unit] += error * value;
        let of_value = error * parameters[OUTPUT_AT + unit];
        slopes[BIASES_AT + unit] += of_value;
        let weights = HIDDEN_AT + unit * FEATURES;
        for (feature, &input) in inputs.iter().enumerate() {
            slopes[weights + feature] += of_value * input.clamp(0.0, MOST_INPUT);
            of_inputs[feature] += of_value * parameters[weights + feature];
        }
    }
    for (slope, input) in of_inputs.iter_mut().zip(inputs) {
        if input.abs() >= MOST_INPUT {
            *slope = TOO_FAR.copysign(input);
        } else if input < 0.0 {
            *slope = 0.0;
        }
    }
    for_each_row(task.samples, index, |row, count| {
        let row = &mut slopes[row * FEATURES..][..FEATURES];
        row.iter_mut().zip(of_inputs).for_each(|(slope, of_input)| *slope += count * of_input);
    });
    loss(prediction, task.values.targets.worths[index])
}

impl RealNetwork {
    /// Returns how much the sums that were fitted before count.
    #[must_use]
    pub fn share(&self) -> f32 {
        self.parameters[SHARE_AT]
    }

    /// The network in whole numbers, with so many units of the evaluation for one.
    #[must_use]
    pub fn rounded(&self, units: f32) -> Network {
        let within =
            |number: f32, most: i16| number.round().clamp(-f32::from(most), f32::from(most)) as i16;
        let in_parts =
            |parameter: f32, parts: i32, most: i16| within(parameter * parts as f32, most);
        let bias = &self.parameters[BIAS_ROW * FEATURES..][..FEATURES];
        let rows = self.parameters[..BIAS_ROW * FEATURES].iter().enumerate();
        let rows = rows.map(|(index, &parameter)| {
            let is_urgency = index / FEATURES >= URGENCIES_AT;
            let bias = if is_urgency { bias[index % FEATURES] } else { 0.0 };
            in_parts(parameter + bias, ROW_PARTS, i16::MAX)
        });
        let hidden = &self.parameters[HIDDEN_AT..OUTPUT_AT];
        let hidden = hidden.iter().map(|&weight| in_parts(weight, HIDDEN_PARTS, MAX_WEIGHT));
        let output = self.parameters[OUTPUT_AT..SHARE_AT].iter();
        let output = output.map(|&weight| in_parts(weight * units, OUTPUT_PARTS, MAX_WEIGHT));
        Network::from_numbers(rows.chain(hidden).chain(output))
    }
}

/// Returns the rounded network's evaluation of a position, in units of the evaluation.
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
