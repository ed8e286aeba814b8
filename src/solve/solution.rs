//! Solves one position within a time limit.

use std::time::{Duration, Instant};

use crate::board::Point;
use crate::solve::input::Problem;
use crate::solver::{Proof, Vcf, Vct};
use crate::threats::ThreatBoard;

/// The kind of threats by which to win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Threats {
    /// Continuous fours (VCF).
    Fours,
    /// Continuous threats (VCT).
    All,
}

/// The verdict on a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Solution {
    /// The verdict on a win of the side to move by threats of the requested kind.
    pub(super) proof: Proof,
    /// The number of different positions in the proof of a win by continuous threats, or of moves in
    /// a certificate.
    pub(super) proof_size: Option<u64>,
    /// The number of nodes that the solver visited.
    pub(super) nodes: u64,
    /// The time used.
    pub(super) elapsed: Duration,
    /// The solutions of a win by threats, if they were asked for.
    pub(super) solutions: Option<Solutions>,
}

/// The solutions of a problem: the first moves that win by the requested kind of threats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Solutions {
    /// The first moves that win.
    pub(super) moves: Vec<Point>,
    /// Indicates whether all other first moves are refuted.
    pub(super) is_complete: bool,
    /// The number of moves, with the five, of the shortest win by fours; `None` if there is none, or if
    /// it was not found.
    pub(super) shortest: Option<u32>,
}

/// The base-2 logarithm of the number of refuted positions that the VCF solver remembers.
pub(super) const VCF_MEMORY_BITS: u32 = 22;
/// The size of the VCT solver's table, in bytes.
pub(super) const VCT_TABLE_BYTES: usize = 256 << 20;

/// The node limit of the first call of a solver.
pub(super) const FIRST_SLICE: u64 = 1 << 10;
/// The smallest node limit of a call.
const MIN_SLICE: u64 = 1 << 8;

/// The result of one call of a solver.
struct Slice {
    proof: Proof,
    proof_size: Option<u64>,
    nodes: u64,
}

/// Decides whether the side to move wins by threats of a kind.
#[must_use]
pub(super) fn solve(problem: &Problem, mode: Threats, time: Duration) -> Solution {
    let started = Instant::now();
    let mut board = ThreatBoard::new(&problem.position, problem.rule);
    match mode {
        Threats::Fours => {
            let mut solver = Vcf::new(VCF_MEMORY_BITS);
            solve_in_slices(started, time, |max_nodes| {
                let proof = solver.solve(&mut board, max_nodes);
                Slice { proof, proof_size: None, nodes: solver.nodes() }
            })
        }
        Threats::All => {
            let mut solver = Vct::new(VCT_TABLE_BYTES);
            solve_in_slices(started, time, |max_nodes| {
                let proof = solver.solve(&mut board, max_nodes);
                let is_win = proof.is_win();
                let proof_size = is_win.then_some(solver.proof_size());
                Slice { proof, proof_size, nodes: solver.nodes() }
            })
        }
    }
}

/// Calls a solver, which has a node limit but no time limit, until it is done or the time is
/// over.
///
/// Each call gets twice the nodes of the previous one. The solver remembers what it found, so
/// little work is repeated. The last call gets only as many nodes as the remaining time allows.
fn solve_in_slices(
    started: Instant,
    time: Duration,
    mut solve: impl FnMut(u64) -> Slice,
) -> Solution {
    let mut nodes = 0;
    let mut max_nodes = FIRST_SLICE;
    loop {
        let slice = solve(max_nodes);
        nodes += slice.nodes;
        let elapsed = started.elapsed();
        if slice.proof != Proof::Unknown || elapsed >= time {
            let Slice { proof, proof_size, .. } = slice;
            return Solution { proof, proof_size, nodes, elapsed, solutions: None };
        }
        let speed = nodes as f64 / elapsed.as_secs_f64().max(1e-6);
        let affordable = (speed * (time - elapsed).as_secs_f64()) as u64;
        max_nodes = (2 * max_nodes).min(affordable).max(MIN_SLICE);
    }
}
