//! Planes and masks for NumPy, which write through the buffer protocol: the build does not need NumPy.

use dolmen::board::{Bitboard, Position};
use pyo3::buffer::{Element, PyBuffer};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::{Bound, Py, PyAny, PyAnyMethods, PyResult, Python};
use pyo3::types::PyTuple;

/// The planes of a position: own stones, stones of the other side, dead points.
pub(crate) const PLANES: usize = 3;

/// Writes the planes of a position as seen by the side to move, one after the other, row by row.
pub(crate) fn add_planes(position: &Position, flags: &mut Vec<u8>) {
    let mover = position.side_to_move();
    for points in [position.stones(mover), position.stones(!mover), position.dead()] {
        add_mask(position, points, flags);
    }
}

/// Writes a set of points of the board of a position, row by row.
pub(crate) fn add_mask(position: &Position, points: Bitboard, flags: &mut Vec<u8>) {
    let size = position.size();
    let begin = flags.len();
    flags.resize(begin + size.area(), 0);
    for point in points {
        flags[begin + point.row() * size.width() + point.column()] = 1;
    }
}

/// Returns a new array of some numbers.
pub(crate) fn array<'py, T: Element>(
    py: Python<'py>,
    numbers: &[T],
    shape: &[usize],
    dtype: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let array = py.import("numpy")?.call_method1("empty", (PyTuple::new(py, shape)?, dtype))?;
    PyBuffer::<T>::get(&array)?.copy_from_slice(py, numbers)?;
    Ok(array)
}

/// Returns flags as a new array of a type of numbers, or writes them into `out` and returns that.
pub(crate) fn flags_array<'py>(
    py: Python<'py>,
    flags: &[u8],
    shape: &[usize],
    dtype: &str,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Py<PyAny>> {
    if let Some(out) = out {
        write_into(py, out, flags, shape)?;
        return Ok(out.clone().unbind());
    }
    let array = match dtype {
        "float32" => array(py, &numbers::<f32>(flags), shape, dtype)?,
        "float64" => array(py, &numbers::<f64>(flags), shape, dtype)?,
        "int8" => {
            array(py, &flags.iter().map(|&flag| flag as i8).collect::<Vec<_>>(), shape, dtype)?
        }
        "uint8" => array(py, flags, shape, dtype)?,
        "bool" => array(py, flags, shape, "uint8")?.call_method1("view", ("bool",))?,
        _ => {
            let known = "float32, float64, int8, uint8, bool";
            let text = format!("unknown dtype {dtype:?}: expected one of {known}");
            return Err(PyValueError::new_err(text));
        }
    };
    Ok(array.unbind())
}

fn numbers<T: From<u8>>(flags: &[u8]) -> Vec<T> {
    flags.iter().map(|&flag| T::from(flag)).collect()
}

/// Writes flags into an array of the right shape.
fn write_into(
    py: Python<'_>,
    out: &Bound<'_, PyAny>,
    flags: &[u8],
    shape: &[usize],
) -> PyResult<()> {
    let is_bool = out.getattr("dtype").and_then(|dtype| dtype.eq("bool")).unwrap_or(false);
    let out = if is_bool { out.call_method1("view", ("uint8",))? } else { out.clone() };
    if let Ok(buffer) = PyBuffer::<f32>::get(&out) {
        return copy(py, &buffer, &numbers(flags), shape);
    }
    if let Ok(buffer) = PyBuffer::<u8>::get(&out) {
        return copy(py, &buffer, flags, shape);
    }
    if let Ok(buffer) = PyBuffer::<f64>::get(&out) {
        return copy(py, &buffer, &numbers(flags), shape);
    }
    if let Ok(buffer) = PyBuffer::<i8>::get(&out) {
        return copy(py, &buffer, &flags.iter().map(|&flag| flag as i8).collect::<Vec<_>>(), shape);
    }
    Err(PyTypeError::new_err("expected an array of float32, float64, int8, uint8 or bool as out"))
}

fn copy<T: Element>(
    py: Python<'_>,
    buffer: &PyBuffer<T>,
    numbers: &[T],
    shape: &[usize],
) -> PyResult<()> {
    if buffer.shape() != shape {
        let text =
            format!("expected an array of the shape {shape:?} as out, not {:?}", buffer.shape());
        return Err(PyValueError::new_err(text));
    }
    buffer.copy_from_slice(py, numbers)
}
