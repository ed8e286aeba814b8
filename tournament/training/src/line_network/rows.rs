//! Rows of parameters, fitted by Adam (Kingma and Ba 2015) row by row: a step changes only the rows
//! that were touched since the last one, and each row counts its own steps.

use serde::{Deserialize, Serialize};

const FIRST_DECAY: f32 = 0.9;
const SECOND_DECAY: f32 = 0.999;
const SMALLEST: f32 = 1e-8;
/// Steps after which the averages count as full.
const FULL_AVERAGES: u32 = 20_000;

/// The form of a table of rows.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Form {
    /// The number of rows.
    pub rows: usize,
    /// The numbers in a row.
    pub width: usize,
    /// The greatest distance of a number from zero.
    pub limit: f32,
}

/// A table of rows with their slopes and the averages of Adam.
#[derive(Clone, Debug, PartialEq)]
pub struct Rows {
    form: Form,
    values: Vec<f32>,
    slopes: Vec<f32>,
    first: Vec<f32>,
    second: Vec<f32>,
    /// `[row]`: the steps that changed it.
    steps: Vec<u32>,
    is_touched: Vec<bool>,
    touched: Vec<usize>,
}

impl Rows {
    /// Returns rows of zeros.
    #[must_use]
    pub fn new(form: Form) -> Self {
        let zeros = || vec![0.0; form.rows * form.width];
        Self {
            form,
            values: zeros(),
            slopes: zeros(),
            first: zeros(),
            second: zeros(),
            steps: vec![0; form.rows],
            is_touched: vec![false; form.rows],
            touched: Vec::new(),
        }
    }

    /// Returns the form.
    #[must_use]
    pub const fn form(&self) -> Form {
        self.form
    }

    /// Returns all numbers, row by row.
    #[must_use]
    pub fn values(&self) -> &[f32] {
        &self.values
    }

    /// Returns all numbers to be changed.
    pub fn values_mut(&mut self) -> &mut [f32] {
        &mut self.values
    }

    /// Returns a row.
    #[inline]
    #[must_use]
    pub fn row(&self, row: usize) -> &[f32] {
        &self.values[row * self.form.width..][..self.form.width]
    }

    /// Returns the slopes of a row that was touched.
    #[inline]
    #[must_use]
    pub fn slopes(&self, row: usize) -> &[f32] {
        &self.slopes[row * self.form.width..][..self.form.width]
    }

    /// Lets the next step change a row.
    #[inline]
    pub fn touch(&mut self, row: usize) {
        if !self.is_touched[row] {
            self.is_touched[row] = true;
            self.touched.push(row);
        }
    }

    /// Returns the slopes of a row to be added to, which must be touched before the next step.
    #[inline]
    pub fn slopes_mut(&mut self, row: usize) -> &mut [f32] {
        &mut self.slopes[row * self.form.width..][..self.form.width]
    }

    /// Changes the touched rows against their slopes, which are zero afterwards.
    pub fn step(&mut self, rate: f32) {
        let Self { form, values, slopes, first, second, steps, is_touched, touched } = self;
        for row in touched.drain(..) {
            is_touched[row] = false;
            steps[row] += 1;
            let count = steps[row].min(FULL_AVERAGES) as i32;
            let first_scale = 1.0 / (1.0 - FIRST_DECAY.powi(count));
            let second_scale = 1.0 / (1.0 - SECOND_DECAY.powi(count));
            let range = row * form.width..(row + 1) * form.width;
            let averages = first[range.clone()].iter_mut().zip(&mut second[range.clone()]);
            let numbers = values[range.clone()].iter_mut().zip(&mut slopes[range]);
            for ((value, slope), (first, second)) in numbers.zip(averages) {
                *first = FIRST_DECAY * *first + (1.0 - FIRST_DECAY) * *slope;
                *second = SECOND_DECAY * *second + (1.0 - SECOND_DECAY) * *slope * *slope;
                let step = *first * first_scale / ((*second * second_scale).sqrt() + SMALLEST);
                *value = (*value - rate * step).clamp(-form.limit, form.limit);
                *slope = 0.0;
            }
        }
    }

    /// Returns the numbers that a training needs to go on after a step: values and averages, as
    /// bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let numbers = self.values.iter().chain(&self.first).chain(&self.second);
        let steps = self.steps.iter().flat_map(|steps| steps.to_le_bytes());
        numbers.flat_map(|number| number.to_le_bytes()).chain(steps).collect()
    }

    /// Reads what [`Rows::to_bytes`] returned from the beginning of `bytes`, and drops it there.
    /// Returns `None` if there are too few bytes.
    #[must_use]
    pub fn from_bytes(form: Form, bytes: &mut &[u8]) -> Option<Self> {
        let mut rows = Self::new(form);
        let Self { values, first, second, steps, .. } = &mut rows;
        for numbers in [values, first, second] {
            for number in numbers {
                let (taken, rest) = bytes.split_first_chunk()?;
                (*number, *bytes) = (f32::from_le_bytes(*taken), rest);
            }
        }
        for count in steps {
            let (taken, rest) = bytes.split_first_chunk()?;
            (*count, *bytes) = (u32::from_le_bytes(*taken), rest);
        }
        Some(rows)
    }
}

#[cfg(test)]
mod tests;
