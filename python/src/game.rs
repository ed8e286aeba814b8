//! Games as files: a tree of moves with notes.

mod state;

use dolmen::Game as Play;
use dolmen::board::Color;
use dolmen::notation::{Defaults, Record, moves, psq, renlib, sgf};
use dolmen::rules::GameRule;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::{
    Bound, IntoPyObject, Py, PyAny, PyAnyMethods, PyRef, PyResult, Python, pyclass, pymethods,
};
use pyo3::types::{PyBytes, PyTuple};

use crate::arrays::{PLANES, add_planes, flags_array};
use crate::board::Board;
use crate::game::state::State;
use crate::values::{
    Integer, PointLike, RuleLike, SizeLike, Types, point_names, seconds, value_error,
};

/// A game of a file: a tree of moves with notes, names and a result.
#[pyclass(module = "dolmen")]
#[derive(Clone, Debug)]
pub(crate) struct Game(Record);

impl From<Record> for Game {
    fn from(record: Record) -> Self {
        Self(record)
    }
}

impl Game {
    /// Returns a node, the last of the main line by default.
    fn node(&self, node: Option<Integer>) -> PyResult<usize> {
        let Some(Integer(node)) = node else { return Ok(self.0.end()) };
        let known = usize::try_from(node).ok().filter(|&node| node < self.0.nodes().len());
        known.ok_or_else(|| PyIndexError::new_err(format!("the game has no node {node}")))
    }

    /// Returns the position before each move that leads to a node, and the one after the last.
    fn plays(&self, node: usize) -> PyResult<Vec<Play>> {
        let mut play = Play::new(self.0.rule, self.0.size);
        let mut plays = vec![play.clone()];
        for id in self.0.path(node).into_iter().skip(1) {
            match self.0.nodes()[id].point {
                Some(point) => {
                    let color = play.side_to_move();
                    play.place(point, color).map_err(value_error)?;
                }
                None => {
                    let mut position = play.position().clone();
                    position.set_side_to_move(!position.side_to_move());
                    play = Play::from_position(play.rule(), position);
                }
            }
            plays.push(play.clone());
        }
        Ok(plays)
    }

    /// Returns a node as `dolmen.Node`.
    fn describe(&self, id: usize, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let types = Types::get(py)?;
        let node = &self.0.nodes()[id];
        let is_black = self.0.path(id).len().is_multiple_of(2);
        let color = if is_black { Color::Black } else { Color::White };
        let is_move = node.parent.is_some();
        let fields = (
            id,
            node.parent,
            PyTuple::new(py, &node.children)?,
            node.point.map(|point| types.point(py, point)),
            is_move.then(|| types.color(py, color)),
            node.comment.as_str(),
            node.label.as_str(),
            node.ms.map(|ms| ms as f64 / 1e3),
            node.annotation.map(state::symbol),
            node.black_wins,
        );
        types.class(py, "Node")?.call1(fields).map(Bound::unbind)
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(
        signature = (rule=RuleLike::default(), size=SizeLike::default(), *, continuous=false),
        text_signature = "(rule='freestyle', size=15, *, continuous=False)"
    )]
    fn create(rule: RuleLike, size: SizeLike, continuous: bool) -> Self {
        let rule = GameRule { rule: rule.0, continuous };
        Self(Record::new(&Defaults { rule, size: size.0, ..Defaults::default() }))
    }

    /// Returns the game of a board, whose stones are its moves.
    #[staticmethod]
    fn from_board(board: PyRef<'_, Board>) -> PyResult<Self> {
        let play = board.game();
        let record = Record::of_position(play.rule(), play.position()).map_err(value_error)?;
        Ok(Self(record))
    }

    /// The rule.
    #[getter]
    fn rule(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(Types::get(py)?.rule(py, self.0.rule.rule))
    }

    #[setter]
    fn set_rule(&mut self, rule: RuleLike) {
        self.0.rule.rule = rule.0;
    }

    /// The width and the height of the board.
    #[getter]
    fn size(&self) -> (usize, usize) {
        (self.0.size.width(), self.0.size.height())
    }

    /// The names of Black and White, which may be empty.
    #[getter]
    fn names(&self) -> (String, String) {
        let [black, white] = self.0.names.clone();
        (black, white)
    }

    #[setter]
    fn set_names(&mut self, names: (String, String)) {
        self.0.names = names.into();
    }

    /// The result as SGF writes it: "B+", "W+T", "0"; empty if it is not known.
    #[getter]
    fn result(&self) -> &str {
        &self.0.result
    }

    #[setter]
    fn set_result(&mut self, result: Option<&str>) -> PyResult<()> {
        let result = match result.unwrap_or_default() {
            "black" => "B+",
            "white" => "W+",
            "draw" => "0",
            other => other,
        };
        let is_known = matches!(result, "" | "0" | "Draw" | "Void" | "?")
            || result.starts_with("B+")
            || result.starts_with("W+");
        if !is_known {
            let text = "expected an Outcome, or a result of SGF such as B+, W+T or 0";
            return Err(value_error(format!("invalid result {result:?}: {text}")));
        }
        result.clone_into(&mut self.0.result);
        Ok(())
    }

    /// The line of the file where the game begins.
    #[getter]
    const fn line(&self) -> usize {
        self.0.line
    }

    /// The points of the main line; None for a pass.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let types = Types::get(py)?;
        let points = self.0.path(self.0.end()).into_iter().skip(1);
        let points = points.map(|id| self.0.nodes()[id].point.map(|point| types.point(py, point)));
        PyTuple::new(py, points.collect::<Vec<_>>())
    }

    /// All nodes; the first is the board before the first move, and parents come before children.
    #[getter]
    fn nodes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let all = (0..self.0.nodes().len()).map(|id| self.describe(id, py));
        PyTuple::new(py, all.collect::<PyResult<Vec<_>>>()?)
    }

    /// The node that a reader shows first.
    #[getter]
    const fn shown(&self) -> usize {
        self.0.shown
    }

    fn __len__(&self) -> usize {
        self.0.path(self.0.end()).len() - 1
    }

    /// Returns the position after the moves to a node, by default at the end of the main line.
    #[pyo3(signature = (node=None))]
    fn board(&self, node: Option<Integer>) -> PyResult<Board> {
        let mut plays = self.plays(self.node(node)?)?;
        Ok(plays.pop().unwrap_or_else(|| Play::new(self.0.rule, self.0.size)).into())
    }

    /// Returns the position before each move that leads to a node, by default the end of the main line.
    #[pyo3(signature = (node=None))]
    fn boards(&self, node: Option<Integer>) -> PyResult<Vec<Board>> {
        let mut plays = self.plays(self.node(node)?)?;
        plays.pop();
        Ok(plays.into_iter().map(Board::from).collect())
    }

    /// Returns the planes of all positions of `boards` as one array of four dimensions.
    #[pyo3(signature = (node=None, *, out=None, dtype="float32"))]
    fn planes(
        &self,
        node: Option<Integer>,
        out: Option<&Bound<'_, PyAny>>,
        dtype: &str,
        py: Python<'_>,
    ) -> PyResult<Py<PyAny>> {
        let mut plays = self.plays(self.node(node)?)?;
        plays.pop();
        let mut flags = Vec::with_capacity(plays.len() * PLANES * self.0.size.area());
        plays.iter().for_each(|play| add_planes(play.position(), &mut flags));
        let shape = [plays.len(), PLANES, self.0.size.height(), self.0.size.width()];
        flags_array(py, &flags, &shape, dtype, out)
    }

    /// Adds a move, a pass without a point, after a node, and returns its node; one that exists stays.
    #[pyo3(signature = (node, point))]
    fn add(&mut self, node: Integer, point: Option<PointLike>) -> PyResult<usize> {
        let node = self.node(Some(node))?;
        let point = point.map(|point| point.0);
        let plays = self.plays(node)?;
        if let (Some(point), Some(play)) = (point, plays.last()) {
            play.position().clone().play(point).map_err(value_error)?;
        }
        self.0.add(node, point).map_err(value_error)
    }

    /// Changes the notes of a node; arguments that are left out change nothing.
    #[pyo3(signature = (node, *, comment=None, label=None, time=None, winrate=None))]
    fn annotate(
        &mut self,
        node: Integer,
        comment: Option<String>,
        label: Option<String>,
        time: Option<f64>,
        winrate: Option<f64>,
    ) -> PyResult<()> {
        let node = self.node(Some(node))?;
        let time = time.map(|time| seconds("time", time)).transpose()?;
        let ms = time.map(|time| (time.as_secs_f64() * 1e3).round() as u64);
        if let Some(winrate) = winrate.filter(|winrate| !(0.0..=1.0).contains(winrate)) {
            let text = format!("invalid win rate {winrate}: expected a number from 0 to 1");
            return Err(PyValueError::new_err(text));
        }
        let Some(node) = self.0.node_mut(node) else { return Ok(()) };
        if let Some(comment) = comment {
            node.comment = comment;
        }
        if let Some(label) = label {
            node.label = label;
        }
        node.ms = ms.or(node.ms);
        node.black_wins = winrate.or(node.black_wins);
        Ok(())
    }

    /// Returns the game as text: of a kind among sgf, psq and moves.
    #[pyo3(signature = (kind="sgf", node=None, *, rows="top"))]
    fn to_text(&self, kind: &str, node: Option<Integer>, rows: &str) -> PyResult<String> {
        let node = self.node(node)?;
        match kind {
            "sgf" => {
                let program = concat!("Dolmen:", env!("CARGO_PKG_VERSION"));
                Ok(sgf::write(&self.0, program, &[]))
            }
            "psq" => {
                // Piskvork's codes for a game whose end is unknown.
                let end = format!("-1\n-1,{}", self.0.rule);
                let style = psq::Style { levels: [11; 2], end: &end };
                psq::write(&self.0, node, &style).map_err(value_error)
            }
            "moves" => Ok(moves::write(&self.0, node, point_names(rows)?)),
            _ => {
                let text = format!("unknown kind {kind:?}: expected one of sgf, psq, moves");
                Err(PyValueError::new_err(text))
            }
        }
    }

    /// Returns the game as a library of RenLib, for boards of 15×15.
    #[pyo3(signature = (node=None))]
    fn to_renlib<'py>(
        &self,
        node: Option<Integer>,
        py: Python<'py>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = renlib::write(&self.0, self.node(node)?).map_err(value_error)?;
        Ok(PyBytes::new(py, &bytes))
    }

    fn copy(&self) -> Self {
        self.clone()
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.borrow().0 == self.0)
    }

    fn __repr__(&self) -> String {
        let Record { rule, size, names: [black, white], result, .. } = &self.0;
        let names = match black.is_empty() && white.is_empty() {
            true => String::new(),
            false => format!(" {black:?} against {white:?},"),
        };
        let result = if result.is_empty() { String::new() } else { format!(", {result}") };
        format!("<Game:{names} {rule} {size}, {} moves{result}>", self.__len__())
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.board(None)?._repr_svg_()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let restore = py.get_type::<Self>().getattr("_restore")?;
        (restore, (State::of(&self.0),)).into_pyobject(py)
    }

    #[staticmethod]
    fn _restore(state: State) -> PyResult<Self> {
        state.into_record().map(Self).map_err(value_error)
    }
}
