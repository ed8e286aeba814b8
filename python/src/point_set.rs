//! Sets of points on a board.

use dolmen::board::{Bitboard, BoardSize, Point};
use pyo3::basic::CompareOp;
use pyo3::prelude::{
    Bound, IntoPyObject, Py, PyAny, PyAnyMethods, PyResult, Python, pyclass, pymethods,
};
use pyo3::types::{PyBool, PyFrozenSet, PyIterator, PyList, PyTuple};

use crate::arrays::flags_array;
use crate::values::{PointLike, SizeLike, Types, on_board, points};

/// An immutable set of points on a board. It equals each set of the same points, whatever the class of that set and
/// the size of the board.
#[pyclass(frozen, module = "dolmen", from_py_object)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct PointSet {
    points: Bitboard,
    size: BoardSize,
}

impl PointSet {
    /// Returns a set of points of a board.
    pub(crate) const fn new(points: Bitboard, size: BoardSize) -> Self {
        Self { points, size }
    }

    /// Returns the result of an operator on this set and another collection of points, whose points
    /// must be on the board.
    fn with(
        &self,
        other: &Bound<'_, PyAny>,
        operator: impl Fn(Bitboard, Bitboard) -> Bitboard,
    ) -> PyResult<Self> {
        let result = operator(self.points, collected(other)?);
        result.iter().try_for_each(|point| on_board(point, self.size).map(drop))?;
        Ok(Self { points: result, size: self.size })
    }

    /// Compares the set with a set of another class.
    fn compare_as_frozen(
        &self,
        other: &Bound<'_, PyAny>,
        operator: CompareOp,
    ) -> PyResult<Py<PyAny>> {
        let py = other.py();
        if !other.is_instance(&py.import("collections.abc")?.getattr("Set")?)? {
            return Ok(py.NotImplemented());
        }
        self.frozen(py)?.rich_compare(other, operator).map(Bound::unbind)
    }

    /// Returns the set as a `frozenset`.
    fn frozen<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyFrozenSet>> {
        PyFrozenSet::new(py, list(py, self.points)?)
    }
}

#[pymethods]
impl PointSet {
    #[new]
    #[pyo3(signature = (points=None, size=SizeLike::default()), text_signature = "(points=(), size=15)")]
    fn create(points: Option<&Bound<'_, PyAny>>, size: SizeLike) -> PyResult<Self> {
        let empty = Self::new(Bitboard::EMPTY, size.0);
        points.map_or(Ok(empty), |points| empty.with(points, |old, new| old | new))
    }

    /// The width and the height of the board.
    #[getter]
    fn size(&self) -> (usize, usize) {
        (self.size.width(), self.size.height())
    }

    fn __len__(&self) -> usize {
        self.points.len()
    }

    fn __bool__(&self) -> bool {
        !self.points.is_empty()
    }

    fn __contains__(&self, point: &Bound<'_, PyAny>) -> bool {
        point.extract::<PointLike>().is_ok_and(|point| self.points.contains(point.0))
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        list(py, self.points)?.try_iter()
    }

    fn __and__(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.with(other, |one, two| one & two)
    }

    fn __or__(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.with(other, |one, two| one | two)
    }

    fn __xor__(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.with(other, |one, two| (one | two) - (one & two))
    }

    fn __sub__(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.with(other, |one, two| one - two)
    }

    fn __rand__(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.__and__(other)
    }

    fn __ror__(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.__or__(other)
    }

    fn __rxor__(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.__xor__(other)
    }

    fn __rsub__(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.with(other, |one, two| two - one)
    }

    /// Returns whether no point is also in another collection of points.
    fn isdisjoint(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok((self.points & collected(other)?).is_empty())
    }

    fn __richcmp__(
        &self,
        other: &Bound<'_, PyAny>,
        operator: CompareOp,
        py: Python<'_>,
    ) -> PyResult<Py<PyAny>> {
        let Ok(Self { points: other, .. }) = other.extract() else {
            return self.compare_as_frozen(other, operator);
        };
        let points = self.points;
        let answer = match operator {
            CompareOp::Eq => points == other,
            CompareOp::Ne => points != other,
            CompareOp::Le => points.is_subset(&other),
            CompareOp::Ge => other.is_subset(&points),
            CompareOp::Lt => points.is_subset(&other) && points != other,
            CompareOp::Gt => other.is_subset(&points) && points != other,
        };
        Ok(PyBool::new(py, answer).to_owned().into_any().unbind())
    }

    /// Returns the hash of the equal `frozenset`.
    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.frozen(py)?.hash()
    }

    fn __repr__(&self) -> String {
        let names: Vec<String> = self.points.iter().map(|point| point.to_string()).collect();
        format!("PointSet({{{}}})", names.join(", "))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let arguments = (list(py, self.points)?, self.size());
        (py.get_type::<Self>(), arguments).into_pyobject(py)
    }

    /// Returns the set as an array of bool with a row for each row of the board.
    #[pyo3(name = "to_numpy")]
    fn mask(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let marks: Vec<u8> =
            self.size.points().map(|point| u8::from(self.points.contains(point))).collect();
        let shape = [self.size.height(), self.size.width()];
        flags_array(py, &marks, &shape, "bool", None)
    }
}

/// Returns the points of a collection.
fn collected(points_like: &Bound<'_, PyAny>) -> PyResult<Bitboard> {
    match points_like.extract::<PointSet>() {
        Ok(set) => Ok(set.points),
        Err(_) => Ok(points(points_like)?.into_iter().collect()),
    }
}

/// Returns points as a list.
fn list(py: Python<'_>, points: impl IntoIterator<Item = Point>) -> PyResult<Bound<'_, PyList>> {
    let types = Types::get(py)?;
    let points: Vec<Py<PyAny>> = points.into_iter().map(|point| types.point(py, point)).collect();
    PyList::new(py, points)
}
