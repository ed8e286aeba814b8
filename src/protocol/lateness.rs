//! The delays that the machine causes in a game.
//!
//! On a busy machine the system may suspend a search, and the result may wait before it can be printed. A delay may
//! recur at the worst moment, so the next moves keep as much time in reserve, and less after each move without a
//! delay.

use std::time::Duration;

/// The part of the expected delay that remains after a move without one, in percent.
const KEPT_PERCENT: u32 = 90;

/// The delay to expect of the machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Lateness {
    expected: Duration,
}

impl Lateness {
    /// Notes the longest delay of a move.
    pub(crate) fn note(&mut self, delay: Duration) {
        self.expected = delay.max(self.expected * KEPT_PERCENT / 100);
    }

    /// Returns the delay that the next move should expect.
    #[must_use]
    pub(crate) const fn expected(self) -> Duration {
        self.expected
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use crate::protocol::lateness::Lateness;

    #[test]
    fn delays_are_remembered_and_fade() {
        let mut lateness = Lateness::default();
        assert_eq!(lateness.expected(), Duration::ZERO);
        let expected = [50, 0, 0, 60, 5].map(|delay| {
            lateness.note(Duration::from_millis(delay));
            lateness.expected().as_micros()
        });
        assert_eq!(expected, [50_000, 45_000, 40_500, 60_000, 54_000]);
        (0..50).for_each(|_| lateness.note(Duration::ZERO));
        assert!(lateness.expected() < Duration::from_millis(1));
    }
}
