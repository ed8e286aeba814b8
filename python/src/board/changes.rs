//! Changes of a board: moves, stones regardless of the rule, and whole positions.

use dolmen::Game;
use dolmen::board::{Bitboard, Color, Placement, Point, Position};
use dolmen::notation::{Defaults, moves as plain_moves};
use dolmen::rules::{IllegalMove, Outcome};
use pyo3::prelude::{Bound, PyAny, PyAnyMethods, PyResult, Python};

use crate::board::Board;
use crate::values::{Types, points, value_error};

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

    /// Plays the moves of an argument: a text such as `h8i9`, or points.
    pub(super) fn play_all(&mut self, moves: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = moves.py();
        if let Ok(text) = moves.extract::<&str>() {
            if text.trim().is_empty() {
                return Ok(());
            }
            let size = self.game.size();
            let defaults = Defaults { rule: self.game.rule(), size, ..Defaults::default() };
            let record = plain_moves::read(text, &defaults).map_err(value_error)?;
            for id in record.path(record.end()).into_iter().skip(1) {
                match record.nodes()[id].point {
                    Some(point) => self.play(point, py).map(drop)?,
                    None => self.pass_turn(),
                }
            }
            return Ok(());
        }
        points(moves)?.into_iter().try_for_each(|point| self.play(point, py).map(drop))
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
