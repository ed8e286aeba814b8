//! The model: the architecture of the network in real numbers, and the slopes of its output.
//!
//! ```text
//! view    the side to move, the other side
//! row     the window's own part + the part of its core, in whole ROW_PARTS
//! cell    clamp(bias + the rows of four windows, 0 to 1), for each view
//! pool    sum of the cells of the board / POOL, for each view
//! inputs  both pools
//! output  inputs → 16 → 16 → 1, the units of both hidden layers clamped to 0 to 1
//! ```
//!
//! The urgency adds a row to the sums of the first hidden layer. The output is added to the evaluation, as a logit. Where the rule treats the colours
//! differently, each colour has its own parameters: those of a view belong to the colour that sees
//! it, and those behind the pools to the side to move.

use dolmen::board::Color;
use dolmen::eval::URGENCIES;
use dolmen::eval::line_network::dictionary::Dictionary;
use dolmen::eval::line_network::numbers::{
    CHANNELS, HEAD_PARTS, HIDDEN, INPUTS, MAX_HEAD, POOL_BITS,
};
use fastrand::Rng;

use crate::line_network::cells::{CellForm, CellParameters, PlayedRows, ROW_PARTS};
use crate::line_network::layer::{Layer, LayerForm};
use crate::line_network::position_rows::PositionRows;
use crate::line_network::rows::{Form, Rows};

/// The divisor of the sums over all cells.
pub const POOL: f32 = (1 << POOL_BITS) as f32;
/// The largest weight of the head, and the largest number in the row of an urgency.
pub const MAX_WEIGHT: f32 = MAX_HEAD as f32 / HEAD_PARTS as f32;

/// The parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// Those of both colours, or those of black and those of white.
    pub colors: Vec<ColorModel>,
}

/// The parameters of a colour.
#[derive(Clone, Debug, PartialEq)]
pub struct ColorModel {
    /// The rows of windows as the colour sees them, and the bias of cells.
    pub cells: CellParameters,
    /// `[urgency]`, where the colour is to move.
    pub urgencies: Rows,
    /// From the inputs to the first hidden layer, to the second one, to the output.
    pub head: [Layer; 3],
}

/// The forms of the parameters of a colour.
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
    /// Returns the form for the windows of a dictionary.
    #[must_use]
    pub fn new(dictionary: &Dictionary) -> Self {
        let layer = |inputs, outputs| LayerForm { inputs, outputs, limit: MAX_WEIGHT };
        Self {
            cells: CellForm::new(dictionary),
            urgencies: Form { rows: URGENCIES, width: HIDDEN, limit: MAX_WEIGHT },
            head: [layer(INPUTS, HIDDEN), layer(HIDDEN, HIDDEN), layer(HIDDEN, 1)],
        }
    }
}

/// The slopes of units at a limit of their clamp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtLimits {
    /// Zero, as they are.
    Exact,
    /// Zero unless a step leads back inside: otherwise a unit that every position drives to a limit
    /// would stay there for ever.
    LeadingBack,
}

impl AtLimits {
    /// Changes the slopes of units that have reached a limit.
    fn apply(self, slopes: &mut [f32], units: &[f32]) {
        for (slope, &unit) in slopes.iter_mut().zip(units) {
            let leads_back = if unit <= 0.0 { *slope < 0.0 } else { *slope > 0.0 };
            let is_kept = self == Self::LeadingBack && leads_back;
            if (unit <= 0.0 || unit >= 1.0) && !is_kept {
                *slope = 0.0;
            }
        }
    }
}

/// The slope of the output, and how units pass it on.
#[derive(Clone, Copy, Debug)]
pub struct OutputSlope {
    /// The slope.
    pub slope: f32,
    /// Those of units at a limit.
    pub at_limits: AtLimits,
}

/// A position as the model sees it.
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
#[derive(Clone, Debug, Default)]
pub struct Layers {
    inputs: Vec<f32>,
    /// Of the two hidden layers.
    hidden: [Vec<f32>; 2],
}

impl ColorModel {
    /// Returns zeros.
    #[must_use]
    pub fn new(form: ModelForm) -> Self {
        Self {
            cells: CellParameters::new(form.cells),
            urgencies: Rows::new(form.urgencies),
            head: form.head.map(Layer::new),
        }
    }

    /// Returns random parameters whose output is zero.
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
        cells.cores.values_mut()[..CHANNELS].fill(0.0);
        spread(&mut cells.bias, 4.0 / ROW_PARTS, 0.0);
        for layer in [first, second] {
            let inputs = layer.weights.form().rows as f32;
            spread(&mut layer.weights, 0.0, (3.0 / inputs).sqrt());
            spread(&mut layer.biases, 0.2, 0.1);
        }
        model
    }

    /// Returns all tables, in the order of the fields.
    pub fn tables(&self) -> impl Iterator<Item = &Rows> {
        let CellParameters { windows, cores, bias } = &self.cells;
        let head = self.head.iter().flat_map(|layer| [&layer.weights, &layer.biases]);
        [windows, cores, bias, &self.urgencies].into_iter().chain(head)
    }

    /// Returns all tables to be changed, in the order of [`ColorModel::tables`].
    pub fn tables_mut(&mut self) -> impl Iterator<Item = &mut Rows> {
        let CellParameters { windows, cores, bias } = &mut self.cells;
        let head = self.head.iter_mut().flat_map(|layer| [&mut layer.weights, &mut layer.biases]);
        [windows, cores, bias, &mut self.urgencies].into_iter().chain(head)
    }
}

impl Model {
    /// Returns the places of the parameters of the side to move and of the other one.
    fn places(&self, mover: Color) -> [usize; 2] {
        [mover, !mover].map(|color| color.index().min(self.colors.len() - 1))
    }

    /// Computes the rows of a position that are not there.
    pub fn prepare(&self, dictionary: &Dictionary, played: &mut [PlayedRows], input: Input<'_>) {
        for (cells, place) in input.rows.views.iter().zip(self.places(input.mover)) {
            played[place].prepare(dictionary, &self.colors[place].cells, cells);
        }
    }

    /// Returns the output for a position whose rows were prepared, and the values of its layers.
    #[must_use]
    pub fn forward(&self, played: &[PlayedRows], input: Input<'_>, layers: &mut Layers) -> f32 {
        let Layers { inputs, hidden } = layers;
        let places = self.places(input.mover);
        let model = &self.colors[places[0]];
        inputs.clear();
        inputs.resize(2 * CHANNELS, 0.0);
        let pools = inputs.chunks_exact_mut(CHANNELS);
        for ((cells, place), pool) in input.rows.views.iter().zip(places).zip(pools) {
            played[place].add_cells(cells, pool);
            pool.iter_mut().for_each(|sum| *sum /= POOL);
        }
        let urgency = model.urgencies.row(input.urgency);
        let mut values: &[f32] = inputs;
        for (layer, (hidden, more)) in model.head.iter().zip(hidden.iter_mut().zip([urgency, &[]]))
        {
            hidden.resize(HIDDEN, 0.0);
            layer.forward(values, hidden);
            hidden.iter_mut().zip(more).for_each(|(sum, number)| *sum += number);
            hidden.iter_mut().for_each(|value| *value = value.clamp(0.0, 1.0));
            values = hidden;
        }
        let mut output = [0.0];
        model.head[2].forward(values, &mut output);
        output[0]
    }

    /// Adds the slopes of the parameters, from that of the output.
    pub fn backward(
        &mut self,
        played: &[PlayedRows],
        input: Input<'_>,
        layers: &Layers,
        of_output: OutputSlope,
    ) {
        let Layers { inputs, hidden: [first, second] } = layers;
        let places = self.places(input.mover);
        let model = &mut self.colors[places[0]];
        let [to_first, to_second, to_output] = &mut model.head;
        let (mut of_first, mut of_second) = ([0.0; HIDDEN], [0.0; HIDDEN]);
        let OutputSlope { slope, at_limits } = of_output;
        to_output.backward(second, &[slope], &mut of_second);
        at_limits.apply(&mut of_second, second);
        to_second.backward(first, &of_second, &mut of_first);
        at_limits.apply(&mut of_first, first);
        let mut of_inputs = [0.0; INPUTS];
        to_first.backward(inputs, &of_first, &mut of_inputs);
        model.urgencies.touch(input.urgency);
        let slopes = model.urgencies.slopes_mut(input.urgency).iter_mut();
        slopes.zip(of_first).for_each(|(slope, of_sum)| *slope += of_sum);
        let of_pools = of_inputs.chunks_exact_mut(CHANNELS);
        for ((cells, place), of_pool) in input.rows.views.iter().zip(places).zip(of_pools) {
            of_pool.iter_mut().for_each(|slope| *slope /= POOL);
            self.colors[place].cells.add_slopes(&played[place], cells, of_pool);
        }
    }

    /// Changes the parameters against their slopes, which are zero afterwards.
    pub fn step(&mut self, dictionary: &Dictionary, played: &[PlayedRows], rate: f32) {
        for (model, played) in self.colors.iter_mut().zip(played) {
            model.cells.step(dictionary, played, rate);
            model.urgencies.step(rate);
            model.head.iter_mut().for_each(|layer| layer.step(rate));
        }
    }

    /// Returns the tables of all colours.
    pub fn tables(&self) -> impl Iterator<Item = &Rows> {
        self.colors.iter().flat_map(ColorModel::tables)
    }

    /// Returns the tables of all colours to be changed.
    pub fn tables_mut(&mut self) -> impl Iterator<Item = &mut Rows> {
        self.colors.iter_mut().flat_map(ColorModel::tables_mut)
    }
}

#[cfg(test)]
mod tests;
