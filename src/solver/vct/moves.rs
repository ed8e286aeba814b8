//! The moves of either side: what the attacker threatens with, what the defender may do.

use crate::board::{Bitboard, Color, Point};
use crate::solver::proof::Proof;
use crate::solver::proof_table::Numbers;
use crate::solver::vcf::four_points;
use crate::solver::vct::zone::Zone;
use crate::solver::vct::{Child, Expansion, Vct};
use crate::threats::{Threat, ThreatBoard};

impl Vct {
    /// The attacker is to move.
    pub(super) fn expand_attack(&mut self, board: &mut ThreatBoard, is_known: bool) -> Expansion {
        let attacker = self.attacker;
        if board.count(attacker, Threat::Five) > 0 {
            return Expansion::Solved(Numbers::PROVED);
        }
        if !is_known && matches!(self.fours(board), Proof::Win(_)) {
            return Expansion::Solved(Numbers::PROVED);
        }
        let legal = board.legal(attacker, attacks(board, attacker));
        let child = |point| Child { point, numbers: hope(board, attacker, point) };
        let children: Vec<Child> = legal.iter().map(child).collect();
        if children.is_empty() {
            return Expansion::Solved(Numbers::DISPROVED);
        }
        Expansion::Open(children)
    }

    /// The defender is to move.
    pub(super) fn expand_defence(&mut self, board: &mut ThreatBoard, is_known: bool) -> Expansion {
        let (attacker, defender) = (self.attacker, !self.attacker);
        if board.count(defender, Threat::Five) > 0 {
            return Expansion::Solved(Numbers::DISPROVED);
        }
        let replies = if board.count(attacker, Threat::Five) > 0 {
            board.answers_to_five(attacker)
        } else {
            if !is_known && matches!(self.fours(board), Proof::Win(_)) {
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

/// The attacker's moves that may be threats; some may be forbidden.
fn attacks(board: &ThreatBoard, attacker: Color) -> Bitboard {
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
        // Whatever else the attacker does, the defender makes an open four.
        others &= board.answers_to_open_four(defender);
    }
    fours | others
}

/// The numbers to begin with for a move of the attacker's: low for what wins most often.
/// Measured on positions with known wins: with ones for fours, twos for threes and sixes
/// for the rest it takes twice the positions.
fn hope(board: &ThreatBoard, attacker: Color, point: Point) -> Numbers {
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
