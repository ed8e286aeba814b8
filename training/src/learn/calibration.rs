//! Calibration: predicted probabilities compared with results.

/// The number of bins, of equal width from 0 to 1.
pub const BINS: usize = 10;

/// A bin of similar predictions and their results.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bin {
    /// Number of predictions.
    pub count: usize,
    /// Their mean.
    pub predicted: f64,
    /// Mean of the results.
    pub won: f64,
}

/// The predictions of one source.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Calibration {
    /// Its name.
    pub name: String,
    /// The bins, the least predictions first.
    pub bins: [Bin; BINS],
}

impl Calibration {
    /// The bins of pairs of a prediction and a result, both from 0 to 1.
    #[must_use]
    pub fn new(name: &str, pairs: impl Iterator<Item = (f32, f32)>) -> Self {
        let mut bins = [Bin::default(); BINS];
        for (predicted, won) in pairs {
            let index = ((predicted * BINS as f32) as usize).min(BINS - 1);
            let bin = &mut bins[index];
            bin.count += 1;
            bin.predicted += f64::from(predicted);
            bin.won += f64::from(won);
        }
        for bin in &mut bins {
            bin.predicted /= bin.count.max(1) as f64;
            bin.won /= bin.count.max(1) as f64;
        }
        Self { name: name.to_owned(), bins }
    }

    /// Returns the mean distance of predictions and results over the bins, weighted by their counts.
    #[must_use]
    pub fn error(&self) -> f64 {
        let total: usize = self.bins.iter().map(|bin| bin.count).sum();
        let off = |bin: &Bin| (bin.predicted - bin.won).abs() * bin.count as f64;
        self.bins.iter().map(off).sum::<f64>() / total.max(1) as f64
    }
}

impl Bin {
    /// Returns the 95 % confidence interval of the mean of the results, taken for a share of wins
    /// (Wilson 1927). Positions of one game are not independent, so it is too narrow rather than too
    /// wide.
    #[must_use]
    pub fn interval(&self) -> (f64, f64) {
        const Z: f64 = 1.96;
        let count = self.count.max(1) as f64;
        let scale = 1.0 / (1.0 + Z * Z / count);
        let middle = scale * (self.won + Z * Z / (2.0 * count));
        let variance = self.won * (1.0 - self.won) / count + Z * Z / (4.0 * count * count);
        let half = scale * Z * variance.sqrt();
        (middle - half, middle + half)
    }
}
