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
}

#[cfg(test)]
mod tests {
    use super::Estimate;

    fn is_near(left: f64, right: f64) -> bool {
        (left - right).abs() < 1e-9
    }

    #[test]
    fn means_have_errors() {
        // The standard deviation is 1; the mean of three values divides it by the root of three.
        let Estimate { mean, error } = Estimate::of(&[1.0, 2.0, 3.0]);
        assert!(is_near(mean, 2.0) && is_near(error, 1.0 / 3.0_f64.sqrt()), "{mean} {error}");
        assert_eq!(Estimate::of(&[]), Estimate::default());
        assert_eq!(Estimate::of(&[4.0]), Estimate { mean: 4.0, error: 0.0 });
    }
}
