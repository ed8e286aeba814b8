//! Shares of values by bins of equal width.

/// Bins of equal width beside each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bins {
    /// The beginning of the first one.
    pub least: f64,
    /// The width of each.
    pub width: f64,
    /// The number of bins, at least one.
    pub count: usize,
}

impl Bins {
    /// Returns where the last one ends.
    #[must_use]
    pub fn most(&self) -> f64 {
        self.border(self.count)
    }

    /// Returns where the bin with this number begins.
    #[must_use]
    pub fn border(&self, number: usize) -> f64 {
        self.least + self.width * number as f64
    }

    /// Returns the share of the values that each bin has; values beyond the ends count in the
    /// last bins, and all shares are 0 if there are no values.
    #[must_use]
    pub fn shares(&self, values: impl Iterator<Item = f64>) -> Vec<f64> {
        let mut counts = vec![0_usize; self.count];
        let mut total = 0_usize;
        for value in values {
            // A value on a border counts in the upper bin, in spite of rounding.
            let place = (value - self.least) / self.width + 1e-9;
            counts[(place.max(0.0) as usize).min(self.count - 1)] += 1;
            total += 1;
        }
        counts.iter().map(|&count| count as f64 / total.max(1) as f64).collect()
    }

    /// Returns the outline of a histogram: up, along and down each bar.
    #[must_use]
    pub fn outline(&self, shares: &[f64]) -> Vec<(f64, f64)> {
        let tops = shares.iter().enumerate();
        let tops = tops.flat_map(|(number, &share)| {
            [(self.border(number), share), (self.border(number + 1), share)]
        });
        let start = (self.least, 0.0);
        let end = (self.border(shares.len()), 0.0);
        std::iter::once(start).chain(tops).chain([end]).collect()
    }
}
