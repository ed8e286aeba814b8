//! The extension module of the Python package `dolmen`: the library behind classes of Python.
//!
//! Searches run on threads of their own with a stack of their own, while the interpreter is free. The
//! calling thread looks for signals while it waits, so that Ctrl-C ends every call. Small values, such as
//! points and analyses, are classes of Python in `dolmen._types`.
//!
//! # Floors
//!
//! A module uses those on lower floors only, and none on its own floor.
//!
//! | floor | modules |
//! |---|---|
//! | 3 | `board` positions with their rule |
//! | 2 | `arrays` planes and masks for NumPy, `picture` pictures of positions, `point_set` sets of points |
//! | 1 | `values` points, colours, rules and outcomes as objects of Python |

mod arrays;
mod board;
mod picture;
mod point_set;
mod values;

use pyo3::prelude::{Bound, PyModule, PyModuleMethods, PyResult, pymodule};

/// The parts of Dolmen that are written in Rust.
#[pymodule]
fn _dolmen(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<board::Board>()?;
    module.add_class::<point_set::PointSet>()?;
    Ok(())
}
