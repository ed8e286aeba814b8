//! The zone of a threat: the points where a reply of the defender can matter.
//!
//! Invariant: if the attacker wins by fours after the defender passes, the same fours win after
//! any legal reply outside the zone. The zone contains
//!
//! - the points of the fours and of their answers, and those that complete the fives,
//! - the points where the defender makes a four at any time in between,
//! - in caro, the ends of the fives,
//! - under rules with forbidden points, the points that make an answer legal or one of the
//!   fours forbidden.

use crate::board::{Bitboard, Color, Direction, Point};
use crate::rules::Shape;
use crate::solver::vcf::four_points;
use crate::solver::vct::Vct;
use crate::threats::{Threat, ThreatBoard};

/// The threat that the defender, who is to move, is under.
pub(super) enum Zone {
    /// There is a threat: moves outside these points lose to fours.
    Points(Bitboard),
    /// There is no threat, so every move is possible.
    NoThreat,
}

impl Vct {
    /// Returns the zone of the threat that the defender, who is to move, is under. Neither
    /// side may have a five.
    pub(super) fn threat_zone(&mut self, board: &mut ThreatBoard) -> Zone {
        let attacker = self.attacker;
        if board.count(attacker, Threat::OpenFour) > 0 {
            let answers = board.answers_to_open_four(attacker);
            return Zone::Points(answers | four_points(board, !attacker));
        }
        board.pass();
        let fours = self.fours(board).into_win();
        let zone = fours.and_then(|variation| self.zone_of_fours(board, &variation));
        board.pass();
        zone.map_or(Zone::NoThreat, Zone::Points)
    }

    /// Returns the zone of a VCF with this variation, for the attacker to move.
    ///
    /// Returns `None` if the solver no longer finds the win after an answer that is not in the
    /// variation.
    fn zone_of_fours(&mut self, board: &mut ThreatBoard, variation: &[Point]) -> Option<Bitboard> {
        let (attacker, defender) = (self.attacker, !self.attacker);
        let fives = five_zone(board, attacker);
        let mut zone = four_points(board, defender) | fives;
        let Some((&four, rest)) = variation.split_first() else { return Some(zone) };
        if !fives.is_empty() {
            return Some(zone);
        }
        zone.insert(four);
        if board.strong_threat(attacker, four) == Threat::Forbidden {
            zone |= stones_that(board, defender, |board| board.is_forbidden(attacker, four));
        }
        board.play(four);
        let after = self.zone_of_answers(board, rest);
        board.undo();
        Some(zone | after?)
    }

    /// Returns the zone of the rest of a VCF, for the defender to move against a four.
    fn zone_of_answers(&mut self, board: &mut ThreatBoard, rest: &[Point]) -> Option<Bitboard> {
        let (attacker, defender) = (self.attacker, !self.attacker);
        let answers = board.answers_to_five(attacker);
        let legal = board.legal(defender, answers);
        let mut zone = answers | five_zone(board, attacker);
        for answer in answers - legal {
            zone |= stones_that(board, defender, |board| !board.is_forbidden(defender, answer));
        }
        for answer in legal {
            board.play(answer);
            let after = match rest.split_first() {
                Some((&first, rest)) if first == answer => self.zone_of_fours(board, rest),
                _ => {
                    let fours = self.fours(board).into_win();
                    fours.and_then(|variation| self.zone_of_fours(board, &variation))
                }
            };
            board.undo();
            zone |= after?;
        }
        Some(zone)
    }
}

/// Returns the points that complete the attacker's fives, and in caro those that close them.
fn five_zone(board: &ThreatBoard, attacker: Color) -> Bitboard {
    let mut zone = board.points(attacker, Threat::Five);
    if board.rule().five(attacker).can_be_closed() {
        for point in zone {
            let code = board.code(attacker, point);
            for direction in Direction::ALL {
                if code.shape(direction) == Shape::Five {
                    zone |= five_ends(board, attacker, point, direction);
                }
            }
        }
    }
    zone
}

/// Returns the empty points at the ends of the five that a stone on `point` completes.
fn five_ends(board: &ThreatBoard, color: Color, point: Point, direction: Direction) -> Bitboard {
    let position = board.position();
    let stones = position.stones(color);
    let end = |sense: i32| {
        (1..)
            .map_while(|steps| point.offset(direction, steps * sense, position.size()))
            .find(|&next| !stones.contains(next))
    };
    let ends: Bitboard = [1, -1].into_iter().filter_map(end).collect();
    ends & position.empty()
}

/// Returns the empty points where a stone of a colour makes a condition true.
///
/// It tries all points, because a forbidden point may depend on stones far from it.
fn stones_that(
    board: &mut ThreatBoard,
    color: Color,
    mut is_true: impl FnMut(&mut ThreatBoard) -> bool,
) -> Bitboard {
    let mut found = Bitboard::EMPTY;
    for point in board.position().empty() {
        board.place(point, color);
        if is_true(board) {
            found.insert(point);
        }
        board.undo();
    }
    found
}
