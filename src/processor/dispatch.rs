//! Selection of the kernel's instruction set at run time.
//!
//! The kernel of [`lanes`](crate::processor::lanes) is safe code that the compiler
//! vectorises for the instruction set it may use. A play and undo of the threat board takes
//! 268 to 275 ns with AVX2 and 289 to 293 ns with the baseline of x86-64 (best of three
//! alternating runs each), so the kernel is compiled for both and the processor selects one.

use crate::processor::lanes::{self, Lanes, Masks, PLANES, Words};

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
