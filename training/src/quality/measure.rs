//! The distance of labels from a reference, both as probabilities of a win of the side to move.

use dolmen::eval::Score;

/// The least probability that a label may have; one less it is the greatest. A proof is taken
/// for this instead of for certain, so that a wrong one costs something finite.
pub const LEAST_PROBABILITY: f64 = 0.01;
/// The least distance from the reference of a grossly wrong label.
pub const GROSS_DISTANCE: f64 = 0.25;

/// Returns the probability of a win that a score stands for, never certain.
#[must_use]
pub fn win_probability(score: Score) -> f64 {
    score.win_probability().clamp(LEAST_PROBABILITY, 1.0 - LEAST_PROBABILITY)
}

/// A label beside the reference, as probabilities of a win between 0 and 1, both excluded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    /// The reference.
    pub reference: f64,
    /// The label.
    pub label: f64,
}

impl Pair {
    /// Returns the cross-entropy of the label against the reference, in nats.
    #[must_use]
    pub fn cross_entropy(self) -> f64 {
        let Self { reference, label } = self;
        -(reference * label.ln() + (1.0 - reference) * (1.0 - label).ln())
    }

    /// Returns what of the cross-entropy is the label's fault, the Kullback-Leibler divergence
    /// in nats: 0 for the reference itself, never less.
    #[must_use]
    pub fn divergence(self) -> f64 {
        let least = Self { label: self.reference, ..self };
        self.cross_entropy() - least.cross_entropy()
    }

    /// Returns whether the label names the other side as the better one, and is not near the
    /// reference.
    #[must_use]
    pub fn is_grossly_wrong(self) -> bool {
        let Self { reference, label } = self;
        let is_other_side = (reference - 0.5) * (label - 0.5) < 0.0;
        is_other_side && (reference - label).abs() >= GROSS_DISTANCE
    }
}

/// A mean over positions, and how sure it is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// Its standard error.
    pub error: f64,
}

impl Estimate {
    /// Returns the mean of some values; 0 with an error of 0 if there are none.
    #[must_use]
    pub fn of_values(values: impl Iterator<Item = f64> + Clone) -> Self {
        let count = values.clone().count().max(1) as f64;
        let mean = values.clone().sum::<f64>() / count;
        let squares = values.map(|value| (value - mean).powi(2)).sum::<f64>();
        // One value says nothing about how far the next one is away.
        let variance = squares / (count - 1.0).max(1.0);
        Self { mean, error: (variance / count).sqrt() }
    }

    /// Returns a share. Its error is taken as if half a case more had occurred, and half a case
    /// more had not: none of 50 is not certainly none of all.
    #[must_use]
    pub fn of_share(part: usize, whole: usize) -> Self {
        let count = whole as f64;
        let likely = (part as f64 + 0.5) / (count + 1.0);
        let error = (likely * (1.0 - likely) / (count + 1.0)).sqrt();
        Self { mean: part as f64 / count.max(1.0), error }
    }
}

/// The accuracy of the labels of one source.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Accuracy {
    /// The cross-entropy against the reference, in nats.
    pub cross_entropy: Estimate,
    /// The same less the reference's own entropy: what the labels are to blame for.
    pub divergence: Estimate,
    /// The share of grossly wrong labels.
    pub grossly_wrong: Estimate,
}

impl Accuracy {
    /// Returns the accuracy of some labels.
    #[must_use]
    pub fn of(pairs: &[Pair]) -> Self {
        let all = || pairs.iter().copied();
        let wrong = all().filter(|pair| pair.is_grossly_wrong()).count();
        Self {
            cross_entropy: Estimate::of_values(all().map(Pair::cross_entropy)),
            divergence: Estimate::of_values(all().map(Pair::divergence)),
            grossly_wrong: Estimate::of_share(wrong, pairs.len()),
        }
    }
}
