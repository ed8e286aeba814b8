//! Tables of parameters, fitted row by row by a sparse Adam (Kingma and Ba 2015): a step changes
//! only the rows that were touched since the last one, and each row counts its own steps.

use fastrand::Rng;

const FIRST_DECAY: f32 = 0.9;
const SECOND_DECAY: f32 = 0.999;
const SMALLEST: f32 = 1e-8;
/// The number of steps after which the bias correction no longer changes.
const FULL_AVERAGES: u32 = 20_000;

/// Rows of `WIDTH` parameters with their gradients and the moving averages of Adam.
#[derive(Clone, Debug, PartialEq)]
pub struct Table<const WIDTH: usize> {
    /// `[row]`
    pub values: Vec<[f32; WIDTH]>,
    /// `[row]`: the gradients since the last step; a row must be touched for the next step to use them.
    pub gradients: Vec<[f32; WIDTH]>,
    /// The largest absolute value of a parameter.
    limit: f32,
    /// `[row]`: the factors of the learning rate; empty if all are one.
    scales: Vec<f32>,
    first: Vec<[f32; WIDTH]>,
    second: Vec<[f32; WIDTH]>,
    /// `[row]`: the number of steps that changed it.
    steps: Vec<u32>,
    is_touched: Vec<bool>,
    touched: Vec<usize>,
}

impl<const WIDTH: usize> Table<WIDTH> {
    /// Returns rows of zeros.
    #[must_use]
    pub fn new(rows: usize) -> Self {
        let zeros = || vec![[0.0; WIDTH]; rows];
        Self {
            values: zeros(),
            gradients: zeros(),
            limit: f32::INFINITY,
            scales: Vec::new(),
            first: zeros(),
            second: zeros(),
            steps: vec![0; rows],
            is_touched: vec![false; rows],
            touched: Vec::new(),
        }
    }

    /// Returns rows of zeros whose absolute values stay within a limit.
    #[must_use]
    pub fn within(limit: f32, rows: usize) -> Self {
        Self { limit, ..Self::new(rows) }
    }

    /// Returns rows of zeros, with a factor of the learning rate for each row. A row that occurs often
    /// in a position needs small steps.
    #[must_use]
    pub fn scaled(scales: Vec<f32>) -> Self {
        let rows = scales.len();
        Self { scales, ..Self::new(rows) }
    }

    /// Marks a row for the next step.
    #[inline]
    pub fn touch(&mut self, row: usize) {
        if !self.is_touched[row] {
            self.is_touched[row] = true;
            self.touched.push(row);
        }
    }

    /// Moves the gradients of a row from another table into this one.
    #[inline]
    pub fn take_row(&mut self, other: &mut Self, row: usize) {
        let gradients = std::mem::replace(&mut other.gradients[row], [0.0; WIDTH]);
        self.gradients[row].iter_mut().zip(gradients).for_each(|(to, gradient)| *to += gradient);
    }

    /// Moves the touched rows against their gradients, and resets these to zero.
    pub fn step(&mut self, rate: f32) {
        let Self { values, gradients, limit, scales, first, second, steps, is_touched, touched } =
            self;
        let mut corrections = Corrections::after(1);
        for row in touched.drain(..) {
            is_touched[row] = false;
            steps[row] += 1;
            if corrections.steps != steps[row] {
                corrections = Corrections::after(steps[row]);
            }
            let rate = scales.get(row).map_or(rate, |scale| rate * scale);
            let averages = [&mut first[row][..], &mut second[row][..]];
            step_row(&mut values[row], &mut gradients[row], averages, &corrections, rate, *limit);
        }
    }
}

/// Moves the parameters of a row against their gradients, and resets these to zero. The compiler
/// vectorizes the loop only where it does not know how short the row is.
#[inline(never)]
fn step_row(
    values: &mut [f32],
    gradients: &mut [f32],
    [first, second]: [&mut [f32]; 2],
    corrections: &Corrections,
    rate: f32,
    limit: f32,
) {
    let (of_first, of_second) = (corrections.first, corrections.second);
    let averages = first.iter_mut().zip(second);
    for ((value, gradient), (first, second)) in values.iter_mut().zip(gradients).zip(averages) {
        *first = FIRST_DECAY * *first + (1.0 - FIRST_DECAY) * *gradient;
        *second = SECOND_DECAY * *second + (1.0 - SECOND_DECAY) * *gradient * *gradient;
        let step = *first * of_first / ((*second * of_second).sqrt() + SMALLEST);
        *value = (*value - rate * step).clamp(-limit, limit);
        *gradient = 0.0;
    }
}

/// Adam's bias corrections, which compensate for averages that start at zero.
struct Corrections {
    steps: u32,
    first: f32,
    second: f32,
}

impl Corrections {
    fn after(steps: u32) -> Self {
        let correction = |decay: f32| 1.0 / (1.0 - decay.powi(steps.min(FULL_AVERAGES) as i32));
        Self { steps, first: correction(FIRST_DECAY), second: correction(SECOND_DECAY) }
    }
}

/// Sets parameters to random numbers that are at most `spread` away from `middle`.
pub fn randomize(parameters: &mut [f32], middle: f32, spread: f32, rng: &mut Rng) {
    for parameter in parameters {
        *parameter = middle + spread * (2.0 * rng.f32() - 1.0);
    }
}

/// Returns a parameter rounded to whole parts, `parts` of which are one.
#[must_use]
pub fn whole(parameter: f32, parts: f32, limit: i16) -> i16 {
    (parameter * parts).round().clamp(-f32::from(limit), f32::from(limit)) as i16
}

/// A table of any width.
pub trait Parameters {
    /// Returns the number of parameters in a row.
    fn width(&self) -> usize;

    /// Returns all parameters, row by row.
    fn values(&self) -> &[f32];

    /// Returns all parameters mutably.
    fn values_mut(&mut self) -> &mut [f32];

    /// Returns the gradients of all parameters.
    fn gradients(&self) -> &[f32];

    /// Returns the gradients of all parameters mutably.
    fn gradients_mut(&mut self) -> &mut [f32];

    /// Moves the gradients and the touched marks of all rows from another table of the same size.
    fn take_gradients(&mut self, other: &mut dyn Parameters);

    /// Returns the touched rows, and clears their marks.
    fn take_touched(&mut self) -> Vec<usize>;

    /// Moves all rows against their gradients.
    fn step_all(&mut self, rate: f32);

    /// Appends the state that a resumed training needs: the parameters, the averages and the numbers of
    /// steps, little-endian.
    fn write(&self, bytes: &mut Vec<u8>);

    /// Reads the state that [`Parameters::write`] has appended from the beginning of `bytes`, and
    /// advances `bytes` past it. Returns `None` if there are too few bytes.
    fn read(&mut self, bytes: &mut &[u8]) -> Option<()>;
}

impl<const WIDTH: usize> Parameters for Table<WIDTH> {
    fn width(&self) -> usize {
        WIDTH
    }

    fn values(&self) -> &[f32] {
        self.values.as_flattened()
    }

    fn values_mut(&mut self) -> &mut [f32] {
        self.values.as_flattened_mut()
    }

    fn gradients(&self) -> &[f32] {
        self.gradients.as_flattened()
    }

    fn gradients_mut(&mut self) -> &mut [f32] {
        self.gradients.as_flattened_mut()
    }

    fn take_gradients(&mut self, other: &mut dyn Parameters) {
        other.take_touched().into_iter().for_each(|row| self.touch(row));
        for (to, gradient) in self.gradients_mut().iter_mut().zip(other.gradients_mut()) {
            *to += std::mem::take(gradient);
        }
    }

    fn take_touched(&mut self) -> Vec<usize> {
        let touched = std::mem::take(&mut self.touched);
        touched.iter().for_each(|&row| self.is_touched[row] = false);
        touched
    }

    fn step_all(&mut self, rate: f32) {
        (0..self.values.len()).for_each(|row| self.touch(row));
        self.step(rate);
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        for numbers in [&self.values, &self.first, &self.second] {
            bytes.extend(numbers.as_flattened().iter().flat_map(|number| number.to_le_bytes()));
        }
        bytes.extend(self.steps.iter().flat_map(|steps| steps.to_le_bytes()));
    }

    fn read(&mut self, bytes: &mut &[u8]) -> Option<()> {
        for numbers in [&mut self.values, &mut self.first, &mut self.second] {
            for number in numbers.as_flattened_mut() {
                *number = f32::from_le_bytes(take(bytes)?);
            }
        }
        for steps in &mut self.steps {
            *steps = u32::from_le_bytes(take(bytes)?);
        }
        Some(())
    }
}

/// Takes the first `N` bytes off a slice, or returns `None` if there are too few.
pub(crate) fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (taken, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*taken)
}

#[cfg(test)]
mod tests;
