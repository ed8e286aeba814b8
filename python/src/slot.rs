//! The places of engines, from which one search at a time takes them.

use std::mem;
use std::sync::{Condvar, Mutex};

use dolmen::search::Control;
use pyo3::prelude::{PyResult, Python};
use tournament::run::Stop;

use crate::mailbox::{PATIENCE, lock};
use crate::values::Types;

/// A handle that stops a search.
pub(crate) trait Handle: Clone + Send {
    /// Stops the search.
    fn stop(&self);

    /// Indicates whether the search has been told to stop.
    fn is_stopped(&self) -> bool;
}

impl Handle for Control {
    fn stop(&self) {
        Self::stop(self);
    }

    fn is_stopped(&self) -> bool {
        Self::is_stopped(self)
    }
}

impl Handle for Stop {
    fn stop(&self) {
        self.abort();
    }

    fn is_stopped(&self) -> bool {
        self.is_aborted()
    }
}

/// The place of an engine.
#[derive(Debug)]
pub(crate) struct Slot<T, H> {
    content: Mutex<Content<T, H>>,
    /// Signals that the engine is back.
    returned: Condvar,
}

/// The content of a [`Slot`].
#[derive(Debug)]
enum Content<T, H> {
    /// The engine, which does not search.
    Free(T),
    /// The handle of the search that has the engine.
    Taken(H),
}

impl<T: Send, H: Handle> Slot<T, H> {
    /// Returns the place of an engine that does not search.
    pub(crate) const fn new(engine: T) -> Self {
        Self { content: Mutex::new(Content::Free(engine)), returned: Condvar::new() }
    }

    /// Takes the engine for a search with this handle, after a search that has been stopped has ended.
    ///
    /// # Errors
    /// Returns `EngineBusy` if a search goes on, or the exception of a signal.
    pub(crate) fn take(&self, handle: &H, py: Python<'_>) -> PyResult<T> {
        loop {
            let mut content = lock(&self.content);
            match mem::replace(&mut *content, Content::Taken(handle.clone())) {
                Content::Free(engine) => return Ok(engine),
                taken @ Content::Taken(_) => *content = taken,
            }
            drop(content);
            self.wait(py)?;
        }
    }

    /// Changes the engine, after a search that has been stopped has ended.
    ///
    /// # Errors
    /// Returns `EngineBusy` if a search goes on, or the exception of a signal.
    pub(crate) fn change(&self, py: Python<'_>, change: impl FnOnce(&mut T)) -> PyResult<()> {
        loop {
            if let Content::Free(engine) = &mut *lock(&self.content) {
                change(engine);
                return Ok(());
            }
            self.wait(py)?;
        }
    }

    /// Waits a while for the end of a search that has been stopped.
    fn wait(&self, py: Python<'_>) -> PyResult<()> {
        let goes_on =
            matches!(&*lock(&self.content), Content::Taken(handle) if !handle.is_stopped());
        if goes_on {
            return Err(Types::engine_busy(py));
        }
        py.detach(|| {
            let is_taken = |content: &mut Content<T, H>| matches!(content, Content::Taken(_));
            let content = lock(&self.content);
            drop(self.returned.wait_timeout_while(content, PATIENCE, is_taken));
        });
        py.check_signals()
    }

    /// Puts the engine back.
    pub(crate) fn put(&self, engine: T) {
        *lock(&self.content) = Content::Free(engine);
        self.returned.notify_all();
    }

    /// Stops the search that has the engine, if any.
    pub(crate) fn stop(&self) {
        if let Content::Taken(handle) = &*lock(&self.content) {
            handle.stop();
        }
    }

    /// Does something with the engine if it does not search.
    pub(crate) fn with_free(&self, act: impl FnOnce(&mut T)) {
        if let Content::Free(engine) = &mut *lock(&self.content) {
            act(engine);
        }
    }
}
