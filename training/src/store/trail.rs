//! Points as bytes: a move mostly lies near the one before, so that its place in rings around
//! that one is a small number.

use dolmen::board::{BoardSize, Point};

use crate::store::columns::{Column, ColumnReader, ColumnWriter, RecordError};

/// Distances from the stone before up to which a point is one byte.
const NEAR: i64 = 7;
/// The byte of all other points.
const FAR: u8 = 255;

/// The last of a row of points, which the next one is stored relative to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trail {
    size: BoardSize,
    pub(super) last: Point,
}

impl Trail {
    pub(super) fn new(size: BoardSize) -> Self {
        Self { size, last: Point::new(size.width() / 2, size.height() / 2) }
    }

    /// The trail after a stone.
    pub(super) fn after(self, last: Point) -> Self {
        Self { last, ..self }
    }

    pub(super) fn write(self, columns: &mut ColumnWriter, column: Column, point: Point) {
        match spiral_code(self.last, point) {
            Some(code) => columns.byte(column, code),
            None => {
                columns.byte(column, FAR);
                columns.byte(Column::FarPoints, point.column() as u8);
                columns.byte(Column::FarPoints, point.row() as u8);
            }
        }
    }

    pub(super) fn read(
        self,
        columns: &mut ColumnReader,
        column: Column,
    ) -> Result<Point, RecordError> {
        let code = columns.byte(column)?;
        let (column, row) = match code {
            FAR => {
                let column = columns.byte(Column::FarPoints)?;
                (i64::from(column), i64::from(columns.byte(Column::FarPoints)?))
            }
            code => {
                let (right, down) = spiral_offset(code);
                (self.last.column() as i64 + right, self.last.row() as i64 + down)
            }
        };
        let point = self.size.point(column, row);
        point.ok_or_else(|| RecordError::new(format!("the point {column},{row} is off the board")))
    }
}

/// The place of a point in rings around another one, if it is near.
fn spiral_code(from: Point, to: Point) -> Option<u8> {
    let right = to.column() as i64 - from.column() as i64;
    let down = to.row() as i64 - from.row() as i64;
    let ring = right.abs().max(down.abs());
    if ring > NEAR {
        return None;
    }
    let inner = if ring == 0 { 0 } else { (2 * ring - 1).pow(2) };
    // The upper and the lower row of the ring, then its sides.
    let place = match (down, right) {
        _ if ring == 0 => 0,
        (down, right) if down == -ring => right + ring,
        (down, right) if down == ring => 2 * ring + 1 + right + ring,
        (down, right) => 2 * (2 * ring + 1) + 2 * (down + ring - 1) + i64::from(right > 0),
    };
    u8::try_from(inner + place).ok()
}

/// The offset that [`spiral_code`] gives a code, columns and rows.
fn spiral_offset(code: u8) -> (i64, i64) {
    let code = i64::from(code);
    let ring = (0..)
        .find(|ring| code < (2 * ring + 1_i64).pow(2))
        .expect("some ring is large enough for every code");
    if ring == 0 {
        return (0, 0);
    }
    let place = code - (2 * ring - 1).pow(2);
    let row = 2 * ring + 1;
    match place {
        upper if upper < row => (upper - ring, -ring),
        lower if lower < 2 * row => (lower - row - ring, ring),
        side => {
            let side = side - 2 * row;
            (if side % 2 == 0 { -ring } else { ring }, side / 2 - ring + 1)
        }
    }
}

#[cfg(test)]
mod tests;
