//! The extension module of the Python package `dolmen`: the library behind classes of Python.
//!
//! Searches run on threads of their own with large stacks, and the calling thread releases the interpreter lock.
//! It checks for signals while it waits, so that Ctrl-C ends every call. Small values, such as points and
//! analyses, are classes of Python in `dolmen._types`.
//!
//! # Floors
//!
//! Each module uses only modules on lower floors.
//!
//! | floor | modules |
//! |---|---|
//! | 7 | `contest` matches |
//! | 6 | `engine` searches with a memory, `external` programs as engines, `many` many positions at once |
//! | 5 | `solve` wins by force |
//! | 4 | `certificate` proofs, `mind` players of a match, `reading` the games of files, `stream` searches that run |
//! | 3 | `batch` many boards as arrays, `evaluation` positions without a search, `game` games with notes, `limit` limits and reports |
//! | 2 | `board` positions with their rule, `score` scores |
//! | 1 | `picture` pictures of positions, `point_set` sets of points, `slot` the places of engines |
//! | 0 | `arrays` planes and masks for NumPy, `mailbox` threads and their messages, `values` points, colours, rules and outcomes as objects of Python |

mod arrays;
mod batch;
mod board;
mod certificate;
mod contest;
mod engine;
mod evaluation;
mod external;
mod game;
mod limit;
mod mailbox;
mod many;
mod mind;
mod picture;
mod point_set;
mod reading;
mod score;
mod slot;
mod solve;
mod stream;
mod values;

use pyo3::PyClass;
use pyo3::prelude::{Bound, PyModule, PyModuleMethods, PyResult, pymodule, wrap_pyfunction};

/// The alignment of all objects that the interpreter allocates.
const ALIGNMENT: usize = 16;

/// Adds a class, whose content must not need a stricter alignment than [`ALIGNMENT`].
fn add<T: PyClass>(module: &Bound<'_, PyModule>) -> PyResult<()> {
    const { assert!(align_of::<T>() <= ALIGNMENT) };
    module.add_class::<T>()
}

/// The parts of Dolmen that are written in Rust.
#[pymodule]
fn _dolmen(module: &Bound<'_, PyModule>) -> PyResult<()> {
    add::<board::Board>(module)?;
    add::<point_set::PointSet>(module)?;
    add::<score::Score>(module)?;
    add::<certificate::Certificate>(module)?;
    add::<engine::Engine>(module)?;
    add::<external::ExternalEngine>(module)?;
    add::<stream::AnalysisStream>(module)?;
    add::<solve::SolutionStream>(module)?;
    add::<many::Answers>(module)?;
    add::<game::Game>(module)?;
    add::<batch::Batch>(module)?;
    module.add_function(wrap_pyfunction!(solve::solve, module)?)?;
    module.add_function(wrap_pyfunction!(solve::solving, module)?)?;
    module.add_function(wrap_pyfunction!(many::analyse_many, module)?)?;
    module.add_function(wrap_pyfunction!(many::solve_many, module)?)?;
    module.add_function(wrap_pyfunction!(contest::play_match, module)?)?;
    module.add_function(wrap_pyfunction!(reading::parse_games, module)?)?;
    Ok(())
}
