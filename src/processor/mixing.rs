//! Cells that see their neighbours: sums of four rows of numbers, clamped, mixed with those of the eight
//! cells around, clamped again, and weighed.

use crate::processor::cells::CELL_ROWS;

/// The number of numbers in a row, a cell and a mixed cell.
pub(crate) const MIXED_NUMBERS: usize = 16;
/// The largest number of a cell that counts; larger ones are clamped, and so are negative ones.
pub(crate) const MAX_SMALL_CELL: i16 = 64;
/// The largest number of a mixed cell; larger ones are clamped, and so are negative ones.
pub(crate) const MAX_MIXED: i16 = 256;
/// A cell is multiplied by 2 to this power before it is mixed, so that the upper half of a product is
/// as fine as a mixed cell.
pub(crate) const CELL_SHIFT: u32 = 5;

/// A row of small numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(16))]
pub(crate) struct SmallRow(pub(crate) [i8; MIXED_NUMBERS]);

/// The numbers of a cell, a mixed cell or a parameter of the mixing, in one register.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(32))]
pub(crate) struct MixedCell(pub(crate) [i16; MIXED_NUMBERS]);

/// The parameters of the mixing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mixing {
    /// The bias of mixed cells.
    pub(crate) bias: MixedCell,
    /// The weights of the cell itself, of the sum of the four cells beside it, and of the sum of the four
    /// cells at its corners.
    pub(crate) weights: [MixedCell; 3],
    /// The difference between the indices of vertically adjacent cells.
    pub(crate) stride: usize,
}

/// The sums over many cells, and over the same cells after the mixing.
pub(crate) type MixedPools = [[i32; MIXED_NUMBERS]; 2];

/// Computes the cells at some places, which are indices of `rows`, each with the numbers of its rows in
/// `table`. The cell of a place stands `margin` cells further on.
#[inline(always)]
pub(super) fn sum_small_rows(
    places: &[u16],
    rows: &[[u16; CELL_ROWS]],
    table: &[SmallRow],
    bias: &MixedCell,
    cells: &mut [MixedCell],
    margin: usize,
) {
    for &place in places {
        let place = usize::from(place);
        let mut sum = *bias;
        for number in rows[place] {
            let row = &table[usize::from(number)].0;
            sum.0.iter_mut().zip(row).for_each(|(sum, &number)| *sum += i16::from(number));
        }
        cells[place + margin] = MixedCell(sum.0.map(|number| number.clamp(0, MAX_SMALL_CELL)));
    }
}

/// Mixes the cells at some places with their neighbours. Returns the sums over these cells before and
/// after.
#[inline(always)]
pub(super) fn mix(
    places: &[u16],
    cells: &[MixedCell],
    margin: usize,
    mixing: &Mixing,
    mixed: &mut [MixedCell],
) -> MixedPools {
    let mut pools = [[0; MIXED_NUMBERS]; 2];
    let reach = mixing.stride + 1;
    let chunks = places.chunks(PARTIAL_CELLS).zip(mixed.chunks_mut(PARTIAL_CELLS));
    for (places, mixed) in chunks {
        let mut sums = [MixedCell::default(); 2];
        for (&place, mixed) in places.iter().zip(mixed) {
            let first = usize::from(place) + margin - reach;
            let around = &cells[first..][..2 * reach + 1];
            let center = &around[reach];
            *mixed = mix_one(around, mixing);
            for index in 0..MIXED_NUMBERS {
                sums[0].0[index] += center.0[index];
                sums[1].0[index] += mixed.0[index];
            }
        }
        for (pool, sum) in pools.iter_mut().zip(sums) {
            pool.iter_mut().zip(sum.0).for_each(|(pool, sum)| *pool += i32::from(sum));
        }
    }
    pools
}

/// The number of cells whose sum fits into 16 bits.
const PARTIAL_CELLS: usize = (i16::MAX / MAX_MIXED) as usize;

/// Mixes the cell in the middle of the cells around it, from the first neighbour to the last one.
#[inline(always)]
fn mix_one(around: &[MixedCell], mixing: &Mixing) -> MixedCell {
    let stride = mixing.stride;
    let [above, center, below] = [1, stride + 1, 2 * stride + 1];
    let [center_weights, beside_weights, corner_weights] = &mixing.weights;
    let [a, b, c, d] = [above, center - 1, center + 1, below].map(|place| &around[place].0);
    let [e, f, g, h] = [above - 1, above + 1, below - 1, below + 1].map(|place| &around[place].0);
    let center = &around[center].0;
    MixedCell(std::array::from_fn(|index| {
        let beside = a[index] + b[index] + c[index] + d[index];
        let corners = e[index] + f[index] + g[index] + h[index];
        let sum = mixing.bias.0[index]
            + product(center[index], center_weights.0[index])
            + product(beside, beside_weights.0[index])
            + product(corners, corner_weights.0[index]);
        sum.clamp(0, MAX_MIXED)
    }))
}

/// Returns the upper half of the product of a cell, or the sum of four, and a weight.
#[inline(always)]
pub(crate) const fn product(cell: i16, weight: i16) -> i16 {
    (((cell << CELL_SHIFT) as i32 * weight as i32) >> 16) as i16
}

/// Computes the weighted sums of mixed cells.
#[inline(always)]
pub(super) fn weigh_all(mixed: &[MixedCell], weights: &MixedCell, sums: &mut [i32]) {
    for (sum, mixed) in sums.iter_mut().zip(mixed) {
        let terms = mixed.0.iter().zip(&weights.0);
        *sum = terms.map(|(&number, &weight)| i32::from(number) * i32::from(weight)).sum();
    }
}
