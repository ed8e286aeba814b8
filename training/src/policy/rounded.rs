//! The quantized policy that the engine plays with.

use std::sync::Arc;

use dolmen::board::{Color, PerColor};
use dolmen::eval::line_network::dictionary::Dictionary;
use dolmen::eval::line_network::numbers::{CHANNELS, HEAD_PARTS, HIDDEN, MAX_HEAD};
use dolmen::eval::line_network::policy::{
    MIXED_PARTS, MIXING_PARTS, Policy, PolicyNumbers, ROW_PARTS,
};

use crate::learn::table::whole;
use crate::line_network::rounded::{full_rows, real, set, to_numbers};
use crate::policy::model::{ColorModel, Model};
use crate::policy::position::SCORE_UNITS;

/// Returns a model in whole numbers. Both colours have the units of the first.
#[must_use]
pub fn rounded(dictionary: &Dictionary, model: &Model) -> Policy {
    let sharpness = model.colors[0].sharpness.values[0][0];
    let numbers = |place: usize| {
        let color = &model.colors[place];
        Arc::new(numbers(dictionary, color, sharpness / color.sharpness.values[0][0]))
    };
    let black = numbers(0);
    let white = if model.colors.len() == 1 { Arc::clone(&black) } else { numbers(1) };
    let units = (SCORE_UNITS / sharpness).round() as i32;
    Policy { units, colors: PerColor::new(black, white) }
}

/// Returns the parameters of a side to move in whole numbers, with its weights multiplied by a factor.
fn numbers(dictionary: &Dictionary, model: &ColorModel, factor: f32) -> PolicyNumbers {
    let row = |row: [f32; CHANNELS]| {
        row.map(|number| whole(number, f32::from(ROW_PARTS), i16::from(i8::MAX)) as i8)
    };
    let parts = |row: &[f32; CHANNELS], parts: f32, limit: i16| {
        row.map(|number| whole(number, parts, limit))
    };
    let head = |row: &[f32; HIDDEN]| parts(row, HEAD_PARTS as f32, MAX_HEAD);
    let mut to_weights = model.to_weights.clone();
    let layer = to_weights.weights.values.iter_mut().chain(&mut to_weights.biases.values);
    layer.flatten().for_each(|number| *number *= factor);
    let mixing = |place: usize| parts(&model.mixing.values[place], MIXING_PARTS as f32, i16::MAX);
    PolicyNumbers {
        rows: full_rows(dictionary, &model.cells).map(row).collect(),
        bias: parts(&model.cells.bias.values[0], f32::from(ROW_PARTS), 2 * ROW_PARTS),
        mixing: [0, 1, 2].map(mixing),
        mixed_bias: parts(&model.mixed_bias.values[0], f32::from(MIXED_PARTS), MIXED_PARTS),
        urgencies: model.urgencies.values.iter().map(head).collect(),
        evaluation: head(&model.evaluation.values[0]),
        to_hidden: to_numbers(&model.to_hidden),
        to_weights: to_numbers(&to_weights),
    }
}

impl ColorModel {
    /// Returns the parameters of a policy for a side to move, with the rows of another dictionary.
    #[must_use]
    pub fn of_policy(
        dictionary: &Dictionary,
        (policy, known): (&Policy, &Dictionary),
        color: Color,
    ) -> Self {
        let numbers = &*policy.colors[color];
        let parts = f32::from(ROW_PARTS);
        let rows = numbers.rows.iter().map(|row| real(&row.map(i16::from), parts));
        let mut model = Self::new(dictionary);
        model.cells.set_rows(dictionary, &rows.collect::<Vec<_>>(), known);
        model.cells.bias.values = vec![real(&numbers.bias, parts)];
        let mixing = numbers.mixing.iter().map(|row| real(row, MIXING_PARTS as f32));
        model.mixing.values = mixing.collect();
        model.mixed_bias.values = vec![real(&numbers.mixed_bias, f32::from(MIXED_PARTS))];
        let head = HEAD_PARTS as f32;
        model.urgencies.values = numbers.urgencies.iter().map(|row| real(row, head)).collect();
        model.evaluation.values = vec![real(&numbers.evaluation, head)];
        set(&mut model.to_hidden, &numbers.to_hidden);
        set(&mut model.to_weights, &numbers.to_weights);
        model.sharpness.values[0] = [SCORE_UNITS / policy.units as f32];
        model
    }
}

#[cfg(test)]
mod tests;
