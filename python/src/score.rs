//! Scores: units or a proved distance, with the side that they are for.

use dolmen::Score as Value;
use dolmen::board::Color;
use pyo3::basic::CompareOp;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::{
    Bound, IntoPyObject, Py, PyAny, PyAnyMethods, PyResult, Python, pyclass, pymethods,
};

use crate::values::{ColorLike, Types, value_error};

/// The worth of a position to one side: units, or a proved win or loss with its distance in plies.
#[pyclass(frozen, module = "dolmen", from_py_object)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Score {
    value: Value,
    turn: Color,
}

impl Score {
    /// Returns the score of a value for the side to move.
    pub(crate) const fn new(value: Value, turn: Color) -> Self {
        Self { value, turn }
    }
}

#[pymethods]
impl Score {
    #[new]
    #[pyo3(signature = (text, turn), text_signature = "(text, turn)")]
    fn create(text: &str, turn: ColorLike) -> PyResult<Self> {
        text.parse().map(|value| Self::new(value, turn.0)).map_err(value_error)
    }

    /// The evaluation in units, of which 400 are a win rate of 73 %; None for a proved win or loss.
    #[getter]
    fn units(&self) -> Option<i32> {
        (!self.value.is_proved()).then_some(self.value.value())
    }

    /// The plies to the five if a win is proved, and less than 0 for a loss; None if nothing is proved.
    #[getter]
    fn plies(&self) -> Option<i32> {
        let plies = self.value.plies_to_end()?;
        Some(if self.value.is_win() { plies } else { -plies })
    }

    /// The expected win rate, from 0 to 1.
    #[getter]
    fn winrate(&self) -> f64 {
        self.value.win_probability()
    }

    /// The side that the score is for.
    #[getter]
    fn turn(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(Types::get(py)?.color(py, self.turn))
    }

    /// Returns the same score as a colour sees it.
    fn pov(&self, color: ColorLike) -> Self {
        if color.0 == self.turn { *self } else { self.__neg__() }
    }

    /// Returns the same score as the other side sees it.
    fn __neg__(&self) -> Self {
        Self::new(-self.value, !self.turn)
    }

    fn __richcmp__(
        &self,
        other: &Bound<'_, PyAny>,
        operator: CompareOp,
        py: Python<'_>,
    ) -> PyResult<Py<PyAny>> {
        let Ok(other) = other.extract::<Self>() else { return Ok(py.NotImplemented()) };
        let is_about_equality = matches!(operator, CompareOp::Eq | CompareOp::Ne);
        if self.turn != other.turn && !is_about_equality {
            let text = "scores of different sides have no order: compare score.pov(color)";
            return Err(PyTypeError::new_err(text));
        }
        let order = self.value.cmp(&other.value).then((self.turn as u8).cmp(&(other.turn as u8)));
        Ok(operator.matches(order).into_pyobject(py)?.to_owned().into_any().unbind())
    }

    fn __hash__(&self) -> i64 {
        i64::from(self.value.value()) * 2 + self.turn as i64
    }

    fn __str__(&self) -> String {
        self.value.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Score('{}', '{}')", self.value, self.turn)
    }

    fn __reduce__(&self, py: Python<'_>) -> (Py<PyAny>, (String, String)) {
        let class = py.get_type::<Self>().into_any().unbind();
        (class, (self.value.to_string(), self.turn.to_string()))
    }
}
