//! Measures the losses of evaluations on the held-out positions.

use std::fmt;

use dolmen::eval::network::Network;
use dolmen::rules::Rule;
use strum::VariantArray;

use crate::generate::tally::Kind;
use crate::learn::calibration::Calibration;
use crate::learn::network::rounded_worth;
use crate::learn::samples::{Sample, Samples};
use crate::learn::targets::{Pair, Targets, best_units, loss, sigmoid};
use crate::learn::values::Values;

/// Mean losses on held-out positions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Losses {
    /// The number of positions.
    pub positions: usize,
    /// Against the target.
    pub target: f64,
    /// The least possible loss against the target: the entropy of the target itself.
    pub least: f64,
    /// Against the results of games, over the positions without a later random move; `None` if there are
    /// none.
    pub result: Option<f64>,
}

/// The held-out positions and their targets.
#[derive(Clone, Debug)]
pub struct HeldOut<'a> {
    samples: &'a Samples,
    targets: &'a Targets,
    indices: Vec<usize>,
}

/// The forecast of one evaluation for the held-out positions.
#[derive(Clone, Debug, PartialEq)]
pub struct Forecast {
    /// The units of the evaluation that fit the targets best, so that losses do not depend on its scale.
    pub units: f32,
    /// The win probability of each position, from 0 to 1.
    probabilities: Vec<f32>,
}

impl<'a> HeldOut<'a> {
    /// Returns the held-out positions.
    #[must_use]
    pub fn new(samples: &'a Samples, targets: &'a Targets) -> Self {
        let is_held_out = |&index: &usize| samples.positions[index].is_held_out;
        let indices = (0..samples.positions.len()).filter(is_held_out).collect();
        Self { samples, targets, indices }
    }

    /// Returns all positions, for samples that nothing was learned from.
    #[must_use]
    pub fn all(samples: &'a Samples, targets: &'a Targets) -> Self {
        Self { samples, targets, indices: (0..samples.positions.len()).collect() }
    }

    /// Returns the forecast of an evaluation, which is called with the indices of positions in the
    /// samples.
    pub fn forecast(&self, evaluation: impl Fn(usize) -> f32) -> Forecast {
        let pair = |&index| Pair { score: evaluation(index), worth: self.targets.worths[index] };
        let pairs: Vec<Pair> = self.indices.iter().map(pair).collect();
        let units = best_units(&pairs);
        let probabilities = pairs.iter().map(|pair| sigmoid(pair.score / units)).collect();
        Forecast { units, probabilities }
    }

    /// Returns the forecast of the evaluation in use.
    #[must_use]
    pub fn in_use(&self) -> Forecast {
        self.forecast(|index| self.samples.positions[index].eval as f32)
    }

    /// Returns the losses of the positions of a kind, or of all.
    #[must_use]
    pub fn losses(&self, forecast: &Forecast, kind: Option<Kind>) -> Losses {
        let (mut losses, mut results, mut by_result) = (Losses::default(), 0, 0.0);
        for (&index, &probability) in self.indices.iter().zip(&forecast.probabilities) {
            let sample = &self.samples.positions[index];
            if kind.is_some_and(|kind| kind != sample.kind) {
                continue;
            }
            let target = self.targets.worths[index];
            losses.positions += 1;
            losses.target += loss(probability, target);
            losses.least += loss(target, target);
            if !sample.is_disturbed {
                results += 1;
                by_result += loss(probability, sample.result);
            }
        }
        losses.target /= losses.positions.max(1) as f64;
        losses.least /= losses.positions.max(1) as f64;
        losses.result = (results > 0).then(|| by_result / f64::from(results));
        losses
    }

    /// Returns the calibration of a forecast, over the positions without a later random move.
    #[must_use]
    pub fn calibration(&self, name: &str, forecast: &Forecast) -> Calibration {
        let of_position = |&index: &usize| &self.samples.positions[index];
        let samples = self.indices.iter().map(of_position);
        let pairs = samples.zip(&forecast.probabilities);
        let counted = pairs.filter(|(sample, _)| !sample.is_disturbed);
        Calibration::new(name, counted.map(|(sample, &won)| (won, sample.result)))
    }

    /// Returns the forecast of the searches that scored the positions, with the units of each source.
    #[must_use]
    pub fn searched(&self) -> Forecast {
        let probability = |&index: &usize| {
            let sample: &Sample = &self.samples.positions[index];
            sigmoid(sample.score as f32 / self.targets.score_units[sample.source()])
        };
        let probabilities = self.indices.iter().map(probability).collect();
        Forecast { units: f32::NAN, probabilities }
    }
}

/// Losses of one kind of positions, by several evaluations.
#[derive(Clone, Debug, PartialEq)]
pub struct KindLosses {
    /// The rule.
    pub rule: Rule,
    /// The kind, or `None` for the positions of all kinds.
    pub kind: Option<Kind>,
    /// By evaluations with a word after their losses, such as `" before"`.
    pub by: Vec<(&'static str, Losses)>,
}

impl fmt::Display for KindLosses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((_, first)) = self.by.first() else { return Ok(()) };
        let kind = self.kind.map_or("all", Kind::name);
        let positions = with_commas(first.positions);
        write!(f, "{}, {kind}: {positions} positions, loss", self.rule)?;
        for (name, losses) in &self.by {
            write!(f, " {:.4}{name},", losses.target)?;
        }
        write!(f, " minimum {:.4}", first.least)?;
        let by_result: Vec<String> = self
            .by
            .iter()
            .filter_map(|(name, losses)| Some(format!("{:.4}{name}", losses.result?)))
            .collect();
        if by_result.is_empty() {
            return Ok(());
        }
        write!(f, "; against results {}", by_result.join(", "))
    }
}

/// Returns a number with commas between its thousands.
#[must_use]
pub fn with_commas(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Returns the losses of each kind that occurs, and of all kinds together if there are several, by
/// evaluations with a word after their losses.
#[must_use]
pub fn by_kind(
    rule: Rule,
    held_out: &HeldOut<'_>,
    forecasts: &[(&'static str, &Forecast)],
) -> Vec<KindLosses> {
    let kinds = Kind::VARIANTS.iter().copied().map(Some).chain([None]);
    let of_kind = |kind| {
        let losses = forecasts.iter().map(|(name, by)| (*name, held_out.losses(by, kind)));
        KindLosses { rule, kind, by: losses.collect() }
    };
    let is_there = |losses: &KindLosses| losses.by.iter().any(|(_, by)| by.positions > 0);
    let mut lines: Vec<KindLosses> = kinds.map(of_kind).filter(is_there).collect();
    if lines.len() == 2 {
        lines.pop();
    }
    lines
}

/// The losses of the evaluation in use and of the learned weights, on the held-out positions.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// Of the evaluation in use.
    pub before: Losses,
    /// Of the sums over codes alone.
    pub sums: Losses,
    /// Of the sums and the network, in the whole numbers that the engine plays with.
    pub learned: Losses,
    /// The losses of each kind, before and learned.
    pub kinds: Vec<KindLosses>,
    /// The units of the evaluation in use that are a logit.
    pub units_before: f32,
}

/// A network to play with, and the factor of the sums beside it.
#[derive(Clone, Debug)]
pub struct Sharing {
    /// The network.
    pub network: Network,
    /// The factor of the sums in the evaluation.
    pub share: f32,
}

/// Measures fitted sums, and a network for each side that has one, with `units` units of the
/// evaluation for a logit.
#[must_use]
pub fn compare(
    samples: &Samples,
    rule: Rule,
    values: &Values,
    networks: &[Sharing],
    units: f32,
) -> Comparison {
    let held_out = HeldOut::new(samples, &values.targets);
    let before = held_out.in_use();
    let sums = held_out.forecast(|index| units * values.sums[index]);
    let learned = held_out.forecast(|index| {
        let side = values.side(samples.positions[index].mover);
        match networks.get(side) {
            Some(Sharing { network, share }) => {
                share * units * values.sums[index] + rounded_worth(network, samples, index) as f32
            }
            None => units * values.sums[index],
        }
    });
    Comparison {
        before: held_out.losses(&before, None),
        sums: held_out.losses(&sums, None),
        learned: held_out.losses(&learned, None),
        kinds: by_kind(rule, &held_out, &[(" before", &before), (" learned", &learned)]),
        units_before: before.units,
    }
}
