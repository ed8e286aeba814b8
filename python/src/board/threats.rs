//! The threats of a board, computed on demand and then updated by play and undo, and the end of its game.
//!
//! Invariant: a cached threat board has the stones of the game, and a cached end is that of the game.

use dolmen::Game;
use dolmen::board::{Bitboard, Color, Direction, Point};
use dolmen::rules::{Outcome, Rule, forbidden_kinds};
use dolmen::threats::{Threat, ThreatBoard};
use pyo3::prelude::{Bound, PyDictMethods, PyResult, Python};
use pyo3::types::{PyDict, PyFrozenSet};

use crate::values::Types;

/// The cached threats of a board, if they were requested since its last change other than by play and undo.
#[derive(Clone, Debug, Default)]
pub(super) struct Followed {
    board: Option<Box<ThreatBoard>>,
    /// The number of moves since the threat board was made.
    followed: usize,
    /// The number of moves since the last other change.
    moves: usize,
    /// The state of the game: its outcome, or that it goes on; `None` while it is unknown.
    end: Option<Option<Outcome>>,
}

impl Followed {
    /// Drops the cache, because the board changes other than by a move.
    pub(super) fn forget(&mut self) {
        *self = Self::default();
    }

    fn of(&mut self, game: &Game) -> &mut ThreatBoard {
        if self.board.is_none() {
            self.followed = 0;
        }
        let new = || Box::new(ThreatBoard::new(game.position(), game.rule().rule));
        self.board.get_or_insert_with(new)
    }

    /// Returns the outcome of the game; `None` while it goes on.
    pub(super) fn outcome(&self, game: &Game) -> Option<Outcome> {
        self.end.unwrap_or_else(|| game.outcome())
    }

    /// Plays a move in a game, and returns the outcome, `Some(None)` while the game goes on. Returns `None`
    /// without a change of the game if the move is not legal or the game is continuous.
    pub(super) fn play(&mut self, game: &mut Game, point: Point) -> Option<Option<Outcome>> {
        if game.rule().continuous {
            self.forget();
            return None;
        }
        if self.outcome(game).is_some() || !game.position().is_empty_at(point) {
            return None;
        }
        let mover = game.side_to_move();
        if game.rule().rule.restricts(mover) {
            self.of(game);
        }
        let end = match &mut self.board {
            Some(board) => {
                if board.is_forbidden(mover, point) {
                    return None;
                }
                let is_five = board.strong_threat(mover, point) == Threat::Five;
                game.place(point, mover).ok()?;
                board.play(point);
                self.followed += 1;
                let draw = || game.position().empty().is_empty().then_some(Outcome::Draw);
                if is_five { Some(Outcome::Win(mover)) } else { draw() }
            }
            None => {
                game.place(point, mover).ok()?;
                game.outcome()
            }
        };
        self.moves += 1;
        self.end = Some(end);
        Some(end)
    }

    /// Follows the game, which takes back its last stone.
    pub(super) fn undo(&mut self) {
        match (&mut self.board, self.followed) {
            (Some(board), 1..) => {
                board.undo();
                self.followed -= 1;
            }
            _ => self.board = None,
        }
        // Before a legal move, the game goes on.
        self.end = (self.moves > 0).then_some(None);
        self.moves = self.moves.saturating_sub(1);
    }

    /// Returns the points where the side to move may play.
    pub(super) fn legal(&mut self, game: &Game) -> Bitboard {
        let mover = game.side_to_move();
        if self.outcome(game).is_some() {
            return Bitboard::EMPTY;
        }
        let empty = game.position().empty();
        if game.rule().rule.restricts(mover) { self.of(game).legal(mover, empty) } else { empty }
    }

    /// Returns the points where the side to move may not play.
    pub(super) fn forbidden_points(&mut self, game: &Game) -> Bitboard {
        let mover = game.side_to_move();
        if !game.rule().rule.restricts(mover) {
            return Bitboard::EMPTY;
        }
        let empty = game.position().empty();
        empty - self.of(game).legal(mover, empty)
    }

    /// Returns the points where the side to move may not play, with all reasons.
    pub(super) fn forbidden<'py>(
        &mut self,
        game: &Game,
        py: Python<'py>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let types = Types::get(py)?;
        let all = PyDict::new(py);
        for point in self.forbidden_points(game) {
            let position = game.position();
            let kinds = forbidden_kinds(position, point, game.side_to_move(), game.rule().rule);
            let kinds: Vec<_> = kinds.into_iter().map(|kind| types.forbidden(py, kind)).collect();
            all.set_item(types.point(py, point), PyFrozenSet::new(py, kinds)?)?;
        }
        Ok(all)
    }

    /// Returns the threats of a colour: a map from threats to points.
    pub(super) fn threats<'py>(
        &mut self,
        game: &Game,
        color: Color,
        py: Python<'py>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let types = Types::get(py)?;
        let all = PyDict::new(py);
        let board = self.of(game);
        for point in game.position().empty() {
            let threat = threat(board, color, point);
            if threat != Threat::Nothing {
                all.set_item(types.point(py, point), name(threat))?;
            }
        }
        Ok(all)
    }
}

/// Returns the threat of a stone. If it only looks forbidden but is legal, its shapes decide.
fn threat(board: &mut ThreatBoard, color: Color, point: Point) -> Threat {
    let threat = board.threat(color, point);
    if threat != Threat::Forbidden || board.is_forbidden(color, point) {
        return threat;
    }
    let code = board.code(color, point);
    Threat::of(Direction::ALL.map(|direction| code.shape(direction)), Rule::Standard, color)
}

const fn name(threat: Threat) -> &'static str {
    match threat {
        Threat::Nothing => "nothing",
        Threat::OpenTwo => "open two",
        Threat::Three => "three",
        Threat::DoubleTwo => "double two",
        Threat::ThreePlus => "three plus",
        Threat::OpenThree => "open three",
        Threat::OpenThreePlus => "open three plus",
        Threat::DoubleThree => "double three",
        Threat::Four => "four",
        Threat::FourPlus => "four plus",
        Threat::FourThree => "four three",
        Threat::OpenFour => "open four",
        Threat::Five => "five",
        Threat::Forbidden => "forbidden",
    }
}
