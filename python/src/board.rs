//! Boards: positions with their rule.

mod changes;
mod threats;

use dolmen::Game;
use dolmen::board::{Bitboard, Color, Placement, Position, Symmetry, diagram};
use dolmen::rules::{GameRule, IllegalMove, Rule, five_through};
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::{Bound, Py, PyAny, PyAnyMethods, PyResult, Python, pyclass, pymethods};
use pyo3::types::{PyDict, PyIterator, PyTuple};

use crate::arrays::{PLANES, add_planes, flags_array};
use crate::board::threats::Followed;
use crate::picture::Wishes;
use crate::point_set::PointSet;
use crate::values::{
    ColorLike, Integer, PointLike, RuleLike, SizeLike, Types, on_board, points, value_error,
};

/// A position with its rule, on which moves are made and taken back.
#[pyclass(module = "dolmen")]
#[derive(Clone, Debug)]
pub(crate) struct Board {
    game: Game,
    followed: Followed,
}

impl From<Game> for Board {
    fn from(game: Game) -> Self {
        Self { game, followed: Followed::default() }
    }
}

impl Board {
    /// Returns the position and its rule.
    pub(crate) const fn game(&self) -> &Game {
        &self.game
    }

    const fn position(&self) -> &Position {
        self.game.position()
    }

    const fn rule_alone(&self) -> Rule {
        self.game.rule().rule
    }

    fn set(&self, points: Bitboard) -> PointSet {
        PointSet::new(points, self.game.size())
    }

    /// Returns the stones of the fives through the last stone.
    fn five_stones(&self) -> Bitboard {
        let position = self.position();
        let five = position
            .last_move()
            .and_then(|stone| five_through(position, stone.point, stone.color, self.rule_alone()));
        five.unwrap_or(Bitboard::EMPTY)
    }
}

/// Returns an iterator over the boards of an argument.
pub(crate) fn each_board<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyIterator>> {
    if object.is_instance_of::<Board>() {
        return Err(PyTypeError::new_err("expected many boards, such as [board], found one board"));
    }
    object.try_iter()
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(
        signature = (rule=RuleLike::default(), size=SizeLike::default(), moves=None, *, continuous=false),
        text_signature = "(rule='freestyle', size=15, moves=(), *, continuous=False)"
    )]
    fn create(
        rule: RuleLike,
        size: SizeLike,
        moves: Option<&Bound<'_, PyAny>>,
        continuous: bool,
    ) -> PyResult<Self> {
        let mut board = Self::from(Game::new(GameRule { rule: rule.0, continuous }, size.0));
        moves.map_or(Ok(()), |moves| board.play_all(moves))?;
        Ok(board)
    }

    /// Returns a board with stones in any order; the moves need not be legal.
    #[staticmethod]
    #[pyo3(
        signature = (black, white, *, dead=None, to_move=None, rule=RuleLike::default(), size=SizeLike::default()),
        text_signature = "(black, white, *, dead=(), to_move=None, rule='freestyle', size=15)"
    )]
    fn from_stones(
        black: &Bound<'_, PyAny>,
        white: &Bound<'_, PyAny>,
        dead: Option<&Bound<'_, PyAny>>,
        to_move: Option<ColorLike>,
        rule: RuleLike,
        size: SizeLike,
    ) -> PyResult<Self> {
        let mut position = Position::new(size.0);
        for point in dead.map_or(Ok(Vec::new()), points)? {
            position.block(point).map_err(value_error)?;
        }
        let stones = [points(black)?, points(white)?];
        for index in 0..stones[0].len().max(stones[1].len()) {
            for (stones, color) in stones.iter().zip(Color::ALL) {
                if let Some(&point) = stones.get(index) {
                    position.place(point, color).map_err(value_error)?;
                }
            }
        }
        let by_count = if stones[0].len() > stones[1].len() { Color::White } else { Color::Black };
        position.set_side_to_move(to_move.map_or(by_count, |color| color.0));
        Ok(Game::from_position(rule.0, position).into())
    }

    /// Returns the board of a diagram: X black, O white, . empty, # dead.
    #[staticmethod]
    #[pyo3(
        signature = (text, *, to_move=None, rule=RuleLike::default()),
        text_signature = "(text, *, to_move=None, rule='freestyle')"
    )]
    fn from_diagram(text: &str, to_move: Option<ColorLike>, rule: RuleLike) -> PyResult<Self> {
        let mut position = diagram::parse(text).map_err(value_error)?;
        if let Some(color) = to_move {
            position.set_side_to_move(color.0);
        }
        Ok(Game::from_position(rule.0, position).into())
    }

    /// Returns the board of a text that `to_text` returned.
    #[staticmethod]
    fn from_text(text: &str) -> PyResult<Self> {
        text.parse().map(|game: Game| game.into()).map_err(value_error)
    }

    /// Returns the rule, the size and the moves as one text line, such as "renju 15x15 h8 i9".
    fn to_text(&self) -> String {
        self.game.to_string()
    }

    /// The rule.
    #[getter]
    fn rule(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(Types::get(py)?.rule(py, self.rule_alone()))
    }

    /// True if the game goes on after a five, whose stones become dead points.
    #[getter]
    const fn continuous(&self) -> bool {
        self.game.rule().continuous
    }

    /// The width and the height.
    #[getter]
    fn size(&self) -> (usize, usize) {
        (self.game.size().width(), self.game.size().height())
    }

    /// The colour that moves next.
    #[getter]
    fn turn(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(Types::get(py)?.color(py, self.game.side_to_move()))
    }

    /// The number of stones.
    #[getter]
    fn ply(&self) -> usize {
        self.position().ply()
    }

    /// The stones in the order of play.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let types = Types::get(py)?;
        PyTuple::new(py, self.position().history().iter().map(|stone| types.placement(py, *stone)))
    }

    /// The end of the game by its last stone; None while it goes on.
    #[getter]
    fn outcome(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        let types = Types::get(py)?;
        Ok(self.followed.outcome(&self.game).map(|outcome| types.outcome(py, outcome)))
    }

    /// The stones of the fives through the last stone.
    #[getter]
    fn five(&self) -> PointSet {
        self.set(self.five_stones())
    }

    /// The points that can take a stone, forbidden ones included.
    #[getter]
    fn empty(&self) -> PointSet {
        self.set(self.position().empty())
    }

    /// The dead points, which belong to no side.
    #[getter]
    fn dead(&self) -> PointSet {
        self.set(self.position().dead())
    }

    /// The points where the side to move may play; none once the game has ended.
    #[getter]
    fn legal(&mut self) -> PointSet {
        let legal = self.legal_points();
        self.set(legal)
    }

    /// The points where the side to move may not play, with all reasons.
    #[getter]
    fn forbidden<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.followed.forbidden(&self.game, py)
    }

    /// A hash of the stones and the side to move; the order of the moves does not matter.
    #[getter]
    const fn key(&self) -> u64 {
        self.position().key().0
    }

    /// The least key of all images of the position.
    #[getter]
    fn canonical_key(&self) -> u64 {
        let size = self.game.size();
        let keys = Symmetry::all(size).map(|symmetry| self.position().image(symmetry).key().0);
        keys.min().unwrap_or_else(|| self.key())
    }

    /// Plays a move of the side to move, and returns how the game ended with it, if it did.
    fn push(&mut self, point: PointLike, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        let outcome = self.play(point.0, py)?;
        let types = Types::get(py)?;
        Ok(outcome.map(|outcome| types.outcome(py, outcome)))
    }

    /// Takes the last stone back, and returns it.
    fn pop(&mut self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let stone = self.take_back();
        let stone = stone.ok_or_else(|| PyIndexError::new_err("there is no stone to take back"))?;
        Ok(Types::get(py)?.placement(py, stone))
    }

    /// Gives the turn to the other side.
    #[pyo3(name = "pass_turn")]
    fn pass_turn(&mut self) {
        self.change(|position| position.set_side_to_move(!position.side_to_move()));
    }

    /// Places a stone of a colour, regardless of the side to move and of the rule.
    fn place(&mut self, point: PointLike, color: ColorLike) -> PyResult<()> {
        self.put(point.0, color.0)
    }

    /// Takes away the stone on a point, and returns it; None if there is no stone.
    fn remove(&mut self, point: PointLike, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        self.followed.forget();
        let types = Types::get(py)?;
        let stone: Option<Placement> = self.game.remove(point.0);
        Ok(stone.map(|stone| types.placement(py, stone)))
    }

    /// Makes an empty point dead.
    fn block(&mut self, point: PointLike) -> PyResult<()> {
        self.change(|position| position.block(point.0)).map_err(value_error)
    }

    /// Returns the reason why a move is not legal; None if it is.
    fn why_illegal(&mut self, point: PointLike) -> Option<String> {
        let mut copy = self.game.clone();
        copy.play(point.0).err().map(|error: IllegalMove| error.to_string())
    }

    /// Returns the stones of a colour.
    fn stones(&self, color: ColorLike) -> PointSet {
        self.set(self.position().stones(color.0))
    }

    /// Returns the threats, and the points where a colour, by default the side to move, makes them.
    #[pyo3(signature = (color=None))]
    fn threats<'py>(
        &mut self,
        color: Option<ColorLike>,
        py: Python<'py>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let color = color.map_or(self.game.side_to_move(), |color| color.0);
        self.followed.threats(&self.game, color, py)
    }

    /// Returns the boards of all symmetric images, this position first.
    fn images(&self) -> Vec<Self> {
        let image = |symmetry| {
            Self::from(Game::from_position(self.game.rule(), self.position().image(symmetry)))
        };
        Symmetry::all(self.game.size()).map(image).collect()
    }

    /// Returns three planes: own stones, stones of the other side, dead points.
    #[pyo3(signature = (*, out=None, dtype="float32"))]
    fn planes(
        &self,
        out: Option<&Bound<'_, PyAny>>,
        dtype: &str,
        py: Python<'_>,
    ) -> PyResult<Py<PyAny>> {
        let size = self.game.size();
        let mut flags = Vec::with_capacity(PLANES * size.area());
        add_planes(self.position(), &mut flags);
        flags_array(py, &flags, &[PLANES, size.height(), size.width()], dtype, out)
    }

    /// Returns a picture of the position as SVG.
    #[expect(clippy::too_many_arguments, reason = "they are keywords of Python")]
    #[pyo3(
        signature = (
            *, numbers=true, last=true, coordinates="top", marks=None, fill=None, circles=None, arrows=None, size=Integer(400)
        ),
        text_signature = "(self, *, numbers=True, last=True, coordinates='top', marks=None, fill=None, circles=(), \
            arrows=(), size=400)"
    )]
    fn svg(
        &mut self,
        numbers: bool,
        last: bool,
        coordinates: Option<&str>,
        marks: Option<&Bound<'_, PyAny>>,
        fill: Option<&Bound<'_, PyAny>>,
        circles: Option<&Bound<'_, PyAny>>,
        arrows: Option<&Bound<'_, PyAny>>,
        size: Integer,
    ) -> PyResult<String> {
        let (rings, crosses) = (self.five_stones(), self.forbidden_points());
        let wishes = Wishes {
            numbers,
            last,
            coordinates,
            marks,
            fill,
            circles,
            arrows,
            rings,
            crosses,
            size,
        };
        wishes.draw(self.position())
    }

    pub(crate) fn _repr_svg_(&mut self) -> PyResult<String> {
        self.svg(true, true, Some("top"), None, None, None, None, Integer(400))
    }

    /// Returns a copy, which changes on its own.
    fn copy(&self) -> Self {
        self.clone()
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.get_type::<Self>().getattr("from_text")?, (self.to_text(),)))
    }

    /// Returns the colour of the stone on a point of the board; None if there is no stone.
    fn __getitem__(&self, point: PointLike, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        let types = Types::get(py)?;
        let point = on_board(point.0, self.game.size())?;
        Ok(self.position().color_at(point).map(|color| types.color(py, color)))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.borrow().game == self.game)
    }

    fn __repr__(&self) -> String {
        format!("Board.from_text('{}')", self.game)
    }

    fn __str__(&self) -> String {
        self.position().to_string()
    }
}
