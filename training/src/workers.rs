//! Distribution of work over threads.

use std::io;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use thiserror::Error;

/// The stack size of a thread in bytes, enough for the deepest recursion of a search.
const STACK: usize = 64 << 20;

/// A thread that cannot be started.
#[derive(Debug, Error)]
#[error("cannot start a thread: {0}")]
pub struct ThreadError(#[from] pub io::Error);

/// The threads of some work, and the flag that stops it.
#[derive(Clone, Copy, Debug)]
pub struct Workers<'a> {
    /// The number of threads; there is always at least one.
    pub threads: usize,
    /// The stop flag: once it is set, the threads skip the remaining items.
    pub stop: &'a AtomicBool,
}

impl Workers<'_> {
    /// Works on items, which the threads take in turn. Each thread has a `scratch` of its own.
    /// Returns the results in the order of the items, `None` for the skipped ones.
    ///
    /// # Errors
    /// Returns the first error, after which no thread takes another item.
    ///
    /// # Panics
    /// Panics if a thread panics.
    pub fn map<T: Sync, S, R: Send, E: Send + From<ThreadError>>(
        &self,
        items: &[T],
        scratch: impl Fn() -> S + Sync,
        work: impl Fn(&mut S, &T) -> Result<R, E> + Sync,
    ) -> Result<Vec<Option<R>>, E> {
        let next = AtomicUsize::new(0);
        let results: Vec<Mutex<Option<R>>> = items.iter().map(|_| Mutex::new(None)).collect();
        let failure = Mutex::new(None);
        on_threads(self.threads.min(items.len()), || {
            let mut scratch = scratch();
            while !self.stop.load(Ordering::Relaxed) {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(item) = items.get(index) else { return };
                match work(&mut scratch, item) {
                    Ok(result) => *results[index].lock().expect(NOT_POISONED) = Some(result),
                    Err(error) => {
                        failure.lock().expect(NOT_POISONED).get_or_insert(error);
                        next.store(items.len(), Ordering::Relaxed);
                    }
                }
            }
        })?;
        match failure.into_inner().expect(NOT_POISONED) {
            Some(error) => Err(error),
            None => Ok(results
                .into_iter()
                .map(|result| result.into_inner().expect(NOT_POISONED))
                .collect()),
        }
    }
}

/// The panic message for a poisoned lock, which only a panic on another thread can cause.
pub(crate) const NOT_POISONED: &str = "no thread panicked while it held the lock";

/// Does the same work on some threads, at least one.
///
/// # Errors
/// Returns an error if a thread cannot be started; the others finish their work.
pub(crate) fn on_threads(count: usize, work: impl Fn() + Sync) -> Result<(), ThreadError> {
    thread::scope(|scope| {
        for _ in 0..count.max(1) {
            thread::Builder::new().stack_size(STACK).spawn_scoped(scope, &work)?;
        }
        Ok(())
    })
}
