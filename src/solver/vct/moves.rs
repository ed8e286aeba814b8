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
        let mut children = Vec::new();
        for (points, numbers) in attacks(board, attacker) {
            let legal = board.legal(attacker, points);
            children.extend(legal.iter().map(|point| Child { point, numbers }));
        }
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

/// The attacker's moves that may be threats, with the numbers to begin with; some may be
/// forbidden.
fn attacks(board: &ThreatBoard, attacker: Color) -> [(Bitboard, Numbers); 3] {
    const FOUR: Numbers = Numbers::new(1, 1);
    const THREE: Numbers = Numbers::new(2, 1);
    const QUIET: Numbers = Numbers::new(6, 1);
    let defender = !attacker;
    if board.count(defender, Threat::Five) > 0 {
        let answers = board.answers_to_five(defender);
        return [(answers, FOUR), (Bitboard::EMPTY, THREE), (Bitboard::EMPTY, QUIET)];
    }
    let fours = four_points(board, attacker);
    let threes = [Threat::DoubleThree, Threat::OpenThreePlus, Threat::OpenThree, Threat::Forbidden];
    let mut threes = board.points_of_any(attacker, &threes) - fours;
    let is_quiet = |&point: &Point| {
        let quiet = [Threat::OpenTwo, Threat::Three, Threat::DoubleTwo, Threat::ThreePlus];
        quiet.contains(&board.threat(attacker, point))
    };
    let mut quiet: Bitboard = board.near().iter().filter(is_quiet).collect();
    if board.count(defender, Threat::OpenFour) > 0 {
        // Whatever else the attacker does, the defender makes an open four.
        let answers = board.answers_to_open_four(defender);
        threes &= answers;
        quiet &= answers;
    }
    [(fours, FOUR), (threes, THREE), (quiet, QUIET)]
}
