//! Lists with one opening a line, and the openings of a file before they are checked.

use std::io::{self, Write};

use dolmen::board::{BoardSize, Point};
use dolmen::notation::moves::offsets;
use dolmen::rules::Rule;

use crate::openings::Opening;
use crate::openings::check::{BadOpening, check};

/// An opening that is not checked yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Draft {
    /// The line where the opening starts, from 1.
    pub(super) line: usize,
    /// Its moves, black first, each with its line.
    pub(super) moves: Vec<(usize, Point)>,
}

impl Draft {
    /// Returns the opening if it can be played.
    pub(super) fn check(
        &self,
        name: String,
        size: BoardSize,
        rule: Rule,
    ) -> Result<Opening, BadOpening> {
        let moves = self.moves.iter().map(|&(_, point)| point).collect();
        let opening = Opening { name, moves };
        check(&opening, size, rule).map(|()| opening)
    }

    /// Returns the line of a move, counted from 1.
    pub(super) fn line_of(&self, number: usize) -> usize {
        self.moves[number - 1].0
    }
}

/// Returns the lines with content, without comments, and their numbers from 1.
pub(super) fn content(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().zip(1..).map(|(line, number)| {
        let words = line.split('#').next().expect("a split has at least one part");
        (number, words.trim())
    });
    lines.filter(|(_, words)| !words.is_empty())
}

/// Writes openings as offsets, one a line, after the lines of `about` as comments.
///
/// # Errors
/// Returns the errors of `output`.
pub fn write(
    output: &mut dyn Write,
    about: &str,
    openings: &[Opening],
    size: BoardSize,
) -> io::Result<()> {
    for line in about.lines() {
        writeln!(output, "# {line}")?;
    }
    openings.iter().try_for_each(|opening| writeln!(output, "{}", offsets(&opening.moves, size)))
}
