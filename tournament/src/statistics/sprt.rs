//! The sequential probability ratio test (SPRT): play until the results favour one of two hypotheses
//! strongly enough. It uses the generalised likelihood ratio of game pairs, as fishtest does.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::counts::Counts;
use super::likelihood::{Constraint, log_ratio};
use super::pairs::PairResult;
use super::{NORMALIZED_SCALE, expected_score};

/// The maximum difference of a hypothesis: beyond it, the normalised model has no distribution on so
/// few scores.
const MAX_ELO: f64 = 200.0;

/// The conditions under which a test between two engines may stop. Written as JSON, they are part of
/// the id of a plan: the names and the order of the fields must stay.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SprtConfig {
    /// Difference of the null hypothesis, in nElo or Elo.
    pub elo0: f64,
    /// Difference of the alternative.
    pub elo1: f64,
    /// The probability of accepting the alternative although the null hypothesis holds.
    pub alpha: f64,
    /// The probability of accepting the null hypothesis although the alternative holds.
    pub beta: f64,
    /// Indicates whether the differences are normalised Elo; otherwise logistic.
    pub normalized: bool,
}

/// A test with valid parameters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    config: SprtConfig,
}

/// The state of a test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprtState {
    /// The counted results: in order, up to the one that decided it.
    pub counts: Counts,
    /// Their log-likelihood ratio.
    pub llr: f64,
    /// The accepted hypothesis, if it has decided.
    pub accepted: Option<Hypothesis>,
}

/// The hypothesis that a test accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum Hypothesis {
    /// The difference is `elo0` or less.
    #[serde(rename = "elo0")]
    Null,
    /// The difference is `elo1` or more.
    #[serde(rename = "elo1")]
    Alternative,
}

/// A reason for which a test is invalid.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
pub enum BadSprt {
    /// The number of engines is not 2.
    #[error("a test needs exactly two engines, but there are {0}")]
    Engines(usize),
    /// The alternative is missing.
    #[error("elo1 is missing: expected a number above elo0, such as elo1=5")]
    NoAlternative,
    /// `elo0` and `elo1` are not increasing numbers within ±200.
    #[error("invalid bounds: elo0 {0} must be below elo1 {1}, both within ±{MAX_ELO}")]
    Bounds(f64, f64),
    /// An error probability, `alpha` or `beta`, outside the range from 0 to 0.5.
    #[error("invalid {0} {1}: expected more than 0 and less than 0.5")]
    Rate(&'static str, f64),
}

/// The expected length and result of a test if the true difference is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExpectedGames {
    /// The true difference, in the unit of the test.
    pub elo: f64,
    /// The chance to accept the alternative, 0 to 1.
    pub pass: f64,
    /// The mean number of games.
    pub games: f64,
}

impl Sprt {
    /// Returns a test.
    ///
    /// # Errors
    /// Returns an error if the differences are not two increasing numbers within ±200, or an error rate
    /// is not above 0 and below one half.
    pub fn new(config: SprtConfig) -> Result<Self, BadSprt> {
        let SprtConfig { elo0, elo1, alpha, beta, .. } = config;
        if !(-MAX_ELO <= elo0 && elo0 < elo1 && elo1 <= MAX_ELO) {
            return Err(BadSprt::Bounds(elo0, elo1));
        }
        let rates = [("alpha", alpha), ("beta", beta)];
        if let Some((name, rate)) =
            rates.into_iter().find(|(_, rate)| !(0.0 < *rate && *rate < 0.5))
        {
            return Err(BadSprt::Rate(name, rate));
        }
        Ok(Self { config })
    }

    /// Returns the parameters.
    #[must_use]
    pub fn config(&self) -> &SprtConfig {
        &self.config
    }

    /// Returns the bounds of the log-likelihood ratio: the null hypothesis is accepted at or below the
    /// first, the alternative at or above the second (A. Wald).
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        let SprtConfig { alpha, beta, .. } = self.config;
        ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln())
    }

    /// Returns the log-likelihood ratio (LLR) of the alternative; 0 before the first result.
    #[must_use]
    pub fn llr(&self, counts: &Counts) -> f64 {
        if counts.total() == 0 {
            return 0.0;
        }
        let constraint = |elo: f64| {
            if self.config.normalized {
                let signal = elo / NORMALIZED_SCALE;
                Constraint::Signal(signal * counts.games_per_deviation())
            } else {
                Constraint::Mean(expected_score(elo))
            }
        };
        log_ratio(counts.cells(), constraint(self.config.elo0), constraint(self.config.elo1))
    }

    /// Returns the accepted hypothesis, if the test has decided. `counts` must hold the results in the
    /// order of the plan, not in that of finishing, which would favour quick games; and this function
    /// must be called after each of them: the test ends when it reaches a bound for the first time.
    #[must_use]
    pub fn decide(&self, counts: &Counts) -> Option<Hypothesis> {
        self.accepted(self.llr(counts))
    }

    /// Runs the test on `results` of `engine`, pairs or single games sorted by number: from number 0 to
    /// the first that is missing, or to the one that decided it.
    #[must_use]
    pub fn state(&self, results: &[PairResult], engine: usize, is_paired: bool) -> SprtState {
        let mut state = SprtState { counts: Counts::none(is_paired), llr: 0.0, accepted: None };
        for (next, result) in (0..).zip(results) {
            let is_next = result.pair == next && state.accepted.is_none();
            if !is_next || state.counts.add(result, engine).is_none() {
                break;
            }
            state.llr = self.llr(&state.counts);
            state.accepted = self.accepted(state.llr);
        }
        state
    }

    fn accepted(&self, llr: f64) -> Option<Hypothesis> {
        let (low, high) = self.bounds();
        if llr >= high {
            Some(Hypothesis::Alternative)
        } else if llr <= low {
            Some(Hypothesis::Null)
        } else {
            None
        }
    }
}

/// Returns the expected length and result of a test at true differences from one step below `elo0` to
/// one above `elo1`, in half steps; a step is their distance. The log-likelihood ratio is approximated
/// by a Brownian motion that stops exactly at its bounds. `deviation` is the standard deviation of a
/// game's score: one half where draws are rare and openings even; a normalised test does not use it.
#[must_use]
pub fn expected_games(sprt: &Sprt, deviation: f64) -> Vec<ExpectedGames> {
    let SprtConfig { elo0, elo1, normalized, .. } = sprt.config;
    let signal = |elo: f64| {
        if normalized { elo / NORMALIZED_SCALE } else { (expected_score(elo) - 0.5) / deviation }
    };
    let (signal0, signal1) = (signal(elo0), signal(elo1));
    (-2..=4)
        .map(|half_steps| {
            let elo = elo0 + f64::from(half_steps) * (elo1 - elo0) / 2.0;
            let drift = (signal1 - signal0) * (signal(elo) - (signal0 + signal1) / 2.0);
            let (pass, games) = first_exit(drift, (signal1 - signal0).powi(2), sprt.bounds());
            ExpectedGames { elo, pass, games }
        })
        .collect()
}

/// Returns, for a Brownian motion from 0 with `drift` and `variance` per unit of time, the probability
/// that it leaves the interval at its upper end, and the mean time until it leaves.
fn first_exit(drift: f64, variance: f64, (low, high): (f64, f64)) -> (f64, f64) {
    let exponent = 2.0 * drift / variance;
    if exponent.abs() < 1e-6 {
        return (-low / (high - low), -low * high / variance);
    }
    let (at_low, at_high) = ((-exponent * low).exp(), (-exponent * high).exp());
    let pass = (1.0 - at_low) / (at_high - at_low);
    (pass, (high * pass + low * (1.0 - pass)) / drift)
}

#[cfg(test)]
mod tests;
