//! Forbidden points by the threat board: the fast counterpart of the slow definition in
//! [`crate::rules`].

use crate::board::{Bitboard, Color, Direction, Point};
use crate::rules::{Rule, Shape};
use crate::threats::board::ThreatBoard;
use crate::threats::class::Threat;

impl ThreatBoard {
    /// Returns the empty points of a set that are not forbidden to a colour.
    pub fn legal(&mut self, color: Color, mut points: Bitboard) -> Bitboard {
        if self.rule().restricts(color) {
            for point in points & self.points(color, Threat::Forbidden) {
                if self.is_forbidden(color, point) {
                    points.remove(point);
                }
            }
        }
        points
    }

    /// Returns whether a stone of a colour on an empty point is forbidden. Looks ahead on the
    /// board, and leaves it unchanged.
    pub fn is_forbidden(&mut self, color: Color, point: Point) -> bool {
        if self.strong_threat(color, point) != Threat::Forbidden {
            return false;
        }
        if self.rule() == Rule::Omok {
            return true;
        }
        let code = self.code(color, point);
        let shapes = Direction::ALL.map(|direction| code.shape(direction));
        let fours = shapes.iter().map(|shape| match shape {
            Shape::Four | Shape::OpenFour => 1,
            Shape::DoubleFour => 2,
            _ => 0,
        });
        if shapes.contains(&Shape::Overline) || fours.sum::<u32>() >= 2 {
            return true;
        }
        let threes: Vec<Direction> = Direction::ALL
            .into_iter()
            .filter(|direction| shapes[direction.index()].is_open_three())
            .collect();
        self.place(point, color);
        let mut real = 0;
        for direction in threes {
            real += u32::from(self.is_real_three(color, point, direction));
        }
        self.undo();
        real >= 2
    }

    /// Returns whether the three through the stone on `point` can become a straight four with a
    /// stone that is not forbidden and makes no five elsewhere.
    fn is_real_three(&mut self, color: Color, point: Point, direction: Direction) -> bool {
        [1, -1].into_iter().any(|sense| {
            // The stone that makes the four straight is the first empty point on either side: the
            // point beside the stones, or their gap.
            let size = self.position().size();
            let stones = self.position().stones(color);
            let extension = (1..5)
                .map_while(|steps| point.offset(direction, steps * sense, size))
                .find(|&next| !stones.contains(next));
            extension.is_some_and(|extension| {
                self.code(color, extension).shape(direction) == Shape::OpenFour
                    && self.threat(color, extension) != Threat::Five
                    && !self.is_forbidden(color, extension)
            })
        })
    }
}
