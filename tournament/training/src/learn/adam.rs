//! Gradient descent with momentum and a step for each parameter: Adam (Kingma and Ba 2015).

/// Parameters that are being fitted.
#[derive(Clone, Debug)]
pub struct Adam {
    /// Their values.
    pub parameters: Vec<f32>,
    first: Vec<f32>,
    second: Vec<f32>,
    /// The length of a step, for each.
    scales: Vec<f32>,
    steps: i32,
}

const FIRST_DECAY: f32 = 0.9;
const SECOND_DECAY: f32 = 0.999;
const SMALLEST: f32 = 1e-8;

impl Adam {
    /// As many parameters as scales, all of them zero. A scale says how far a step changes
    /// its parameter: what counts often in a position needs small steps.
    #[must_use]
    pub fn new(scales: Vec<f32>) -> Self {
        let zeros = vec![0.0; scales.len()];
        Self { parameters: zeros.clone(), first: zeros.clone(), second: zeros, scales, steps: 0 }
    }

    /// One step against a gradient, at a rate.
    ///
    /// # Panics
    /// If the gradient has another number of parameters.
    pub fn step(&mut self, gradient: &[f32], rate: f32) {
        assert_eq!(gradient.len(), self.parameters.len(), "there is a slope for each parameter");
        self.steps += 1;
        let first_scale = 1.0 / (1.0 - FIRST_DECAY.powi(self.steps));
        let second_scale = 1.0 / (1.0 - SECOND_DECAY.powi(self.steps));
        for (index, &slope) in gradient.iter().enumerate() {
            let first = &mut self.first[index];
            let second = &mut self.second[index];
            *first = FIRST_DECAY * *first + (1.0 - FIRST_DECAY) * slope;
            *second = SECOND_DECAY * *second + (1.0 - SECOND_DECAY) * slope * slope;
            let step = *first * first_scale / ((*second * second_scale).sqrt() + SMALLEST);
            self.parameters[index] -= rate * self.scales[index] * step;
        }
    }
}
