//! Answers as text: a board and some lines for people, one JSON object a line for programs.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Value;

use crate::board::Point;
use crate::solve::Answer;
use crate::solve::input::{Problem, Refusal};
use crate::solver::Proof;

/// How answers are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// The board, the verdict and the line, in the board's own letters and numbers.
    #[default]
    Text,
    /// One object a line; points are `[x, y]` from the top left corner, from 0.
    Json,
}

/// What a program reads of an answer.
#[derive(Serialize)]
struct AnswerObject<'a> {
    id: &'a Value,
    verdict: &'a str,
    line: Vec<[usize; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof_size: Option<u64>,
    nodes: u64,
    ms: u64,
}

/// What a program reads of a position that made no sense.
#[derive(Serialize)]
struct RefusalObject<'a> {
    id: &'a Value,
    error: String,
}

impl Format {
    pub(super) fn write_answer(
        self,
        output: &mut impl Write,
        problem: &Problem,
        answer: &Answer,
    ) -> io::Result<()> {
        let (verdict, line) = verdict(&answer.proof);
        let Answer { nodes, proof_size, .. } = *answer;
        let ms = u64::try_from(answer.elapsed.as_millis()).unwrap_or(u64::MAX);
        if self == Self::Json {
            let line = line.iter().map(|point| [point.column(), point.row()]).collect();
            let id = &problem.id;
            return write_line(output, &AnswerObject { id, verdict, line, proof_size, nodes, ms });
        }
        let Problem { id, rule, position } = problem;
        let mover = position.side_to_move();
        writeln!(output, "position {}: {rule}, {mover} to move", plain(id))?;
        writeln!(output, "{position}")?;
        write!(output, "verdict {verdict}")?;
        if !line.is_empty() {
            write!(output, "\nline")?;
            line.iter().try_for_each(|point| write!(output, " {point}"))?;
        }
        if let Some(size) = proof_size {
            write!(output, "\nproof {size} positions")?;
        }
        writeln!(output, "\nnodes {nodes}\ntime {ms} ms\n")
    }

    pub(super) fn write_refusal(
        self,
        output: &mut impl Write,
        refusal: &Refusal,
    ) -> io::Result<()> {
        let Refusal { id, error } = refusal;
        match self {
            Self::Json => write_line(output, &RefusalObject { id, error: error.to_string() }),
            Self::Text => writeln!(output, "position {}: error: {error}\n", plain(id)),
        }
    }
}

/// The name of a verdict, and the line that shows it, empty unless it is a win.
fn verdict(proof: &Proof) -> (&'static str, &[Point]) {
    match proof {
        Proof::Win(line) => ("win", line),
        Proof::NoWin => ("no-win", &[]),
        Proof::Unknown => ("unknown", &[]),
    }
}

/// A name without the quotes that JSON puts around it.
fn plain(id: &Value) -> String {
    id.as_str().map_or_else(|| id.to_string(), str::to_owned)
}

fn write_line(output: &mut impl Write, object: &impl Serialize) -> io::Result<()> {
    let text = serde_json::to_string(object).map_err(io::Error::other)?;
    writeln!(output, "{text}")
}
