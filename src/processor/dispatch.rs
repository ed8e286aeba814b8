//! Selection of the instruction set at run time.
//!
//! The functions are safe code that the compiler vectorises for the instruction set it may use.
//! Each is compiled for AVX2 and for any processor, and the processor selects one: with AVX2 a
//! search visits 2 to 12 % more nodes per second.

#[cfg(target_arch = "x86")]
use std::arch::x86::{
    __m256i, _mm256_add_epi32, _mm256_madd_epi16, _mm256_set1_epi32, _mm256_unpackhi_epi32,
    _mm256_unpackhi_epi64, _mm256_unpacklo_epi32, _mm256_unpacklo_epi64,
};
#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::{
    __m256i, _mm256_add_epi32, _mm256_madd_epi16, _mm256_set1_epi32, _mm256_unpackhi_epi32,
    _mm256_unpackhi_epi64, _mm256_unpacklo_epi32, _mm256_unpacklo_epi64,
};

use crate::processor::cells::{
    self, CELL_ROWS, CellExchange, CellRow, CellSum, Pool, StoneExchanges,
};
use crate::processor::lanes::{self, Lanes, Masks, PLANES, Words};
use crate::processor::layers::{self, LayerSums, LayerUnits, PairWeights, UnitClamp};
use crate::processor::lines::{
    self, Changes, Crossing, DIRECTIONS, LineWords, MAX_LINES, WordsByColor,
};
use crate::processor::mixing::{self, MixedCell, MixedPools, Mixing, SmallRow};
use crate::processor::rows::{self, Exchange, RowSums, RowTable};

/// Defines a function that calls another one, compiled for AVX2 where the processor has it.
macro_rules! compiled_with_avx2 {
    (
        $(#[$doc:meta])*
        $name:ident, $with_avx2:ident = $function:path,
        ($($argument:ident: $type:ty),* $(,)?) $(-> $result:ty)?
    ) => {
        $(#[$doc])*
        #[inline]
        pub(crate) fn $name($($argument: $type),*) $(-> $result)? {
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            if std::arch::is_x86_feature_detected!("avx2") {
                // SAFETY: the processor has AVX2, the only feature that the function requires.
                #[expect(unsafe_code, reason = "the feature was detected on the line above")]
                return unsafe { $with_avx2($($argument),*) };
            }
            $function($($argument),*)
        }

        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        #[target_feature(enable = "avx2")]
        fn $with_avx2($($argument: $type),*) $(-> $result)? {
            $function($($argument),*)
        }
    };
}

compiled_with_avx2! {
    /// Computes the shape of every empty cell of eight lines; see [`lanes::shapes`].
    shapes, shapes_with_avx2 = lanes::shapes,
    (
        lanes: &Lanes,
        masks: &Masks,
    ) -> [Words; PLANES]
}

/// Computes the shapes in the four lines through a cell again; see [`lines::update`].
#[inline]
pub(crate) fn update_lines(
    lines: &mut [LineWords; MAX_LINES],
    crossing: &Crossing,
    masks: &Masks,
    saved: &mut [WordsByColor; DIRECTIONS],
    settle: impl FnOnce(&Lanes, &mut [Words; PLANES]),
) -> Changes {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has AVX2, the only feature that the function requires.
        #[expect(unsafe_code, reason = "the feature was detected on the line above")]
        return unsafe { update_lines_with_avx2(lines, crossing, masks, saved, settle) };
    }
    lines::update(lines, crossing, masks, saved, settle, lines::transposed)
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[target_feature(enable = "avx2")]
fn update_lines_with_avx2(
    lines: &mut [LineWords; MAX_LINES],
    crossing: &Crossing,
    masks: &Masks,
    saved: &mut [WordsByColor; DIRECTIONS],
    settle: impl FnOnce(&Lanes, &mut [Words; PLANES]),
) -> Changes {
    lines::update(lines, crossing, masks, saved, settle, |block| transposed_with_avx2(block))
}

/// Computes [`lines::transposed`] by eight instructions.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[inline]
#[target_feature(enable = "avx2")]
fn transposed_with_avx2(block: lines::Block) -> lines::Block {
    let [a, b, c, d]: [__m256i; 4] = bytemuck::cast(block);
    let [ab, cd] = [_mm256_unpacklo_epi32(a, b), _mm256_unpacklo_epi32(c, d)];
    let [ab_high, cd_high] = [_mm256_unpackhi_epi32(a, b), _mm256_unpackhi_epi32(c, d)];
    bytemuck::cast([
        _mm256_unpacklo_epi64(ab, cd),
        _mm256_unpackhi_epi64(ab, cd),
        _mm256_unpacklo_epi64(ab_high, cd_high),
        _mm256_unpackhi_epi64(ab_high, cd_high),
    ])
}

compiled_with_avx2! {
    /// Returns the sums after exchanges of rows; see [`rows::exchanged`].
    exchanged, exchanged_with_avx2 = rows::exchanged,
    (
        sums: RowSums,
        table: &RowTable,
        exchanges: &[Exchange],
        flip: u16,
    ) -> RowSums
}

compiled_with_avx2! {
    /// Returns the pool after exchanges; see [`cells::pool_after`].
    pool_after, pool_after_with_avx2 = cells::pool_after,
    (
        pool: &Pool,
        cells: &[CellSum],
        rows: &[CellRow],
        exchanges: StoneExchanges<'_>,
    ) -> Pool
}

compiled_with_avx2! {
    /// Exchanges rows of cells; see [`cells::exchange_rows`].
    exchange_rows, exchange_rows_with_avx2 = cells::exchange_rows,
    (
        pool: &Pool,
        cells: &mut [CellSum],
        rows: &[CellRow],
        exchanges: StoneExchanges<'_>,
    ) -> Pool
}

compiled_with_avx2! {
    /// Takes exchanges of rows of cells back; see [`cells::restore_rows`].
    restore_rows, restore_rows_with_avx2 = cells::restore_rows,
    (
        cells: &mut [CellSum],
        rows: &[CellRow],
        exchanges: &[CellExchange],
    )
}

compiled_with_avx2! {
    /// Computes cells from small rows; see [`mixing::sum_small_rows`].
    sum_small_rows, sum_small_rows_with_avx2 = mixing::sum_small_rows,
    (
        places: &[u16],
        rows: &[[u16; CELL_ROWS]],
        table: &[SmallRow],
        bias: &MixedCell,
        cells: &mut [MixedCell],
        margin: usize,
    )
}

compiled_with_avx2! {
    /// Mixes cells with their neighbours; see [`mixing::mix`].
    mix, mix_with_avx2 = mixing::mix,
    (
        places: &[u16],
        cells: &[MixedCell],
        margin: usize,
        mixing: &Mixing,
        mixed: &mut [MixedCell],
    ) -> MixedPools
}

compiled_with_avx2! {
    /// Computes the weighted sums of mixed cells; see [`mixing::weigh_all`].
    weigh_all, weigh_all_with_avx2 = mixing::weigh_all,
    (
        mixed: &[MixedCell],
        weights: &MixedCell,
        sums: &mut [i32],
    )
}

/// Returns the units of a layer; see [`layers::layer_units`].
#[inline]
pub(crate) fn layer_units(
    biases: &LayerSums,
    weights: &[PairWeights],
    inputs: &[i16],
    clamp: UnitClamp,
) -> LayerUnits {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has AVX2, the only feature that the function requires.
        #[expect(unsafe_code, reason = "the feature was detected on the line above")]
        return unsafe { layer_units_with_avx2(biases, weights, inputs, clamp) };
    }
    layers::layer_units(biases, weights, inputs, clamp)
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[target_feature(enable = "avx2")]
fn layer_units_with_avx2(
    biases: &LayerSums,
    weights: &[PairWeights],
    inputs: &[i16],
    clamp: UnitClamp,
) -> LayerUnits {
    layers::clamped(&layer_sums_with_avx2(biases, weights, inputs), clamp)
}

/// Returns the sums of a layer; see [`layers::layer_sums`].
#[inline]
pub(crate) fn layer_sums(biases: &LayerSums, weights: &[PairWeights], inputs: &[i16]) -> LayerSums {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has AVX2, the only feature that the function requires.
        #[expect(unsafe_code, reason = "the feature was detected on the line above")]
        return unsafe { layer_sums_with_avx2(biases, weights, inputs) };
    }
    layers::layer_sums(biases, weights, inputs)
}

/// Computes [`layers::layer_sums`] with one multiplication for two inputs of eight sums.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[inline]
#[target_feature(enable = "avx2")]
fn layer_sums_with_avx2(biases: &LayerSums, weights: &[PairWeights], inputs: &[i16]) -> LayerSums {
    let mut sums: [__m256i; 2] = bytemuck::cast(biases.0);
    let (pairs, _) = inputs.as_chunks::<2>();
    for (&pair, weights) in pairs.iter().zip(weights) {
        let pair = _mm256_set1_epi32(bytemuck::cast(pair));
        let weights: [__m256i; 2] = bytemuck::cast(weights.0);
        for (sum, weights) in sums.iter_mut().zip(weights) {
            *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(weights, pair));
        }
    }
    LayerSums(bytemuck::cast(sums))
}

/// Returns the number that planes hold at a bit; see [`lines::number_bit_by_bit`].
#[inline(always)]
pub(crate) fn number(planes: &[u32; PLANES], bit: u32) -> u32 {
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
    {
        // SAFETY: the code is compiled for processors with SSE2, the only feature required.
        #[expect(unsafe_code, reason = "every x86-64 processor has the feature")]
        unsafe {
            number_with_sse2(planes, bit)
        }
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
    lines::number_bit_by_bit(planes, bit)
}

/// Moves the bit to the top of each word, from where one instruction collects all four.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
#[inline]
#[target_feature(enable = "sse2")]
fn number_with_sse2(planes: &[u32; PLANES], bit: u32) -> u32 {
    use std::arch::x86_64::{
        __m128i, _mm_castsi128_ps, _mm_cvtsi32_si128, _mm_movemask_ps, _mm_sll_epi32,
    };
    let planes: __m128i = bytemuck::cast(*planes);
    let at_top = _mm_sll_epi32(planes, _mm_cvtsi32_si128(31 - bit as i32));
    _mm_movemask_ps(_mm_castsi128_ps(at_top)) as u32
}
