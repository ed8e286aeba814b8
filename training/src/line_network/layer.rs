//! A fully connected layer, and the clamp behind a hidden layer.

use crate::learn::table::{Parameters, Table};

/// Weighted sums of inputs, each with a bias.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer<const INPUTS: usize, const OUTPUTS: usize> {
    /// `[input][output]`
    pub weights: Table<OUTPUTS>,
    /// `[0][output]`
    pub biases: Table<OUTPUTS>,
}

impl<const INPUTS: usize, const OUTPUTS: usize> Layer<INPUTS, OUTPUTS> {
    /// Returns a layer of zeros whose weights stay within a limit.
    #[must_use]
    pub fn within(limit: f32) -> Self {
        Self { weights: Table::within(limit, INPUTS), biases: Table::within(limit, 1) }
    }

    /// Returns the sums for some inputs.
    #[must_use]
    pub fn forward(&self, inputs: &[f32; INPUTS]) -> [f32; OUTPUTS] {
        let mut sums = self.biases.values[0];
        for (weights, &input) in self.weights.values.iter().zip(inputs) {
            if input != 0.0 {
                sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += input * weight);
            }
        }
        sums
    }

    /// Adds the gradients of the weights, and returns those of the inputs, from those of the sums.
    pub fn backward(&mut self, inputs: &[f32; INPUTS], of_sums: &[f32; OUTPUTS]) -> [f32; INPUTS] {
        add(&mut self.biases.gradients[0], 1.0, of_sums);
        let mut of_inputs = [0.0; INPUTS];
        for (row, (&input, of_input)) in inputs.iter().zip(&mut of_inputs).enumerate() {
            *of_input = product(&self.weights.values[row], of_sums);
            if input != 0.0 {
                add(&mut self.weights.gradients[row], input, of_sums);
            }
        }
        of_inputs
    }

    /// Moves all weights against their gradients.
    pub fn step(&mut self, rate: f32) {
        self.weights.step_all(rate);
        self.biases.step_all(rate);
    }
}

/// The gradients of units at a limit of their clamp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtLimits {
    /// Zero, which is exact.
    Exact,
    /// Zero unless a step leads back inside the limits: with exact gradients, a unit that every position
    /// drives to a limit would be dead forever.
    LeadingBack,
}

impl AtLimits {
    /// Returns the gradients of units before their clamp, from those behind it.
    #[must_use]
    pub fn backward<const UNITS: usize>(
        self,
        units: &[f32; UNITS],
        mut gradients: [f32; UNITS],
    ) -> [f32; UNITS] {
        for (gradient, &unit) in gradients.iter_mut().zip(units) {
            let leads_back = if unit <= 0.0 { *gradient < 0.0 } else { *gradient > 0.0 };
            let is_kept = self == Self::LeadingBack && leads_back;
            if (unit <= 0.0 || unit >= 1.0) && !is_kept {
                *gradient = 0.0;
            }
        }
        gradients
    }
}

/// Adds a multiple of a row.
pub(crate) fn add<const WIDTH: usize>(to: &mut [f32; WIDTH], factor: f32, row: &[f32; WIDTH]) {
    to.iter_mut().zip(row).for_each(|(to, number)| *to += factor * number);
}

/// Returns the scalar product, summed in eight lanes.
fn product<const WIDTH: usize>(a: &[f32; WIDTH], b: &[f32; WIDTH]) -> f32 {
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
