//! Sums of rows of numbers, in which some rows take the place of others.

/// The number of numbers in a row.
pub(crate) const ROW_LENGTH: usize = 16;
/// The number of rows in a table, a power of two.
pub(crate) const MAX_ROWS: usize = 1 << 13;
/// The number of rows that change together.
pub(crate) const ROWS_TOGETHER: usize = 3;

/// A row of numbers, or the sums of such rows.
pub(crate) type Row = [i16; ROW_LENGTH];

/// Rows with the numbers of the rows that take their place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Exchange {
    pub(crate) removed: [u16; ROWS_TOGETHER],
    pub(crate) added: [u16; ROWS_TOGETHER],
}

/// A table of rows, each with a value of its own.
#[derive(Clone, Debug)]
pub(crate) struct RowTable {
    pub(crate) rows: Box<[Row; MAX_ROWS]>,
    pub(crate) values: Box<[i16; MAX_ROWS]>,
}

impl Default for RowTable {
    /// Returns a table of zeros.
    fn default() -> Self {
        let rows: Box<[Row]> = bytemuck::zeroed_slice_box(MAX_ROWS);
        let values: Box<[i16]> = bytemuck::zeroed_slice_box(MAX_ROWS);
        Self {
            rows: rows.try_into().expect("the number of rows is that of the table"),
            values: values.try_into().expect("the number of values is that of the table"),
        }
    }
}

/// The sums of some rows of a table: their numbers, which wrap around, and their values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct RowSums {
    pub(crate) row: Row,
    pub(crate) value: i32,
}

impl RowTable {
    #[inline(always)]
    fn row(&self, number: u16) -> &Row {
        &self.rows[usize::from(number) % MAX_ROWS]
    }

    #[inline(always)]
    fn value(&self, number: u16) -> i32 {
        i32::from(self.values[usize::from(number) % MAX_ROWS])
    }
}

/// Returns the sums after exchanges of rows.
#[inline(always)]
pub(super) fn exchanged(
    sums: RowSums,
    table: &RowTable,
    exchanges: impl Iterator<Item = Exchange>,
) -> RowSums {
    let RowSums { mut row, mut value } = sums;
    for Exchange { removed, added } in exchanges {
        let [a, b, c] = added.map(|number| table.row(number));
        let [d, e, f] = removed.map(|number| table.row(number));
        for (index, sum) in row.iter_mut().enumerate() {
            let plus = a[index].wrapping_add(b[index]).wrapping_add(c[index]);
            let minus = d[index].wrapping_add(e[index]).wrapping_add(f[index]);
            *sum = sum.wrapping_add(plus.wrapping_sub(minus));
        }
        let values = |numbers: [u16; ROWS_TOGETHER]| {
            let [a, b, c] = numbers.map(|number| table.value(number));
            a + b + c
        };
        value += values(added) - values(removed);
    }
    RowSums { row, value }
}
