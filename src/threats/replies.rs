//! The points that answer a threat.

use crate::board::{Bitboard, Color, Direction, LineSpot, Point};
use crate::rules::Shape;
use crate::threats::board::ThreatBoard;
use crate::threats::class::Threat;

impl ThreatBoard {
    /// The points where a stone of the other colour leaves `color` no five next move:
    /// empty if nothing does. Only meaningful while `color` has a point that makes five.
    #[must_use]
    pub fn answers_to_five(&self, color: Color) -> Bitboard {
        let fives = self.points(color, Threat::Five);
        if !self.rule().five(color).can_be_closed() {
            return if self.count(color, Threat::Five) == 1 { fives } else { Bitboard::EMPTY };
        }
        // In caro a stone beyond the five's end may close it: an answer must stop every
        // five through every five-point.
        let answers = fives.iter().flat_map(|point| {
            let code = self.code(color, point);
            Direction::ALL
                .into_iter()
                .filter(move |&direction| code.shape(direction) == Shape::Five)
                .map(move |direction| self.answers_in_line(color, point, direction))
        });
        answers.fold(self.position().empty(), |all, answers| all & answers)
    }

    /// The points that stop every five of one line which contains the five-point.
    fn answers_in_line(&self, color: Color, point: Point, direction: Direction) -> Bitboard {
        let spot = LineSpot::of(point, direction);
        let line = self.line(color, spot.line);
        let five = self.rule().five(color);
        let row = line.with_own(1 << spot.bit).row(1 << spot.bit);
        let ends = [row << 1 & !row, row >> 1 & !row];
        let closing = ends.into_iter().filter(|&end| {
            let closed = line.with_opponent(end).with_own(1 << spot.bit);
            line.empty() & end != 0 && !closed.wins(row, five)
        });
        std::iter::once(1 << spot.bit)
            .chain(closing)
            .map(|cell: u32| spot.line.point(cell.trailing_zeros()))
            .collect()
    }
}
