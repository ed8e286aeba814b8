//! The moves of a node: the threats of the attacker and the replies of the defender.

use crate::board::{Bitboard, Color, Point};
use crate::solver::children::Child;
use crate::solver::proof_table::Numbers;
use crate::solver::vcf::four_points;
use crate::solver::vct::zone::Zone;
use crate::solver::vct::{Expansion, Vct};
use crate::threats::{Threat, ThreatBoard};

impl Vct {
    /// Returns the moves of a position with the attacker to move.
    pub(super) fn expand_attack(&mut self, board: &mut ThreatBoard, is_known: bool) -> Expansion {
        let attacker = self.attacker;
        if board.count(attacker, Threat::Five) > 0 {
            return Expansion::Solved(Numbers::PROVED);
        }
        if !is_known && self.fours(board).is_win() {
            return Expansion::Solved(Numbers::PROVED);
        }
        let legal = board.legal(attacker, attacks(board, attacker));
        let child = |point| Child { point, numbers: initial_numbers(board, attacker, point) };
        let children: Vec<Child> = legal.iter().map(child).collect();
        if children.is_empty() {
            return Expansion::Solved(Numbers::DISPROVED);
        }
        Expansion::Open(children)
    }

    /// Returns the moves of a position with the defender to move.
    pub(super) fn expand_defence(&mut self, board: &mut ThreatBoard, is_known: bool) -> Expansion {
        let (attacker, defender) = (self.attacker, !self.attacker);
        if board.count(defender, Threat::Five) > 0 {
            return Expansion::Solved(Numbers::DISPROVED);
        }
        let replies = if board.count(attacker, Threat::Five) > 0 {
            board.answers_to_five(attacker)
        } else {
            if !is_known && self.fours(board).is_win() {
                return Expansion::Solved(Numbers::DISPROVED);
            }
            match self.threat_zone(board) {
                Zone::Points(zone) => zone & board.position().empty(),
                Zone::NoThreat => return Expansion::Solved(Numbers::DISPROVED),
            }
        };
        let replies = board.legal(defender, replies);
        if replies.is_empty() {
            return Expansion::Solved(Numbers::PROVED);
        }
        let child = |point: Point| Child { point, numbers: Numbers::new(1, 1) };
        Expansion::Open(replies.iter().map(child).collect())
    }
}

/// Returns the attacker's moves that may be threats. Some of them may be forbidden.
pub(super) fn attacks(board: &ThreatBoard, attacker: Color) -> Bitboard {
    let defender = !attacker;
    if board.count(defender, Threat::Five) > 0 {
        return board.answers_to_five(defender);
    }
    let fours = four_points(board, attacker);
    let threes = [Threat::DoubleThree, Threat::OpenThreePlus, Threat::OpenThree, Threat::Forbidden];
    let threes = board.points_of_any(attacker, &threes) - fours;
    let is_quiet = |&point: &Point| {
        let quiet = [Threat::OpenTwo, Threat::Three, Threat::DoubleTwo, Threat::ThreePlus];
        quiet.contains(&board.threat(attacker, point))
    };
    let quiet: Bitboard = board.near().iter().filter(is_quiet).collect();
    let mut others = threes | quiet;
    if board.count(defender, Threat::OpenFour) > 0 {
        // The defender answers any other move with an open four.
        others &= board.answers_to_open_four(defender);
    }
    fours | others
}

/// Returns the first numbers of an attacker's move, with a low proof number for the moves that
/// win most often.
///
/// Measured on positions with known wins: the solver visits twice as many positions with 1 for
/// fours, 2 for threes and 6 for all others.
fn initial_numbers(board: &ThreatBoard, attacker: Color, point: Point) -> Numbers {
    let proof = match board.threat(attacker, point) {
        Threat::Nothing | Threat::OpenTwo | Threat::DoubleTwo => 12,
        Threat::Three => 9,
        Threat::ThreePlus => 8,
        Threat::Four => 6,
        Threat::OpenThree | Threat::FourPlus | Threat::Forbidden => 4,
        Threat::OpenThreePlus | Threat::FourThree => 3,
        Threat::DoubleThree => 2,
        Threat::OpenFour | Threat::Five => 1,
    };
    Numbers::new(proof, 1)
}
