//! A limit for the share of time that periodic work takes.

use std::time::{Duration, Instant};

/// The minimum pause between two pieces of work.
const REST: Duration = Duration::from_millis(500);

/// A share of the time for work in pieces: after each piece it pauses as long as the share requires.
#[derive(Clone, Debug)]
pub struct Budget {
    share: f64,
    /// The earliest start of the next piece; `None` before the first one.
    next: Option<Instant>,
}

impl Budget {
    /// Creates a budget with a share above 0 and up to 1.
    #[must_use]
    pub fn new(share: f64) -> Self {
        Self { share, next: None }
    }

    /// Returns whether a piece may start.
    #[must_use]
    pub fn is_free(&self, now: Instant) -> bool {
        self.next.is_none_or(|next| next <= now)
    }

    /// Records a piece of work.
    pub fn spend(&mut self, began: Instant, ended: Instant) {
        let spent = ended.saturating_duration_since(began);
        let rest = spent.div_f64(self.share).saturating_sub(spent).max(REST);
        self.next = Some(ended + rest);
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::Budget;

    #[test]
    fn long_pieces_are_rare() {
        let start = Instant::now();
        let at = |seconds: f64| start + Duration::from_secs_f64(seconds);
        let mut budget = Budget::new(0.02);
        assert!(budget.is_free(start));
        budget.spend(start, at(1.0));
        assert!(!budget.is_free(at(49.9)));
        assert!(budget.is_free(at(50.1)));
    }

    #[test]
    fn short_pieces_are_not_endless() {
        let start = Instant::now();
        let mut budget = Budget::new(0.5);
        budget.spend(start, start);
        assert!(!budget.is_free(start + Duration::from_millis(499)));
        assert!(budget.is_free(start + Duration::from_millis(501)));
    }
}
