//! The command `solve`: positions in, verdicts out.
//!
//! Every position gets exactly one answer, in the order of the input; one that makes no
//! sense is answered with what is wrong about it, and the rest go on.

pub mod input;
mod output;

use std::io::{self, Write};
use std::time::{Duration, Instant};

use crate::solve::input::{Assumptions, Problem};
use crate::solver::{Proof, Vcf, Vct};
use crate::threats::ThreatBoard;

pub use output::Format;

/// By what kind of threats to win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Fours alone.
    #[default]
    Vcf,
    /// Fours, and whatever threatens to win by fours.
    Vct,
}

/// How to solve, and how to say what was found.
#[derive(Clone, Debug)]
pub struct Options {
    /// What holds for every position, whatever the input says of it.
    pub assumptions: Assumptions,
    /// By what kind of threats to win.
    pub mode: Mode,
    /// Time for each position.
    pub time: Duration,
    /// For people or for programs.
    pub format: Format,
}

/// How many positions were answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Positions that got a verdict, be it that the time ran out.
    pub answered: usize,
    /// Positions that made no sense.
    pub refused: usize,
}

/// What was found out about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Whether the side to move wins by threats of the kind asked for.
    pub proof: Proof,
    /// Different positions of the proof: of a win by continuous threats.
    pub proof_size: Option<u64>,
    /// Positions that the solver looked at.
    pub nodes: u64,
    /// Time used.
    pub elapsed: Duration,
}

/// Solves all positions of a text and writes the answers; tells `observer` after each one
/// how many are answered, and how many there are.
///
/// # Errors
/// If the output cannot be written.
pub fn solve_all(
    text: &str,
    options: &Options,
    output: &mut impl Write,
    observer: &mut dyn FnMut(usize, usize),
) -> io::Result<Tally> {
    let problems = input::read(text, options.assumptions);
    let mut tally = Tally::default();
    for (index, problem) in problems.iter().enumerate() {
        match problem {
            Ok(problem) => {
                let answer = solve(problem, options.mode, options.time);
                options.format.write_answer(output, problem, &answer)?;
                tally.answered += 1;
            }
            Err(refusal) => {
                options.format.write_refusal(output, refusal)?;
                tally.refused += 1;
            }
        }
        output.flush()?;
        observer(index + 1, problems.len());
    }
    Ok(tally)
}

/// Refuted positions that the VCF solver remembers: 2 to this power, eight bytes each.
const MEMORY_BITS: u32 = 22;
/// Bytes of the VCT solver's table.
const TABLE_BYTES: usize = 256 << 20;

/// Nodes of the first slice of time, and of the smallest one.
const FIRST_SLICE: u64 = 1 << 10;
const SMALLEST_SLICE: u64 = 1 << 8;

/// Whether the side to move wins by threats of a kind.
#[must_use]
pub fn solve(problem: &Problem, mode: Mode, time: Duration) -> Answer {
    let started = Instant::now();
    let mut board = ThreatBoard::new(&problem.position, problem.rule);
    match mode {
        Mode::Vcf => {
            let mut solver = Vcf::new(MEMORY_BITS);
            in_slices(started, time, |nodes| {
                let proof = solver.solve(&mut board, nodes);
                (proof, solver.nodes(), None)
            })
        }
        Mode::Vct => {
            let mut solver = Vct::new(TABLE_BYTES);
            in_slices(started, time, |nodes| {
                let proof = solver.solve(&mut board, nodes);
                let is_win = matches!(proof, Proof::Win(_));
                (proof, solver.nodes(), is_win.then_some(solver.proof_size()))
            })
        }
    }
}

/// Lets a solver, which knows nodes and not time, go on until it is done or the time is
/// over. A call is given a number of nodes, and says what it found, how many nodes it took,
/// and how large the proof is.
///
/// Each slice has twice the nodes of the one before: what was found out the solver
/// remembers, so that little is done twice. The last one holds only as many nodes as the
/// time left is good for.
fn in_slices(
    started: Instant,
    time: Duration,
    mut solve: impl FnMut(u64) -> (Proof, u64, Option<u64>),
) -> Answer {
    let mut nodes = 0;
    let mut slice = FIRST_SLICE;
    loop {
        let (proof, used, proof_size) = solve(slice);
        nodes += used;
        let elapsed = started.elapsed();
        if proof != Proof::Unknown || elapsed >= time {
            return Answer { proof, proof_size, nodes, elapsed };
        }
        let speed = nodes as f64 / elapsed.as_secs_f64().max(1e-6);
        let affordable = (speed * (time - elapsed).as_secs_f64()) as u64;
        slice = (2 * slice).min(affordable).max(SMALLEST_SLICE);
    }
}

#[cfg(test)]
mod tests;
