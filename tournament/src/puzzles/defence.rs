//! The only defence: every other legal move is refuted by a proof.
//!
//! A defence holds if the opponent then has neither a win by fours nor one by fours and threes. This does not
//! prove that it holds against every attack, only that every other move is refuted.

use dolmen::board::{Bitboard, Point};
use dolmen::rules::Rule;
use dolmen::solver::{Proof, Vcf, Vct};
use dolmen::threats::{Threat, ThreatBoard};

use crate::puzzles::fouls::turns_on_foul;
use crate::puzzles::grade::{grade, rivals};
use crate::puzzles::puzzle::{Effort, Kind, Puzzle};

/// The node limits of the searches for the opponent's wins by fours and by threats.
const VCF_NODES: u64 = 3_000;
const VCT_NODES: u64 = 600;
/// The node limit of the search for the threat itself.
const THREAT_NODES: u64 = 700;
/// The node limit of the longer search for threats after a defence that the short search left open.
const HOLD_NODES: u64 = 8_000;
/// The maximum number of calls of a search that remains undecided.
const CALLS: usize = 3;
/// The maximum number of defences that the short searches may leave open.
const MAX_OPEN: usize = 2;
/// The minimum number of moves of a threat, including the five: closing an open four is not a puzzle.
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

    /// Returns the puzzle of a position in which the side to move has no win by threats, and exactly one
    /// defence.
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

    /// Returns the threat to be stopped: the win of the side to move of `board`.
    fn threat(&mut self, board: &mut ThreatBoard) -> Option<Danger> {
        let by_fours = self.vcf.solve(board, VCF_NODES);
        if let Proof::Win(line) = by_fours {
            return Some(Danger { line, nodes: self.vcf.nodes() });
        }
        let line = self.vct.solve(board, THREAT_NODES).into_win()?;
        Some(Danger { line, nodes: self.vct.nodes() })
    }

    /// Returns the number of positions that a short search visits to refute a defence; `None` if it does not
    /// refute it.
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

/// Returns all legal moves, the likely defences first: the points of the threat, then the points beside them
/// and moves that make a four.
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
