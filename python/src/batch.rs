//! Many boards of one rule and size as arrays, for learning: one call for all of them.

use dolmen::Game;
use dolmen::board::{Bitboard, BoardSize, Color, Point};
use dolmen::rules::{GameRule, IllegalMove, Outcome};
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::{Bound, Py, PyAny, PyAnyMethods, PyResult, Python, pyclass, pymethods};

use crate::arrays::{PLANES, add_mask, add_planes, array, flags_array};
use crate::board::{Board, each_board};
use crate::values::{RuleLike, SizeLike, Types};

/// Many boards of one rule and size.
#[pyclass(module = "dolmen")]
#[derive(Debug)]
pub(crate) struct Batch {
    boards: Vec<Board>,
    rule: GameRule,
    size: BoardSize,
}

/// A move that is not legal on the board of this index.
struct Refusal {
    index: usize,
    point: Point,
    error: IllegalMove,
}

impl Batch {
    fn point(&self, action: i64) -> PyResult<Option<Point>> {
        if action == -1 {
            return Ok(None);
        }
        let width = self.size.width() as i64;
        let point = self.size.point(action.rem_euclid(width), action.div_euclid(width));
        let most = self.size.area() - 1;
        let text = || format!("invalid action {action}: expected -1 to {most}");
        point.map(Some).ok_or_else(|| PyValueError::new_err(text()))
    }

    /// Plays a move on each board; if one is not legal, takes the played ones back.
    fn play_all(&mut self, moves: &[Option<Point>]) -> Result<(), Refusal> {
        for (index, (board, point)) in self.boards.iter_mut().zip(moves).enumerate() {
            let Some(point) = *point else { continue };
            if let Err(error) = board.try_play(point) {
                let played = self.boards.iter_mut().zip(moves).take(index);
                played.filter(|(_, point)| point.is_some()).for_each(|(board, _)| {
                    board.take_back();
                });
                return Err(Refusal { index, point, error });
            }
        }
        Ok(())
    }

    /// Returns a mask of points for each board as an array.
    fn masks(
        &mut self,
        points: fn(&mut Board) -> Bitboard,
        out: Option<&Bound<'_, PyAny>>,
        py: Python<'_>,
    ) -> PyResult<Py<PyAny>> {
        let (boards, area) = (&mut self.boards, self.size.area());
        let flags = py.detach(|| {
            let mut flags = Vec::with_capacity(boards.len() * area);
            for board in boards.iter_mut() {
                let points = points(board);
                add_mask(board.game().position(), points, &mut flags);
            }
            flags
        });
        flags_array(py, &flags, &[self.boards.len(), area], "bool", out)
    }
}

/// Returns the numbers of an array of one dimension.
fn integers(py: Python<'_>, array: &Bound<'_, PyAny>, count: usize) -> PyResult<Vec<i64>> {
    let wide = py.import("numpy")?.call_method1("ascontiguousarray", (array, "int64"))?;
    let buffer = PyBuffer::<i64>::get(&wide)?;
    if buffer.shape() != [count] {
        let text = format!("expected an array of the shape [{count}], not {:?}", buffer.shape());
        return Err(PyValueError::new_err(text));
    }
    buffer.to_vec(py)
}

const fn code(outcome: Option<Outcome>) -> i8 {
    match outcome {
        None => 0,
        Some(Outcome::Win(Color::Black)) => 1,
        Some(Outcome::Win(Color::White)) => 2,
        Some(Outcome::Draw) => 3,
    }
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(
        signature = (n, rule=RuleLike::default(), size=SizeLike::default()),
        text_signature = "(n, rule='freestyle', size=15)"
    )]
    fn create(n: usize, rule: RuleLike, size: SizeLike) -> Self {
        let rule = GameRule::from(rule.0);
        let boards = (0..n).map(|_| Game::new(rule, size.0).into()).collect();
        Self { boards, rule, size: size.0 }
    }

    /// Returns a batch of copies of boards of one size.
    #[staticmethod]
    fn from_boards(boards: &Bound<'_, PyAny>) -> PyResult<Self> {
        let copy = |board: PyResult<Bound<'_, PyAny>>| {
            Ok(board?.cast::<Board>().map(|board| board.borrow().clone())?)
        };
        let boards: Vec<Board> = each_board(boards)?.map(copy).collect::<PyResult<_>>()?;
        let first = boards.first().ok_or_else(|| PyValueError::new_err("expected a board"))?;
        let (rule, size) = (first.game().rule(), first.game().size());
        if boards.iter().any(|board| board.game().rule() != rule || board.game().size() != size) {
            return Err(PyValueError::new_err("expected boards of one rule and one size"));
        }
        Ok(Self { boards, rule, size })
    }

    /// The rule of all boards.
    #[getter]
    fn rule(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(Types::get(py)?.rule(py, self.rule.rule))
    }

    /// The width and the height of all boards.
    #[getter]
    const fn size(&self) -> (usize, usize) {
        (self.size.width(), self.size.height())
    }

    fn __len__(&self) -> usize {
        self.boards.len()
    }

    fn __getitem__(&self, index: isize) -> PyResult<Board> {
        let count = self.boards.len();
        let place = if index < 0 { index.checked_add_unsigned(count) } else { Some(index) };
        let board = place.and_then(|place| self.boards.get(usize::try_from(place).ok()?));
        board.cloned().ok_or_else(|| PyIndexError::new_err(format!("the batch has {count} boards")))
    }

    /// The sides to move, 0 for black and 1 for white.
    #[getter]
    fn turns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let turns = self.boards.iter().map(|board| board.game().side_to_move() as i8);
        array(py, &turns.collect::<Vec<_>>(), &[self.boards.len()], "int8")
    }

    /// The outcomes: 0 goes on, 1 black, 2 white, 3 draw.
    #[getter]
    fn outcomes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let outcomes = self.boards.iter().map(|board| code(board.game().outcome()));
        array(py, &outcomes.collect::<Vec<_>>(), &[self.boards.len()], "int8")
    }

    /// Plays a move row * width + column on each board (-1: none), and returns the outcomes.
    fn play<'py>(
        &mut self,
        actions: &Bound<'py, PyAny>,
        py: Python<'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let actions = integers(py, actions, self.boards.len())?;
        let moves = actions.into_iter().map(|action| self.point(action));
        let moves = moves.collect::<PyResult<Vec<_>>>()?;
        if let Err(Refusal { index, point, error }) = py.detach(|| self.play_all(&moves)) {
            return Err(Types::get(py)?.illegal_move_of(
                py,
                error,
                point,
                &format!("board {index}: "),
            ));
        }
        self.outcomes(py)
    }

    /// Returns the legal moves: bool [n, height * width].
    #[pyo3(signature = (*, out=None))]
    fn legal(&mut self, out: Option<&Bound<'_, PyAny>>, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.masks(Board::legal_points, out, py)
    }

    /// Returns the forbidden points: bool [n, height * width].
    #[pyo3(signature = (*, out=None))]
    fn forbidden(&mut self, out: Option<&Bound<'_, PyAny>>, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.masks(Board::forbidden_points, out, py)
    }

    /// Returns the planes of all boards: [n, 3, height, width].
    #[pyo3(signature = (*, out=None, dtype="float32"))]
    fn planes(
        &self,
        out: Option<&Bound<'_, PyAny>>,
        dtype: &str,
        py: Python<'_>,
    ) -> PyResult<Py<PyAny>> {
        let mut flags = Vec::with_capacity(self.boards.len() * PLANES * self.size.area());
        self.boards.iter().for_each(|board| add_planes(board.game().position(), &mut flags));
        let shape = [self.boards.len(), PLANES, self.size.height(), self.size.width()];
        flags_array(py, &flags, &shape, dtype, out)
    }

    /// Empties the boards of a mask of bool [n], or all.
    #[pyo3(signature = (mask=None))]
    fn reset(&mut self, mask: Option<&Bound<'_, PyAny>>, py: Python<'_>) -> PyResult<()> {
        let count = self.boards.len();
        let mask = mask.map_or_else(|| Ok(vec![1; count]), |mask| integers(py, mask, count))?;
        let empty = Board::from(Game::new(self.rule, self.size));
        for (board, flag) in self.boards.iter_mut().zip(mask) {
            if flag != 0 {
                board.clone_from(&empty);
            }
        }
        Ok(())
    }

    fn __repr__(&self) -> String {
        format!("<Batch of {} boards, {} {}>", self.boards.len(), self.rule, self.size)
    }

    fn __reduce__(&self) -> PyResult<Py<PyAny>> {
        Err(PyTypeError::new_err("a batch cannot be copied or pickled: its boards can"))
    }
}
