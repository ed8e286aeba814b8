//! The one file with `unsafe`: what the processor does beyond plain Rust.
//!
//! The kernel of [`crate::query::lanes`] is plain safe code that the compiler vectorises
//! for whatever instruction set it may use. With AVX2 a play and undo of the threat board
//! takes 268 to 275 ns, compiled for any x86-64 it takes 289 to 293 (best of three runs
//! each, in turn), so it is compiled for both and chosen at run time. Calling a function
//! compiled for instructions that not every processor has is what Rust asks `unsafe` for.
//!
//! A probe of the transposition table that waits for memory was 11 of 100 parts of the time;
//! with a prefetch before the move is played, the search looks at 9 of 100 positions more
//! (median of nine runs each, in turn). An early load instead, which needs no `unsafe`,
//! gains nothing: the processor waits for it.

use crate::query::lanes::{LaneRules, Lanes, ShapePlanes, shapes_in_all_lanes};

/// The shapes of all empty cells of eight lines, but for caro's double fours.
#[inline]
pub(crate) fn shapes(lanes: &Lanes, rules: &LaneRules) -> ShapePlanes {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has AVX2, the only feature that the function asks for.
        #[expect(unsafe_code, reason = "the feature was detected on the line above")]
        return unsafe { shapes_with_avx2(lanes, rules) };
    }
    portable(lanes, rules)
}

/// Asks the processor to fetch the cache line of a value that is needed soon.
#[inline]
pub(crate) fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let address = std::ptr::from_ref(value).cast();
        // SAFETY: a prefetch changes nothing that a program could see, whatever the address.
        #[expect(unsafe_code, reason = "a hint without effect on the program")]
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(address);
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn shapes_with_avx2(lanes: &Lanes, rules: &LaneRules) -> ShapePlanes {
    portable(lanes, rules)
}

/// The same on any processor.
#[inline(always)]
pub(crate) fn portable(lanes: &Lanes, rules: &LaneRules) -> ShapePlanes {
    if rules.closable {
        shapes_in_all_lanes::<true>(lanes, rules)
    } else {
        shapes_in_all_lanes::<false>(lanes, rules)
    }
}
