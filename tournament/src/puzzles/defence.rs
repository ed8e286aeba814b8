//! The only defence: every other legal move is refuted by a proof.
//!
//! A defence holds if the opponent then has neither a win by fours nor one by fours and threes, which
//! is no proof that it holds against everything: it is the only move that is not refuted.

use dolmen::board::{Bitboard, Point};
use dolmen::rules::Rule;
use dolmen::solver::{Proof, Vcf, Vct};
use dolmen::threats::{Threat, ThreatBoard};

use crate::puzzles::fouls::turns_on_foul;
use crate::puzzles::grade::{grade, rivals};
use crate::puzzles::puzzle::{Effort, Kind, Puzzle};

/// The maximum number of positions that a search for the opponent's fours, and for his threats, visits.
const VCF_NODES: u64 = 3_000;
const VCT_NODES: u64 = 600;
/// The maximum number of positions that the search for the threat itself visits.
const THREAT_NODES: u64 = 700;
/// The maximum number of positions of a longer search for threats after a defence that a short one left
/// open.
const HOLD_NODES: u64 = 8_000;
/// The number of calls after which a search that is in doubt is given up.
const CALLS: usize = 3;
/// The most defences that a short search may leave open.
const MAX_OPEN: usize = 2;
/// The least number of moves of a threat, with the five: to close an open four is no puzzle.
const MIN_MOVES: u32 = 2;

/// A search for the only defence.
pub(super) struct Defender<'a> {
    rule: Rule,
    vcf: &'a mut Vcf,
    vct: &'a mut Vct,
}

/// The threat that must be answered.
struct Danger {
    line: Vec<Point>,
    nodes: u64,
}

impl<'a> Defender<'a> {
    pub(super) fn new(rule: Rule, vcf: &'a mut Vcf, vct: &'a mut Vct) -> Self {
        Self { rule, vcf, vct }
    }

    /// Returns the puzzle of a position whose side to move has no win by threats, but one defence.
    pub(super) fn only_defence(&mut self, board: &mut ThreatBoard) -> Option<Puzzle> {
        let mover = board.side_to_move();
        board.pass();
        let danger = self.threat(board);
        board.pass();
        let Danger { line, nodes } = danger?;
        let moves = u32::try_from(line.len().div_ceil(2)).ok()?;
        if moves < MIN_MOVES {
            return None;
        }
        let mut hardest = nodes;
        let mut open = Vec::new();
        for point in likely_first(board, &line) {
            match self.short_refutation(board, point) {
                Some(nodes) => hardest = hardest.max(nodes),
                None => open.push(point),
            }
            if open.len() > MAX_OPEN {
                return None;
            }
        }
        let mut key = None;
        for point in open {
            match self.long_search(board, point) {
                Proof::Win(_) => hardest = hardest.max(self.vct.nodes()),
                Proof::NoWin if key.is_none() => key = Some(point),
                Proof::NoWin | Proof::Unknown => return None,
            }
        }
        let key = key?;
        let choices = rivals(board, key);
        let is_quiet = board.threat(mover, key) < Threat::Three && !line.contains(&key);
        let effort = Effort { moves, choices, nodes: hardest, is_quiet };
        let position = board.position().clone();
        let mut puzzle = Puzzle {
            kind: Kind::Defence,
            turns_on_foul: false,
            key,
            grade: grade(Kind::Defence, &effort),
            effort: Some(effort),
            position,
        };
        puzzle.turns_on_foul = turns_on_foul(&puzzle, self.rule);
        Some(puzzle)
    }

    /// Returns the win of the side to move, which is to be stopped.
    fn threat(&mut self, board: &mut ThreatBoard) -> Option<Danger> {
        let by_fours = self.vcf.solve(board, VCF_NODES);
        if let Proof::Win(line) = by_fours {
            return Some(Danger { line, nodes: self.vcf.nodes() });
        }
        let line = self.vct.solve(board, THREAT_NODES).into_win()?;
        Some(Danger { line, nodes: self.vct.nodes() })
    }

    /// Returns the number of positions that a short search visits to refute a defence, if it does.
    fn short_refutation(&mut self, board: &mut ThreatBoard, point: Point) -> Option<u64> {
        board.play(point);
        let by_fours = self.vcf.solve(board, VCF_NODES).is_win();
        let is_lost = by_fours || self.vct.solve(board, VCT_NODES).is_win();
        board.undo();
        let more = if by_fours { 0 } else { self.vct.nodes() };
        is_lost.then_some(self.vcf.nodes() + more)
    }

    /// Searches longer for a win against a defence.
    fn long_search(&mut self, board: &mut ThreatBoard, point: Point) -> Proof {
        board.play(point);
        let proof = Proof::of_calls(CALLS, || self.vct.solve(board, HOLD_NODES));
        board.undo();
        proof
    }
}

/// Returns all legal moves; those on and beside the points of the threat, which are the likely defences,
/// come first.
fn likely_first(board: &mut ThreatBoard, line: &[Point]) -> Vec<Point> {
    let mover = board.side_to_move();
    let legal = board.legal(mover, board.position().empty());
    let on: Bitboard = line.iter().copied().collect();
    let near = (on.dilated() - on) & legal;
    let fours = board.points_of_any(mover, &Threat::FOURS) & legal;
    let (on, near) = (on & legal, near | fours);
    let rest = legal - on - near;
    on.iter().chain((near - on).iter()).chain(rest.iter()).collect()
}
