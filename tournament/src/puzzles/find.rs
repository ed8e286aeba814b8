//! Finds the puzzles of a position, and proves that one move is right and no other.
//!
//! Invariants: a puzzle has no five to make and none to stop; no search behind it was given up, so that "no
//! other move wins" is a proof within the threats that the solvers know; and the puzzle depends on the
//! position alone.

use dolmen::board::{Point, Position};
use dolmen::rules::Rule;
use dolmen::solver::{FirstMoves, Proof, ShortestVcf, Vcf, Vct};
use dolmen::threats::{Threat, ThreatBoard};

use crate::puzzles::defence::Defender;
use crate::puzzles::fouls::turns_on_foul;
use crate::puzzles::grade::{grade, rivals};
use crate::puzzles::puzzle::{Effort, Kind, Puzzle};

/// The node limit of a search for fours.
const VCF_NODES: u64 = 20_000;
/// The node limits of a search for threats, and of the proof for each first move.
const VCT_NODES: u64 = 1_500;
const OTHER_NODES: u64 = 8_000;
/// The node limit of the first, short search of a move.
const SHORT_NODES: u64 = 300;
/// The maximum number of calls of a search for threats that remains undecided.
const CALLS: usize = 3;
/// The memory of the solvers.
const VCF_MEMORY_BITS: u32 = 14;
const VCT_TABLE_BYTES: usize = 512 << 10;
/// The limits of the search for the shortest win by fours.
const MAX_MOVES: u32 = 40;
const MAX_POSITIONS: u64 = 200_000;
/// The minimum length of a win, in moves including the five. Where a forbidden point matters, even an open
/// four can be hard enough to see.
const MIN_MOVES: u32 = 3;
const MIN_FOUL_MOVES: u32 = 2;

/// A finder of puzzles with the memory of its solvers.
#[derive(Debug)]
pub struct Finder {
    vcf: Vcf,
    vct: Vct,
    rule: Rule,
}

impl Finder {
    /// Returns a finder for a rule.
    #[must_use]
    pub fn new(rule: Rule) -> Self {
        Self { vcf: Vcf::new(VCF_MEMORY_BITS), vct: Vct::new(VCT_TABLE_BYTES), rule }
    }

    /// Returns the puzzle of a position, if it has one: a win, or otherwise a defence.
    pub fn find(&mut self, position: &Position) -> Option<Puzzle> {
        let mut board = ThreatBoard::new(position, self.rule);
        let mover = board.side_to_move();
        if board.count(mover, Threat::Five) > 0 || board.count(!mover, Threat::Five) > 0 {
            return None;
        }
        self.vcf.clear();
        match self.vcf.solve(&mut board, VCF_NODES) {
            Proof::Win(_) => self.fours(&mut board),
            Proof::Unknown => None,
            Proof::NoWin => {
                self.vct.clear();
                match self.vct.solve(&mut board, VCT_NODES) {
                    Proof::Win(line) => self.threes(&mut board, &line),
                    Proof::Unknown => None,
                    Proof::NoWin => Defender::new(self.rule, &mut self.vcf, &mut self.vct)
                        .only_defence(&mut board),
                }
            }
        }
    }

    /// Returns the puzzle of a position that is won by fours.
    fn fours(&mut self, board: &mut ThreatBoard) -> Option<Puzzle> {
        let nodes = self.vcf.nodes();
        let key = only_win(&mut self.vcf, board, VCF_NODES)?;
        let moves = ShortestVcf::new(MAX_POSITIONS).moves(board, MAX_MOVES)?;
        let choices = rivals(board, key);
        let effort = Effort { moves, choices, nodes, is_quiet: false };
        self.accepted(board, Kind::Fours, key, effort)
    }

    /// Returns the puzzle of a position that is won by fours and threes, but not by fours.
    fn threes(&mut self, board: &mut ThreatBoard, line: &[Point]) -> Option<Puzzle> {
        let nodes = self.vct.nodes();
        let key = only_win(&mut self.vct, board, OTHER_NODES)?;
        let mover = board.side_to_move();
        let is_quiet = board.threat(mover, key) < Threat::OpenThree;
        let moves = u32::try_from(line.len().div_ceil(2)).ok()?;
        let choices = rivals(board, key);
        let effort = Effort { moves, choices, nodes, is_quiet };
        self.accepted(board, Kind::Threes, key, effort)
    }

    /// Returns a puzzle unless it is too easy.
    fn accepted(
        &self,
        board: &ThreatBoard,
        kind: Kind,
        key: Point,
        effort: Effort,
    ) -> Option<Puzzle> {
        let position = board.position().clone();
        let mut puzzle = Puzzle {
            kind,
            turns_on_foul: false,
            key,
            grade: grade(kind, &effort),
            effort: Some(effort),
            position,
        };
        puzzle.turns_on_foul = turns_on_foul(&puzzle, self.rule);
        let min = if puzzle.turns_on_foul { MIN_FOUL_MOVES } else { MIN_MOVES };
        (effort.moves >= min).then_some(puzzle)
    }
}

/// Returns the winning first move, if all others are proved not to win.
///
/// A short search of every move comes first, because a second winning move ends the work.
fn only_win(solver: &mut impl FirstMoves, board: &mut ThreatBoard, nodes: u64) -> Option<Point> {
    let mut only = None;
    let mut open = solver.first_moves(board).iter().collect::<Vec<Point>>();
    for (budget, is_last) in [(SHORT_NODES, false), (nodes, true)] {
        let mut left = Vec::new();
        for point in open {
            let calls = if is_last { CALLS } else { 1 };
            board.play(point);
            let proof = Proof::of_calls(calls, || solver.solve_defence(board, budget));
            board.undo();
            match proof {
                Proof::Win(_) if only.is_none() => only = Some(point),
                Proof::Win(_) => return None,
                Proof::Unknown => left.push(point),
                Proof::NoWin => {}
            }
        }
        open = left;
    }
    only.filter(|_| open.is_empty())
}
