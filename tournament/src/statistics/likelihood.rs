//! The log-likelihood ratio of two hypotheses about a sample on a few known values, each
//! represented by the distribution on these values that fits the sample best.
//!
//! After M. Van den Bergh, *The generalized maximum likelihood ratio for the expectation value of
//! a distribution* and *Comparing engines with normalized Elo*.

/// Stands for a cell that was never seen, so that no distribution rules it out.
const UNSEEN: f64 = 1e-3;

/// Rounds after which the normalised constraint counts as met.
const ROUNDS: usize = 10;

/// The claim of a hypothesis about the distribution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Constraint {
    /// Its mean.
    Mean(f64),
    /// Its mean above one half, in units of its own deviation.
    Signal(f64),
}

/// The ratio, natural logarithm, of the best fit under `alternative` to that under `null`, for
/// `counts` of the values 0, 1/(n−1), …, 1.
pub(super) fn log_ratio<const N: usize>(
    counts: &[u64; N],
    null: Constraint,
    alternative: Constraint,
) -> f64 {
    let weights = counts.map(|n| if n == 0 { UNSEEN } else { n as f64 });
    let total: f64 = weights.iter().sum();
    let sample = weights.map(|w| w / total);
    let null = best_fit(&sample, null);
    let alternative = best_fit(&sample, alternative);
    (0..N).map(|i| weights[i] * (alternative[i] / null[i]).ln()).sum()
}

/// The values of `N` cells.
pub(super) fn values<const N: usize>() -> [f64; N] {
    std::array::from_fn(|i| i as f64 / (N - 1) as f64)
}

/// Mean and variance of a distribution on the values of its cells.
pub(super) fn moments<const N: usize>(shares: &[f64; N]) -> (f64, f64) {
    let values = values::<N>();
    let mean = (0..N).map(|i| shares[i] * values[i]).sum::<f64>();
    let variance = (0..N).map(|i| shares[i] * (values[i] - mean).powi(2)).sum();
    (mean, variance)
}

/// The distribution that makes `sample` most likely among those that satisfy `constraint`.
fn best_fit<const N: usize>(sample: &[f64; N], constraint: Constraint) -> [f64; N] {
    let values = values::<N>();
    match constraint {
        Constraint::Mean(mean) => tilt(sample, &values.map(|a| a - mean)),
        Constraint::Signal(signal) => {
            let mut fit = [1.0 / N as f64; N];
            for _ in 0..ROUNDS {
                let (mean, variance) = moments(&fit);
                let deviation = variance.sqrt();
                let slope = 0.5 * signal * deviation;
                let next = tilt(
                    sample,
                    &values.map(|a| a - 0.5 - slope * (1.0 + ((a - mean) / deviation).powi(2))),
                );
                let change = (0..N).map(|i| (next[i] - fit[i]).abs()).fold(0.0, f64::max);
                fit = next;
                if change < 1e-8 {
                    break;
                }
            }
            fit
        }
    }
}

/// The distribution nearest to `sample`, in likelihood, under which `direction` has mean zero:
/// each share divided by 1 + θ·direction. The sample itself where no θ does that, which is when
/// `direction` has one sign.
fn tilt<const N: usize>(sample: &[f64; N], direction: &[f64; N]) -> [f64; N] {
    let least = direction.iter().copied().fold(f64::INFINITY, f64::min);
    let most = direction.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if least >= 0.0 || most <= 0.0 {
        return *sample;
    }
    let theta = root(sample, direction, -1.0 / most, -1.0 / least);
    std::array::from_fn(|i| sample[i] / (1.0 + theta * direction[i]))
}

/// Returns where Σ sample·direction / (1 + θ·direction) vanishes between its poles `low` and
/// `high`. The sum falls all the way, so each value moves one end of the bracket; a Newton step
/// that leaves the bracket is replaced by a step to its middle.
fn root<const N: usize>(
    sample: &[f64; N],
    direction: &[f64; N],
    mut low: f64,
    mut high: f64,
) -> f64 {
    let tolerance = 1e-12 * (high - low);
    let mut theta = 0.0;
    for _ in 0..200 {
        let (mut value, mut slope) = (0.0, 0.0);
        for i in 0..N {
            let term = direction[i] / (1.0 + theta * direction[i]);
            value += sample[i] * term;
            slope -= sample[i] * term * term;
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
