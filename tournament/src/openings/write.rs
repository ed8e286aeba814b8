//! Writes openings as offsets from the middle of the board, the form of Gomocup's sets.

use std::io::{self, Write};

use dolmen::board::BoardSize;

use crate::openings::Opening;

/// Writes openings, one a line, after a head of comments: what `about` says, line by line.
///
/// # Errors
/// Those of `output`.
pub fn write(
    output: &mut dyn Write,
    about: &str,
    openings: &[Opening],
    size: BoardSize,
) -> io::Result<()> {
    for line in about.lines() {
        writeln!(output, "# {line}")?;
    }
    for opening in openings {
        writeln!(output, "{}", offsets(opening, size))?;
    }
    Ok(())
}

/// An opening as `dx,dy, dx,dy`.
fn offsets(opening: &Opening, size: BoardSize) -> String {
    let (middle_x, middle_y) = ((size.width() / 2) as i64, (size.height() / 2) as i64);
    let pair = |point: &dolmen::board::Point| {
        format!("{},{}", point.column() as i64 - middle_x, point.row() as i64 - middle_y)
    };
    opening.moves.iter().map(pair).collect::<Vec<_>>().join(", ")
}
