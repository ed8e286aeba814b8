//! The order of the moves of a node, in stages: the table's move before the others are even
//! ranked, then the most promising ones by threats, history, killers and counter moves, and
//! the deferred ones at the end.

use std::collections::VecDeque;

use crate::board::point::POINT_INDICES;
use crate::board::{Bitboard, Color, Direction, Point};
use crate::eval::Accumulator;
use crate::rules::Shape;
use crate::search::history::{Context, History};
use crate::search::margins::Margins;
use crate::threats::{Threat, ThreatBoard};

/// The moves of a node that are still to be searched.
#[derive(Debug)]
pub(crate) struct MovePicker {
    table_move: Option<Point>,
    /// The moves without a rank.
    points: Bitboard,
    /// The ranks of the other moves: a score times [`POINT_INDICES`] plus the index of the
    /// point, so that one comparison orders them.
    ranked: Vec<i32>,
    /// The number of moves accepted so far.
    accepted: usize,
    /// The accepted moves that the search comes back to when there are no others.
    deferred: VecDeque<DeferredMove>,
    /// The number of the last move, if it was deferred before.
    deferred_number: Option<usize>,
}

/// An accepted move that is deferred.
#[derive(Clone, Copy, Debug)]
struct DeferredMove {
    point: Point,
    /// Its number among the accepted moves.
    number: usize,
}

/// The parameters of the order besides the board.
pub(crate) struct Hints<'a> {
    pub(crate) accumulator: &'a Accumulator,
    pub(crate) history: &'a History,
    pub(crate) margins: &'a Margins,
    pub(crate) context: &'a Context,
    pub(crate) ply: usize,
    /// The policy's share in the worth of each move, if the policy was computed.
    pub(crate) policy: Option<&'a PolicyWorths>,
}

/// `[point]`: the policy's share in the worth of a move, in units of move ordering.
pub(crate) type PolicyWorths = [i32; POINT_INDICES];

/// The policy that favours no move.
static NO_POLICY: PolicyWorths = [0; POINT_INDICES];

impl MovePicker {
    /// Returns a picker for the points of a set as moves of the side to move.
    ///
    /// Only the capacity of the buffer matters, not its content.
    pub(crate) fn new(table_move: Option<Point>, points: Bitboard, buffer: Vec<i32>) -> Self {
        let mut ranked = buffer;
        ranked.clear();
        Self {
            table_move: table_move.filter(|&point| points.contains(point)),
            points,
            ranked,
            accepted: 0,
            deferred: VecDeque::new(),
            deferred_number: None,
        }
    }

    /// Returns the buffer for another picker.
    pub(crate) fn into_buffer(self) -> Vec<i32> {
        self.ranked
    }

    /// Returns whether the next move will be the first one that is ranked.
    pub(crate) fn will_rank(&self) -> bool {
        self.table_move.is_none() && !self.points.is_empty()
    }

    /// Returns the most promising move that is left. The board must be the same in every call.
    pub(crate) fn next(&mut self, board: &ThreatBoard, hints: &Hints<'_>) -> Option<Point> {
        if let Some(table_move) = self.table_move.take() {
            self.points.remove(table_move);
            return Some(table_move);
        }
        if !self.points.is_empty() {
            self.rank(board, hints);
        }
        // Ranks differ, so the best one has one place. Two simple passes take less time than one.
        let best = self.ranked.iter().copied().fold(i32::MIN, i32::max);
        let Some(place) = self.ranked.iter().position(|&rank| rank == best) else {
            let DeferredMove { point, number } = self.deferred.pop_front()?;
            self.deferred_number = Some(number);
            return Some(point);
        };
        self.ranked.swap_remove(place);
        Some(point_of(best))
    }

    /// Accepts the last move for the search, and returns its number among the accepted moves,
    /// which stays the same if the move was deferred.
    pub(crate) fn accept(&mut self) -> usize {
        self.deferred_number.unwrap_or_else(|| {
            self.accepted += 1;
            self.accepted - 1
        })
    }

    /// Returns whether the last move was deferred before.
    pub(crate) const fn is_deferred(&self) -> bool {
        self.deferred_number.is_some()
    }

    /// Defers the move that was accepted last until there are no others. Returns `false` if it
    /// was deferred before.
    pub(crate) fn defer(&mut self, point: Point) -> bool {
        if !self.is_deferred() {
            self.deferred.push_back(DeferredMove { point, number: self.accepted - 1 });
        }
        !self.is_deferred()
    }

    /// Returns whether the last move comes after `count` accepted ones, and so too late to be searched; then drops
    /// all others.
    pub(crate) fn is_late(&mut self, count: usize) -> bool {
        let is_late = self.accepted >= count;
        if is_late {
            self.ranked.clear();
        }
        is_late
    }

    fn rank(&mut self, board: &ThreatBoard, hints: &Hints<'_>) {
        let color = board.side_to_move();
        let margins = hints.margins;
        // An index is compared more quickly than an `Option`.
        let index = |point: Option<Point>| point.map_or(POINT_INDICES, Point::index);
        let counter = index(hints.history.counter(color, hints.context));
        let killers = hints.history.killers(hints.ply).map(index);
        let history = hints.history.of_moves(color, hints.context);
        let quotient = Quotient::by(margins.order_history);
        let worth = hints.accumulator.move_scores(board);
        let policy = hints.policy.unwrap_or(&NO_POLICY);
        let points = std::mem::take(&mut self.points);
        self.ranked.reserve(points.len());
        points.iter().for_each(|point| {
            let index = point.index();
            let mut score = worth(point) + quotient.of(history.of(point)) + policy[index];
            if killers.contains(&index) {
                score += margins.order_killer;
            }
            if counter == index {
                score += margins.order_counter;
            }
            self.ranked.push(score * POINT_INDICES as i32 + index as i32);
        });
    }
}

/// The division by a fixed number, as a multiplication.
#[derive(Clone, Copy, Debug)]
struct Quotient {
    /// 2 to the 32 divided by the number, rounded up.
    reciprocal: i64,
}

impl Quotient {
    /// Returns the division by a positive number.
    const fn by(divisor: i32) -> Self {
        Self { reciprocal: (1 << 32) / divisor as i64 + 1 }
    }

    /// Returns the quotient, rounded towards zero, of a value between -2^16 and 2^16.
    #[inline]
    const fn of(self, value: i32) -> i32 {
        ((value as i64 * self.reciprocal) >> 32) as i32 + (value < 0) as i32
    }
}

/// Returns the point of a rank.
fn point_of(rank: i32) -> Point {
    Point::from_index(rank.rem_euclid(POINT_INDICES as i32) as usize)
}

/// Returns whether a stone of a colour on a point makes at least an open three, or prevents
/// something stronger of the other colour. Other moves are quiet.
pub(crate) fn is_tactical(board: &ThreatBoard, color: Color, point: Point) -> bool {
    board.strong_threat(color, point) >= Threat::OpenThree
        || board.strong_threat(!color, point) >= Threat::OpenThreePlus
}

/// Returns whether a stone of either colour on a point makes no more than a single one in
/// every direction.
pub(crate) fn is_dull(board: &ThreatBoard, point: Point) -> bool {
    Color::ALL.into_iter().all(|color| {
        let code = board.code(color, point);
        Direction::ALL.into_iter().all(|direction| code.shape(direction) <= Shape::One)
    })
}

#[cfg(test)]
mod tests {
    use crate::search::picker::Quotient;

    #[test]
    fn quotients_are_those_of_a_division() {
        for divisor in 1..=1_000 {
            let quotient = Quotient::by(divisor);
            for value in (-65_536..=65_536).step_by(7).chain(-2_000..2_000) {
                assert_eq!(quotient.of(value), value / divisor, "{value} / {divisor}");
            }
        }
    }
}
