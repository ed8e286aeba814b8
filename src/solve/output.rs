//! Writes answers as text for people or as JSON for programs.

use std::borrow::Cow;
use std::io::{self, Write};

use serde::Serialize;
use serde_json::Value;

use crate::board::Point;
use crate::solve::input::{Problem, Refusal};
use crate::solve::solution::{ProofSize, Solution, Solutions};

/// The format of the output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// The board, the verdict and the variation, with points such as `h8`.
    #[default]
    Text,
    /// One JSON object per text line, with points as `[x, y]`, from 0, from the top left corner.
    Json,
}

/// The JSON object of a solved position.
#[derive(Serialize)]
struct SolutionObject<'a> {
    id: &'a Value,
    verdict: &'a str,
    line: Vec<[usize; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof_size: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<Cow<'a, str>>,
    nodes: u64,
    ms: u64,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    solutions: Option<SolutionsObject>,
}

/// The solutions of a composed problem.
#[derive(Serialize)]
struct SolutionsObject {
    solutions: Vec<[usize; 2]>,
    all_solutions: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    shortest: Option<u32>,
}

/// The JSON object of an invalid position.
#[derive(Serialize)]
struct RefusalObject<'a> {
    id: &'a Value,
    error: String,
}

impl Format {
    /// Writes the verdict on a position.
    pub(super) fn write_solution(
        self,
        output: &mut impl Write,
        problem: &Problem,
        solution: &Solution,
    ) -> io::Result<()> {
        let verdict = solution.proof.verdict();
        let variation = solution.proof.variation();
        let Solution { nodes, proof_size, .. } = *solution;
        let ms = u64::try_from(solution.elapsed.as_millis()).unwrap_or(u64::MAX);
        if self == Self::Json {
            let line = coordinates(variation);
            let solutions = solution.solutions.as_ref().map(|found| SolutionsObject {
                solutions: coordinates(&found.moves),
                all_solutions: found.is_complete,
                shortest: found.shortest,
            });
            let object = SolutionObject {
                id: &problem.id,
                verdict,
                line,
                proof_size: proof_size.map(ProofSize::number),
                certificate: solution.certificate.as_ref().map(|path| path.to_string_lossy()),
                nodes,
                ms,
                solutions,
            };
            return write_object(output, &object);
        }
        let Problem { id, rule, position } = problem;
        let mover = position.side_to_move();
        writeln!(output, "position {}: {rule}, {mover} to move", plain(id))?;
        writeln!(output, "{position}")?;
        write!(output, "verdict {verdict}")?;
        if !variation.is_empty() {
            write!(output, "\nline")?;
            variation.iter().try_for_each(|point| write!(output, " {point}"))?;
        }
        if let Some(size) = proof_size {
            write!(output, "\nproof {size}")?;
        }
        if let Some(path) = &solution.certificate {
            write!(output, "\ncertificate {}", path.display())?;
        }
        if let Some(found) = &solution.solutions {
            write_solutions(output, found)?;
        }
        writeln!(output, "\nnodes {nodes}\ntime {ms} ms\n")
    }

    /// Writes the error of an invalid position.
    pub(super) fn write_refusal(
        self,
        output: &mut impl Write,
        refusal: &Refusal,
    ) -> io::Result<()> {
        let Refusal { id, error } = refusal;
        match self {
            Self::Json => write_object(output, &RefusalObject { id, error: error.to_string() }),
            Self::Text => writeln!(output, "position {}: error: {error}\n", plain(id)),
        }
    }
}

/// Returns the coordinates of points, from 0, from the top left corner.
fn coordinates(points: &[Point]) -> Vec<[usize; 2]> {
    points.iter().map(|point| [point.column(), point.row()]).collect()
}

/// Writes the first moves that win, and the length of the shortest win.
fn write_solutions(output: &mut impl Write, solutions: &Solutions) -> io::Result<()> {
    let Solutions { moves, is_complete, shortest } = solutions;
    let doubt = if *is_complete { "" } else { " or more" };
    write!(output, "\nsolutions {}{doubt}:", moves.len())?;
    moves.iter().try_for_each(|point| write!(output, " {point}"))?;
    if let Some(moves) = shortest {
        write!(output, "\nshortest win in {moves} moves")?;
    }
    Ok(())
}

/// Returns a name without the quotes that JSON puts around it.
fn plain(id: &Value) -> String {
    id.as_str().map_or_else(|| id.to_string(), str::to_owned)
}

/// Writes a JSON object as one text line.
fn write_object(output: &mut impl Write, object: &impl Serialize) -> io::Result<()> {
    let text = serde_json::to_string(object).map_err(io::Error::other)?;
    writeln!(output, "{text}")
}
