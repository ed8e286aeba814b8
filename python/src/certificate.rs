//! Certificates: proofs of wins, which an independent checker accepts.

use std::path::PathBuf;
use std::sync::Arc;

use dolmen::Game;
use dolmen::certificate::Certificate as Proved;
use pyo3::prelude::{Bound, Py, PyAny, PyAnyMethods, PyRef, PyResult, Python, pyclass, pymethods};
use pyo3::types::PyBytes;

use crate::board::Board;
use crate::limit::tuple;
use crate::mailbox::wait_for;
use crate::values::{Types, about, value_error};

/// A proof that the side to move of a position wins: what it plays against which reply.
#[pyclass(frozen, module = "dolmen")]
#[derive(Debug)]
pub(crate) struct Certificate(Arc<Proved>);

impl From<Arc<Proved>> for Certificate {
    fn from(proved: Arc<Proved>) -> Self {
        Self(proved)
    }
}

impl Certificate {
    /// Returns a shared handle to the proof.
    pub(crate) fn shared(&self) -> Arc<Proved> {
        Arc::clone(&self.0)
    }
}

#[pymethods]
impl Certificate {
    /// Returns the certificate of bytes that `to_bytes` returned. It is not checked.
    #[staticmethod]
    fn from_bytes(data: &[u8]) -> PyResult<Self> {
        Proved::from_bytes(data).map(|proved| Self(Arc::new(proved))).map_err(value_error)
    }

    /// Returns the certificate as bytes.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.to_bytes())
    }

    /// Reads a file. The certificate is not checked.
    #[staticmethod]
    fn load(path: PathBuf) -> PyResult<Self> {
        let bytes = std::fs::read(&path).map_err(|error| about(&path, &error))?;
        let proved = Proved::from_bytes(&bytes);
        let proved = proved.map_err(|error| value_error(format!("{}: {error}", path.display())))?;
        Ok(Self(Arc::new(proved)))
    }

    /// Writes a file, which is replaced as a whole.
    fn save(&self, path: PathBuf) -> PyResult<()> {
        whole_file::replace(&path, &self.0.to_bytes()).map_err(|error| about(&path, &error))
    }

    /// Checks by the rules alone that the plan wins against every reply, and returns the number of moves
    /// that were checked.
    fn check(&self, py: Python<'_>) -> PyResult<u64> {
        let proved = self.shared();
        wait_for(py, move || proved.check())?.map_err(value_error)
    }

    /// The position, with the winning side to move.
    #[getter]
    fn board(&self) -> Board {
        Game::from_position(self.0.rule, self.0.position.clone()).into()
    }

    /// The main line to the five.
    #[getter]
    fn line(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        tuple(py, &self.0.plan.main_line())
    }

    /// Returns the move of the plan; None off the plan, and where any five ends the game.
    fn next_move(&self, board: PyRef<'_, Board>, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        let types = Types::get(py)?;
        let position = board.game().position();
        Ok(self.0.next_move(position).map(|point| types.point(py, point)))
    }

    fn __len__(&self) -> usize {
        usize::try_from(self.0.plan.moves()).unwrap_or(usize::MAX)
    }

    fn __eq__(&self, other: PyRef<'_, Self>) -> bool {
        self.0.to_bytes() == other.0.to_bytes()
    }

    fn __hash__(&self) -> u64 {
        self.0.position.key().0
    }

    fn __repr__(&self) -> String {
        let mover = self.0.position.side_to_move();
        format!("<Certificate: {mover} wins {}, {} moves>", self.board_text(), self.0.plan.moves())
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        Ok((py.get_type::<Self>().getattr("from_bytes")?, (self.to_bytes(py),)))
    }
}

impl Certificate {
    fn board_text(&self) -> String {
        Game::from_position(self.0.rule, self.0.position.clone()).to_string()
    }
}
