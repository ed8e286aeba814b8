//! The architecture of the policy in real numbers, and the gradients of its parameters.
//!
//! ```text
//! row     the window's own part + the part of its core, in whole parts
//! cell    clamp(bias + the rows of four windows, 0 to 1), as the side to move sees them
//! mixed   clamp(bias + weighted sum of the cell, of those beside it and of those at its corners, 0 to 1)
//! inputs  sums of cells and of mixed cells over the candidates / POOL
//! hidden  clamp(weighted sums of the inputs and the evaluation + row of the urgency, 0 to 1)
//! weights weighted sums of hidden
//! logit   sharpness · worth of the threats + the mixed cell, weighted
//! ```
//!
//! [`Model::forward`] computes these from top to bottom, [`Model::backward`] propagates the gradients of
//! the logits from bottom to top. Where the rule treats the colours differently, each side to move has its
//! own parameters.

use dolmen::eval::URGENCIES;
use dolmen::eval::line_network::dictionary::Dictionary;
use dolmen::eval::line_network::numbers::{
    CHANNELS, HEAD_PARTS, HIDDEN, INPUTS, MAX_HEAD, POOL_BITS,
};
use dolmen::eval::line_network::policy::{MIXING_PARTS, ROW_PARTS};
use fastrand::Rng;

use crate::learn::table::{Parameters, Table, randomize};
use crate::line_network::cell_model::{CellModel, ColorParameters};
use crate::line_network::cells::{CellParameters, PlayedRows, Rounding};
use crate::line_network::layer::{AtLimits, Layer, add};
use crate::policy::position::{Candidate, MovePosition};

/// The divisor of the sums over all candidates.
const POOL: f32 = (1 << POOL_BITS) as f32;
/// The largest weight of a layer.
const MAX_WEIGHT: f32 = MAX_HEAD as f32 / HEAD_PARTS as f32;
/// The largest weight of the mixing.
const MAX_MIXING: f32 = i16::MAX as f32 / MIXING_PARTS as f32;
/// The largest number of a row.
const MAX_ROW: f32 = i8::MAX as f32 / ROW_PARTS as f32;

/// The rounding of rows in the policy that the engine plays with.
pub const PLAYED_ROWS: Rounding = Rounding::Whole { parts: ROW_PARTS as f32, max: i8::MAX as f32 };

/// The policy in real numbers.
pub type Model = CellModel<ColorModel>;

/// The parameters of a side to move.
#[derive(Clone, Debug, PartialEq)]
pub struct ColorModel {
    /// The rows of windows, and the bias of cells.
    pub cells: CellParameters,
    /// The weights of a cell, of those beside it and of those at its corners.
    pub mixing: Table<CHANNELS>,
    /// `[0]`: the bias of mixed cells.
    pub mixed_bias: Table<CHANNELS>,
    /// `[urgency]`
    pub urgencies: Table<HIDDEN>,
    /// `[0]`: the weights of the evaluation.
    pub evaluation: Table<HIDDEN>,
    /// From the inputs to the hidden layer.
    pub to_hidden: Layer<INPUTS, HIDDEN>,
    /// From the hidden layer to the weights of mixed cells.
    pub to_weights: Layer<HIDDEN, CHANNELS>,
    /// `[0][0]`: the factor of the worth of the threats.
    pub sharpness: Table<1>,
}

/// The values of the layers for a position.
#[derive(Clone, Debug, Default)]
pub struct Layers {
    /// `[cell]`: the sums before the clamp, and the cells.
    sums: Vec<[f32; CHANNELS]>,
    cells: Vec<[f32; CHANNELS]>,
    /// `[candidate]`: the sums of the neighbours, and the mixed cells.
    around: Vec<[[f32; CHANNELS]; 2]>,
    mixed_sums: Vec<[f32; CHANNELS]>,
    mixed: Vec<[f32; CHANNELS]>,
    inputs: [f32; INPUTS],
    hidden: [f32; HIDDEN],
    weights: [f32; CHANNELS],
    /// `[candidate]`
    pub logits: Vec<f32>,
    /// `[cell]`: scratch space for the gradients of the cells.
    of_cells: Vec<[f32; CHANNELS]>,
}

impl Model {
    /// Computes the values of all layers for a position, and the missing rows of its cells.
    pub fn forward(
        &self,
        dictionary: &Dictionary,
        played: &mut [PlayedRows],
        position: &MovePosition,
        layers: &mut Layers,
    ) {
        let place = self.place(position.mover);
        let (model, played) = (&self.colors[place], &mut played[place]);
        played.prepare(dictionary, &model.cells, position.cells.iter().flatten().copied());
        layers.sums.clear();
        layers.sums.extend(position.cells.iter().map(|&rows| played.sums(rows)));
        layers.cells.clear();
        layers.cells.extend(layers.sums.iter().map(clamped));
        layers.around.clear();
        layers.around.extend(position.candidates.iter().map(|it| around(it, &layers.cells)));
        layers.mixed_sums.clear();
        layers.mixed_sums.extend(layers.cells.iter().zip(&layers.around).map(|(cell, around)| {
            let mut sum = model.mixed_bias.values[0];
            for (cells, weights) in
                [cell, &around[0], &around[1]].into_iter().zip(&model.mixing.values)
            {
                for channel in 0..CHANNELS {
                    sum[channel] += cells[channel] * weights[channel];
                }
            }
            sum
        }));
        layers.mixed.clear();
        layers.mixed.extend(layers.mixed_sums.iter().map(clamped));
        let mut pools = [[0.0; CHANNELS]; 2];
        for (cell, mixed) in layers.cells.iter().zip(&layers.mixed) {
            add(&mut pools[0], 1.0 / POOL, cell);
            add(&mut pools[1], 1.0 / POOL, mixed);
        }
        layers.inputs.copy_from_slice(pools.as_flattened());
        let mut hidden = model.to_hidden.forward(&layers.inputs);
        add(&mut hidden, 1.0, &model.urgencies.values[position.urgency]);
        add(&mut hidden, position.evaluation, &model.evaluation.values[0]);
        layers.hidden = hidden.map(|sum| sum.clamp(0.0, 1.0));
        layers.weights = model.to_weights.forward(&layers.hidden);
        let sharpness = model.sharpness.values[0][0];
        layers.logits.clear();
        layers.logits.extend(position.candidates.iter().zip(&layers.mixed).map(
            |(move_, mixed)| {
                let terms = mixed.iter().zip(&layers.weights);
                sharpness * move_.score + terms.map(|(number, weight)| number * weight).sum::<f32>()
            },
        ));
    }

    /// Adds the gradients of the parameters, from those of the logits.
    pub fn backward(
        &mut self,
        position: &MovePosition,
        layers: &mut Layers,
        of_logits: &[f32],
        at_limits: AtLimits,
    ) {
        let place = self.place(position.mover);
        let model = &mut self.colors[place];
        let mut of_weights = [0.0; CHANNELS];
        for ((gradient, move_), mixed) in
            of_logits.iter().zip(&position.candidates).zip(&layers.mixed)
        {
            add(&mut of_weights, *gradient, mixed);
            model.sharpness.gradients[0][0] += gradient * move_.score;
        }
        let of_hidden = model.to_weights.backward(&layers.hidden, &of_weights);
        let of_hidden = at_limits.backward(&layers.hidden, of_hidden);
        model.urgencies.touch(position.urgency);
        add(&mut model.urgencies.gradients[position.urgency], 1.0, &of_hidden);
        add(&mut model.evaluation.gradients[0], position.evaluation, &of_hidden);
        let of_inputs = model.to_hidden.backward(&layers.inputs, &of_hidden);
        let of_pools = of_inputs.as_chunks::<CHANNELS>().0;
        let of_cells = &mut layers.of_cells;
        of_cells.clear();
        of_cells.resize(layers.cells.len(), [0.0; CHANNELS]);
        let [center, beside, corner] = [0, 1, 2].map(|group| model.mixing.values[group]);
        for (index, (gradient, move_)) in of_logits.iter().zip(&position.candidates).enumerate() {
            let mut of_mixed = [0.0; CHANNELS];
            add(&mut of_mixed, *gradient, &layers.weights);
            add(&mut of_mixed, 1.0 / POOL, &of_pools[1]);
            let of_mixed = inside(&layers.mixed_sums[index], of_mixed);
            add(&mut model.mixed_bias.gradients[0], 1.0, &of_mixed);
            let [sum_beside, sum_corners] = &layers.around[index];
            let groups = [&layers.cells[index], sum_beside, sum_corners];
            for (gradients, cells) in model.mixing.gradients.iter_mut().zip(groups) {
                add_product(gradients, cells, &of_mixed);
            }
            add_product(&mut of_cells[index], &center, &of_mixed);
            add(&mut of_cells[index], 1.0 / POOL, &of_pools[0]);
            for (place, weights) in
                move_.around.iter().zip([[&beside; 4], [&corner; 4]].as_flattened())
            {
                if let Some(place) = place {
                    add_product(&mut of_cells[usize::from(*place)], weights, &of_mixed);
                }
            }
        }
        for ((rows, sums), gradients) in position.cells.iter().zip(&layers.sums).zip(&*of_cells) {
            model.cells.add_gradients(*rows, &inside(sums, *gradients));
        }
    }
}

/// The tables behind the cells in the order of a checkpoint, by shared or by mutable references.
macro_rules! tables {
    ($model:ident $(, $mutable:tt)?) => {
        vec![
            &$($mutable)? $model.mixing,
            &$($mutable)? $model.mixed_bias,
            &$($mutable)? $model.urgencies,
            &$($mutable)? $model.evaluation,
            &$($mutable)? $model.to_hidden.weights,
            &$($mutable)? $model.to_hidden.biases,
            &$($mutable)? $model.to_weights.weights,
            &$($mutable)? $model.to_weights.biases,
            &$($mutable)? $model.sharpness,
        ]
    };
}

impl ColorParameters for ColorModel {
    fn parts(&self) -> (&CellParameters, Vec<&dyn Parameters>) {
        (&self.cells, tables!(self))
    }

    fn parts_mut(&mut self) -> (&mut CellParameters, Vec<&mut dyn Parameters>) {
        (&mut self.cells, tables!(self, mut))
    }

    fn step(&mut self, dictionary: &Dictionary, prepared: &PlayedRows, rate: f32) {
        self.cells.step(dictionary, prepared, rate * ROWS_RATE);
        self.mixing.step_all(rate);
        self.mixed_bias.step_all(rate);
        self.urgencies.step(rate);
        self.evaluation.step_all(rate);
        self.to_hidden.step(rate);
        self.to_weights.step(rate);
        self.sharpness.step_all(rate);
    }
}

/// The learning rate of the rows as a multiple of that of the other parameters.
const ROWS_RATE: f32 = 3.0;

impl ColorModel {
    /// Returns zeros for the windows of a dictionary.
    #[must_use]
    pub fn new(dictionary: &Dictionary) -> Self {
        Self {
            cells: CellParameters::within(MAX_ROW, dictionary),
            mixing: Table::within(MAX_MIXING, 3),
            mixed_bias: Table::within(1.0, 1),
            urgencies: Table::within(MAX_WEIGHT, URGENCIES),
            evaluation: Table::within(MAX_WEIGHT, 1),
            to_hidden: Layer::within(MAX_WEIGHT),
            to_weights: Layer::within(MAX_WEIGHT),
            sharpness: Table::new(1),
        }
    }

    /// Returns random parameters: cells mix little, and the weights do not depend on the inputs yet.
    #[must_use]
    pub fn random(dictionary: &Dictionary, rng: &mut Rng) -> Self {
        let mut model = Self::new(dictionary);
        randomize(model.cells.cores.values_mut(), 0.0, 0.1, rng);
        randomize(model.cells.bias.values_mut(), 0.05, 0.0, rng);
        randomize(&mut model.mixing.values[0], 0.7, 0.05, rng);
        randomize(model.mixing.values[1..].as_flattened_mut(), 0.0, 0.05, rng);
        randomize(model.mixed_bias.values_mut(), 0.05, 0.02, rng);
        randomize(model.to_hidden.weights.values_mut(), 0.0, 0.15, rng);
        randomize(model.to_hidden.biases.values_mut(), 0.1, 0.1, rng);
        randomize(model.evaluation.values_mut(), 0.0, 0.15, rng);
        randomize(model.to_weights.biases.values_mut(), 0.0, 0.2, rng);
        model.sharpness.values[0] = [1.8];
        model
    }
}

/// Returns the clamped numbers of a cell.
fn clamped(sums: &[f32; CHANNELS]) -> [f32; CHANNELS] {
    sums.map(|sum| sum.clamp(0.0, 1.0))
}

/// Returns the gradients of sums from those behind their clamp.
fn inside(sums: &[f32; CHANNELS], gradients: [f32; CHANNELS]) -> [f32; CHANNELS] {
    std::array::from_fn(
        |channel| {
            if (0.0..1.0).contains(&sums[channel]) { gradients[channel] } else { 0.0 }
        },
    )
}

/// Adds the products of the numbers of two rows.
fn add_product(to: &mut [f32; CHANNELS], a: &[f32; CHANNELS], b: &[f32; CHANNELS]) {
    for channel in 0..CHANNELS {
        to[channel] += a[channel] * b[channel];
    }
}

/// Returns the sums of the cells beside a candidate, and of those at its corners.
fn around(candidate: &Candidate, cells: &[[f32; CHANNELS]]) -> [[f32; CHANNELS]; 2] {
    let mut sums = [[0.0; CHANNELS]; 2];
    for (number, place) in candidate.around.iter().enumerate() {
        if let Some(place) = place {
            add(&mut sums[number / 4], 1.0, &cells[usize::from(*place)]);
        }
    }
    sums
}

#[cfg(test)]
mod tests;
