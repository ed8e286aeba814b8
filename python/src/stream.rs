//! Running searches and solvers, and streams of their reports.

use std::fmt;
use std::sync::{Arc, Mutex};

use dolmen::board::Color;
use dolmen::search::Progress;
use pyo3::exceptions::{PyStopIteration, PyTypeError};
use pyo3::prelude::{
    Bound, Py, PyAny, PyAnyMethods, PyErr, PyRef, PyResult, Python, pyclass, pymethods,
};

use crate::limit::{Found, info};
use crate::mailbox::{Mailbox, defect, lock};

/// A kind of work: the conversion of its reports and its result to objects of Python.
pub(crate) trait Kind {
    /// A report on the progress of the work.
    type Report: Send;
    /// The result of the work.
    type Found: Clone;

    /// Returns a report as an object of Python.
    fn report(&self, py: Python<'_>, report: &Self::Report) -> PyResult<Py<PyAny>>;

    /// Returns the result as an object of Python.
    fn result(&self, py: Python<'_>, found: Self::Found) -> PyResult<Py<PyAny>>;

    /// Indicates whether to wait for stopped work, because it borrows something.
    const IS_AWAITED: bool;
}

/// A message of the work.
#[derive(Debug)]
pub(crate) enum Message<R> {
    /// A report; the work continues.
    Report(R),
    /// The work has ended, and its result is stored.
    Done,
}

/// The result of the work, or the reason of its failure; `None` while it runs. The work stores it before
/// it sends [`Message::Done`], so that any number of threads may wait.
pub(crate) type Done<F> = Arc<Mutex<Option<Result<F, String>>>>;

/// A handle to running or ended work.
///
/// Dropping the handle stops the work.
pub(crate) struct Running<K: Kind> {
    mailbox: Mailbox<Message<K::Report>>,
    stop: Box<dyn Fn() + Send + Sync>,
    kind: K,
    done: Done<K::Found>,
}

impl<K: Kind> fmt::Debug for Running<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Running").finish_non_exhaustive()
    }
}

impl<K: Kind> Running<K> {
    /// Returns a handle to the work that sends to a mailbox and drops its sender after the last message; `stop` ends
    /// the work.
    pub(crate) fn new(
        mailbox: Mailbox<Message<K::Report>>,
        stop: Box<dyn Fn() + Send + Sync>,
        kind: K,
        done: Done<K::Found>,
    ) -> Self {
        Self { mailbox, stop, kind, done }
    }

    /// Waits for the next report, and returns it; `None` if the work has ended. An exception stops the work.
    pub(crate) fn next(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        let next = self.mailbox.next(py).inspect_err(|_| self.end(py))?;
        let Some(Message::Report(report)) = next else { return Ok(None) };
        self.kind.report(py, &report).map(Some)
    }

    /// Stops the work.
    pub(crate) fn stop(&self) {
        (self.stop)();
    }

    /// Stops the work, and waits for its end if it borrows something.
    pub(crate) fn end(&self, py: Python<'_>) {
        self.stop();
        if K::IS_AWAITED {
            while let Some(Message::Report(_)) = self.mailbox.next_at_once(py) {}
        }
    }

    /// Forwards reports until the work ends, and returns its result. An exception stops the work.
    pub(crate) fn result(
        &self,
        py: Python<'_>,
        on_report: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        while let Some(report) = self.next(py)? {
            if let Some(on_report) = on_report {
                on_report.call1((report,)).inspect_err(|_| self.end(py))?;
            }
        }
        let done = lock(&self.done).clone();
        let found = done.unwrap_or_else(|| Err("there is no result".to_owned()));
        self.kind.result(py, found.map_err(defect)?)
    }
}

impl<K: Kind> Drop for Running<K> {
    fn drop(&mut self) {
        self.stop();
    }
}

/// A search for a side to move.
#[derive(Debug)]
pub(crate) struct Analysing {
    pub(crate) turn: Color,
}

impl Kind for Analysing {
    type Report = Progress;
    type Found = Found;

    const IS_AWAITED: bool = true;

    fn report(&self, py: Python<'_>, report: &Progress) -> PyResult<Py<PyAny>> {
        info(py, report, self.turn)
    }

    fn result(&self, py: Python<'_>, found: Found) -> PyResult<Py<PyAny>> {
        found.into_analysis(py, self.turn)
    }
}

/// A search as an iterator of its reports.
#[pyclass(frozen, module = "dolmen")]
#[derive(Debug)]
pub(crate) struct AnalysisStream(Running<Analysing>);

impl From<Running<Analysing>> for AnalysisStream {
    fn from(running: Running<Analysing>) -> Self {
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
        self.0.next(py)?.ok_or_else(|| PyStopIteration::new_err(()))
    }

    /// Stops the search, which then returns its best result so far.
    fn stop(&self) {
        self.0.stop();
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
