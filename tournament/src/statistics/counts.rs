//! Counted results of one engine against another, with its Elo and their intervals.
//!
//! The formulas are those that fishtest, fastchess and OpenBench share: mean score, standard
//! error from the variance of the cells, normal quantiles. Intervals are given by their ends, not
//! as a radius, because they are lopsided where one side wins nearly everything.

use serde::Serialize;
use statrs::distribution::{ContinuousCDF, Normal};

use super::likelihood::{moments, values};
use super::{NORMALIZED_SCALE, Z, elo_of_score};

/// The number of occurrences of each score, from the worst to the best for one engine; the scores are
/// evenly spaced from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    /// Of games: lost, drawn, won. Of pairs: lost both, lost and drew, even (one each or two draws), won
    /// and drew, won both.
    pub(super) cells: [u64; 5],
    /// Indicates whether a result is a pair of games; otherwise it is a game.
    pub(super) is_paired: bool,
}

/// A figure with its 95 % interval; infinite where the sample sets no limit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The most likely value.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Estimate {
    /// The estimate without any result.
    pub const UNKNOWN: Self = Self { value: 0.0, low: f64::NEG_INFINITY, high: f64::INFINITY };
}

impl Counts {
    /// Returns the counts before the first result: of pairs, or of games without partners.
    #[must_use]
    pub fn none(is_paired: bool) -> Self {
        Self { cells: [0; 5], is_paired }
    }

    /// Returns the five counts of pairs, or the three of games.
    #[must_use]
    pub fn cells(&self) -> &[u64] {
        &self.cells[..2 * self.games_each() + 1]
    }

    /// Counts a result by its half points; a number above the maximum counts as the maximum.
    pub fn count(&mut self, half_points: u8) {
        let cell = usize::from(half_points).min(2 * self.games_each());
        self.cells[cell] += 1;
    }

    /// Returns the number of counted pairs, or games.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.cells.iter().sum()
    }

    /// Returns the number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.total() * self.games_each() as u64
    }

    /// Returns the mean score, 0 to 1; one half before the first result.
    #[must_use]
    pub fn score(&self) -> f64 {
        self.sample(0.0).map_or(0.5, |sample| sample.mean)
    }

    /// Returns the logistic Elo. The interval is the usual one, from the standard error of the score,
    /// extended to contain the interval with half a lost and half a won pair added. The usual interval
    /// alone would be empty after twenty pairs won out of twenty, and miss the true value in far more
    /// than 5 % of short matches between unequal engines.
    #[must_use]
    pub fn elo(&self) -> Estimate {
        let (Some(seen), Some(cautious)) = (self.sample(0.0), self.sample(0.5)) else {
            return Estimate::UNKNOWN;
        };
        let low = (seen.mean - Z * seen.error).min(cautious.mean - Z * cautious.error);
        let high = (seen.mean + Z * seen.error).max(cautious.mean + Z * cautious.error);
        let value = elo_of_score(seen.mean);
        Estimate { value, low: elo_of_score(low), high: elo_of_score(high) }
    }

    /// Returns half the length of the usual 95 % interval of logistic Elo, as other tools print after
    /// `+-`: exact only near an even score, zero when all results are equal, infinite when the
    /// interval reaches a score of 0 or 1.
    #[must_use]
    pub fn elo_error(&self) -> f64 {
        self.sample(0.0).map_or(f64::INFINITY, |s| {
            let (low, high) = (s.mean - Z * s.error, s.mean + Z * s.error);
            if s.error == 0.0 { 0.0 } else { (elo_of_score(high) - elo_of_score(low)) / 2.0 }
        })
    }

    /// Returns the normalised Elo: the advantage in units of the standard deviation of a game, which
    /// does not depend on the bias of the openings. The interval includes the uncertainty of the
    /// estimated deviation, which the usual formula omits although it dominates when the engines are far
    /// apart; it is extended like that of [`elo`](Self::elo). When all results are equal, its finite end
    /// follows from that of the score.
    #[must_use]
    pub fn normalized_elo(&self) -> Estimate {
        let (Some(seen), Some(cautious)) = (self.sample(0.0), self.sample(0.5)) else {
            return Estimate::UNKNOWN;
        };
        let unit = NORMALIZED_SCALE / self.games_per_deviation();
        let (middle, error) = (cautious.signal(), Z * cautious.signal_error());
        let (low, high) = (middle - error, middle + error);
        if seen.deviation > 0.0 {
            let (value, error) = (seen.signal(), Z * seen.signal_error());
            let (low, high) = (low.min(value - error), high.max(value + error));
            Estimate { value: unit * value, low: unit * low, high: unit * high }
        } else if seen.mean == 0.5 {
            Estimate { value: 0.0, low: unit * low, high: unit * high }
        } else if seen.mean > 0.5 {
            let low = unit * least_signal(cautious.mean - Z * cautious.error);
            Estimate { value: f64::INFINITY, low, high: f64::INFINITY }
        } else {
            let high = -unit * least_signal(1.0 - cautious.mean - Z * cautious.error);
            Estimate { value: f64::NEG_INFINITY, low: f64::NEG_INFINITY, high }
        }
    }

    /// Returns the likelihood of superiority (LOS), 0 to 1: the probability that the engine is the
    /// stronger one. When all results are equal, half a lost and half a won pair are added.
    #[must_use]
    pub fn los(&self) -> f64 {
        let seen = self.sample(0.0).filter(|sample| sample.error > 0.0);
        seen.or_else(|| self.sample(0.5))
            .map_or(0.5, |sample| Normal::standard().cdf((sample.mean - 0.5) / sample.error))
    }

    /// Returns the number of games in each counted result.
    pub(crate) const fn games_each(&self) -> usize {
        if self.is_paired { 2 } else { 1 }
    }

    /// Returns the ratio of the standard deviation of a game to that of a result.
    pub(super) fn games_per_deviation(&self) -> f64 {
        (self.games_each() as f64).sqrt()
    }

    /// Returns the statistics with `extra` results added to either end; `None` without results.
    fn sample(&self, extra: f64) -> Option<Sample> {
        let mut weights: Vec<f64> = self.cells().iter().map(|&n| n as f64).collect();
        weights[0] += extra;
        weights[2 * self.games_each()] += extra;
        let total: f64 = weights.iter().sum();
        if self.total() == 0 {
            return None;
        }
        // All results are in one cell: the variance is exactly 0, but rounding could give a tiny
        // one.
        if let Some(only) = weights.iter().position(|&w| w == total) {
            let mean = values(weights.len())[only];
            return Some(Sample { mean, deviation: 0.0, error: 0.0, skew: 0.0, tails: 0.0, total });
        }
        let shares: Vec<f64> = weights.iter().map(|w| w / total).collect();
        let (mean, variance) = moments(&shares);
        let deviation = variance.sqrt();
        let moment = |power: i32| -> f64 {
            let distances = values(shares.len()).into_iter();
            let distances = distances.map(|a| ((a - mean) / deviation).powi(power));
            shares.iter().zip(distances).map(|(share, distance)| share * distance).sum()
        };
        let error = deviation / total.sqrt();
        Some(Sample { mean, deviation, error, skew: moment(3), tails: moment(4), total })
    }
}

/// The properties of a sample.
struct Sample {
    mean: f64,
    /// The standard deviation of a result.
    deviation: f64,
    /// The standard error of the mean.
    error: f64,
    /// Third and fourth moments about the mean, in units of the deviation.
    skew: f64,
    tails: f64,
    total: f64,
}

impl Sample {
    /// Returns the signal: the mean above one half, in units of the deviation.
    fn signal(&self) -> f64 {
        (self.mean - 0.5) / self.deviation
    }

    /// Returns the standard error of the signal, to first order in those of mean and deviation.
    fn signal_error(&self) -> f64 {
        let signal = self.signal();
        let spread = 1.0 - signal * self.skew + signal * signal * (self.tails - 1.0) / 4.0;
        (spread / self.total).sqrt()
    }
}

/// Returns the lower bound of the signal of a distribution from 0 to 1 with at least this mean; the
/// deviation is largest if it has only the values 0 and 1. There is no bound if the mean may be below
/// one half.
fn least_signal(mean: f64) -> f64 {
    if mean < 0.5 { f64::NEG_INFINITY } else { (mean - 0.5) / (mean * (1.0 - mean)).sqrt() }
}

#[cfg(test)]
mod tests;
