//! Lists with one opening a line.

use std::io::{self, Write};

use dolmen::board::BoardSize;
use dolmen::notation::moves::offsets;

use crate::openings::Opening;

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
