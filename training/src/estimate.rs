//! Means with their standard errors.

/// A mean and its standard error.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// The standard error of the mean.
    pub error: f64,
}

impl Estimate {
    /// Returns the mean of some values; 0 with an error of 0 if there are none.
    #[must_use]
    pub fn of(values: &[f64]) -> Self {
        let count = values.len().max(1) as f64;
        let mean = values.iter().sum::<f64>() / count;
        let squares = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>();
        Self { mean, error: (squares / (count - 1.0).max(1.0) / count).sqrt() }
    }

    /// Returns the mean of some values, with a standard error that allows for dependence within groups.
    /// `groups` has the group of each value, from 0.
    ///
    /// # Panics
    /// Panics if there are more values than groups.
    #[must_use]
    pub fn of_groups(values: &[f64], groups: &[usize]) -> Self {
        let count = values.len().max(1) as f64;
        let mean = values.iter().sum::<f64>() / count;
        let mut sums = vec![0.0; groups.iter().max().map_or(0, |last| last + 1)];
        for (value, &group) in values.iter().zip(groups) {
            sums[group] += value - mean;
        }
        let squares = sums.iter().map(|sum| sum * sum).sum::<f64>();
        Self { mean, error: squares.sqrt() / count }
    }
}

#[cfg(test)]
mod tests {
    use super::Estimate;

    #[test]
    fn groups_that_agree_have_larger_errors() {
        let values = [1.0, 1.0, 3.0, 3.0];
        let apart = Estimate::of_groups(&values, &[0, 1, 2, 3]);
        assert_eq!(apart, Estimate { mean: 2.0, error: 0.5 });
        let together = Estimate::of_groups(&values, &[0, 0, 1, 1]);
        assert_eq!(together, Estimate { mean: 2.0, error: 0.5_f64.sqrt() });
        assert_eq!(Estimate::of_groups(&[], &[]), Estimate::default());
    }

    #[test]
    fn means_have_errors() {
        // The standard deviation is 1; the error of the mean of n values divides it by the root of n.
        let third = (1.0_f64 / 3.0).sqrt();
        assert_eq!(Estimate::of(&[1.0, 2.0, 3.0]), Estimate { mean: 2.0, error: third });
        assert_eq!(Estimate::of(&[]), Estimate::default());
        assert_eq!(Estimate::of(&[4.0]), Estimate { mean: 4.0, error: 0.0 });
    }
}
