//! Limits of searches, read from `dolmen.Limit`, and the reports of searches as objects of Python.

use std::time::Duration;

use dolmen::Score as Value;
use dolmen::board::{Color, Point};
use dolmen::search::{Limits, Origin, Progress, RootMove};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::{Borrowed, FromPyObject, Py, PyAny, PyAnyMethods, PyErr, PyResult, Python};
use pyo3::types::PyTuple;

use crate::score::Score;
use crate::values::{Types, seconds};

/// The limits of an argument.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limit(pub(crate) Limits);

impl Limit {
    /// Checks that the limit ends a search.
    pub(crate) fn check_end(limit: Option<Self>) -> PyResult<()> {
        let limits = limit.map_or(Limits::unlimited(), |limit| limit.0);
        if limits.turn.is_some() || limits.nodes.is_some() || limits.depth.is_some() {
            return Ok(());
        }
        let text = "a search without limits does not end: expected a Limit of time, nodes or depth";
        Err(PyValueError::new_err(text))
    }

    /// Returns the limits of a solver, which has no depth.
    pub(crate) fn of_solver(self) -> PyResult<Limits> {
        let Some(depth) = self.0.depth else { return Ok(self.0) };
        let text = format!("invalid depth {depth} of a solver: expected a Limit of time or nodes");
        Err(PyValueError::new_err(text))
    }
}

impl<'py> FromPyObject<'_, 'py> for Limit {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let class = Types::get(object.py())?.class(object.py(), "Limit")?;
        if !object.is_instance(&class)? {
            let text =
                format!("expected a Limit such as Limit(time=0.5), found {}", object.repr()?);
            return Err(PyTypeError::new_err(text));
        }
        let time: Option<f64> = object.getattr("time")?.extract()?;
        let turn = time.map(|time| seconds("time", time)).transpose()?;
        let nodes: Option<u64> = object.getattr("nodes")?.extract()?;
        let depth: Option<u32> = object.getattr("depth")?.extract()?;
        Ok(Self(Limits { turn, nodes, depth, ..Limits::unlimited() }))
    }
}

/// Returns points as a tuple.
pub(crate) fn tuple(py: Python<'_>, points: &[Point]) -> PyResult<Py<PyAny>> {
    let types = Types::get(py)?;
    let points: Vec<Py<PyAny>> = points.iter().map(|&point| types.point(py, point)).collect();
    Ok(PyTuple::new(py, points)?.into_any().unbind())
}

/// Returns a report of a search for a side to move as `dolmen.Info`.
pub(crate) fn info(py: Python<'_>, progress: &Progress, turn: Color) -> PyResult<Py<PyAny>> {
    let origin = match progress.origin {
        Origin::Search => "search",
        Origin::Forced => "forced",
        Origin::Book => "book",
        Origin::Proof => "proof",
    };
    let fields = (
        progress.rank,
        progress.depth,
        progress.selective_depth,
        Score::new(progress.score, turn),
        progress.nodes,
        progress.elapsed.as_secs_f64(),
        origin,
        tuple(py, &progress.principal_variation)?,
    );
    Types::get(py)?.class(py, "Info")?.call1(fields).map(pyo3::Bound::unbind)
}

/// The result of a search.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) best: Point,
    pub(crate) lines: Vec<Progress>,
    pub(crate) root_moves: Vec<RootMove>,
    pub(crate) nodes: u64,
    pub(crate) elapsed: Duration,
    pub(crate) stopped: bool,
}

impl Found {
    /// Returns it for a side to move as `dolmen.Analysis`.
    pub(crate) fn into_analysis(self, py: Python<'_>, turn: Color) -> PyResult<Py<PyAny>> {
        let types = Types::get(py)?;
        let lines = self.lines.iter().map(|line| info(py, line, turn));
        let lines = PyTuple::new(py, lines.collect::<PyResult<Vec<_>>>()?)?;
        let class = types.class(py, "RootMove")?;
        // A move that the search did not reach has no score.
        let reached = self.root_moves.iter().filter(|root| root.score != Value::MIN);
        let root_moves = reached.map(|root| {
            class.call1((types.point(py, root.point), Score::new(root.score, turn), root.nodes))
        });
        let root_moves = PyTuple::new(py, root_moves.collect::<PyResult<Vec<_>>>()?)?;
        let score = self.lines.first().map(|line| line.score).unwrap_or_default();
        let depth = self.lines.first().map_or(0, |line| line.depth);
        let fields = (
            types.point(py, self.best),
            Score::new(score, turn),
            lines,
            root_moves,
            depth,
            self.nodes,
            self.elapsed.as_secs_f64(),
            self.stopped,
        );
        types.class(py, "Analysis")?.call1(fields).map(pyo3::Bound::unbind)
    }
}
