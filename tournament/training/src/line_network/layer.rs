//! A layer of weighted sums.

use crate::line_network::rows::{Form, Rows};

/// Weighted sums of inputs, each with a bias.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    /// `[input][output]`
    pub weights: Rows,
    /// `[0][output]`
    pub biases: Rows,
}

/// The forms of a layer's tables.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LayerForm {
    /// The number of inputs.
    pub inputs: usize,
    /// The number of outputs.
    pub outputs: usize,
    /// The greatest distance of a weight from zero.
    pub limit: f32,
}

impl LayerForm {
    /// Returns the form of the weights.
    #[must_use]
    pub const fn weights(self) -> Form {
        Form { rows: self.inputs, width: self.outputs, limit: self.limit }
    }

    /// Returns the form of the biases.
    #[must_use]
    pub const fn biases(self) -> Form {
        Form { rows: 1, width: self.outputs, limit: self.limit }
    }
}

impl Layer {
    /// Returns a layer of zeros.
    #[must_use]
    pub fn new(form: LayerForm) -> Self {
        Self { weights: Rows::new(form.weights()), biases: Rows::new(form.biases()) }
    }

    /// Returns the sums for some inputs.
    pub fn forward(&self, inputs: &[f32], sums: &mut [f32]) {
        sums.copy_from_slice(self.biases.row(0));
        for (row, &input) in inputs.iter().enumerate().filter(|&(_, &input)| input != 0.0) {
            let weights = self.weights.row(row);
            sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += input * weight);
        }
    }

    /// Adds the slopes of the weights, and returns those of the inputs, from those of the sums.
    pub fn backward(&mut self, inputs: &[f32], of_sums: &[f32], of_inputs: &mut [f32]) {
        add(self.biases.slopes_mut(0), 1.0, of_sums);
        for (row, (&input, of_input)) in inputs.iter().zip(of_inputs).enumerate() {
            *of_input = product(self.weights.row(row), of_sums);
            if input != 0.0 {
                add(self.weights.slopes_mut(row), input, of_sums);
            }
        }
    }

    /// Changes all weights against their slopes.
    pub fn step(&mut self, rate: f32) {
        for rows in [&mut self.weights, &mut self.biases] {
            (0..rows.form().rows).for_each(|row| rows.touch(row));
            rows.step(rate);
        }
    }
}

/// Adds a multiple of a row.
fn add(to: &mut [f32], factor: f32, row: &[f32]) {
    to.iter_mut().zip(row).for_each(|(to, number)| *to += factor * number);
}

/// Returns the scalar product, summed in eight lanes.
fn product(a: &[f32], b: &[f32]) -> f32 {
    let ((a, a_rest), (b, b_rest)) = (a.as_chunks::<8>(), b.as_chunks::<8>());
    let mut lanes = [0.0; 8];
    for (a, b) in a.iter().zip(b) {
        for (lane, (a, b)) in lanes.iter_mut().zip(a.iter().zip(b)) {
            *lane += a * b;
        }
    }
    let rest: f32 = a_rest.iter().zip(b_rest).map(|(a, b)| a * b).sum();
    lanes.iter().sum::<f32>() + rest
}
