//! The defences against a threat.
//!
//! Against a five, the defences are the points that stop it, or, if none does, the points of the
//! five. Against the fours that an attacker threatens, they are the replies after which the threatened
//! variation no longer wins as it stands.

use dolmen::board::{Bitboard, Point};
use dolmen::solver::Proof;
use dolmen::threats::Threat;

use crate::insight::proof::{Prover, VCF_NODES};

impl Prover {
    /// Returns the defences of the side to move, which has no five; `None` if the threat is not
    /// found.
    pub(in crate::insight) fn defences(&mut self) -> Option<Vec<Point>> {
        if self.board.count(self.attacker, Threat::Five) > 0 {
            return Some(self.defences_to_five());
        }
        self.board.pass();
        let proof = self.fours(VCF_NODES);
        let variation = match proof {
            Proof::Win(variation) => Some(variation),
            Proof::NoWin | Proof::Unknown => None,
        };
        let zone = variation.as_ref().map(|variation| self.zone(variation));
        self.board.pass();
        let variation = variation?;
        let replies = self.board.legal(!self.attacker, zone?);
        let mut defences = Vec::new();
        for reply in replies {
            self.board.play(reply);
            if !self.still_wins(&variation) {
                defences.push(reply);
            }
            self.board.undo();
        }
        Some(defences)
    }

    /// Returns the defences against a five. If nothing stops it, returns its points that are legal for the
    /// defender, or else any legal point, so that the proof shows the five.
    fn defences_to_five(&mut self) -> Vec<Point> {
        let defender = !self.attacker;
        let answers = self.board.answers_to_five(self.attacker);
        let fives = self.board.points(self.attacker, Threat::Five);
        for points in [answers, fives] {
            let legal = self.board.legal(defender, points);
            if !legal.is_empty() {
                return legal.iter().collect();
            }
        }
        let empty = self.board.position().empty();
        self.board.legal(defender, empty).first().into_iter().collect()
    }

    /// Returns the points where a reply to a threat of fours can matter, with the attacker to move.
    ///
    /// These are the points of the fours and of their answers, and those where the defender makes a
    /// four at any time. Where points may be forbidden or fives closed, every point can matter.
    fn zone(&mut self, variation: &[Point]) -> Bitboard {
        let (board, attacker) = (&mut self.board, self.attacker);
        let rule = board.rule();
        if rule.restricts(attacker)
            || rule.restricts(!attacker)
            || rule.five(attacker).can_be_closed()
        {
            return board.position().empty();
        }
        let mut zone = Bitboard::EMPTY;
        for &point in variation {
            zone.insert(point);
            zone |= board.points_of_any(!attacker, &Threat::FOURS);
            zone |= board.points(attacker, Threat::Five);
            board.play(point);
        }
        variation.iter().for_each(|_| board.undo());
        zone & board.position().empty()
    }

    /// Returns whether the attacker, who is to move, wins by a variation of fours after another
    /// reply than the one that it was found for.
    fn still_wins(&mut self, variation: &[Point]) -> bool {
        let (attacker, defender) = (self.attacker, !self.attacker);
        if self.board.count(attacker, Threat::Five) > 0 {
            return true;
        }
        let Some((&four, rest)) = variation.split_first() else { return false };
        if !self.board.position().is_empty_at(four) || self.board.is_forbidden(attacker, four) {
            return false;
        }
        self.board.play(four);
        let wins = self.board.count(attacker, Threat::Five) > 0
            && self.board.count(defender, Threat::Five) == 0
            && self.every_answer_loses(rest);
        self.board.undo();
        wins
    }

    /// Returns whether every answer of the defender, who is to move against a four, loses.
    fn every_answer_loses(&mut self, rest: &[Point]) -> bool {
        let answers = self.board.answers_to_five(self.attacker);
        let answers = self.board.legal(!self.attacker, answers);
        answers.iter().all(|answer| {
            self.board.play(answer);
            let wins = match rest.split_first() {
                Some((&first, rest)) if first == answer => self.still_wins(rest),
                _ => matches!(self.fours(VCF_NODES), Proof::Win(_)),
            };
            self.board.undo();
            wins
        })
    }
}
