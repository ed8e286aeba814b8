//! Measures how much of the machine is free before games begin.

use std::thread;
use std::time::{Duration, Instant};

/// The duration of a measurement.
const SPAN: Duration = Duration::from_millis(200);
/// The minimum gap between two readings of the clock that counts as lost time. Interrupts are shorter.
const MIN_GAP: Duration = Duration::from_micros(200);

/// The processor time that busy threads got.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Availability {
    /// The number of threads.
    pub threads: usize,
    /// The mean share of the time in which they ran, from 0 to 1.
    pub share: f64,
    /// The longest time for which one of them did not run.
    pub delay: Duration,
}

impl Availability {
    /// Keeps some threads busy for a fifth of a second, and measures the time that they got.
    ///
    /// # Panics
    /// If there are no threads.
    #[must_use]
    pub fn measure(threads: usize) -> Self {
        assert!(threads > 0, "there is something to measure");
        let lost = thread::scope(|scope| {
            let runners: Vec<_> = (0..threads).map(|_| scope.spawn(|| Lost::over(SPAN))).collect();
            let join = |runner: thread::ScopedJoinHandle<'_, Lost>| {
                runner.join().expect("reading the clock does not panic")
            };
            runners.into_iter().map(join).collect::<Vec<_>>()
        });
        let total: f64 = lost.iter().map(|lost| lost.share()).sum();
        Self {
            threads,
            share: 1.0 - total / threads as f64,
            delay: lost.iter().map(|lost| lost.longest).max().unwrap_or_default(),
        }
    }

    /// Returns the number of games at once for which processors are free, at least one and at most
    /// `wanted`, if each keeps `threads_each` threads busy.
    #[must_use]
    pub fn concurrency(&self, wanted: usize, threads_each: usize) -> usize {
        let free = (self.threads as f64 * self.share).round() as usize;
        (free / threads_each.max(1)).clamp(1, wanted.max(1))
    }
}

/// The time that one thread lost.
#[derive(Clone, Copy, Debug)]
struct Lost {
    span: Duration,
    lost: Duration,
    longest: Duration,
}

impl Lost {
    /// Reads the clock in a busy loop, so that each gap between two readings is lost time.
    fn over(span: Duration) -> Self {
        let start = Instant::now();
        let (mut last, mut lost, mut longest) = (start, Duration::ZERO, Duration::ZERO);
        while last - start < span {
            let now = Instant::now();
            let gap = now - last;
            if gap >= MIN_GAP {
                lost += gap;
                longest = longest.max(gap);
            }
            last = now;
        }
        Self { span: last - start, lost, longest }
    }

    fn share(&self) -> f64 {
        self.lost.as_secs_f64() / self.span.as_secs_f64()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::Availability;

    #[test]
    fn shares_lie_between_nothing_and_everything() {
        let found = Availability::measure(2);
        assert!((0.0..=1.0).contains(&found.share), "{found:?}");
        assert_eq!(found.threads, 2);
    }

    #[test]
    fn games_get_free_processors() {
        let with = |share| Availability { threads: 8, share, delay: Duration::ZERO };
        assert_eq!(with(1.0).concurrency(4, 1), 4);
        assert_eq!(with(1.0).concurrency(8, 2), 4);
        assert_eq!(with(0.4).concurrency(4, 1), 3);
        assert_eq!(with(0.0).concurrency(4, 1), 1);
        assert_eq!(with(0.9).concurrency(1, 16), 1);
    }
}
