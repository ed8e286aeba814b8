//! Positions for a teacher, as files that numpy reads.
//!
//! ```text
//! file    first line  header  records
//! header  a line of JSON: the rule, and the side of the square that holds the board
//! record  key: u64  game: u32  target: f32  evaluation: f32  best: u16  result: u8  kind: u8
//!         is_held_out: u8  has_result: u8  is_black: u8  0: u8  cells: [u8; side * side]
//! ```
//!
//! All numbers are little-endian, and all values are those of the side to move: the target is a win
//! probability, the evaluation is in its units, the result in half points. `best` is the index of the
//! cell of the search's move. A cell is 0 if it is empty, 1 with a stone of the side to move, 2 with one
//! of the other side, and 3 off the board.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use dolmen::board::{BoardSize, Color, Point};
use dolmen::rules::Rule;
use serde::Serialize;

use crate::learn::samples::Samples;
use crate::learn::stones::PlacedStones;
use crate::learn::targets::Targets;

/// The first line of a file.
const FIRST_LINE: &str = "dolmen positions 1";
/// The sides of the squares: a board lies in the corner of the smallest that holds it.
const SIDES: [usize; 3] = [15, 20, BoardSize::MAX];
/// The number of a cell off the board.
const OUTSIDE: u8 = 3;

#[derive(Serialize)]
struct Header {
    rule: &'static str,
    side: usize,
}

/// A file of positions and the number of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exported {
    /// The file.
    pub path: PathBuf,
    /// The number of positions.
    pub positions: usize,
}

/// Writes positions of a rule to files in a folder, one for each side that occurs.
///
/// # Errors
/// Returns an error if a file cannot be written.
///
/// # Panics
/// Panics if the samples do not store stones.
pub fn write_positions(
    samples: &Samples,
    targets: &Targets,
    rule: Rule,
    folder: &Path,
) -> io::Result<Vec<Exported>> {
    let mut written = Vec::new();
    for side in SIDES {
        let is_here = |&index: &usize| side_of(samples.stones(index).size) == side;
        let indices: Vec<usize> = (0..samples.positions.len()).filter(is_here).collect();
        if indices.is_empty() {
            continue;
        }
        let path = folder.join(format!("{}-{side}.positions", rule.name()));
        let mut file = BufWriter::new(File::create(&path)?);
        let header = serde_json::to_string(&Header { rule: rule.name(), side })?;
        writeln!(file, "{FIRST_LINE}\n{header}")?;
        for &index in &indices {
            file.write_all(&record(samples, targets, index, side))?;
        }
        file.flush()?;
        written.push(Exported { path, positions: indices.len() });
    }
    Ok(written)
}

/// Returns the side of the smallest square that holds a board.
fn side_of(size: BoardSize) -> usize {
    let longest = size.width().max(size.height());
    SIDES.into_iter().find(|&side| side >= longest).expect("the last square holds every board")
}

/// Returns the bytes of a position.
fn record(samples: &Samples, targets: &Targets, index: usize, side: usize) -> Vec<u8> {
    let sample = &samples.positions[index];
    let mut bytes = Vec::with_capacity(28 + side * side);
    bytes.extend(sample.key.0.to_le_bytes());
    bytes.extend(sample.game.to_le_bytes());
    bytes.extend(targets.worths[index].to_le_bytes());
    bytes.extend((sample.eval as f32).to_le_bytes());
    bytes.extend((cell(sample.best, side) as u16).to_le_bytes());
    bytes.push((2.0 * sample.result) as u8);
    bytes.push(sample.kind as u8);
    bytes.push(u8::from(sample.is_held_out));
    bytes.push(u8::from(!sample.is_disturbed));
    bytes.push(u8::from(sample.mover == Color::Black));
    bytes.push(0);
    bytes.extend(cells(samples.stones(index), side));
    bytes
}

/// Returns the index of the cell of a point.
const fn cell(point: Point, side: usize) -> usize {
    point.row() * side + point.column()
}

/// Returns the cells of a position.
fn cells(stones: PlacedStones<'_>, side: usize) -> Vec<u8> {
    let mut cells = vec![OUTSIDE; side * side];
    stones.size.points().for_each(|point| cells[cell(point, side)] = 0);
    stones.own.iter().for_each(|&point| cells[cell(point, side)] = 1);
    stones.other.iter().for_each(|&point| cells[cell(point, side)] = 2);
    cells
}

#[cfg(test)]
mod tests;
