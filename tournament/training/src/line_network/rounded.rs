//! The network in whole numbers, as it is played with, from the model and back.

use std::sync::Arc;

use dolmen::board::{Color, PerColor};
use dolmen::eval::line_network::dictionary::Dictionary;
use dolmen::eval::line_network::numbers::{
    self, CHANNELS, ColorNumbers, HEAD_PARTS, HIDDEN, Head, LineNetwork, MAX_HEAD, MAX_ROW,
};

use crate::line_network::cells::ROW_PARTS;
use crate::line_network::layer::Layer;
use crate::line_network::model::{ColorModel, Model, ModelForm};

/// Returns a model in whole numbers, with so many units of the evaluation for a logit.
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
    let cells = &model.cells;
    let own_rows = (0..dictionary.windows().len()).map(|window| {
        let (own, core) = (cells.windows.row(window), cells.cores.row(dictionary.core_of(window)));
        own.iter().zip(core).map(|(own, core)| own + core).collect::<Vec<_>>()
    });
    let shared_rows = (0..dictionary.cores()).map(|core| cells.cores.row(core).to_vec());
    let urgencies = model.urgencies.values().chunks_exact(HIDDEN);
    let [first, second, output] = &model.head;
    ColorNumbers {
        rows: own_rows.chain(shared_rows).map(|row| whole(&row, ROW_PARTS, MAX_ROW)).collect(),
        bias: whole(cells.bias.values(), ROW_PARTS, MAX_ROW),
        head: Head {
            urgencies: urgencies.map(|row| whole(row, HEAD_PARTS as f32, MAX_HEAD)).collect(),
            first: layer(first),
            second: layer(second),
            output: layer(output),
        },
    }
}

/// Returns so many numbers in whole parts.
fn whole<const N: usize>(values: &[f32], parts: f32, limit: i16) -> [i16; N] {
    let limit = f32::from(limit);
    std::array::from_fn(|index| (values[index] * parts).round().clamp(-limit, limit) as i16)
}

fn layer<const I: usize, const O: usize>(layer: &Layer) -> numbers::Layer<I, O> {
    let head = |number: f32| whole::<1>(&[number], HEAD_PARTS as f32, MAX_HEAD)[0];
    numbers::Layer {
        weights: std::array::from_fn(|output| {
            std::array::from_fn(|input| head(layer.weights.row(input)[output]))
        }),
        biases: std::array::from_fn(|output| head(layer.biases.row(0)[output])),
    }
}

impl ColorModel {
    /// Returns the parameters of a network for a colour, with the rows of another dictionary.
    #[must_use]
    pub fn of_network(dictionary: &Dictionary, network: &LineNetwork, color: Color) -> Self {
        let mut model = Self::new(ModelForm::new(dictionary));
        let ColorNumbers { rows, bias, head } = &*network.colors[color];
        let known = &network.dictionary;
        let shared = &rows[known.windows().len()..];
        // All dictionaries have the same cores.
        let parts = |row: &[i16; CHANNELS]| row.map(|number| f32::from(number) / ROW_PARTS);
        let cores = model.cells.cores.values_mut().chunks_exact_mut(CHANNELS);
        cores.zip(shared).for_each(|(to, row)| to.copy_from_slice(&parts(row)));
        let own = model.cells.windows.values_mut().chunks_exact_mut(CHANNELS);
        for (to, &window) in own.zip(dictionary.windows()) {
            let row = parts(&rows[known.row(window).index()]);
            let core = parts(&rows[known.shared_row(window.core()).index()]);
            to.iter_mut().zip(row.iter().zip(core)).for_each(|(to, (row, core))| *to = row - core);
        }
        set(model.cells.bias.values_mut(), bias, ROW_PARTS);
        set(model.urgencies.values_mut(), head.urgencies.as_flattened(), HEAD_PARTS as f32);
        let [first, second, output] = &mut model.head;
        set_layer(first, &head.first);
        set_layer(second, &head.second);
        set_layer(output, &head.output);
        model
    }
}

/// Sets numbers from whole parts.
fn set(values: &mut [f32], numbers: &[i16], parts: f32) {
    values.iter_mut().zip(numbers).for_each(|(value, &number)| *value = f32::from(number) / parts);
}

fn set_layer<const I: usize, const O: usize>(to: &mut Layer, from: &numbers::Layer<I, O>) {
    for (input, row) in to.weights.values_mut().chunks_exact_mut(O).enumerate() {
        let numbers: [i16; O] = std::array::from_fn(|output| from.weights[output][input]);
        set(row, &numbers, HEAD_PARTS as f32);
    }
    set(to.biases.values_mut(), &from.biases, HEAD_PARTS as f32);
}

#[cfg(test)]
mod tests;
