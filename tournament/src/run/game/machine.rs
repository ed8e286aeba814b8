//! The time that the machine takes from an engine, and its treatment.
//!
//! On a busy machine an answer comes late though the engine did nothing wrong: its threads waited
//! for a processor, or the whole machine stood still. That time is measured in two ways, from the
//! engine's threads and from a thread that only watches, and the larger of the two is taken off the
//! engine's time.
//!
//! Invariant: an engine gets no time for processors that it used itself.

use std::fmt::Debug;
use std::time::{Duration, Instant};

use game_engine_process::{ThreadTimes, Watch};

/// A measure of the time in which the whole machine stood still.
pub trait TakenTime: Debug + Sync {
    /// Returns how much of an interval the machine took; at most all of it.
    fn taken(&self, from: Instant, to: Instant) -> Duration;
}

impl TakenTime for Watch {
    fn taken(&self, from: Instant, to: Instant) -> Duration {
        self.taken(from, to)
    }
}

/// The treatment of the time that the machine takes from an engine.
#[derive(Clone, Copy, Debug)]
pub enum MachineTime<'a> {
    /// It counts as the engine's.
    Charged,
    /// It does not count. A game that is lost on time although the machine took some is void.
    Forgiven(&'a dyn TakenTime),
    /// It does not count, but a loss on time stands, because the replays of the game are used up.
    ForgivenLast(&'a dyn TakenTime),
}

impl MachineTime<'_> {
    /// Returns how much the machine took from an engine in an interval. `before` and `after` are the
    /// times of its threads, if they are known.
    pub(super) fn taken(
        self,
        from: Instant,
        to: Instant,
        before: Option<&ThreadTimes>,
        after: impl FnOnce() -> ThreadTimes,
    ) -> Duration {
        let (Self::Forgiven(source) | Self::ForgivenLast(source)) = self else {
            return Duration::ZERO;
        };
        let lasted = to.saturating_duration_since(from);
        let waited = before.map(|before| {
            let since = after().since(before);
            // A thread that waits for another one of the same engine waits by the engine's own
            // fault.
            since.waited.min(lasted.saturating_sub(since.ran))
        });
        source.taken(from, to).max(waited.unwrap_or_default()).min(lasted)
    }

    /// Returns whether the time that the machine takes does not count.
    pub(super) const fn is_forgiven(self) -> bool {
        !matches!(self, Self::Charged)
    }

    /// Returns whether a game that is lost on time is void if the machine took this much.
    pub(super) fn voids(self, taken: Duration) -> bool {
        matches!(self, Self::Forgiven(_)) && taken >= MIN_DOUBTFUL
    }
}

/// The minimum time taken that makes a loss on time doubtful.
const MIN_DOUBTFUL: Duration = Duration::from_millis(10);

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use game_engine_process::{ThreadTime, ThreadTimes};

    use super::{MachineTime, TakenTime};

    #[derive(Debug)]
    struct Steady(Duration);

    impl TakenTime for Steady {
        fn taken(&self, _: Instant, _: Instant) -> Duration {
            self.0
        }
    }

    fn times(threads: &[(u64, u64)]) -> ThreadTimes {
        let time = |&(ran, waited): &(u64, u64)| {
            let [ran, waited] = [ran, waited].map(Duration::from_millis);
            ThreadTime { ran, waited }
        };
        ThreadTimes::new((0..).zip(threads.iter().map(time)))
    }

    /// Returns the milliseconds of a second that the machine took, which stood still for `still`,
    /// from threads that ran and waited.
    fn taken(still: u64, threads: &[(u64, u64)]) -> u128 {
        let source = Steady(Duration::from_millis(still));
        let from = Instant::now();
        let to = from + Duration::from_secs(1);
        let before = times(&vec![(0, 0); threads.len()]);
        let taken =
            MachineTime::Forgiven(&source).taken(from, to, Some(&before), || times(threads));
        taken.as_millis()
    }

    #[test]
    fn only_forgiven_time_voids_a_game() {
        let (source, ms) = (Steady(Duration::ZERO), Duration::from_millis);
        assert!(!MachineTime::Charged.voids(ms(1_000)));
        assert!(!MachineTime::ForgivenLast(&source).voids(ms(1_000)));
        let voids = [0, 9, 10].map(|taken| MachineTime::Forgiven(&source).voids(ms(taken)));
        assert_eq!(voids, [false, false, true]);
    }

    #[test]
    fn the_larger_of_the_two_measures_counts() {
        assert_eq!(taken(0, &[(900, 100)]), 100);
        assert_eq!(taken(300, &[(700, 100)]), 300);
        assert_eq!(taken(300, &[(300, 600), (0, 20)]), 600);
        assert_eq!(taken(2_000, &[]), 1_000, "no more than there is");
    }

    #[test]
    fn threads_that_wait_for_each_other_get_nothing() {
        assert_eq!(taken(0, &[(500, 500); 4]), 0);
        assert_eq!(taken(0, &[(500, 500); 2]), 0);
        assert_eq!(taken(0, &[(300, 700), (300, 700)]), 400);
    }

    #[test]
    fn a_strict_clock_forgives_nothing() {
        let now = Instant::now();
        let after = || panic!("the times are not read");
        let taken = MachineTime::Charged.taken(now, now + Duration::from_secs(1), None, after);
        assert_eq!(taken, Duration::ZERO);
        let source = Steady(Duration::ZERO);
        let much = Duration::from_millis(100);
        assert!(MachineTime::Forgiven(&source).voids(much));
        assert!(!MachineTime::Forgiven(&source).voids(Duration::ZERO));
        assert!(
            !MachineTime::ForgivenLast(&source).voids(much) && !MachineTime::Charged.voids(much)
        );
    }
}
