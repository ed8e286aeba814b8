//! Weights of groups of codes as sums of parts.

use dolmen::board::Color;
use dolmen::rules::{Rule, Shape};
use dolmen::threats::{CODES, GROUPS, group, sorted_shapes};
use dolmen::threats::{Code, Threat};

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

/// The group of every code.
#[must_use]
pub fn group_of_code() -> Vec<u16> {
    let number = |code: u16| Code(code).shapes().map_or(0, |shapes| group(shapes) as u16);
    let numbers: Vec<u16> = (0..=u16::MAX).map(number).collect();
    debug_assert_eq!(numbers.len(), CODES);
    numbers
}

impl Groups {
    /// The parts of the groups.
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

    /// The weights that follow from those to begin with and parts; the group of four times
    /// nothing weighs nothing.
    pub fn weights(&self, start: &[f32], parts: &[f32], weights: &mut [f32]) {
        for (group, shared) in self.shared.iter().enumerate() {
            let sum: f32 = shared.iter().map(|&part| parts[usize::from(part)]).sum();
            weights[group] = start[group] + sum + parts[SHARED + group];
        }
        weights[0] = 0.0;
    }

    /// The scales of the parts' steps, from how often each group occurs in a position.
    #[must_use]
    pub fn scales(&self, occurrences: &[f32]) -> Vec<f32> {
        let mut of_parts = vec![0.0; PARTS];
        self.slopes(occurrences, &[0.0; PARTS], 0.0, &mut of_parts);
        of_parts.into_iter().map(|count| 1.0 / count.max(1.0)).collect()
    }

    /// The slopes of the parts, from those of the weights, with what holds the parts near
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
