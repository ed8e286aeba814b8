//! How well what was learned foretells positions of games that were held out.

use dolmen::eval::network::Network;

use crate::learn::calibration::Calibration;
use crate::learn::network::rounded_worth;
use crate::learn::samples::Samples;
use crate::learn::values::{Values, sigmoid};

/// Mean losses of positions that were held out.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Losses {
    /// Against the target.
    pub target: f64,
    /// Against the results of games alone.
    pub result: f64,
    /// The least that any prediction has against the target: its own entropy.
    pub least: f64,
}

/// What the positions held out say of a rule's weights.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// Of the evaluation in use.
    pub before: Losses,
    /// Of the sums over codes alone.
    pub sums: Losses,
    /// Of the sums and the network, in the whole numbers that are played with.
    pub learned: Losses,
    /// What became of the positions: by the evaluation in use, the learned one, and the
    /// score of the search.
    pub calibrations: [Calibration; 3],
}

/// A network to play with, and how much the sums count beside it.
pub type Sharing = (Network, f32);

/// Loss of a prediction against a target, both from 0 to 1.
pub(crate) fn loss(prediction: f32, target: f32) -> f64 {
    let prediction = f64::from(prediction).clamp(1e-6, 1.0 - 1e-6);
    let target = f64::from(target);
    -(target * prediction.ln() + (1.0 - target) * (1.0 - prediction).ln())
}

/// Weighs what was fitted: sums, and a network for each side that has one, with so many
/// units of the evaluation for one.
#[must_use]
pub fn verdict(samples: &Samples, values: &Values, networks: &[Sharing], units: f32) -> Verdict {
    let positions = &samples.positions;
    let held_out: Vec<usize> =
        (0..positions.len()).filter(|&index| positions[index].is_held_out).collect();
    let in_use = |index: usize| sigmoid(positions[index].eval as f32 / values.eval_units);
    let sums = |index: usize| sigmoid(values.sums[index]);
    let learned = |index: usize| match networks.get(values.side(positions[index].mover)) {
        Some((network, share)) => {
            let worth = rounded_worth(network, samples, index) as f32 / units;
            sigmoid(share * values.sums[index] + worth)
        }
        None => sums(index),
    };
    let searched = |index: usize| {
        let sample = &positions[index];
        sigmoid(sample.score as f32 / values.score_units[sample.source])
    };
    let losses = |prediction: &dyn Fn(usize) -> f32| {
        mean_losses(samples, &held_out, prediction, &values.targets)
    };
    let predictions: [(&str, &dyn Fn(usize) -> f32); 3] =
        [("before", &in_use), ("learned", &learned), ("search", &searched)];
    let calibrations = predictions.map(|(name, prediction)| {
        let counted = held_out.iter().filter(|&&index| !positions[index].is_disturbed);
        let pairs = counted.map(|&index| (prediction(index), positions[index].result));
        Calibration::new(name, pairs)
    });
    let (before, sums, learned) = (losses(&in_use), losses(&sums), losses(&learned));
    Verdict { before, sums, learned, calibrations }
}

fn mean_losses(
    samples: &Samples,
    indices: &[usize],
    prediction: &dyn Fn(usize) -> f32,
    targets: &[f32],
) -> Losses {
    let mut losses = Losses::default();
    let count = indices.len().max(1) as f64;
    for &index in indices {
        let prediction = prediction(index);
        losses.target += loss(prediction, targets[index]) / count;
        losses.result += loss(prediction, samples.positions[index].result) / count;
        losses.least += loss(targets[index], targets[index]) / count;
    }
    losses
}
