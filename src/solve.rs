//! The command `solve`: positions in, verdicts out.
//!
//! Every position gets exactly one answer, in the order of the input; one that makes no
//! sense is answered with what is wrong about it, and the rest go on.

pub mod input;
mod output;

use std::io::{self, Write};
use std::time::{Duration, Instant};

use crate::eval::weights;
use crate::solve::input::{Assumptions, Problem};
use crate::solver::{Proof, Vcf};
use crate::threats::ThreatBoard;

pub use output::Format;

/// How to solve, and how to say what was found.
#[derive(Clone, Debug)]
pub struct Options {
    /// What holds for every position, whatever the input says of it.
    pub assumptions: Assumptions,
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
    /// Whether the side to move wins by continuous fours.
    pub proof: Proof,
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
                let answer = solve(problem, options.time);
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

/// Refuted positions that the solver remembers: 2 to this power, eight bytes each.
const MEMORY_BITS: u32 = 22;

/// Nodes of the first slice of time, and of the smallest one.
const FIRST_SLICE: u64 = 1 << 10;
const SMALLEST_SLICE: u64 = 1 << 8;

/// Whether the side to move wins by continuous fours.
///
/// The solver knows nodes, not time. It is called again with twice the nodes until it is
/// done or the time is over: what it has refuted it remembers, so that little is done
/// twice, and the last slice holds only as many nodes as the time left is good for.
#[must_use]
pub fn solve(problem: &Problem, time: Duration) -> Answer {
    let tables = weights::tables(problem.rule);
    let started = Instant::now();
    let mut board = ThreatBoard::new(&problem.position, tables);
    let mut solver = Vcf::new(MEMORY_BITS);
    let mut nodes = 0;
    let mut slice = FIRST_SLICE;
    loop {
        let proof = solver.solve(&mut board, slice);
        nodes += solver.nodes();
        let elapsed = started.elapsed();
        if proof != Proof::Unknown || elapsed >= time {
            return Answer { proof, nodes, elapsed };
        }
        let speed = nodes as f64 / elapsed.as_secs_f64().max(1e-6);
        let affordable = (speed * (time - elapsed).as_secs_f64()) as u64;
        slice = (2 * slice).min(affordable).max(SMALLEST_SLICE);
    }
}

#[cfg(test)]
mod tests;
