//! The log-likelihood ratio of two hypotheses about a sample on a few known values, each
//! represented by the distribution on these values that fits the sample best.
//!
//! After M. Van den Bergh, *The generalized maximum likelihood ratio for the expectation value of
//! a distribution* and *Comparing engines with normalized Elo*.

/// The weight of a cell without results, so that no distribution rules it out.
const UNSEEN: f64 = 1e-3;

/// The maximum number of iterations for the normalised constraint.
const ROUNDS: usize = 10;

/// The claim of a hypothesis about the distribution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Constraint {
    /// The mean of the distribution.
    Mean(f64),
    /// The mean above one half, in units of the deviation of the distribution.
    Signal(f64),
}

/// Returns the natural logarithm of the likelihood ratio of the best fit under `alternative` to that under
/// `null`, for `counts` of the values 0, 1/(n−1), …, 1.
pub(super) fn log_ratio(counts: &[u64], null: Constraint, alternative: Constraint) -> f64 {
    let weight = |&n: &u64| if n == 0 { UNSEEN } else { n as f64 };
    let weights: Vec<f64> = counts.iter().map(weight).collect();
    let total: f64 = weights.iter().sum();
    let sample: Vec<f64> = weights.iter().map(|w| w / total).collect();
    let null = best_fit(&sample, null);
    let alternative = best_fit(&sample, alternative);
    (0..weights.len()).map(|i| weights[i] * (alternative[i] / null[i]).ln()).sum()
}

/// Returns the values of `cells` cells.
pub(super) fn values(cells: usize) -> Vec<f64> {
    (0..cells).map(|i| i as f64 / (cells - 1) as f64).collect()
}

/// Returns the mean and the variance of a distribution on the values of its cells.
pub(super) fn moments(shares: &[f64]) -> (f64, f64) {
    let values = values(shares.len());
    let mean = shares.iter().zip(&values).map(|(share, value)| share * value).sum::<f64>();
    let deviations = values.iter().map(|value| (value - mean).powi(2));
    let variance = shares.iter().zip(deviations).map(|(share, square)| share * square).sum();
    (mean, variance)
}

/// Returns the distribution that makes `sample` most likely among those that satisfy `constraint`.
fn best_fit(sample: &[f64], constraint: Constraint) -> Vec<f64> {
    let values = values(sample.len());
    let tilted = |direction: &dyn Fn(f64) -> f64| {
        tilt(sample, &values.iter().map(|&a| direction(a)).collect::<Vec<_>>())
    };
    match constraint {
        Constraint::Mean(mean) => tilted(&|a| a - mean),
        Constraint::Signal(signal) => {
            let mut fit = vec![1.0 / values.len() as f64; values.len()];
            for _ in 0..ROUNDS {
                let (mean, variance) = moments(&fit);
                let deviation = variance.sqrt();
                let slope = 0.5 * signal * deviation;
                let next = tilted(&|a| a - 0.5 - slope * (1.0 + ((a - mean) / deviation).powi(2)));
                let change = next.iter().zip(&fit).map(|(next, fit)| (next - fit).abs());
                let change = change.fold(0.0, f64::max);
                fit = next;
                if change < 1e-8 {
                    break;
                }
            }
            fit
        }
    }
}

/// Returns the distribution that makes `sample` most likely among those under which `direction` has mean
/// zero: each share divided by 1 + θ·direction. Returns the sample itself if `direction` has only one sign,
/// since then there is no such θ.
fn tilt(sample: &[f64], direction: &[f64]) -> Vec<f64> {
    let least = direction.iter().copied().fold(f64::INFINITY, f64::min);
    let most = direction.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if least >= 0.0 || most <= 0.0 {
        return sample.to_vec();
    }
    let theta = root(sample, direction, -1.0 / most, -1.0 / least);
    sample.iter().zip(direction).map(|(share, way)| share / (1.0 + theta * way)).collect()
}

/// Returns the root of Σ sample·direction / (1 + θ·direction) between its poles `low` and `high`. The sum
/// decreases throughout, so each value moves one end of the bracket; a Newton step that leaves the bracket is
/// replaced by a step to its middle.
fn root(sample: &[f64], direction: &[f64], mut low: f64, mut high: f64) -> f64 {
    let tolerance = 1e-12 * (high - low);
    let mut theta = 0.0;
    for _ in 0..200 {
        let (mut value, mut slope) = (0.0, 0.0);
        for (share, way) in sample.iter().zip(direction) {
            let term = way / (1.0 + theta * way);
            value += share * term;
            slope -= share * term * term;
        }
        if value > 0.0 {
            low = theta;
        } else {
            high = theta;
        }
        let newton = theta - value / slope;
        let next = if newton > low && newton < high { newton } else { 0.5 * (low + high) };
        let step = (next - theta).abs();
        theta = next;
        if step <= tolerance {
            break;
        }
    }
    theta
}
