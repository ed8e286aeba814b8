//! The order of moves, in stages: the table's move before any other is looked at, then the
//! most promising by threats, history, killers and counter moves.

use std::collections::VecDeque;

use crate::board::point::POINT_INDICES;
use crate::board::{Bitboard, Color, Direction, Point};
use crate::eval::RuleEvaluator;
use crate::rules::Shape;
use crate::search::history::{Context, History};
use crate::search::margins::Margins;
use crate::threats::{Threat, ThreatBoard};

/// Moves still to be searched.
#[derive(Debug)]
pub(crate) struct MovePicker {
    table_move: Option<Point>,
    /// The moves not yet scored.
    points: Bitboard,
    /// The scored ones: score times [`POINT_INDICES`], plus the number of the point, so that
    /// one comparison orders them.
    ranked: Vec<i32>,
    /// Moves accepted so far.
    accepted: usize,
    /// Whether quiet moves are left out from now on.
    is_late: bool,
    /// Accepted moves to come back to when there are no others, with their numbers.
    put_off: VecDeque<(Point, usize)>,
    /// The number of the last move, if it was put off before.
    second_round: Option<usize>,
}

/// What the order depends on besides the board.
pub(crate) struct Hints<'a> {
    pub(crate) evaluator: &'a RuleEvaluator,
    pub(crate) history: &'a History,
    pub(crate) margins: &'a Margins,
    pub(crate) context: &'a Context,
    pub(crate) ply: usize,
}

impl MovePicker {
    /// The points of a set as moves of the side to move; the buffer's content does not
    /// matter, only the memory that it holds.
    pub(crate) fn new(table_move: Option<Point>, points: Bitboard, buffer: Vec<i32>) -> Self {
        let mut ranked = buffer;
        ranked.clear();
        Self {
            table_move: table_move.filter(|&point| points.contains(point)),
            points,
            ranked,
            accepted: 0,
            is_late: false,
            put_off: VecDeque::new(),
            second_round: None,
        }
    }

    /// The memory, for another picker.
    pub(crate) fn into_buffer(self) -> Vec<i32> {
        self.ranked
    }

    /// The best move left. The board must be the same at every call.
    pub(crate) fn next(&mut self, board: &ThreatBoard, hints: &Hints<'_>) -> Option<Point> {
        if let Some(table_move) = self.table_move.take() {
            self.points.remove(table_move);
            return Some(table_move);
        }
        if !self.points.is_empty() {
            self.rank(board, hints);
        }
        let Some(best) = self.ranked.iter().copied().max() else {
            let (point, number) = self.put_off.pop_front()?;
            self.second_round = Some(number);
            return Some(point);
        };
        let place = self.ranked.iter().position(|&rank| rank == best)?;
        Some(point_of(self.ranked.swap_remove(place)))
    }

    /// The last move will be searched: its number among those (from 0), the same each time.
    pub(crate) fn accept(&mut self) -> usize {
        self.second_round.unwrap_or_else(|| {
            self.accepted += 1;
            self.accepted - 1
        })
    }

    /// Whether the last move was put off before.
    pub(crate) const fn is_second_round(&self) -> bool {
        self.second_round.is_some()
    }

    /// Comes back to the move accepted last when there are no others, but only once: `false`
    /// if it has.
    pub(crate) fn put_off(&mut self, point: Point) -> bool {
        if !self.is_second_round() {
            self.put_off.push_back((point, self.accepted - 1));
        }
        !self.is_second_round()
    }

    /// Whether a move comes too late, and with it all others like it: a quiet one after
    /// `quiet` accepted moves, any after `all`.
    pub(crate) fn is_late(
        &mut self,
        board: &ThreatBoard,
        point: Point,
        [quiet, all]: [usize; 2],
    ) -> bool {
        let color = board.side_to_move();
        if self.accepted >= all {
            self.ranked.clear();
            return true;
        }
        if !self.is_late && self.accepted >= quiet {
            self.is_late = true;
            self.ranked.retain(|&rank| is_tactical(board, color, point_of(rank)));
        }
        self.is_late && !is_tactical(board, color, point)
    }

    fn rank(&mut self, board: &ThreatBoard, hints: &Hints<'_>) {
        let color = board.side_to_move();
        let margins = hints.margins;
        let counter = hints.history.counter(color, hints.context);
        for point in std::mem::take(&mut self.points) {
            let mut score = threat_score(hints.evaluator, board, color, point);
            score += hints.history.value(color, point, hints.context) / margins.order_history;
            if hints.history.is_killer(hints.ply, point) {
                score += margins.order_killer;
            }
            if counter == Some(point) {
                score += margins.order_counter;
            }
            self.ranked.push(score * POINT_INDICES as i32 + point.index() as i32);
        }
    }
}

/// The point of a rank.
fn point_of(rank: i32) -> Point {
    Point::from_index(rank.rem_euclid(POINT_INDICES as i32) as usize)
}

/// What a stone there is worth as an attack and as a defence.
fn threat_score(evaluator: &RuleEvaluator, board: &ThreatBoard, color: Color, point: Point) -> i32 {
    let [own, other] = [color, !color].map(|color| evaluator.weights_at(board, color, point));
    i32::from(own.attack) + i32::from(other.defence)
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
