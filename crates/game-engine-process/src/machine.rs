//! The time that the machine takes from all programs: stalls of the whole system, and steal time, which is
//! processor time that the host of a virtual machine gives to other machines.
//!
//! A watchdog thread sleeps for a few milliseconds at a time. If it wakes up late, no program on these
//! processors could run in the meantime. Where the system reports steal time, the watch records that too:
//! one processor may lose time while the thread sleeps on another one.
//!
//! Invariant: the time taken from an interval is never longer than the interval.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use std::{cmp, io};

use crate::platform::{bind_thread, stolen_time};

/// The time between two wake-ups.
const TICK: Duration = Duration::from_millis(3);
/// The shortest delay that is recorded; the jitter of timers is shorter.
const MIN_DELAY: Duration = Duration::from_millis(1);
/// The interval at which the steal time is read.
const STOLEN_EVERY: Duration = Duration::from_millis(100);
/// The maximum number of delays, and of changes of the steal time, that are kept: the newest ones.
const MAX_KEPT: usize = 4096;

/// A thread that measures the time that the machine takes. Dropping the watch ends the thread.
///
/// ```
/// use std::time::{Duration, Instant};
///
/// use game_engine_process::Watch;
///
/// let watch = Watch::start(&[])?;
/// let from = Instant::now();
/// std::thread::sleep(Duration::from_millis(10));
/// let to = Instant::now();
/// assert!(watch.taken(from, to) <= to - from);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Watch {
    shared: Arc<Shared>,
    /// The processors that are watched; empty for all.
    cpus: Vec<usize>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug)]
struct Shared {
    is_over: AtomicBool,
    notes: Mutex<Notes>,
}

/// The measurements of the thread.
#[derive(Debug)]
struct Notes {
    /// The time of the next wake-up.
    due: Instant,
    /// The delays: when the thread should have woken up, and when it did.
    delays: VecDeque<(Instant, Instant)>,
    /// The steal time of each processor since the system started, with one entry for each change.
    stolen: VecDeque<(Instant, Vec<(usize, Duration)>)>,
}

impl Watch {
    /// Starts to watch these processors, or all if the list is empty.
    ///
    /// # Errors
    /// Returns an error if the system cannot create a thread or does not have the processors.
    pub fn start(cpus: &[usize]) -> io::Result<Self> {
        let now = Instant::now();
        let stolen = VecDeque::from([(now, stolen_time())]);
        let notes = Mutex::new(Notes { due: now + TICK, delays: VecDeque::new(), stolen });
        let shared = Arc::new(Shared { is_over: AtomicBool::new(false), notes });
        let (own, bound) = (Arc::clone(&shared), cpus.to_vec());
        let thread = thread::Builder::new().name("watch".to_owned()).spawn(move || {
            if !bound.is_empty()
                && let Err(error) = bind_thread(&bound)
            {
                log::debug!("cannot watch the processors {bound:?} alone: {error}");
            }
            own.watch();
        })?;
        Ok(Self { shared, cpus: cpus.to_vec(), thread: Some(thread) })
    }

    /// Returns the time that the machine took from an interval: the delays of the thread, or the
    /// steal time of the processor that lost most if that is longer.
    #[must_use]
    pub fn taken(&self, from: Instant, to: Instant) -> Duration {
        let mut notes = self.shared.lock();
        notes.look_at_stolen();
        cmp::max(notes.delayed(from, to), notes.stolen(&self.cpus, from, to))
            .min(to.saturating_duration_since(from))
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.shared.is_over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.join().expect("the watching thread does not panic");
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Notes> {
        self.notes.lock().expect("no thread panicked while it held the lock")
    }

    /// Sleeps and notes delays until the watch is dropped.
    fn watch(&self) {
        let mut next_look = Instant::now() + STOLEN_EVERY;
        while !self.is_over.load(Ordering::Relaxed) {
            let due = Instant::now() + TICK;
            self.lock().due = due;
            thread::sleep(TICK);
            let now = Instant::now();
            let mut notes = self.lock();
            notes.note_delay(due, now);
            if now >= next_look {
                notes.look_at_stolen();
                next_look = now + STOLEN_EVERY;
            }
        }
    }
}

impl Notes {
    fn note_delay(&mut self, due: Instant, woken: Instant) {
        if woken >= due + MIN_DELAY {
            push(&mut self.delays, (due, woken));
        }
    }

    fn look_at_stolen(&mut self) {
        let stolen = stolen_time();
        if self.stolen.back().is_none_or(|(_, last)| *last != stolen) {
            push(&mut self.stolen, (Instant::now(), stolen));
        }
    }

    /// Returns the part of an interval during which the thread was overdue.
    fn delayed(&self, from: Instant, to: Instant) -> Duration {
        let common = |(due, woken): (Instant, Instant)| {
            woken.min(to).saturating_duration_since(due.max(from))
        };
        let now = Instant::now();
        let present = (now >= self.due + MIN_DELAY).then_some((self.due, now));
        self.delays.iter().copied().chain(present).map(common).sum()
    }

    /// Returns the steal time in an interval of the processor that lost most.
    fn stolen(&self, cpus: &[usize], from: Instant, to: Instant) -> Duration {
        let before = self.stolen.iter().rev().find(|(at, _)| *at <= from);
        let after = self.stolen.iter().find(|(at, _)| *at >= to).or_else(|| self.stolen.back());
        let (Some((_, before)), Some((_, after))) = (before, after) else { return Duration::ZERO };
        let watched = after.iter().filter(|(cpu, _)| cpus.is_empty() || cpus.contains(cpu));
        let lost = watched.map(|&(cpu, stolen)| {
            let known = before.iter().find(|(other, _)| *other == cpu);
            known.map_or(Duration::ZERO, |&(_, before)| stolen.saturating_sub(before))
        });
        lost.max().unwrap_or_default()
    }
}

/// Appends a note, and drops the oldest one if there are [`MAX_KEPT`].
fn push<T>(notes: &mut VecDeque<T>, note: T) {
    if notes.len() == MAX_KEPT {
        notes.pop_front();
    }
    notes.push_back(note);
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;
    use std::time::{Duration, Instant};

    use crate::machine::{Notes, Watch};

    const fn ms(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    /// Notes of a thread that was delayed from 100 to 300 ms and from 500 to 510 ms, and of two
    /// processors, the second of which lost 40 ms at 200 ms.
    fn notes(start: Instant) -> Notes {
        let stolen = [(0, 0), (200, 40)];
        Notes {
            due: Instant::now() + ms(1_000),
            delays: VecDeque::from([(100, 300), (500, 510)])
                .into_iter()
                .map(|(due, woken)| (start + ms(due), start + ms(woken)))
                .collect(),
            stolen: stolen
                .map(|(at, stolen)| (start + ms(at), vec![(0, ms(7)), (1, ms(stolen))]))
                .into(),
        }
    }

    #[test]
    fn delays_count_as_far_as_they_lie_in_the_interval() {
        let start = Instant::now();
        let notes = notes(start);
        let delayed = |from, to| notes.delayed(start + ms(from), start + ms(to)).as_millis();
        assert_eq!(delayed(0, 1_000), 210);
        assert_eq!(delayed(0, 100), 0);
        assert_eq!(delayed(200, 250), 50);
        assert_eq!(delayed(299, 505), 6);
    }

    #[test]
    fn the_processor_that_lost_most_counts() {
        let start = Instant::now();
        let notes = notes(start);
        let stolen = |cpus: &[usize], from, to| {
            notes.stolen(cpus, start + ms(from), start + ms(to)).as_millis()
        };
        assert_eq!(stolen(&[], 0, 1_000), 40);
        assert_eq!(stolen(&[1], 150, 200), 40);
        assert_eq!(stolen(&[0], 0, 1_000), 0);
        assert_eq!(stolen(&[], 200, 1_000), 0, "it was stolen before");
    }

    #[test]
    fn a_watch_ends_with_its_owner_and_never_takes_more_than_there_is() {
        let watch = Watch::start(&[]).expect("the system has threads");
        let now = Instant::now();
        assert_eq!(watch.taken(now, now), Duration::ZERO);
        assert!(watch.taken(now, now + ms(5)) <= ms(5));
        drop(watch);
    }
}
