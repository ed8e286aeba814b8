//! Points as bytes: a move usually lies near the previous one, so its place in rings around that
//! point is a small number.

use dolmen::board::{BoardSize, Point};

use crate::store::columns::{Coder, Column, RecordError};

/// The maximum distance from the previous stone at which a point is one byte.
const NEAR: i64 = 7;
/// The byte of all other points.
const FAR: u8 = 255;

/// The previous point, relative to which the next one is stored.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trail {
    size: BoardSize,
    pub(super) last: Point,
}

impl Trail {
    pub(super) fn new(size: BoardSize) -> Self {
        Self { size, last: Point::new(size.width() / 2, size.height() / 2) }
    }

    /// Returns the trail after a stone.
    pub(super) fn after(self, last: Point) -> Self {
        Self { last, ..self }
    }

    /// Codes a point.
    pub(super) fn code(
        self,
        coder: &mut impl Coder,
        column: Column,
        point: &mut Point,
    ) -> Result<(), RecordError> {
        let mut code = spiral_code(self.last, *point).unwrap_or(FAR);
        coder.byte(column, &mut code)?;
        let (column, row) = if code == FAR {
            let (mut column, mut row) = (point.column() as u8, point.row() as u8);
            coder.byte(Column::FarPoints, &mut column)?;
            coder.byte(Column::FarPoints, &mut row)?;
            (i64::from(column), i64::from(row))
        } else {
            let (right, down) = spiral_offset(code);
            (self.last.column() as i64 + right, self.last.row() as i64 + down)
        };
        *point = self.size.point(column, row).ok_or_else(|| {
            RecordError::new(format!("the point {column},{row} is off the board"))
        })?;
        Ok(())
    }
}

/// Returns the place of a point in rings around another one, if it is near.
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

/// Returns the offset of a code of [`spiral_code`], in columns and rows.
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
