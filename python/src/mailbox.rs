//! Messages of searching threads to a waiting thread of Python.
//!
//! The waiting thread releases the interpreter lock. It wakes periodically to check for signals, because
//! Ctrl-C only sets a flag while Rust runs.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::Builder;
use std::time::Duration;

use dolmen::search::STACK_BYTES;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::{PyErr, PyResult, Python};

/// The interval at which signals are checked.
pub(crate) const PATIENCE: Duration = Duration::from_millis(20);

/// The receiver of the messages of other threads.
#[derive(Debug)]
pub(crate) struct Mailbox<T>(Mutex<Receiver<T>>);

impl<T: Send> Mailbox<T> {
    /// Returns a sender and its mailbox.
    pub(crate) fn new() -> (Sender<T>, Self) {
        let (sender, receiver) = mpsc::channel();
        (sender, Self(Mutex::new(receiver)))
    }

    /// Waits for a message, and returns it, or `None` if all senders are gone.
    ///
    /// # Errors
    /// Returns the exception of a signal.
    pub(crate) fn next(&self, py: Python<'_>) -> PyResult<Option<T>> {
        loop {
            match py.detach(|| lock(&self.0).recv_timeout(PATIENCE)) {
                Ok(message) => return Ok(Some(message)),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            }
        }
    }

    /// Waits for a message regardless of signals.
    pub(crate) fn next_at_once(&self, py: Python<'_>) -> Option<T> {
        py.detach(|| lock(&self.0).recv().ok())
    }
}

/// Locks a mutex, even a poisoned one: no thread leaves an inconsistent state behind.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Does some work on a new thread with the stack of a search.
pub(crate) fn start(work: impl FnOnce() + Send + 'static) -> PyResult<()> {
    let thread = Builder::new().name("search".to_owned()).stack_size(STACK_BYTES).spawn(work);
    thread.map(drop).map_err(PyErr::from)
}

/// A piece of work for which no thread could be started, and the exception.
#[derive(Debug)]
pub(crate) struct NotStarted<T> {
    pub(crate) piece: T,
    pub(crate) error: PyErr,
}

/// A thread that does one piece of work after another, and ends with its owner. It starts with the first
/// piece, and again after a fork, since a forked process inherits no other threads.
#[derive(Debug)]
pub(crate) struct Worker<T>(Mutex<Option<(u32, Sender<T>)>>);

impl<T> Default for Worker<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T: Send + 'static> Worker<T> {
    /// Hands a piece of work to the thread, which does it by calling `work`.
    ///
    /// # Errors
    /// Returns the piece if no thread starts.
    pub(crate) fn hand(&self, piece: T, work: fn(T)) -> Result<(), Box<NotStarted<T>>> {
        let mut worker = lock(&self.0);
        let own = std::process::id();
        let piece = match &*worker {
            Some((process, sender)) if *process == own => match sender.send(piece) {
                Ok(()) => return Ok(()),
                Err(mpsc::SendError(piece)) => piece,
            },
            _ => piece,
        };
        let (sender, pieces) = mpsc::channel();
        if let Err(error) = start(move || pieces.into_iter().for_each(work)) {
            return Err(Box::new(NotStarted { piece, error }));
        }
        // This cannot fail, since the new thread holds the receiver.
        sender.send(piece).ok();
        *worker = Some((own, sender));
        Ok(())
    }
}

/// Does some work on a new thread and returns the result. After a signal, the thread continues alone.
pub(crate) fn wait_for<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let (sender, mailbox) = Mailbox::new();
    start(move || {
        // A caller that has left does not need the result.
        sender.send(guarded(work)).ok();
    })?;
    let result = mailbox.next(py)?;
    result
        .unwrap_or_else(|| Err("the thread of the call has ended without a result".to_owned()))
        .map_err(defect)
}

/// Drops a value on a new thread, because its destructor waits for other threads.
pub(crate) fn leave<T: Send + 'static>(value: T) {
    // If no thread starts, `spawn` drops the value here.
    Builder::new().spawn(move || drop(value)).ok();
}

/// Returns the result of some work, or the message if it panics.
pub(crate) fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| panic_message(&*panic))
}

/// Returns the message of a panic.
pub(crate) fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default()
}

/// Returns the exception for a defect of the engine.
pub(crate) fn defect(message: String) -> PyErr {
    PyRuntimeError::new_err(format!("the search failed, which is a defect of Dolmen: {message}"))
}
