//! One step of simultaneous perturbation stochastic approximation (SPSA), with the constants and
//! the schedule of fishtest. Values stay in their ranges.

use dolmen::board::Key;
use dolmen::search::MarginOverrides;
use dolmen::search::margins::Margin;
use fastrand::Rng;

use crate::tune::settings::{Progress, Settings};

/// The exponent of the decay of steps.
const ALPHA: f64 = 0.602;
/// The exponent of the decay of perturbations.
const GAMMA: f64 = 0.101;
/// The stability constant `A` of the decay of steps, as a share of all pairs.
const STABILITY: f64 = 0.1;
/// The range of a margin divided by its final perturbation.
const PARTS: f64 = 20.0;
/// Separates the random numbers of steps from those of openings.
const STEPS: u64 = 0x5054_5350;

/// Two sets of margins and the pairs of games between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Batch {
    /// Number of the first pair, counted from 0.
    pub first_pair: u64,
    /// The number of pairs.
    pub pairs: u64,
    /// The margins whose wins count up.
    pub plus: MarginOverrides,
    /// The margins whose wins count down.
    pub minus: MarginOverrides,
}

/// The perturbed values of a step, and its gains.
pub(crate) struct Trial<'a> {
    settings: &'a Settings,
    /// The games to be played.
    pub(crate) batch: Batch,
    /// The distance by which each value moves for each game won more than lost.
    gains: Vec<f64>,
}

/// Returns the perturbation of a margin in the last step: at least one, since margins are whole
/// numbers.
#[must_use]
pub fn last_perturbation(margin: &Margin) -> f64 {
    (f64::from(margin.max - margin.min) / PARTS).max(1.0)
}

impl<'a> Trial<'a> {
    /// Returns the next step of a tuning that has fewer than `all_pairs` pairs.
    pub(crate) fn new(settings: &'a Settings, progress: &Progress, all_pairs: u64) -> Self {
        let first_pair = progress.pairs;
        let mut rng = Rng::with_seed(Key(settings.seed ^ STEPS).mixed_with(first_pair).0);
        let (now, end) = ((first_pair + 1) as f64, all_pairs as f64);
        let put_off = STABILITY * end;
        let widening = (end / now).powf(GAMMA);
        let speeding = ((put_off + end) / (put_off + now)).powf(ALPHA);
        let mut plus = MarginOverrides::default();
        let mut minus = plus;
        let mut gains = Vec::with_capacity(settings.margins.len());
        for (margin, value) in settings.margins.iter().zip(&progress.values) {
            let flip = if rng.bool() { 1.0 } else { -1.0 };
            let last = last_perturbation(margin);
            let perturbation = last * widening;
            // Stochastic rounding with one random number for both, which minimizes the variance of
            // their distance.
            let rounding = rng.f64();
            let whole = |value: f64| in_range(margin, (value + rounding).floor()) as i32;
            plus.set(margin, whole(value + flip * perturbation));
            minus.set(margin, whole(value - flip * perturbation));
            // `a / c²` times the perturbation `c`, in the letters of the literature.
            gains.push(settings.rate * last * last * speeding / perturbation * flip);
        }
        let pairs = settings.batch.min(all_pairs - first_pair);
        Self { settings, batch: Batch { first_pair, pairs, plus, minus }, gains }
    }

    /// Moves the values by the result of the batch, which is games won less games lost.
    pub(crate) fn learn(&self, values: &mut [f64], result: i64) {
        for ((value, margin), gain) in
            values.iter_mut().zip(&self.settings.margins).zip(&self.gains)
        {
            *value = in_range(margin, *value + gain * result as f64);
        }
    }
}

fn in_range(margin: &Margin, value: f64) -> f64 {
    value.clamp(f64::from(margin.min), f64::from(margin.max))
}
