//! Rows as bytes that compress well.
//!
//! ```text
//! rows    for the lower and, if there is one, the upper byte: for each channel: a byte of each row
//! ```
//!
//! The row of a window resembles that of its core, so the file stores the difference. Differences wrap, and those
//! near zero have small codes whatever their sign (zigzag), so that their upper bytes are nearly all zero.

use crate::eval::line_network::dictionary::Dictionary;
use crate::eval::line_network::file::Reader;
use crate::eval::line_network::numbers::CHANNELS;

/// A number of a row.
pub(in crate::eval::line_network) trait RowEntry:
    Copy + Default + Into<i16>
{
    /// The number of its bytes.
    const BYTES: u32;

    /// Returns the number as an unsigned one, in which those near zero are small.
    fn code(self) -> u16;

    /// Returns the number with a code.
    fn of_code(code: u16) -> Self;

    /// Returns the difference, which may wrap.
    fn minus(self, other: Self) -> Self;

    /// Returns the sum, which may wrap.
    fn plus(self, other: Self) -> Self;
}

/// Implements [`RowEntry`] for a signed type, with the unsigned one of the same size.
macro_rules! row_entry {
    ($signed:ty, $unsigned:ty) => {
        impl RowEntry for $signed {
            const BYTES: u32 = <$signed>::BITS / 8;

            fn code(self) -> u16 {
                u16::from(((self << 1) ^ (self >> (<$signed>::BITS - 1))) as $unsigned)
            }

            fn of_code(code: u16) -> Self {
                let code = code as $unsigned;
                (code >> 1) as $signed ^ -((code & 1) as $signed)
            }

            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }

            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
        }
    };
}

row_entry!(i8, u8);
row_entry!(i16, u16);

/// Returns the rows of a dictionary as bytes.
pub(in crate::eval::line_network) fn rows_to_bytes<T: RowEntry>(
    rows: &[[T; CHANNELS]],
    dictionary: &Dictionary,
) -> Vec<u8> {
    let windows = dictionary.windows().len();
    let code = |row: usize, channel: usize| {
        let number = rows[row][channel];
        if row >= windows {
            return number.code();
        }
        number.minus(rows[windows + dictionary.core_of(row)][channel]).code()
    };
    let mut bytes = Vec::with_capacity(rows.len() * CHANNELS * T::BYTES as usize);
    for byte in 0..T::BYTES {
        for channel in 0..CHANNELS {
            bytes.extend((0..rows.len()).map(|row| (code(row, channel) >> (8 * byte)) as u8));
        }
    }
    bytes
}

impl Reader<'_, '_> {
    /// Reads the rows of a dictionary, whose numbers have absolute values of at most `limit`.
    pub(in crate::eval::line_network) fn rows<T: RowEntry>(
        &mut self,
        dictionary: &Dictionary,
        limit: i16,
    ) -> Result<Vec<[T; CHANNELS]>, String> {
        let windows = dictionary.windows().len();
        let mut codes = vec![[0_u16; CHANNELS]; dictionary.rows()];
        for byte in 0..T::BYTES {
            for channel in 0..CHANNELS {
                for (row, &part) in codes.iter_mut().zip(self.take_slice(dictionary.rows())?) {
                    row[channel] |= u16::from(part) << (8 * byte);
                }
            }
        }
        let mut rows: Vec<[T; CHANNELS]> =
            codes.into_iter().map(|row| row.map(T::of_code)).collect();
        for row in 0..windows {
            let core = rows[windows + dictionary.core_of(row)];
            rows[row] = std::array::from_fn(|channel| rows[row][channel].plus(core[channel]));
        }
        for &number in rows.as_flattened() {
            check_number(number.into(), limit)?;
        }
        Ok(rows)
    }
}

/// Checks that the absolute value of a number is at most `limit`.
pub(super) fn check_number(number: i16, limit: i16) -> Result<(), String> {
    if number.unsigned_abs() > limit.unsigned_abs() {
        return Err(format!("number {number}: expected {} to {limit}", -limit));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Reader, RowEntry, rows_to_bytes};
    use crate::eval::line_network::dictionary::Dictionary;
    use crate::eval::line_network::window::Window;

    #[test]
    fn codes_stand_for_all_numbers_and_those_near_zero_are_small() {
        for number in i8::MIN..=i8::MAX {
            assert_eq!(i8::of_code(number.code()), number);
            assert!(number.code() <= 2 * u16::from(number.unsigned_abs()));
        }
        for number in i16::MIN..=i16::MAX {
            assert_eq!(i16::of_code(number.code()), number);
            assert!(u32::from(number.code()) <= 2 * u32::from(number.unsigned_abs()));
        }
    }

    #[test]
    fn rows_survive_as_bytes() {
        let dictionary = Dictionary::new(vec![Window::EMPTY]).expect("the window is possible");
        let mut number = 0_i16;
        let mut next = || {
            number = number.wrapping_mul(25_173).wrapping_add(13_849);
            number
        };
        let large: Vec<_> = (0..dictionary.rows()).map(|_| [(); 16].map(|()| next())).collect();
        let small: Vec<_> = large.iter().map(|row| row.map(|number| number as i8)).collect();
        let bytes = rows_to_bytes(&large, &dictionary);
        let mut reader = Reader { bytes: &mut &bytes[..] };
        assert_eq!(reader.rows(&dictionary, i16::MIN), Ok(large));
        assert!(reader.bytes.is_empty());
        let bytes = rows_to_bytes(&small, &dictionary);
        assert_eq!(Reader { bytes: &mut &bytes[..] }.rows(&dictionary, i16::MIN), Ok(small));
    }
}
