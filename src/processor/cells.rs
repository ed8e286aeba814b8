//! Sums of rows of numbers at cells, clamped and added up over all cells.
//!
//! A cell is the sum of four rows, one for each line through it. A stone exchanges one row of each
//! cell near it in a line, and all four rows of its own cell.

/// The number of numbers in a row.
pub(crate) const CELL_NUMBERS: usize = 32;
/// The number of rows that a cell adds.
pub(crate) const CELL_ROWS: usize = 4;
/// The largest number of a cell that counts; larger ones are clamped, and so are negative ones.
pub(crate) const MAX_CELL: i16 = 512;

/// A row of numbers, in one cache line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct CellRow(pub(crate) [i16; CELL_NUMBERS]);

/// The sum of a cell's rows, in one cache line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct CellSum(pub(crate) [i16; CELL_NUMBERS]);

/// The sums of all clamped cells.
pub(crate) type Pool = [i32; CELL_NUMBERS];

/// A change of the sums of all clamped cells.
type PoolChange = [i16; CELL_NUMBERS];

/// The replacement of a row of a cell: the number of the cell, the place of the row among its rows,
/// the number of the old row and that of the new row.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CellExchange {
    pub(crate) cell: u16,
    pub(crate) place: u16,
    pub(crate) removed: u16,
    pub(crate) added: u16,
}

/// The exchanges of one stone: those of its own cell, and one for each cell near it in a line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StoneExchanges<'a> {
    pub(crate) center: &'a [CellExchange; CELL_ROWS],
    pub(crate) others: &'a [CellExchange],
}

/// Returns the pool after exchanges.
#[inline(always)]
pub(super) fn pool_after(
    pool: &Pool,
    cells: &[CellSum],
    rows: &[CellRow],
    exchanges: StoneExchanges<'_>,
) -> Pool {
    let StoneExchanges { center, others } = exchanges;
    let mut change = [0; CELL_NUMBERS];
    let old = &cells[usize::from(center[0].cell)];
    let new = center.iter().fold(*old, |sum, exchange| exchanged(&sum, rows, exchange));
    add_difference(&mut change, old, &new);
    for exchange in others {
        let old = &cells[usize::from(exchange.cell)];
        add_difference(&mut change, old, &exchanged(old, rows, exchange));
    }
    changed(pool, &change)
}

/// Exchanges rows of cells, and returns the pool afterwards.
#[inline(always)]
pub(super) fn exchange_rows(
    pool: &Pool,
    cells: &mut [CellSum],
    rows: &[CellRow],
    exchanges: StoneExchanges<'_>,
) -> Pool {
    let StoneExchanges { center, others } = exchanges;
    let mut change = [0; CELL_NUMBERS];
    let cell = &mut cells[usize::from(center[0].cell)];
    let new = center.iter().fold(*cell, |sum, exchange| exchanged(&sum, rows, exchange));
    add_difference(&mut change, cell, &new);
    *cell = new;
    for exchange in others {
        let cell = &mut cells[usize::from(exchange.cell)];
        let new = exchanged(cell, rows, exchange);
        add_difference(&mut change, cell, &new);
        *cell = new;
    }
    changed(pool, &change)
}

/// Takes exchanges of rows back.
#[inline(always)]
pub(super) fn restore_rows(cells: &mut [CellSum], rows: &[CellRow], exchanges: &[CellExchange]) {
    for &exchange in exchanges {
        let CellExchange { cell, removed, added, .. } = exchange;
        let back = CellExchange { removed: added, added: removed, ..exchange };
        let cell = &mut cells[usize::from(cell)];
        *cell = exchanged(cell, rows, &back);
    }
}

#[inline(always)]
fn exchanged(sum: &CellSum, rows: &[CellRow], exchange: &CellExchange) -> CellSum {
    let [plus, minus] = [exchange.added, exchange.removed].map(|row| &rows[usize::from(row)].0);
    let mut new = *sum;
    for (index, number) in new.0.iter_mut().enumerate() {
        *number += plus[index] - minus[index];
    }
    new
}

#[inline(always)]
fn add_difference(change: &mut PoolChange, old: &CellSum, new: &CellSum) {
    for (index, change) in change.iter_mut().enumerate() {
        *change += new.0[index].clamp(0, MAX_CELL) - old.0[index].clamp(0, MAX_CELL);
    }
}

#[inline(always)]
fn changed(pool: &Pool, change: &PoolChange) -> Pool {
    std::array::from_fn(|index| pool[index] + i32::from(change[index]))
}
