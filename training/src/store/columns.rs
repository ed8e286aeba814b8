//! Columns of bytes, each with numbers of one kind: these resemble each other, so that columns
//! compress better than records.

use std::io::{self, Read, Write};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use strum::{EnumCount, VariantArray};
use thiserror::Error;

/// The content of a column, in the order of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumCount, VariantArray)]
pub(crate) enum Column {
    /// Numbers, sizes, outcomes and lengths of games.
    Games,
    /// The data of each ply of a game.
    Plies,
    /// Points of stones, relative to the stone before.
    Stones,
    /// Points of chosen and other good moves.
    Moves,
    /// Shares of moves.
    Shares,
    /// Points of paths.
    Paths,
    /// Lengths of paths.
    Lengths,
    /// Columns and rows of points that are far from the stone before.
    FarPoints,
    /// Low bytes of scores.
    ScoresLow,
    /// High bytes of scores.
    ScoresHigh,
    /// Depths.
    Depths,
    /// Verdicts of solvers.
    Verdicts,
}

const COLUMNS: usize = Column::COUNT;
/// The maximum number of bytes of a block's columns; a longer block is damaged.
const MAX_BYTES: u64 = 1 << 28;

/// A writer or a reader of columns, so that one function defines both directions: a writer appends
/// each value, a reader replaces it by the next one.
pub(crate) trait Coder {
    /// Codes a byte.
    ///
    /// # Errors
    /// Returns an error if the column ends too early.
    fn byte(&mut self, column: Column, byte: &mut u8) -> Result<(), RecordError>;

    /// Codes a number as a varint: seven bits in each byte, the lowest first.
    ///
    /// # Errors
    /// Returns an error if the column ends too early.
    fn number(&mut self, column: Column, number: &mut u32) -> Result<(), RecordError> {
        let given = std::mem::take(number);
        for shift in (0..32).step_by(7) {
            let rest = given >> shift;
            let mut byte = rest as u8 & 0x7f | u8::from(rest >= 0x80) << 7;
            self.byte(column, &mut byte)?;
            *number |= u32::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(());
            }
        }
        Err(RecordError::short(column))
    }
}

/// A writer of columns.
#[derive(Clone, Debug, Default)]
pub(crate) struct ColumnWriter {
    columns: [Vec<u8>; COLUMNS],
}

impl Coder for ColumnWriter {
    fn byte(&mut self, column: Column, byte: &mut u8) -> Result<(), RecordError> {
        self.columns[column as usize].push(*byte);
        Ok(())
    }
}

impl ColumnWriter {
    /// Returns the compressed columns.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
        let written = self.columns.iter().try_for_each(|column| {
            let length = u32::try_from(column.len()).expect("a block has less than 4 GiB");
            encoder.write_all(&length.to_le_bytes())
        });
        written
            .and_then(|()| self.columns.iter().try_for_each(|column| encoder.write_all(column)))
            .and_then(|()| encoder.finish())
            .expect("writing to memory never fails")
    }
}

/// The reason why a record is not a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct RecordError(String);

impl RecordError {
    pub(super) fn new(what: impl Into<String>) -> Self {
        Self(what.into())
    }

    /// Returns the error of a column that ends too early.
    fn short(column: Column) -> Self {
        Self(format!("column {column:?} ends too early"))
    }
}

/// A reader of columns.
#[derive(Clone, Debug)]
pub(crate) struct ColumnReader {
    bytes: Vec<u8>,
    /// `[column]`: the range of its unread bytes in `bytes`.
    rest: [std::ops::Range<usize>; COLUMNS],
}

impl ColumnReader {
    /// Decompresses columns.
    pub(crate) fn new(compressed: &[u8]) -> Result<Self, RecordError> {
        let compression =
            |error: io::Error| RecordError(format!("cannot decompress the block: {error}"));
        let mut decoder = DeflateDecoder::new(compressed).take(MAX_BYTES);
        let mut head = [0; 4 * COLUMNS];
        decoder.read_exact(&mut head).map_err(compression)?;
        let mut bytes = Vec::new();
        decoder.read_to_end(&mut bytes).map_err(compression)?;
        let mut end = 0_usize;
        let mut rest = [const { 0..0 }; COLUMNS];
        for (range, length) in rest.iter_mut().zip(head.as_chunks::<4>().0) {
            let start = end;
            end = start.saturating_add(u32::from_le_bytes(*length) as usize);
            *range = start..end;
        }
        if end != bytes.len() {
            return Err(RecordError::new("the lengths of the columns do not match"));
        }
        Ok(Self { bytes, rest })
    }

    /// Checks that all bytes were read.
    pub(crate) fn finish(self) -> Result<(), RecordError> {
        let left = Column::VARIANTS.iter().find(|&&column| !self.rest[column as usize].is_empty());
        left.map_or(Ok(()), |column| {
            Err(RecordError(format!("column {column:?} continues after the last game")))
        })
    }
}

impl Coder for ColumnReader {
    fn byte(&mut self, column: Column, byte: &mut u8) -> Result<(), RecordError> {
        let place = self.rest[column as usize].next().ok_or(RecordError::short(column))?;
        *byte = self.bytes[place];
        Ok(())
    }
}
