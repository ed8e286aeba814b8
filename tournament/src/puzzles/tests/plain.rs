//! A plain search for wins by fours, and by one three and fours: every legal move near the stones is
//! tried, and the slow definitions of the rules say what it makes. It shares nothing with the solvers.

use std::collections::HashMap;

use dolmen::board::{Bitboard, Color, Direction, Key, Point, Position};
use dolmen::rules::{Rule, forbidden, makes_five};

/// The maximum distance, along a line, of a point that completes or stops a five through a stone.
const REACH: i32 = 5;

/// A plain search under a rule.
pub(super) struct Plain {
    rule: Rule,
    /// Whether the attacker, who is to move, wins by fours.
    known: HashMap<(Key, Color), bool>,
}

impl Plain {
    pub(super) fn new(rule: Rule) -> Self {
        Self { rule, known: HashMap::new() }
    }

    fn is_legal(&self, position: &Position, point: Point, color: Color) -> bool {
        forbidden(position, point, color, self.rule).is_none()
    }

    /// Returns the empty points where a colour may play.
    pub(super) fn legal(&self, position: &Position, color: Color) -> Bitboard {
        let empty = position.empty();
        empty.iter().filter(|&point| self.is_legal(position, point, color)).collect()
    }

    /// Returns the points where a colour makes five.
    fn fives(&self, position: &Position, color: Color) -> Vec<Point> {
        let near = position.stones(color).dilated() & position.empty();
        near.iter().filter(|&point| makes_five(position, point, color, self.rule)).collect()
    }

    /// Returns the points where a colour makes five through a stone.
    fn fives_through(&self, position: &Position, stone: Point, color: Color) -> Vec<Point> {
        let steps = (-REACH..=REACH).filter(|&steps| steps != 0);
        let around = steps.flat_map(|steps| Direction::ALL.map(|direction| (direction, steps)));
        let points =
            around.filter_map(|(direction, steps)| stone.offset(direction, steps, position.size()));
        points.filter(|&point| makes_five(position, point, color, self.rule)).collect()
    }

    /// Returns whether the attacker, who is to move, wins by fours alone.
    pub(super) fn wins_by_fours(&mut self, position: &Position, attacker: Color) -> bool {
        if !self.fives(position, attacker).is_empty() {
            return true;
        }
        let key = (position.key(), attacker);
        if let Some(&wins) = self.known.get(&key) {
            return wins;
        }
        let threats = self.fives(position, !attacker);
        let near = position.stones(attacker).dilated().dilated().dilated().dilated();
        let mut points = near & position.empty();
        if let Some(&threat) = threats.first() {
            // The five must be stopped: in caro also from its end.
            points = self.stops(position, threat, !attacker);
        }
        let wins = points.iter().any(|point| {
            if !self.is_legal(position, point, attacker) {
                return false;
            }
            let mut after = position.clone();
            after.place(point, attacker).expect("the point is empty");
            self.wins_by_four(&after, attacker)
        });
        self.known.insert(key, wins);
        wins
    }

    /// Returns whether the attacker, who has just played, made a four and wins by fours alone.
    pub(super) fn wins_by_four(&mut self, after: &Position, attacker: Color) -> bool {
        let Some(last) = after.last_move() else { return false };
        if !self.fives(after, !attacker).is_empty() {
            return false;
        }
        let Some(&five) = self.fives_through(after, last.point, attacker).first() else {
            return false;
        };
        let stops = self.stops(after, five, attacker);
        stops.iter().all(|stop| {
            if !self.is_legal(after, stop, !attacker) {
                return true;
            }
            let mut next = after.clone();
            next.place(stop, !attacker).expect("the point is empty");
            self.wins_by_fours(&next, attacker)
        })
    }

    /// Returns the points where a stone of the other colour stops one five: on it, or beside it.
    fn stops(&self, position: &Position, five: Point, attacker: Color) -> Bitboard {
        let mut near = Bitboard::EMPTY;
        near.insert(five);
        for direction in Direction::ALL {
            for steps in -REACH..=REACH {
                if let Some(point) = five.offset(direction, steps, position.size()) {
                    near.insert(point);
                }
            }
        }
        let is_stop = |point: &Point| {
            let mut after = position.clone();
            after.place(*point, !attacker).is_ok() && !makes_five(&after, five, attacker, self.rule)
        };
        near.iter().filter(is_stop).collect()
    }

    /// Returns whether the attacker, who has just played no four, threatens fours and wins by them against
    /// every reply.
    pub(super) fn wins_by_three(&mut self, after: &Position, attacker: Color) -> bool {
        let mut passed = after.clone();
        passed.set_side_to_move(attacker);
        if !self.wins_by_fours(&passed, attacker) || !self.fives(after, !attacker).is_empty() {
            return false;
        }
        self.legal(after, !attacker).iter().all(|reply| {
            let mut next = after.clone();
            next.place(reply, !attacker).expect("the point is empty");
            self.wins_by_fours(&next, attacker)
        })
    }
}
