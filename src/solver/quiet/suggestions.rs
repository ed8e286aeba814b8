//! The attacker's moves to try.

use crate::board::Bitboard;
use crate::solver::children::Child;
use crate::solver::proof_table::Numbers;
use crate::solver::quiet::{QuietSolver, Suggestion};
use crate::threats::Threat;

/// A move of the attacker and its rank among them.
struct Ranked {
    rank: f64,
    child: Child,
}

/// The proof number of a position that is sure to be lost, less one.
const SPREAD: f64 = 30.0;
/// The replies that a move is expected to leave.
const EXPECTED_REPLIES: f64 = 6.0;
/// The factor of the proof number of each move of the attacker behind the one before it.
const RANK_FACTOR: f64 = 1.6;
/// The factor of the proof numbers of all moves behind the adviser's.
const ADVISED_FACTOR: f64 = 1.5;
/// The share of the evaluation after a move in its rank, in units of e-fold chances, and the units
/// of move ordering that are worth as much.
const LOGITS: f64 = 2.0;
const MOVE_UNITS: f64 = 80.0;

impl QuietSolver {
    /// Returns the attacker's moves to try, with the numbers to begin with: first the adviser's, then
    /// those that the evaluation likes.
    pub(super) fn suggestions(&mut self) -> Vec<Child> {
        let mut ranked = self.ranked();
        if let Some(Suggestion { point, chance }) = self.advice()
            && let Some(place) = ranked.iter().position(|ranked| ranked.child.point == point)
        {
            let mut advised = ranked.remove(place);
            advised.child.numbers = first_numbers(chance, EXPECTED_REPLIES);
            let proof = |ranked: &Ranked| f64::from(ranked.child.numbers.proof.max(1));
            let ratio = ranked.first().map_or(1.0, |second| proof(&advised) / proof(second));
            for other in &mut ranked {
                other.child.numbers.proof = (proof(other) * ratio.max(1.0) * ADVISED_FACTOR) as u32;
            }
            ranked.insert(0, advised);
        }
        ranked.truncate(self.budget.moves);
        let mut factor = 1.0;
        let mut children = Vec::with_capacity(ranked.len());
        for Ranked { child, .. } in ranked {
            let proof = (f64::from(child.numbers.proof) * factor) as u32;
            children.push(Child { numbers: Numbers { proof, ..child.numbers }, ..child });
            factor *= RANK_FACTOR;
        }
        children
    }

    /// Returns the adviser's move, which is remembered.
    fn advice(&mut self) -> Option<Suggestion> {
        let adviser = self.adviser.as_mut()?;
        let position = self.board.position();
        // Positions in which a reply is missing are none of a game.
        if self.is_against_unnamed || position.occupied().is_empty() {
            return None;
        }
        let key = position.key();
        self.memory.advice(key).unwrap_or_else(|| {
            let advice = adviser.advise(position);
            self.memory.keep_advice(key, advice);
            advice
        })
    }

    /// Returns the attacker's moves by the evaluation, the best ones first.
    fn ranked(&mut self) -> Vec<Ranked> {
        let (attacker, defender) = (self.attacker, !self.attacker);
        let mut points = self.board.near();
        if self.board.position().occupied().is_empty() {
            points = Bitboard::from_iter([self.board.position().geometry().center()]);
        }
        if self.board.count(defender, Threat::Five) > 0 {
            points = self.board.answers_to_five(defender);
        }
        let legal = self.board.legal(attacker, points);
        self.accumulator.keep(&self.board);
        let chances = self.accumulator.chances(&mut self.board, legal);
        let ranked = chances.into_iter().map(|after| {
            let chance = after.chance.clamp(0.001, 0.999);
            let score = self.accumulator.move_score(&self.board, after.point);
            let rank = LOGITS * (chance / (1.0 - chance)).ln() + f64::from(score) / MOVE_UNITS;
            let numbers = first_numbers(chance, EXPECTED_REPLIES);
            Ranked { rank, child: Child { point: after.point, numbers } }
        });
        let mut ranked: Vec<Ranked> = ranked.collect();
        ranked.sort_by(|a, b| b.rank.total_cmp(&a.rank));
        ranked
    }
}

/// Returns the first numbers of a position where the attacker has a chance, for so many positions
/// like it.
pub(super) fn first_numbers(chance: f64, positions: f64) -> Numbers {
    let proof = positions * (1.0 + SPREAD * (1.0 - chance));
    let disproof = 1.0 + SPREAD * chance / positions;
    Numbers::new(proof as u32, disproof as u32)
}
