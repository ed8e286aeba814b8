//! The order of moves: the table's first, then the most promising by threats, history,
//! killers and counter moves.

use crate::board::{Bitboard, Color, Direction, Point};
use crate::rules::Shape;
use crate::search::history::{Context, History};
use crate::threats::{Threat, ThreatBoard};

/// History per unit of a move's score.
const HISTORY_DIVISOR: i32 = 160;
/// Bonus of a killer and of a counter move.
const KILLER_BONUS: i32 = 25;
const COUNTER_BONUS: i32 = 20;
/// Moves still to be searched, with their scores.
#[derive(Clone, Debug, Default)]
pub(crate) struct MovePicker {
    moves: Vec<(i32, Point)>,
}

/// What the order depends on besides the board.
pub(crate) struct Hints<'a> {
    pub(crate) table_move: Option<Point>,
    pub(crate) history: &'a History,
    pub(crate) ply: usize,
}

impl MovePicker {
    /// The points of a set as moves of the side to move.
    pub(crate) fn new(board: &ThreatBoard, points: Bitboard, hints: &Hints<'_>) -> Self {
        let color = board.side_to_move();
        let context = Context::of(board.position());
        let counter = hints.history.counter(color, &context);
        let score = |point: Point| {
            if Some(point) == hints.table_move {
                return i32::MAX;
            }
            let mut score = threat_score(board, color, point);
            score += hints.history.value(color, point, &context) / HISTORY_DIVISOR;
            if hints.history.is_killer(hints.ply, point) {
                score += KILLER_BONUS;
            }
            if counter == Some(point) {
                score += COUNTER_BONUS;
            }
            score
        };
        Self { moves: points.iter().map(|point| (score(point), point)).collect() }
    }

    /// The best move left.
    pub(crate) fn next(&mut self) -> Option<Point> {
        let best = (0..self.moves.len()).max_by_key(|&index| self.moves[index].0)?;
        Some(self.moves.swap_remove(best).1)
    }
}

/// What a stone there is worth as an attack and as a defence.
fn threat_score(board: &ThreatBoard, color: Color, point: Point) -> i32 {
    let value = |color| board.tables().move_value(color, board.code(color, point));
    i32::from(value(color).attack) + i32::from(value(!color).defence)
}

/// Whether a stone of a colour on a point makes at least an open three or prevents the
/// other colour's: such moves are not quiet.
pub(crate) fn is_tactical(board: &ThreatBoard, color: Color, point: Point) -> bool {
    board.threat(color, point) >= Threat::OpenThree
        || board.threat(!color, point) >= Threat::OpenThreePlus
}

/// Whether no row of either colour through the point is worth anything.
pub(crate) fn is_dull(board: &ThreatBoard, point: Point) -> bool {
    Color::ALL.into_iter().all(|color| {
        let code = board.code(color, point);
        Direction::ALL.into_iter().all(|direction| code.shape(direction) <= Shape::One)
    })
}
