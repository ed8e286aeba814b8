//! Weights as sums of parts: the weights of groups of codes, and the bonuses of urgencies.

use dolmen::board::Color;
use dolmen::eval::URGENCIES;
use dolmen::rules::{Rule, Shape};
use dolmen::threats::{CODES, Code, GROUPS, Threat, group, sorted_shapes};

use crate::learn::table::{Parameters, Table};

const SHAPES: usize = Shape::ALL.len();
/// Pairs of shapes, in either order.
const PAIRS: usize = SHAPES * (SHAPES + 1) / 2;
/// The weight decay of the shared parts of groups, as a share of that of the own parts.
const GENTLY: f32 = 0.1;
/// Bits of the urgency.
const URGENCY_BITS: u16 = 9;

/// The parts of weights.
#[derive(Clone, Debug)]
pub struct Parts {
    /// `[weight]`: its shared parts; a weight without shared parts is always zero.
    shared: Vec<Vec<u16>>,
    /// The number of shared parts; after them come the own parts, one for each weight.
    shared_parts: usize,
    /// The weight decay of the shared parts, as a share of that of the own parts.
    shared_decay: f32,
}

/// Returns the group of every code.
#[must_use]
pub fn group_of_code() -> Vec<u16> {
    let number = |code: u16| Code(code).shapes().map_or(0, |shapes| group(shapes) as u16);
    let numbers: Vec<u16> = (0..=u16::MAX).map(number).collect();
    debug_assert_eq!(numbers.len(), CODES);
    numbers
}

impl Parts {
    /// Returns the parts of the weights of all groups, for one colour under one rule. A group shares
    /// those of its shapes, of its class of threat and of its pairs of shapes; the group of four
    /// times nothing has none.
    #[must_use]
    pub fn of_groups(rule: Rule, color: Color) -> Self {
        let mut shared = vec![Vec::new(); GROUPS];
        for shapes in sorted_shapes() {
            let numbers = shapes.map(|shape| shape as usize);
            let mut parts = numbers.to_vec();
            parts.push(SHAPES + Threat::of(shapes, rule, color) as usize);
            for (index, &high) in numbers.iter().enumerate() {
                // Shapes come sorted, the least first.
                let pair = |&low: &usize| SHAPES + Threat::COUNT + high * (high + 1) / 2 + low;
                parts.extend(numbers[..index].iter().map(pair));
            }
            shared[group(shapes)] = parts.into_iter().map(|part| part as u16).collect();
        }
        shared[0].clear();
        Self { shared, shared_parts: SHAPES + Threat::COUNT + PAIRS, shared_decay: GENTLY }
    }

    /// Returns the parts of the bonuses of all urgencies: they share a part for each bit and one for
    /// being to move.
    #[must_use]
    pub fn of_urgencies() -> Self {
        let is_set = |urgency: usize, bit: u16| bit == URGENCY_BITS || urgency >> bit & 1 == 1;
        let bits = |urgency| (0..=URGENCY_BITS).filter(|&bit| is_set(urgency, bit)).collect();
        let shared = (0..URGENCIES).map(bits).collect();
        Self { shared, shared_parts: usize::from(URGENCY_BITS) + 1, shared_decay: 0.0 }
    }

    /// Returns the number of parts.
    #[must_use]
    pub fn count(&self) -> usize {
        self.shared_parts + self.shared.len()
    }

    /// Writes the weights: the initial ones plus the parts.
    pub fn weights(&self, start: &[f32], parts: &[f32], weights: &mut [f32]) {
        for (number, shared) in self.shared.iter().enumerate() {
            let sum: f32 = shared.iter().map(|&part| parts[usize::from(part)]).sum();
            let is_fixed = shared.is_empty();
            let weight = start[number] + sum + parts[self.shared_parts + number];
            weights[number] = if is_fixed { 0.0 } else { weight };
        }
    }

    /// Returns a factor of the learning rate for each part, from the number of occurrences of each weight
    /// in a position.
    #[must_use]
    pub fn scales(&self, occurrences: &[f32]) -> Vec<f32> {
        let mut of_parts = vec![0.0; self.count()];
        self.gradients(occurrences, &vec![0.0; self.count()], 0.0, &mut of_parts);
        of_parts.into_iter().map(|count| 1.0 / count.max(1.0)).collect()
    }

    /// Writes the gradients of the parts, from those of the weights, plus the weight decay:
    /// `decay` for the own parts, a share of it for the others.
    pub fn gradients(&self, weights: &[f32], parts: &[f32], decay: f32, gradients: &mut [f32]) {
        gradients.fill(0.0);
        for (number, shared) in self.shared.iter().enumerate() {
            if shared.is_empty() {
                continue;
            }
            for &part in shared {
                gradients[usize::from(part)] += weights[number];
            }
            gradients[self.shared_parts + number] = weights[number];
        }
        for (part, gradient) in gradients.iter_mut().enumerate() {
            let is_shared = part < self.shared_parts;
            *gradient += if is_shared { self.shared_decay * decay } else { decay } * parts[part];
        }
    }
}

/// A fit of weights in progress.
pub(super) struct PartsFit {
    of_weights: Parts,
    /// `[part][0]`
    parts: Table<1>,
    /// `[weight]`: the initial weights.
    start: Vec<f32>,
    /// `[weight]`
    pub(super) weights: Vec<f32>,
    /// `[weight]`: the gradients since the last step.
    pub(super) gradients: Vec<f32>,
}

impl PartsFit {
    /// Returns a fit that starts from some weights; `scales` are the factors of the learning rate for the
    /// parts, one by default.
    pub(super) fn new(of_weights: &Parts, start: Vec<f32>, scales: Option<Vec<f32>>) -> Self {
        Self {
            parts: scales.map_or_else(|| Table::new(of_weights.count()), Table::scaled),
            of_weights: of_weights.clone(),
            weights: start.clone(),
            gradients: vec![0.0; start.len()],
            start,
        }
    }

    /// Moves the weights against their gradients, and resets these to zero.
    pub(super) fn step(&mut self, rate: f32, decay: f32) {
        let Self { of_weights, parts, start, weights, gradients } = self;
        let (values, of_parts) = (parts.values.as_flattened(), parts.gradients.as_flattened_mut());
        of_weights.gradients(gradients, values, decay, of_parts);
        parts.step_all(rate);
        gradients.fill(0.0);
        of_weights.weights(start, parts.values(), weights);
    }
}
