//! Sums of rows of numbers, and exchanges of rows in them.

/// The number of numbers in a row.
pub(crate) const ROW_LENGTH: usize = 16;
/// The number of rows in a table, a power of two.
pub(crate) const MAX_ROWS: usize = 1 << 13;

/// A row of numbers, or the sums of such rows.
pub(crate) type Row = [i16; ROW_LENGTH];

/// The number of a row, and that of the row that takes its place.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Exchange {
    pub(crate) removed: u16,
    pub(crate) added: u16,
}

/// A list of exchanges.
#[derive(Clone, Debug)]
pub(crate) struct Exchanges {
    list: Box<[Exchange; Self::CAPACITY]>,
    len: usize,
}

impl Default for Exchanges {
    /// Returns an empty list.
    fn default() -> Self {
        Self { list: Box::new([Exchange::default(); Self::CAPACITY]), len: 0 }
    }
}

impl Exchanges {
    /// The largest number of exchanges in a list.
    pub(crate) const CAPACITY: usize = 1 << 7;

    /// Removes all exchanges and lets `fill` add new ones.
    #[inline(always)]
    pub(crate) fn refill(&mut self, fill: impl FnOnce(&mut Refill<'_>)) {
        let mut refill = Refill { list: &mut self.list, len: 0 };
        fill(&mut refill);
        self.len = refill.len;
    }

    /// Returns the exchanges.
    #[inline]
    pub(crate) fn as_slice(&self) -> &[Exchange] {
        debug_assert!(self.len <= Self::CAPACITY, "there are more exchanges than expected");
        &self.list[..self.len.min(Self::CAPACITY)]
    }
}

/// Adds exchanges to a list, whose length stays in a register meanwhile.
#[derive(Debug)]
pub(crate) struct Refill<'a> {
    list: &'a mut [Exchange; Exchanges::CAPACITY],
    len: usize,
}

impl Refill<'_> {
    /// Adds an exchange, unless both rows are the same.
    #[inline(always)]
    pub(crate) fn push(&mut self, removed: u16, added: u16) {
        // There is no branch, because it would be hard to predict.
        self.list[self.len % Exchanges::CAPACITY] = Exchange { removed, added };
        self.len += usize::from(removed != added);
    }
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

/// Returns the sums after exchanges of rows. Their numbers differ from those of the table in the bits
/// of `flip`.
#[inline(always)]
pub(super) fn exchanged(
    sums: RowSums,
    table: &RowTable,
    exchanges: &[Exchange],
    flip: u16,
) -> RowSums {
    let RowSums { mut row, mut value } = sums;
    for &exchange in exchanges {
        let [removed, added] = [exchange.removed, exchange.added].map(|number| number ^ flip);
        let [plus, minus] = [table.row(added), table.row(removed)];
        for (index, sum) in row.iter_mut().enumerate() {
            *sum = sum.wrapping_add(plus[index].wrapping_sub(minus[index]));
        }
        value += table.value(added) - table.value(removed);
    }
    RowSums { row, value }
}
