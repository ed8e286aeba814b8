//! The model: the architecture of the network in real numbers, and the slopes of its output.
//!
//! ```text
//! view    the side to move, the other side
//! row     the window's own part + the part of its core, in whole ROW_PARTS
//! cell    clamp(bias + the rows of four windows, 0 to 1), for each view
//! pool    sum of the cells of the board / POOL, for each view
//! inputs  both pools, and the row of the urgency
//! output  inputs → 32 → 32 → 1, the units of both hidden layers clamped to 0 to 1
//! ```
//!
//! The output is added to the evaluation in use, as a logit.

use dolmen::eval::URGENCIES;
use fastrand::Rng;

use crate::line_network::cells::{CellForm, CellParameters, PlayedRows, ROW_PARTS};
use crate::line_network::dictionary::Dictionary;
use crate::line_network::layer::{Layer, LayerForm};
use crate::line_network::position_rows::PositionRows;
use crate::line_network::rows::{Form, Rows};

/// The units in each hidden layer.
pub const HIDDEN: usize = 32;
/// The numbers in the row of an urgency.
pub const URGENCY_WIDTH: usize = 16;
/// The divisor of the sums over all cells.
pub const POOL: f32 = 32.0;
/// The largest weight of the head, and the largest number in the row of an urgency.
pub const MAX_WEIGHT: f32 = 4.0;

/// The parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// The rows of windows, and the bias of cells.
    pub cells: CellParameters,
    /// `[urgency]`
    pub urgencies: Rows,
    /// From the inputs to the first hidden layer, to the second one, to the output.
    pub head: [Layer; 3],
}

/// The forms of the parameters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ModelForm {
    /// Of cells.
    pub cells: CellForm,
    /// Of the rows of urgencies.
    pub urgencies: Form,
    /// Of the head.
    pub head: [LayerForm; 3],
}

impl ModelForm {
    /// Returns the form for the windows of a dictionary and so many channels.
    #[must_use]
    pub fn new(dictionary: &Dictionary, channels: usize) -> Self {
        let layer = |inputs, outputs| LayerForm { inputs, outputs, limit: MAX_WEIGHT };
        let inputs = layer(2 * channels + URGENCY_WIDTH, HIDDEN);
        Self {
            cells: CellForm::new(dictionary, channels),
            urgencies: Form { rows: URGENCIES, width: URGENCY_WIDTH, limit: MAX_WEIGHT },
            head: [inputs, layer(HIDDEN, HIDDEN), layer(HIDDEN, 1)],
        }
    }
}

/// The values of the layers for a position.
#[derive(Clone, Debug, Default)]
pub struct Layers {
    inputs: Vec<f32>,
    /// Of the two hidden layers.
    hidden: [Vec<f32>; 2],
}

impl Model {
    /// Returns a model of zeros.
    #[must_use]
    pub fn new(form: ModelForm) -> Self {
        Self {
            cells: CellParameters::new(form.cells),
            urgencies: Rows::new(form.urgencies),
            head: form.head.map(Layer::new),
        }
    }

    /// Returns a model with random parameters whose output is zero.
    #[must_use]
    pub fn random(form: ModelForm, rng: &mut Rng) -> Self {
        let mut model = Self::new(form);
        let mut spread = |rows: &mut Rows, middle: f32, spread: f32| {
            let random = |number: &mut f32| *number = middle + spread * (2.0 * rng.f32() - 1.0);
            rows.values_mut().iter_mut().for_each(random);
        };
        let Self { cells, head: [first, second, _], .. } = &mut model;
        spread(&mut cells.cores, 0.0, 0.1);
        // The first core is the empty one: cells far from all stones begin just above zero.
        cells.cores.values_mut()[..form.cells.channels].fill(0.0);
        spread(&mut cells.bias, 4.0 / ROW_PARTS, 0.0);
        for layer in [first, second] {
            let inputs = layer.weights.form().rows as f32;
            spread(&mut layer.weights, 0.0, (3.0 / inputs).sqrt());
            spread(&mut layer.biases, 0.2, 0.1);
        }
        model
    }

    /// Returns the output for a position whose rows were prepared, and the values of its layers.
    #[must_use]
    pub fn forward(
        &self,
        played: &PlayedRows,
        rows: &PositionRows,
        urgency: usize,
        layers: &mut Layers,
    ) -> f32 {
        let Layers { inputs, hidden } = layers;
        let channels = self.cells.channels();
        inputs.clear();
        inputs.resize(2 * channels, 0.0);
        for (cells, pool) in rows.views.iter().zip(inputs.chunks_exact_mut(channels)) {
            played.add_cells(cells, pool);
            pool.iter_mut().for_each(|sum| *sum /= POOL);
        }
        inputs.extend(self.urgencies.row(urgency));
        let mut values: &[f32] = inputs;
        for (layer, hidden) in self.head.iter().zip(hidden) {
            hidden.resize(HIDDEN, 0.0);
            layer.forward(values, hidden);
            hidden.iter_mut().for_each(|value| *value = value.clamp(0.0, 1.0));
            values = hidden;
        }
        let mut output = [0.0];
        self.head[2].forward(values, &mut output);
        output[0]
    }

    /// Adds the slopes of the parameters, if that of the output is `error`.
    pub fn backward(
        &mut self,
        played: &PlayedRows,
        rows: &PositionRows,
        urgency: usize,
        layers: &Layers,
        error: f32,
    ) {
        let Layers { inputs, hidden: [first, second] } = layers;
        let [to_first, to_second, to_output] = &mut self.head;
        let (mut of_first, mut of_second) = ([0.0; HIDDEN], [0.0; HIDDEN]);
        to_output.backward(second, &[error], &mut of_second);
        stop_at_limits(&mut of_second, second);
        to_second.backward(first, &of_second, &mut of_first);
        stop_at_limits(&mut of_first, first);
        let mut of_inputs = vec![0.0; inputs.len()];
        to_first.backward(inputs, &of_first, &mut of_inputs);

        let (of_pools, of_urgency) = of_inputs.split_at_mut(inputs.len() - URGENCY_WIDTH);
        self.urgencies.touch(urgency);
        let slopes = self.urgencies.slopes_mut(urgency).iter_mut();
        slopes.zip(of_urgency).for_each(|(slope, of_input)| *slope += *of_input);
        let of_pools = of_pools.chunks_exact_mut(self.cells.channels());
        for (cells, of_pool) in rows.views.iter().zip(of_pools) {
            of_pool.iter_mut().for_each(|slope| *slope /= POOL);
            self.cells.add_slopes(played, cells, of_pool);
        }
    }

    /// Changes the parameters against their slopes, which are zero afterwards.
    pub fn step(&mut self, dictionary: &Dictionary, played: &PlayedRows, rate: f32) {
        self.cells.step(dictionary, played, rate);
        self.urgencies.step(rate);
        self.head.iter_mut().for_each(|layer| layer.step(rate));
    }

    /// Returns all tables, in the order of the fields.
    pub fn tables(&self) -> impl Iterator<Item = &Rows> {
        let CellParameters { windows, cores, bias } = &self.cells;
        let head = self.head.iter().flat_map(|layer| [&layer.weights, &layer.biases]);
        [windows, cores, bias, &self.urgencies].into_iter().chain(head)
    }

    /// Returns all tables to be changed, in the order of [`Model::tables`].
    pub fn tables_mut(&mut self) -> impl Iterator<Item = &mut Rows> {
        let CellParameters { windows, cores, bias } = &mut self.cells;
        let head = self.head.iter_mut().flat_map(|layer| [&mut layer.weights, &mut layer.biases]);
        [windows, cores, bias, &mut self.urgencies].into_iter().chain(head)
    }
}

/// Drops the slopes of values that the clamp holds.
fn stop_at_limits(slopes: &mut [f32], values: &[f32]) {
    for (slope, &value) in slopes.iter_mut().zip(values) {
        if value <= 0.0 || value >= 1.0 {
            *slope = 0.0;
        }
    }
}

#[cfg(test)]
mod tests;
