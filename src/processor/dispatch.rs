//! Selection of the kernel's instruction set at run time.
//!
//! The kernel of [`lanes`](crate::processor::lanes) is safe code that the compiler
//! vectorises for the instruction set it may use. A play and undo of the threat board takes
//! 268 to 275 ns with AVX2 and 289 to 293 ns with the baseline of x86-64 (best of three
//! alternating runs each), so the kernel is compiled for both and the processor selects one.

use crate::processor::lanes::{self, Lanes, Masks, PLANES, Words};
use crate::processor::rows::{self, Exchange, RowSums, RowTable};
use crate::processor::lines::{
    self, Block, Changes, Crossing, DIRECTIONS, LineWords, MAX_LINES, WordsByColor,
};

/// Computes the shape of every empty cell of eight lines; see [`lanes::shapes`].
#[inline]
pub(crate) fn shapes(lanes: &Lanes, masks: &Masks) -> [Words; PLANES] {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has AVX2, the only feature that the function requires.
        #[expect(unsafe_code, reason = "the feature was detected on the line above")]
        return unsafe { shapes_with_avx2(lanes, masks) };
    }
    shapes_on_any_processor(lanes, masks)
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[target_feature(enable = "avx2")]
fn shapes_with_avx2(lanes: &Lanes, masks: &Masks) -> [Words; PLANES] {
    lanes::shapes(lanes, masks)
}

/// Computes the same without special instructions.
#[inline(always)]
pub(super) fn shapes_on_any_processor(lanes: &Lanes, masks: &Masks) -> [Words; PLANES] {
    lanes::shapes(lanes, masks)
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
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has AVX2, the only feature that the function requires.
        #[expect(unsafe_code, reason = "the feature was detected on the line above")]
        return unsafe { update_lines_with_avx2(lines, crossing, masks, saved, settle) };
    }
    update_lines_on_any_processor(lines, crossing, masks, saved, settle)
}

#[cfg(target_arch = "x86_64")]
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

/// Computes the same without special instructions.
#[inline(always)]
pub(super) fn update_lines_on_any_processor(
    lines: &mut [LineWords; MAX_LINES],
    crossing: &Crossing,
    masks: &Masks,
    saved: &mut [WordsByColor; DIRECTIONS],
    settle: impl FnOnce(&Lanes, &mut [Words; PLANES]),
) -> Changes {
    lines::update(lines, crossing, masks, saved, settle, lines::transposed)
}

/// Computes [`lines::transposed`] by eight instructions.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn transposed_with_avx2(block: Block) -> Block {
    use std::arch::x86_64::{
        __m256i, _mm256_unpackhi_epi32, _mm256_unpackhi_epi64, _mm256_unpacklo_epi32,
        _mm256_unpacklo_epi64,
    };
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

/// Returns the sums after exchanges of rows; see [`rows::exchanged`].
#[inline]
pub(crate) fn exchanged(
    sums: RowSums,
    table: &RowTable,
    exchanges: &[Exchange],
) -> RowSums {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has AVX2, the only feature that the function requires.
        #[expect(unsafe_code, reason = "the feature was detected on the line above")]
        return unsafe { exchanged_with_avx2(sums, table, exchanges) };
    }
    rows::exchanged(sums, table, exchanges)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn exchanged_with_avx2(
    sums: RowSums,
    table: &RowTable,
    exchanges: &[Exchange],
) -> RowSums {
    rows::exchanged(sums, table, exchanges)
}
