//! The values of moves by the evaluation alone.

use dolmen::eval::{Accumulator, Evaluator};
use dolmen::threats::{Threat, ThreatBoard};
use dolmen::{Game, Score};

use crate::message::Heat;

/// Returns the chances of the side to move after each of its legal moves.
pub(super) fn heat(game: &Game) -> Vec<Heat> {
    let (rule, mover) = (game.rule().rule, game.side_to_move());
    let mut board = ThreatBoard::new(game.position(), rule);
    let evaluator = Evaluator::built_in();
    let mut accumulator = Accumulator::new(evaluator.rule(rule), &board);
    let fives = board.points(mover, Threat::Five);
    let mut values = Vec::new();
    for point in game.legal_moves() {
        board.play(point);
        let chance = if fives.contains(point) {
            1.0
        } else if board.position().empty().is_empty() {
            Score::DRAW.win_probability()
        } else {
            1.0 - accumulator.evaluate(&board).win_probability()
        };
        board.undo();
        accumulator.follow_undo(&board);
        values.push(Heat { point: point.to_string(), value: chance });
    }
    values
}
