//! Searches that run, and streams of their reports.

use std::sync::{Arc, Mutex};

use dolmen::board::Color;
use dolmen::search::{Control, Progress};
use pyo3::exceptions::{PyStopIteration, PyTypeError};
use pyo3::prelude::{
    Bound, Py, PyAny, PyAnyMethods, PyErr, PyRef, PyResult, Python, pyclass, pymethods,
};

use crate::limit::{Found, info};
use crate::mailbox::{Mailbox, defect, lock};

/// A message of a search.
#[derive(Debug)]
pub(crate) enum Message {
    /// It has found a better move or ended an iteration.
    Report(Progress),
    /// It has ended, and left its result.
    Done,
}

/// The result of a search, or the reason of its failure; `None` while it runs. The search writes it before
/// it says that it is done, so that any number of threads may wait.
pub(crate) type Done = Arc<Mutex<Option<Result<Found, String>>>>;

/// A search that runs, or has ended.
///
/// Dropping it stops the search.
#[derive(Debug)]
pub(crate) struct Running {
    mailbox: Mailbox<Message>,
    control: Arc<Control>,
    turn: Color,
    done: Done,
}

impl Running {
    /// Returns the search of a side to move behind a mailbox.
    pub(crate) const fn new(
        mailbox: Mailbox<Message>,
        control: Arc<Control>,
        turn: Color,
        done: Done,
    ) -> Self {
        Self { mailbox, control, turn, done }
    }

    /// Waits for the next report; `None` if the search has ended.
    fn next(&self, py: Python<'_>) -> PyResult<Option<Progress>> {
        match self.mailbox.next(py)? {
            Some(Message::Report(progress)) => Ok(Some(progress)),
            Some(Message::Done) | None => Ok(None),
        }
    }

    /// Stops the search and waits for its end.
    fn end(&self, py: Python<'_>) {
        self.control.stop();
        while let Some(Message::Report(_)) = self.mailbox.next_at_once(py) {}
    }

    /// Passes reports on until the search ends, and returns its result. An exception stops it.
    pub(crate) fn result(
        &self,
        py: Python<'_>,
        on_info: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let passed = self.pass_on(py, on_info);
        if passed.is_err() {
            self.end(py);
        }
        passed?;
        let done = lock(&self.done).clone();
        let found = done.unwrap_or_else(|| Err("there is no result".to_owned()));
        found.map_err(defect)?.into_analysis(py, self.turn)
    }

    fn pass_on(&self, py: Python<'_>, on_info: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        while let Some(progress) = self.next(py)? {
            if let Some(on_info) = on_info {
                on_info.call1((info(py, &progress, self.turn)?,))?;
            }
        }
        Ok(())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.control.stop();
    }
}

/// A search as an iterator of its reports.
#[pyclass(frozen, module = "dolmen")]
#[derive(Debug)]
pub(crate) struct AnalysisStream(Running);

impl From<Running> for AnalysisStream {
    fn from(running: Running) -> Self {
        Self(running)
    }
}

#[pymethods]
impl AnalysisStream {
    fn __enter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, _exception: &Bound<'_, PyAny>, py: Python<'_>) {
        self.0.end(py);
    }

    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let next = self.0.next(py).inspect_err(|_| self.0.end(py))?;
        let progress = next.ok_or_else(|| PyStopIteration::new_err(()))?;
        info(py, &progress, self.0.turn)
    }

    /// Stops the search, which answers with what it has found.
    fn stop(&self) {
        self.0.control.stop();
    }

    /// Waits for the end of the search, and returns its result.
    fn result(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.0.result(py, None)
    }

    fn __reduce__(&self) -> PyResult<Py<PyAny>> {
        let text = "a running search cannot be copied or pickled: its result() can";
        Err::<_, PyErr>(PyTypeError::new_err(text))
    }
}
