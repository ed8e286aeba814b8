//! Changes of a board: moves, stones regardless of the rule, and whole positions.

use dolmen::Game;
use dolmen::board::{Bitboard, Color, Placement, Point, Position};
use dolmen::notation::{Defaults, moves as plain_moves};
use dolmen::rules::{IllegalMove, Outcome};
use pyo3::prelude::{Borrowed, Bound, FromPyObject, PyAny, PyAnyMethods, PyErr, PyResult, Python};

use crate::board::Board;
use crate::values::{ColorLike, PointLike, Types, value_error};

/// A step of a sequence of moves.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// A pass, as an argument None or "pass".
    Pass,
    /// A stone of the side to move.
    Point(Point),
    /// A stone of a colour, before which the other side passes if it is to move.
    Stone(Placement),
}

impl<'py> FromPyObject<'_, 'py> for Step {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if object.is_none() || object.extract::<&str>().is_ok_and(plain_moves::is_pass) {
            return Ok(Self::Pass);
        }
        if let Ok((PointLike(point), ColorLike(color))) = object.extract() {
            return Ok(Self::Stone(Placement { point, color }));
        }
        object.extract().map(|PointLike(point)| Self::Point(point))
    }
}

impl Board {
    /// Plays a move of the side to move.
    ///
    /// # Errors
    /// Returns an error if the move is not legal; the board then stays unchanged.
    pub(crate) fn try_play(&mut self, point: Point) -> Result<Option<Outcome>, IllegalMove> {
        match self.followed.play(&mut self.game, point) {
            Some(outcome) => Ok(outcome),
            None => self.game.play(point),
        }
    }

    /// Plays a move of the side to move, or returns the exception.
    pub(super) fn play(&mut self, point: Point, py: Python<'_>) -> PyResult<Option<Outcome>> {
        let outcome = self.try_play(point);
        outcome.or_else(|error| Err(Types::get(py)?.illegal_move(py, error, point)))
    }

    /// Takes the last stone back.
    pub(crate) fn take_back(&mut self) -> Option<Placement> {
        self.followed.undo();
        self.game.undo()
    }

    /// Returns the points where the side to move may play.
    pub(crate) fn legal_points(&mut self) -> Bitboard {
        self.followed.legal(&self.game)
    }

    /// Returns the points where the side to move may not play.
    pub(crate) fn forbidden_points(&mut self) -> Bitboard {
        self.followed.forbidden_points(&self.game)
    }

    /// Plays the moves of an argument: a text such as `h8i9`, or a collection of [`Step`]s.
    pub(super) fn play_all(&mut self, moves: &Bound<'_, PyAny>) -> PyResult<()> {
        let steps = match moves.extract::<&str>() {
            Ok(text) => self.read_steps(text)?,
            Err(_) => moves.try_iter()?.map(|step| step?.extract()).collect::<PyResult<_>>()?,
        };
        let mut steps = steps.into_iter().zip(1..);
        steps.try_for_each(|(step, number)| self.take_step(step, number, moves.py()))
    }

    /// Returns the steps of a text.
    fn read_steps(&self, text: &str) -> PyResult<Vec<Step>> {
        if text.trim().is_empty() {
            return Ok(Vec::new());
        }
        let size = self.game.size();
        let defaults = Defaults { rule: self.game.rule(), size, ..Defaults::default() };
        let record = plain_moves::read_sequence(text, &defaults).map_err(value_error)?;
        let path = record.path(record.end()).into_iter().skip(1);
        Ok(path.map(|id| record.nodes()[id].point.map_or(Step::Pass, Step::Point)).collect())
    }

    /// Takes the step of this number of a sequence.
    fn take_step(&mut self, step: Step, number: usize, py: Python<'_>) -> PyResult<()> {
        let point = match step {
            Step::Pass => {
                self.pass_turn();
                return Ok(());
            }
            Step::Point(point) => point,
            Step::Stone(Placement { point, color }) => {
                if color != self.game.side_to_move() {
                    self.pass_turn();
                }
                point
            }
        };
        let place = format!("move {number}: ");
        let illegal = |error| Ok(Types::get(py)?.illegal_move_of(py, error, point, &place));
        self.try_play(point).map(drop).or_else(|error| illegal(error).and_then(Err))
    }

    /// Places a stone regardless of the rule.
    pub(super) fn put(&mut self, point: Point, color: Color) -> PyResult<()> {
        self.followed.forget();
        self.game.place(point, color).map_err(value_error)
    }

    /// Changes the position, and drops the cached facts about it.
    pub(super) fn change<T>(&mut self, change: impl FnOnce(&mut Position) -> T) -> T {
        let mut position = self.position().clone();
        let result = change(&mut position);
        *self = Game::from_position(self.game.rule(), position).into();
        result
    }
}
