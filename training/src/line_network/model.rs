//! The architecture of the network in real numbers, and the gradients of its parameters.
//!
//! ```text
//! view    the side to move, the other side
//! row     the window's own part + the part of its core, in whole ROW_PARTS
//! cell    clamp(bias + the rows of four windows, 0 to 1), for each view
//! pool    sum of the cells of the board / POOL, for each view
//! first   clamp(weighted sums of both pools + row of the urgency, 0 to 1)
//! second  clamp(weighted sums of first, 0 to 1)
//! output  weighted sum of second, added to the evaluation as a logit
//! ```
//!
//! [`Model::forward`] computes these from top to bottom, [`Model::backward`] propagates the gradient
//! of the output from bottom to top. Where the rule treats the colours differently, each colour has
//! its own parameters: those of a view belong to the colour of that view, those behind the pools to
//! the side to move.

use dolmen::board::Color;
use dolmen::eval::URGENCIES;
use dolmen::eval::line_network::dictionary::Dictionary;
use dolmen::eval::line_network::numbers::{
    CHANNELS, HEAD_PARTS, HIDDEN, INPUTS, MAX_HEAD, POOL_BITS,
};
use fastrand::Rng;

use crate::learn::table::{Parameters, Table, randomize};
use crate::line_network::cell_model::{CellModel, ColorParameters};
use crate::line_network::cells::{CellParameters, PlayedRows, ROW_PARTS};
use crate::line_network::layer::{AtLimits, Layer, add};
use crate::line_network::windows::PositionRows;

/// The divisor of the sums over all cells.
const POOL: f32 = (1 << POOL_BITS) as f32;
/// The largest weight of the head, and the largest number in the row of an urgency.
const MAX_WEIGHT: f32 = MAX_HEAD as f32 / HEAD_PARTS as f32;

/// The network in real numbers.
pub type Model = CellModel<ColorModel>;

/// The parameters of a colour.
#[derive(Clone, Debug, PartialEq)]
pub struct ColorModel {
    /// The rows of windows from the colour's view, and the bias of cells.
    pub cells: CellParameters,
    /// `[urgency]`, where the colour is to move.
    pub urgencies: Table<HIDDEN>,
    /// From the pools to the first hidden layer.
    pub to_first: Layer<INPUTS, HIDDEN>,
    /// From the first hidden layer to the second.
    pub to_second: Layer<HIDDEN, HIDDEN>,
    /// From the second hidden layer to the output.
    pub to_output: Layer<HIDDEN, 1>,
}

/// A position as the input of the model.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// The rows of its cells.
    pub rows: &'a PositionRows,
    /// The side to move.
    pub mover: Color,
    /// The result of [`urgency`](dolmen::eval::urgency).
    pub urgency: usize,
}

/// The values of the layers for a position.
#[derive(Clone, Copy, Debug)]
pub struct Layers {
    pools: [f32; INPUTS],
    first: [f32; HIDDEN],
    second: [f32; HIDDEN],
    /// The logit.
    pub output: f32,
}

impl Model {
    /// Returns the indices of the parameters of the side to move and of the other side.
    fn places(&self, mover: Color) -> [usize; 2] {
        [mover, !mover].map(|color| self.place(color))
    }

    /// Computes the rows of a position that are missing in `played`.
    pub fn prepare(&self, dictionary: &Dictionary, played: &mut [PlayedRows], input: Input<'_>) {
        for (cells, place) in input.rows.views.iter().zip(self.places(input.mover)) {
            let rows = cells.iter().flat_map(|cell| cell.rows);
            played[place].prepare(dictionary, &self.colors[place].cells, rows);
        }
    }

    /// Returns the values of all layers for a position whose rows are prepared.
    #[must_use]
    pub fn forward(&self, played: &[PlayedRows], input: Input<'_>) -> Layers {
        let places = self.places(input.mover);
        let mut pools = [0.0; INPUTS];
        let of_views = pools.as_chunks_mut::<CHANNELS>().0;
        for ((pool, cells), place) in of_views.iter_mut().zip(&input.rows.views).zip(places) {
            played[place].forward(cells, pool);
        }
        pools.iter_mut().for_each(|sum| *sum /= POOL);
        let clamp = |mut sums: [f32; HIDDEN]| {
            sums.iter_mut().for_each(|sum| *sum = sum.clamp(0.0, 1.0));
            sums
        };
        let ColorModel { urgencies, to_first, to_second, to_output, .. } = &self.colors[places[0]];
        let mut first = to_first.forward(&pools);
        add(&mut first, 1.0, &urgencies.values[input.urgency]);
        let first = clamp(first);
        let second = clamp(to_second.forward(&first));
        let [output] = to_output.forward(&second);
        Layers { pools, first, second, output }
    }

    /// Adds the gradients of the parameters, from that of the output.
    pub fn backward(
        &mut self,
        played: &[PlayedRows],
        input: Input<'_>,
        layers: &Layers,
        of_output: f32,
        at_limits: AtLimits,
    ) {
        let Layers { pools, first, second, .. } = layers;
        let places = self.places(input.mover);
        let ColorModel { urgencies, to_first, to_second, to_output, .. } =
            &mut self.colors[places[0]];
        let of_second = at_limits.backward(second, to_output.backward(second, &[of_output]));
        let of_first = at_limits.backward(first, to_second.backward(first, &of_second));
        urgencies.touch(input.urgency);
        add(&mut urgencies.gradients[input.urgency], 1.0, &of_first);
        let mut of_pools = to_first.backward(pools, &of_first);
        of_pools.iter_mut().for_each(|gradient| *gradient /= POOL);
        let of_views = of_pools.as_chunks::<CHANNELS>().0;
        for ((of_pool, cells), place) in of_views.iter().zip(&input.rows.views).zip(places) {
            self.colors[place].cells.backward(&played[place], cells, of_pool);
        }
    }
}

/// The tables behind the cells in the order of a checkpoint, by shared or by mutable references.
macro_rules! tables {
    ($model:ident $(, $mutable:tt)?) => {
        vec![
            &$($mutable)? $model.urgencies,
            &$($mutable)? $model.to_first.weights,
            &$($mutable)? $model.to_first.biases,
            &$($mutable)? $model.to_second.weights,
            &$($mutable)? $model.to_second.biases,
            &$($mutable)? $model.to_output.weights,
            &$($mutable)? $model.to_output.biases,
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
        self.cells.step(dictionary, prepared, rate);
        self.urgencies.step(rate);
        self.to_first.step(rate);
        self.to_second.step(rate);
        self.to_output.step(rate);
    }
}

impl ColorModel {
    /// Returns zeros for the windows of a dictionary.
    #[must_use]
    pub fn new(dictionary: &Dictionary) -> Self {
        Self {
            cells: CellParameters::new(dictionary),
            urgencies: Table::within(MAX_WEIGHT, URGENCIES),
            to_first: Layer::within(MAX_WEIGHT),
            to_second: Layer::within(MAX_WEIGHT),
            to_output: Layer::within(MAX_WEIGHT),
        }
    }

    /// Returns random parameters whose output is zero.
    #[must_use]
    pub fn random(dictionary: &Dictionary, rng: &mut Rng) -> Self {
        fn fill<const I: usize, const O: usize>(layer: &mut Layer<I, O>, rng: &mut Rng) {
            randomize(layer.weights.values_mut(), 0.0, (3.0 / I as f32).sqrt(), rng);
            randomize(layer.biases.values_mut(), 0.2, 0.1, rng);
        }
        let mut model = Self::new(dictionary);
        randomize(model.cells.cores.values_mut(), 0.0, 0.1, rng);
        // The first core is the empty one: cells far from all stones begin just above zero.
        model.cells.cores.values[0] = [0.0; CHANNELS];
        randomize(model.cells.bias.values_mut(), 4.0 / ROW_PARTS, 0.0, rng);
        fill(&mut model.to_first, rng);
        fill(&mut model.to_second, rng);
        model
    }
}

#[cfg(test)]
mod tests;
