//! The command `solve`: positions in, verdicts out.
//!
//! Every position gets exactly one answer, in the order of the input. The answer to an invalid
//! position says what is wrong with it, and the others are still solved.

pub mod input;
mod output;

use std::io::{self, Write};
use std::time::{Duration, Instant};

use crate::solve::input::{Assumptions, Problem};
use crate::solver::{Proof, Vcf, Vct};
use crate::threats::ThreatBoard;

pub use output::Format;

/// The kind of threats by which to win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Only fours.
    #[default]
    Vcf,
    /// Fours, and moves that threaten to win by fours.
    Vct,
}

/// How to solve positions and how to write the answers.
#[derive(Clone, Debug)]
pub struct Options {
    /// What holds for every position, whatever the input says about it.
    pub assumptions: Assumptions,
    /// The kind of threats by which to win.
    pub mode: Mode,
    /// The time for each position.
    pub time: Duration,
    /// The format of the answers.
    pub format: Format,
}

/// The number of positions with each kind of answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The number of positions with a verdict, which may be that the time ran out.
    pub answered: usize,
    /// The number of invalid positions.
    pub refused: usize,
}

/// The answer to one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Whether the side to move wins by threats of the kind asked for.
    pub proof: Proof,
    /// The number of distinct positions of the proof of a win by continuous threats.
    pub proof_size: Option<u64>,
    /// The number of positions that the solver visited.
    pub nodes: u64,
    /// The time that the solver took.
    pub elapsed: Duration,
}

/// Solves all positions of a text and writes the answers. After each answer it passes the
/// number of answers and the number of positions to `observer`.
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

/// The number of refuted positions that the VCF solver remembers: 2 to this power, eight bytes
/// each.
const MEMORY_BITS: u32 = 22;
/// The size of the VCT solver's table in bytes.
const TABLE_BYTES: usize = 256 << 20;

/// The number of nodes of the first slice of time, and of the smallest one.
const FIRST_SLICE: u64 = 1 << 10;
const MIN_SLICE: u64 = 1 << 8;

/// What a solver found in one slice.
struct Attempt {
    proof: Proof,
    nodes: u64,
    proof_size: Option<u64>,
}

/// Solves a position for the side to move.
#[must_use]
pub fn solve(problem: &Problem, mode: Mode, time: Duration) -> Answer {
    let started = Instant::now();
    let mut board = ThreatBoard::new(&problem.position, problem.rule);
    match mode {
        Mode::Vcf => {
            let mut solver = Vcf::new(MEMORY_BITS);
            in_slices(started, time, |nodes| {
                let proof = solver.solve(&mut board, nodes);
                Attempt { proof, nodes: solver.nodes(), proof_size: None }
            })
        }
        Mode::Vct => {
            let mut solver = Vct::new(TABLE_BYTES);
            in_slices(started, time, |nodes| {
                let proof = solver.solve(&mut board, nodes);
                let is_win = matches!(proof, Proof::Win(_));
                let proof_size = is_win.then_some(solver.proof_size());
                Attempt { proof, nodes: solver.nodes(), proof_size }
            })
        }
    }
}

/// Runs a solver, which counts nodes and no time, until it is done or the time is over. Each
/// call of `solve` gets a number of nodes.
///
/// Each slice has twice the nodes of the one before. The solver remembers what it found, so it
/// does little work twice. The last slice has only as many nodes as the rest of the time allows.
fn in_slices(started: Instant, time: Duration, mut solve: impl FnMut(u64) -> Attempt) -> Answer {
    let mut nodes = 0;
    let mut slice = FIRST_SLICE;
    loop {
        let Attempt { proof, nodes: used, proof_size } = solve(slice);
        nodes += used;
        let elapsed = started.elapsed();
        if proof != Proof::Unknown || elapsed >= time {
            return Answer { proof, proof_size, nodes, elapsed };
        }
        let speed = nodes as f64 / elapsed.as_secs_f64().max(1e-6);
        let affordable = (speed * (time - elapsed).as_secs_f64()) as u64;
        slice = (2 * slice).min(affordable).max(MIN_SLICE);
    }
}

#[cfg(test)]
mod tests;
