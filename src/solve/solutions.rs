//! The solutions of composed problems: all first moves that win, and the length of the shortest win.

use std::time::{Duration, Instant};

use crate::board::Point;
use crate::solve::input::Problem;
use crate::solve::solution::{FIRST_SLICE, Solutions, Threats, VCF_MEMORY_BITS, VCT_TABLE_BYTES};
use crate::solver::{FirstMoves, Proof, ShortestVcf, Vcf, Vct};
use crate::threats::{Threat, ThreatBoard};

/// The largest number of moves in a win that is searched for, and of positions that are visited.
const MAX_MOVES: u32 = 100;
const MAX_POSITIONS: u64 = 5_000_000;

/// Finds the solutions of a position that the side to move wins by threats of a kind.
pub(super) fn solutions(problem: &Problem, mode: Threats, time: Duration) -> Solutions {
    let board = ThreatBoard::new(&problem.position, problem.rule);
    match mode {
        Threats::Fours => {
            let mut solutions = first_moves(&mut Vcf::new(VCF_MEMORY_BITS), board.clone(), time);
            solutions.shortest =
                ShortestVcf::new(MAX_POSITIONS).moves(&mut board.clone(), MAX_MOVES);
            solutions
        }
        Threats::All => first_moves(&mut Vct::new(VCT_TABLE_BYTES), board, time),
    }
}

/// Tries all first moves, with more and more positions for those that are left.
fn first_moves(solver: &mut impl FirstMoves, mut board: ThreatBoard, time: Duration) -> Solutions {
    let started = Instant::now();
    let mut left: Vec<Point> = solver.first_moves(&mut board).iter().collect();
    let mut moves = Vec::new();
    if board.count(board.side_to_move(), Threat::Five) > 0 {
        return Solutions { moves: left, is_complete: true, shortest: None };
    }
    let mut positions = FIRST_SLICE;
    while !left.is_empty() && started.elapsed() < time {
        left.retain(|&point| {
            if started.elapsed() >= time {
                return true;
            }
            let proof = solver.solve_after(&mut board, point, positions);
            if proof.is_win() {
                moves.push(point);
            }
            proof == Proof::Unknown
        });
        positions *= 2;
    }
    moves.sort_by_key(|point| (point.row(), point.column()));
    Solutions { moves, is_complete: left.is_empty(), shortest: None }
}
