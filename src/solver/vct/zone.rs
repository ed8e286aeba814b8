//! The zone of a threat: the points where the defender can do something about it.
//!
//! Invariant: if the attacker wins by fours after the defender's pass, he wins by the same
//! fours after any legal reply outside the zone. In it are the points that the fours and
//! their answers take and those that complete them; those where, at any time meanwhile,
//! the defender makes a four of his own; in caro the ends of the fives; and where points
//! are forbidden, those that make an answer allowed or one of the fours forbidden.

use crate::board::{Bitboard, Color, Direction, Point};
use crate::rules::Shape;
use crate::solver::proof::Proof;
use crate::solver::vcf::four_points;
use crate::solver::vct::Vct;
use crate::threats::{Threat, ThreatBoard};

/// What a defender who has to move knows of the attacker's threat.
pub(super) enum Zone {
    /// Moves anywhere else lose by fours.
    Points(Bitboard),
    /// He may move as he likes.
    NoThreat,
}

impl Vct {
    /// The zone of the threat that the defender, who is to move, is under. Neither side
    /// has a five.
    pub(super) fn threat_zone(&mut self, board: &mut ThreatBoard) -> Zone {
        let attacker = self.attacker;
        if board.count(attacker, Threat::OpenFour) > 0 {
            let answers = board.answers_to_open_four(attacker);
            return Zone::Points(answers | four_points(board, !attacker));
        }
        board.pass();
        let proof = self.fours(board);
        let zone = match proof {
            Proof::Win(line) => self.zone_of_fours(board, &line),
            Proof::NoWin | Proof::Unknown => None,
        };
        board.pass();
        zone.map_or(Zone::NoThreat, Zone::Points)
    }

    /// The zone of a VCF with this main line, for the attacker to move. `None` if the
    /// answer to another one than the line's is not found any more.
    fn zone_of_fours(&mut self, board: &mut ThreatBoard, line: &[Point]) -> Option<Bitboard> {
        let (attacker, defender) = (self.attacker, !self.attacker);
        let fives = five_zone(board, attacker);
        let mut zone = four_points(board, defender) | fives;
        let Some((&four, rest)) = line.split_first() else { return Some(zone) };
        if !fives.is_empty() {
            return Some(zone);
        }
        zone.insert(four);
        if board.threat(attacker, four) == Threat::Forbidden {
            zone |= stones_that(board, defender, |board| board.is_forbidden(attacker, four));
        }
        board.play(four);
        let after = self.zone_of_answers(board, rest);
        board.undo();
        Some(zone | after?)
    }

    /// The zone of the rest of a VCF, for the defender to move against a four.
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
                _ => match self.fours(board) {
                    Proof::Win(line) => self.zone_of_fours(board, &line),
                    Proof::NoWin | Proof::Unknown => None,
                },
            };
            board.undo();
            zone |= after?;
        }
        Some(zone)
    }
}

/// The points that complete the attacker's fives, and in caro those that close them.
fn five_zone(board: &ThreatBoard, attacker: Color) -> Bitboard {
    let mut zone = board.points(attacker, Threat::Five);
    if board.rule().five(attacker).can_be_closed() {
        for point in zone {
            let code = board.code(attacker, point);
            for direction in Direction::ALL {
                if code.shape(direction) == Shape::Five {
                    zone |= row_ends(board, attacker, point, direction);
                }
            }
        }
    }
    zone
}

/// The empty points at the ends of the row that a stone on `point` completes.
fn row_ends(board: &ThreatBoard, color: Color, point: Point, direction: Direction) -> Bitboard {
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

/// The empty points where a stone of a colour makes something true, tried one by one:
/// what is forbidden may hang on points far from it.
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
