//! Static evaluations of positions, without a search.

use std::sync::{Arc, Mutex};

use dolmen::Game;
use dolmen::eval::{Accumulator, Evaluator, PositionEvaluator};
use dolmen::threats::ThreatBoard;
use pyo3::prelude::{Bound, Py, PyAny, PyResult, Python};

use crate::arrays::array;
use crate::board::{Board, each_board};
use crate::mailbox::{defect, lock, panic_message};
use crate::score::Score;
use crate::values::{Integer, thread_count};

/// The minimum number of positions for each thread: fewer take less time than the start of a thread.
const MIN_SHARE: usize = 64;

/// The number of positions between two checks for signals: a fraction of a second on one thread.
const ROUND: usize = 16_384;

/// Static evaluations by one set of weights.
#[derive(Debug)]
pub(crate) struct Evaluation {
    evaluator: Arc<Evaluator>,
    /// The incremental evaluator, which reuses the stones that consecutive positions share.
    positions: Mutex<PositionEvaluator>,
}

/// Returns the score of a game's position.
fn score(positions: &mut PositionEvaluator, game: &Game) -> Score {
    let value = positions.evaluate(game.position(), game.rule().rule);
    Score::new(value, game.side_to_move())
}

impl Evaluation {
    /// Returns the evaluations by these weights.
    pub(crate) fn new(evaluator: &Arc<Evaluator>) -> Self {
        let positions = Mutex::new(PositionEvaluator::new(evaluator));
        Self { evaluator: Arc::clone(evaluator), positions }
    }

    /// Returns the weights.
    pub(crate) const fn evaluator(&self) -> &Arc<Evaluator> {
        &self.evaluator
    }

    /// Returns the score of a game's position.
    pub(crate) fn of(&self, game: &Game) -> Score {
        score(&mut lock(&self.positions), game)
    }

    /// Returns the scores of boards, in their order, by several threads.
    pub(crate) fn of_many(
        &self,
        boards: &Bound<'_, PyAny>,
        threads: Option<Integer>,
    ) -> PyResult<Vec<Score>> {
        let (py, threads) = (boards.py(), thread_count(threads)?);
        let game =
            |board: PyResult<Bound<'_, PyAny>>| Ok(board?.cast::<Board>()?.borrow().game().clone());
        let mut boards = each_board(boards)?;
        let mut scores = Vec::new();
        loop {
            let round = boards.by_ref().take(ROUND).map(game);
            let games: Vec<Game> = round.collect::<PyResult<_>>()?;
            if games.is_empty() {
                return Ok(scores);
            }
            scores.extend(py.detach(|| self.of_round(&games, threads)).map_err(defect)?);
            py.check_signals()?;
        }
    }

    /// Returns the scores of games, or the message of a panic.
    fn of_round(&self, games: &[Game], threads: usize) -> Result<Vec<Score>, String> {
        let share = games.len().div_ceil(threads).max(MIN_SHARE);
        let evaluate = |part: &[Game]| {
            let mut positions = PositionEvaluator::new(&self.evaluator);
            part.iter().map(|game| score(&mut positions, game)).collect::<Vec<_>>()
        };
        if games.len() <= share {
            return Ok(evaluate(games));
        }
        let scores = std::thread::scope(|scope| {
            let parts = games.chunks(share).map(|part| scope.spawn(move || evaluate(part)));
            let parts: Vec<_> = parts.collect();
            let joined =
                parts.into_iter().map(|part| part.join().map_err(|panic| panic_message(&*panic)));
            joined.collect::<Result<Vec<_>, _>>()
        });
        scores.map(|parts| parts.concat())
    }

    /// Returns the chance to win after each legal move of a game, and nan elsewhere.
    pub(crate) fn of_moves(&self, game: &Game, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let (rule, size) = (game.rule().rule, game.size());
        let mut threats = ThreatBoard::new(game.position(), rule);
        let mut accumulator = Accumulator::new(self.evaluator.rule(rule), &threats);
        let mut values = vec![f64::NAN; size.area()];
        for value in accumulator.chances(&mut threats, game.legal_moves()) {
            values[value.point.row() * size.width() + value.point.column()] = value.chance;
        }
        array(py, &values, &[size.height(), size.width()], "float64").map(Bound::unbind)
    }
}
