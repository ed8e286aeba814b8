//! The targets of positions: the scores of searches as probabilities.

use std::ops::RangeInclusive;

use dolmen::eval;
use serde::{Deserialize, Serialize};

use crate::generate::tally::Kind;
use crate::learn::samples::{Sample, Samples};
use crate::teacher::{Opinion, Teacher};

/// The units of a score that correspond to one logit.
pub const UNITS: f32 = eval::UNITS as f32;
/// The target of a proved win, less than one so that gradients stay finite.
const PROVED: f32 = 0.99;
/// The minimum number of positions with a result to fit units; sources with fewer have [`UNITS`].
const ENOUGH: usize = 200;
/// The range of units.
pub const RANGE: RangeInclusive<f32> = 40.0..=4_000.0;
/// The number of steps of the golden-section search for units; each keeps 0.62 of the range.
const STEPS: usize = 20;

/// The shares of a target, from 0 to 1; the score of the search has the rest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Shares {
    /// The share of the game's result, where no random move follows the position.
    pub result: f32,
    /// The share of the score that the teacher expects, where it has an opinion.
    pub teacher_score: f32,
    /// The share of the result that the teacher expects, where it has an opinion.
    pub teacher_result: f32,
}

/// The targets of positions.
#[derive(Clone, Debug, PartialEq)]
pub struct Targets {
    /// `[source]`: the units of the stored scores that correspond to one logit.
    pub score_units: Vec<f32>,
    /// `[position]`: the target for the side to move, from 0 to 1.
    pub worths: Vec<f32>,
    /// The number of positions to learn from on which the teacher has an opinion.
    pub taught: usize,
}

impl Targets {
    /// Returns the targets of positions: for those to learn from means of several sources, for held-out ones
    /// the scores of searches and, with their share, the results of games.
    #[must_use]
    pub fn new(samples: &Samples, shares: Shares, teacher: Option<&Teacher>) -> Self {
        let score_units: Vec<f32> =
            (0..samples.sources.len()).map(|source| source_units(samples, source)).collect();
        let mut taught = 0;
        let worth = |sample: &Sample| {
            let opinion = teacher.filter(|_| !sample.is_held_out);
            let opinion = opinion.and_then(|teacher| teacher.opinion(sample.key));
            taught += usize::from(opinion.is_some());
            target(sample, score_units[sample.source()], shares, opinion)
        };
        let worths = samples.positions.iter().map(worth).collect();
        Self { score_units, worths, taught }
    }
}

/// The sigmoid.
#[must_use]
pub fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// Returns the loss of a prediction against a target, both from 0 to 1.
pub(crate) fn loss(prediction: f32, target: f32) -> f64 {
    let prediction = f64::from(prediction).clamp(1e-6, 1.0 - 1e-6);
    let target = f64::from(target);
    -(target * prediction.ln() + (1.0 - target) * (1.0 - prediction).ln())
}

/// Returns the value of a position for the side to move, from 0 to 1.
fn target(sample: &Sample, score_units: f32, shares: Shares, opinion: Option<Opinion>) -> f32 {
    let by_score = sigmoid(sample.score as f32 / score_units).clamp(1.0 - PROVED, PROVED);
    let result_share = if sample.is_disturbed { 0.0 } else { shares.result };
    let of_teacher = opinion.map_or(0.0, |opinion| {
        shares.teacher_score * (opinion.score - by_score)
            + shares.teacher_result * (opinion.result - by_score)
    });
    by_score + result_share * (sample.result - by_score) + of_teacher
}

/// The units of a source's scores. Interior positions have no result of their own.
fn source_units(samples: &Samples, source: usize) -> f32 {
    let has_result = |sample: &&Sample| {
        sample.source() == source && !sample.is_disturbed && sample.kind != Kind::Interior
    };
    let pairs: Vec<Pair> = samples
        .positions
        .iter()
        .filter(has_result)
        .map(|sample| Pair { score: sample.score as f32, worth: sample.result })
        .collect();
    if pairs.len() < ENOUGH { UNITS } else { best_units(&pairs) }
}

/// A score and the target that it should predict.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    /// In units of its own.
    pub score: f32,
    /// From 0 to 1.
    pub worth: f32,
}

/// Returns the units, from 40 to 4,000, with which the sigmoid of the scores predicts the targets
/// best.
#[must_use]
pub fn best_units(pairs: &[Pair]) -> f32 {
    let total = |logarithm: f32| -> f64 {
        let scale = (-logarithm).exp();
        pairs.iter().map(|pair| loss(sigmoid(pair.score * scale), pair.worth)).sum()
    };
    // The loss has a single minimum, which a golden-section search finds.
    const SECTION: f32 = 0.618_034;
    let (mut low, mut high) = (RANGE.start().ln(), RANGE.end().ln());
    let mut left = high - SECTION * (high - low);
    let mut right = low + SECTION * (high - low);
    let (mut at_left, mut at_right) = (total(left), total(right));
    for _ in 0..STEPS {
        if at_left < at_right {
            (high, right, at_right) = (right, left, at_left);
            left = high - SECTION * (high - low);
            at_left = total(left);
        } else {
            (low, left, at_left) = (left, right, at_right);
            right = low + SECTION * (high - low);
            at_right = total(right);
        }
    }
    (0.5 * (low + high)).exp()
}

#[cfg(test)]
mod tests;
