//! Solves one position within a time limit.

use std::fmt;
use std::path::PathBuf;
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
    /// The size of the proof of a win by continuous threats or with a certificate.
    pub(super) proof_size: Option<ProofSize>,
    /// The file to which the certificate of the win was written.
    pub(super) certificate: Option<PathBuf>,
    /// The number of nodes that the solver visited.
    pub(super) nodes: u64,
    /// The time used.
    pub(super) elapsed: Duration,
    /// The solutions of a win by threats, if they were asked for.
    pub(super) solutions: Option<Solutions>,
}

/// The size of the proof of a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ProofSize {
    /// The number of different positions in a proof by continuous threats.
    Positions(u64),
    /// The number of moves in a certificate.
    Moves(u64),
}

impl ProofSize {
    /// Returns the number.
    pub(super) const fn number(self) -> u64 {
        match self {
            Self::Positions(number) | Self::Moves(number) => number,
        }
    }
}

impl fmt::Display for ProofSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let thing = match self {
            Self::Positions(_) => "position",
            Self::Moves(_) => "move",
        };
        let end = if self.number() == 1 { "" } else { "s" };
        write!(f, "{} {thing}{end}", self.number())
    }
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
    proof_size: Option<ProofSize>,
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
                let proof_size = is_win.then_some(ProofSize::Positions(solver.proof_size()));
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
            let (certificate, solutions) = (None, None);
            return Solution { proof, proof_size, certificate, nodes, elapsed, solutions };
        }
        let speed = nodes as f64 / elapsed.as_secs_f64().max(1e-6);
        let affordable = (speed * (time - elapsed).as_secs_f64()) as u64;
        max_nodes = (2 * max_nodes).min(affordable).max(MIN_SLICE);
    }
}
