//! The quantized network that the engine plays with, and the conversions from and to a model.

use std::sync::Arc;

use dolmen::board::{Color, PerColor};
use dolmen::eval::line_network::dictionary::Dictionary;
use dolmen::eval::line_network::numbers::{
    self, CHANNELS, ColorNumbers, HEAD_PARTS, HIDDEN, Head, LineNetwork, MAX_HEAD, MAX_ROW,
};

use crate::learn::table::whole;
use crate::line_network::cells::{CellParameters, ROW_PARTS};
use crate::line_network::layer::Layer;
use crate::line_network::model::{ColorModel, Model};

/// The number of parts of one in the head.
const HEAD: f32 = HEAD_PARTS as f32;

/// Returns a model in whole numbers, with `units` units of the evaluation for a logit.
#[must_use]
pub fn rounded(dictionary: &Dictionary, model: &Model, units: f32) -> LineNetwork {
    let numbers = |place: usize| Arc::new(color_numbers(dictionary, &model.colors[place]));
    let black = numbers(0);
    let white = if model.colors.len() == 1 { Arc::clone(&black) } else { numbers(1) };
    LineNetwork {
        units: units.round() as i32,
        dictionary: Arc::new(dictionary.clone()),
        colors: PerColor::new(black, white),
    }
}

/// Returns the parameters of a colour in whole numbers.
fn color_numbers(dictionary: &Dictionary, model: &ColorModel) -> ColorNumbers {
    let head = |row: &[f32; HIDDEN]| row.map(|number| whole(number, HEAD, MAX_HEAD));
    ColorNumbers {
        rows: full_rows(dictionary, &model.cells).map(cell_row).collect(),
        bias: cell_row(model.cells.bias.values[0]),
        head: Head {
            urgencies: model.urgencies.values.iter().map(head).collect(),
            first: to_numbers(&model.to_first),
            second: to_numbers(&model.to_second),
            output: to_numbers(&model.to_output),
        },
    }
}

/// Returns the rows of a dictionary as the sums of their parts.
pub(crate) fn full_rows(
    dictionary: &Dictionary,
    cells: &CellParameters,
) -> impl Iterator<Item = [f32; CHANNELS]> {
    let CellParameters { windows, cores, .. } = cells;
    let own_rows = windows.values.iter().enumerate().map(|(window, own)| {
        let core = &cores.values[dictionary.core_of(window)];
        std::array::from_fn(|channel| own[channel] + core[channel])
    });
    own_rows.chain(cores.values.iter().copied())
}

fn cell_row(row: [f32; CHANNELS]) -> [i16; CHANNELS] {
    row.map(|number| whole(number, ROW_PARTS, MAX_ROW))
}

/// Returns a layer in whole numbers.
pub(crate) fn to_numbers<const I: usize, const O: usize>(
    layer: &Layer<I, O>,
) -> numbers::Layer<I, O> {
    let head = |number: f32| whole(number, HEAD, MAX_HEAD);
    numbers::Layer {
        weights: std::array::from_fn(|output| {
            std::array::from_fn(|input| head(layer.weights.values[input][output]))
        }),
        biases: layer.biases.values[0].map(head),
    }
}

impl ColorModel {
    /// Returns the parameters of a network for a colour, with the rows of another dictionary.
    #[must_use]
    pub fn of_network(dictionary: &Dictionary, network: &LineNetwork, color: Color) -> Self {
        let mut model = Self::new(dictionary);
        let ColorNumbers { rows, bias, head } = &*network.colors[color];
        let rows: Vec<_> = rows.iter().map(|row| real(row, ROW_PARTS)).collect();
        model.cells.set_rows(dictionary, &rows, &network.dictionary);
        model.cells.bias.values = vec![real(bias, ROW_PARTS)];
        model.urgencies.values = head.urgencies.iter().map(|row| real(row, HEAD)).collect();
        set(&mut model.to_first, &head.first);
        set(&mut model.to_second, &head.second);
        set(&mut model.to_output, &head.output);
        model
    }
}

/// Returns real numbers from whole parts.
pub(crate) fn real<const N: usize>(numbers: &[i16; N], parts: f32) -> [f32; N] {
    numbers.map(|number| f32::from(number) / parts)
}

/// Sets a layer to whole numbers.
pub(crate) fn set<const I: usize, const O: usize>(
    to: &mut Layer<I, O>,
    from: &numbers::Layer<I, O>,
) {
    for (input, row) in to.weights.values.iter_mut().enumerate() {
        *row = real(&std::array::from_fn(|output| from.weights[output][input]), HEAD);
    }
    to.biases.values = vec![real(&from.biases, HEAD)];
}

#[cfg(test)]
mod tests;
