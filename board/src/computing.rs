//! The threads that run the computations of a table.
//!
//! Invariant: every computation gets its result. The computations take turns step by step, so that none waits
//! until a long proof ends.

use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use board_table::computation::{Computation, Step, Work};
use board_table::table::Millis;
use dolmen::search::STACK_BYTES;

/// The number of threads.
const THREADS: usize = 4;

/// The threads; dropping it ends them after their present steps.
#[derive(Debug)]
pub(crate) struct Computing {
    queue: Arc<Queue>,
}

/// The computations that wait for a thread.
#[derive(Debug, Default)]
struct Queue {
    waiting: Mutex<Waiting>,
    /// Wakes threads when a computation arrives, and at the end.
    arrival: Condvar,
}

#[derive(Debug, Default)]
struct Waiting {
    works: VecDeque<Work>,
    is_closed: bool,
}

impl Computing {
    /// Starts the threads. `now` is the clock of the table; `tell` takes the outcome of each step, and returns
    /// whether anything still listens.
    ///
    /// # Errors
    /// Returns an error if the system cannot start a thread.
    pub(crate) fn start(
        now: impl Fn() -> Millis + Clone + Send + 'static,
        tell: impl Fn(Step) -> bool + Clone + Send + 'static,
    ) -> io::Result<Self> {
        let computing = Self { queue: Arc::default() };
        for _ in 0..THREADS {
            let (queue, now, tell) = (Arc::clone(&computing.queue), now.clone(), tell.clone());
            let name = "computation".to_owned();
            let thread = thread::Builder::new().name(name).stack_size(STACK_BYTES);
            thread.spawn(move || queue.work(&now, &tell))?;
        }
        Ok(computing)
    }

    /// Adds a computation behind those that wait.
    pub(crate) fn add(&self, computation: Computation) {
        self.queue.add(computation.begin());
    }
}

impl Drop for Computing {
    fn drop(&mut self) {
        self.queue.lock().is_closed = true;
        self.queue.arrival.notify_all();
    }
}

impl Queue {
    /// Runs one step after the other until the end.
    fn work(&self, now: &dyn Fn() -> Millis, tell: &dyn Fn(Step) -> bool) {
        while let Some(mut work) = self.next() {
            let step = work.step(now);
            let continues = matches!(step, Step::Progress(_));
            if !tell(step) {
                return;
            }
            if continues {
                self.add(work);
            }
        }
    }

    fn add(&self, work: Work) {
        self.lock().works.push_back(work);
        self.arrival.notify_one();
    }

    /// Waits for the first computation, and takes it; `None` at the end.
    fn next(&self) -> Option<Work> {
        let is_idle = |waiting: &mut Waiting| waiting.works.is_empty() && !waiting.is_closed;
        let waiting = self.arrival.wait_while(self.lock(), is_idle);
        let mut waiting = waiting.unwrap_or_else(PoisonError::into_inner);
        if waiting.is_closed { None } else { waiting.works.pop_front() }
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        // The queue is whole between any two statements, so a panic elsewhere does not matter.
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::sync::{Arc, mpsc};

    use board_table::computation::{Computed, Step};
    use board_table::message::{Command, EngineInfo, Message};
    use board_table::table::{Millis, Table};

    use super::{Computing, THREADS};

    /// Adds the computation of a command.
    fn add(computing: &Computing, table: &mut Table, command: &str) {
        let command: Command = serde_json::from_str(command).expect("the command is valid");
        for computation in table.take(command, Millis(0)).computations {
            computing.add(computation);
        }
    }

    #[test]
    fn short_computations_end_beside_long_ones() {
        let (sender, steps) = mpsc::channel();
        // The time passes with every look at the clock.
        let time = Arc::new(AtomicU64::new(0));
        let now = move || Millis(time.fetch_add(100, Ordering::Relaxed));
        let computing = Computing::start(now, move |step| sender.send(step).is_ok());
        let computing = computing.expect("threads can be started");
        let (name, about) = ("Dolmen".to_owned(), String::new());
        let dolmen = EngineInfo { id: 0, name, about, has_levels: true, can_analyse: true };
        let mut table = Table::new(vec![dolmen]);
        for _ in 0..THREADS {
            let prove =
                r#"{"type": "prove", "at": 0, "kind": "win", "side": "black", "nodes": 5000000}"#;
            add(&computing, &mut table, prove);
        }
        for _ in 0..3 * THREADS {
            add(&computing, &mut table, r#"{"type": "look", "at": 0, "heat": true}"#);
        }
        let (mut long, mut short) = (0, 0);
        while short < 3 * THREADS {
            match steps.recv().expect("the threads live") {
                Step::Progress(_) => long += 1,
                Step::Done(Computed::Message(message)) => {
                    assert!(matches!(*message, Message::Insight { .. }), "{message:?}");
                    short += 1;
                }
                step @ Step::Done(_) => panic!("{step:?}"),
            }
        }
        assert!(long >= THREADS, "the proofs go on");
        drop(computing);
        while steps.recv().is_ok() {}
    }
}
