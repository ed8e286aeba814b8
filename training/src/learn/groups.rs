//! Weights of groups of codes as sums of parts.

use dolmen::board::Color;
use dolmen::rules::{Rule, Shape};
use dolmen::threats::{CODES, Code, GROUPS, Threat, group, sorted_shapes};

use crate::learn::table::{Parameters, Table};

const SHAPES: usize = Shape::ALL.len();
/// Pairs of shapes, in either order.
const PAIRS: usize = SHAPES * (SHAPES + 1) / 2;
/// Parts that groups share.
const SHARED: usize = SHAPES + Threat::COUNT + PAIRS;
/// Parameters behind the weights of all groups.
pub const PARTS: usize = SHARED + GROUPS;
/// Shared parts of a group: its shapes, its class of threat, its pairs.
const PARTS_OF_GROUP: usize = 4 + 1 + 6;

/// The parts of a group of codes, for one colour under one rule.
#[derive(Clone, Debug)]
pub struct Groups {
    /// `[group]`: its shared parts; part [`SHARED`] + group is its own.
    shared: Vec<[u16; PARTS_OF_GROUP]>,
}

/// Returns the group of every code.
#[must_use]
pub fn group_of_code() -> Vec<u16> {
    let number = |code: u16| Code(code).shapes().map_or(0, |shapes| group(shapes) as u16);
    let numbers: Vec<u16> = (0..=u16::MAX).map(number).collect();
    debug_assert_eq!(numbers.len(), CODES);
    numbers
}

impl Groups {
    /// Returns the parts of all groups.
    #[must_use]
    pub fn new(rule: Rule, color: Color) -> Self {
        let mut shared = vec![[0; PARTS_OF_GROUP]; GROUPS];
        for shapes in sorted_shapes() {
            let numbers = shapes.map(|shape| shape as usize);
            let mut parts = [0; PARTS_OF_GROUP];
            let mut next = parts.iter_mut();
            let mut add = |part: usize| {
                *next.next().expect("a group has at most this many parts") = part as u16
            };
            numbers.into_iter().for_each(&mut add);
            add(SHAPES + Threat::of(shapes, rule, color) as usize);
            for (index, &high) in numbers.iter().enumerate() {
                for &low in &numbers[..index] {
                    // Shapes come sorted, the least first.
                    add(SHAPES + Threat::COUNT + high * (high + 1) / 2 + low);
                }
            }
            shared[group(shapes)] = parts;
        }
        Self { shared }
    }

    /// Writes the weights: those at the beginning plus the parts. The group of four times nothing
    /// weighs nothing.
    pub fn weights(&self, start: &[f32], parts: &[f32], weights: &mut [f32]) {
        for (group, shared) in self.shared.iter().enumerate() {
            let sum: f32 = shared.iter().map(|&part| parts[usize::from(part)]).sum();
            weights[group] = start[group] + sum + parts[SHARED + group];
        }
        weights[0] = 0.0;
    }

    /// Returns the scales of the parts' steps, from how often each group occurs in a position.
    #[must_use]
    pub fn scales(&self, occurrences: &[f32]) -> Vec<f32> {
        let mut of_parts = vec![0.0; PARTS];
        self.slopes(occurrences, &[0.0; PARTS], 0.0, &mut of_parts);
        of_parts.into_iter().map(|count| 1.0 / count.max(1.0)).collect()
    }

    /// Writes the slopes of the parts, from those of the weights, with what holds the parts near
    /// zero: `decay` for those of groups, a tenth of it for all others.
    pub fn slopes(&self, weights: &[f32], parts: &[f32], decay: f32, slopes: &mut [f32]) {
        slopes.fill(0.0);
        for (group, shared) in self.shared.iter().enumerate().skip(1) {
            for &part in shared {
                slopes[usize::from(part)] += weights[group];
            }
            slopes[SHARED + group] = weights[group];
        }
        const GENTLY: f32 = 0.1;
        for (part, slope) in slopes.iter_mut().enumerate() {
            let decay = if part < SHARED { GENTLY * decay } else { decay };
            *slope += decay * parts[part];
        }
    }
}

/// Weights of groups that are being fitted.
pub(super) struct GroupFit {
    groups: Groups,
    /// `[part][0]`
    parts: Table<1>,
    /// `[group]`: the weights at the beginning.
    start: Vec<f32>,
    /// `[group]`
    pub(super) weights: Vec<f32>,
    /// `[group]`: the slopes since the last step.
    pub(super) slopes: Vec<f32>,
}

impl GroupFit {
    /// Returns a fit that begins with some weights; `scales` are those of the parts' steps.
    pub(super) fn new(groups: &Groups, start: Vec<f32>, scales: Vec<f32>) -> Self {
        Self {
            groups: groups.clone(),
            parts: Table::scaled(scales),
            weights: start.clone(),
            start,
            slopes: vec![0.0; GROUPS],
        }
    }

    /// Changes the weights against their slopes, which are zero afterwards.
    pub(super) fn step(&mut self, rate: f32, decay: f32) {
        let Self { groups, parts, start, weights, slopes } = self;
        let (values, of_parts) = (parts.values.as_flattened(), parts.slopes.as_flattened_mut());
        groups.slopes(slopes, values, decay, of_parts);
        parts.step_all(rate);
        slopes.fill(0.0);
        groups.weights(start, parts.values(), weights);
    }
}
