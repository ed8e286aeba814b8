//! The words of the lines of a board, and what a stone changes in the four lines through it.
//!
//! A line is one cache line of memory. The four lines through a stone, for both colours, are the
//! eight lanes of the kernel in [`lanes`](crate::processor::lanes). Everything between loading the
//! lines and storing their new planes happens in registers.

use crate::processor::lanes::{LANES, Lanes, PLANES, Words};

/// The number of directions, and of lines through a cell.
pub(crate) const DIRECTIONS: usize = 4;
/// The number of bits for each direction in a [`Window`].
pub(crate) const WINDOW_BITS: u32 = 16;
/// The bit of the middle cell among those of a direction. A stone changes nothing that is farther
/// away along a line.
pub(crate) const REACH: u32 = 5;

/// The cells near the middle of four lines: for each direction 16 bits, of which bit
/// [`REACH`] is the middle. The middle itself and cells beyond the reach are never in the set.
pub(crate) type Window = u64;

/// The planes of one line for both colours, `[colour][plane]`.
pub(crate) type LinePlanes = [[u32; PLANES]; 2];

/// What is known of one line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct LineWords {
    /// The shapes of the empty cells, `[colour][plane]`.
    pub(crate) planes: LinePlanes,
    /// The stones of each colour.
    pub(crate) stones: [u32; 2],
    /// The cells that the caller marked for each colour.
    pub(crate) marked: [u32; 2],
    /// The cells that are empty or hold a stone of either colour.
    pub(crate) cells: u32,
}

/// The four lines through one cell: the number of each line, and the cell's bit in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Crossing {
    pub(crate) lines: [usize; DIRECTIONS],
    pub(crate) bits: [u32; DIRECTIONS],
}

/// What has changed in the four lines through a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Changes {
    /// The cells whose number has changed for some colour.
    pub(crate) any: Window,
    /// For each colour, the cells where a strong shape has changed, or at a marked cell a middling
    /// one (see [`is_strong`] and [`is_middling`]).
    pub(crate) notable: [Window; 2],
}

/// Returns the cells with an open three or more: number 7 or above.
#[inline(always)]
pub(crate) const fn is_strong(planes: &[u32; PLANES]) -> u32 {
    planes[3] | planes[2] & planes[1] & planes[0]
}

/// Returns the cells with an open two or a three: the numbers from 3 to 6.
#[inline(always)]
const fn is_middling(planes: &[u32; PLANES]) -> u32 {
    !planes[3] & (planes[2] ^ planes[1] & planes[0])
}

/// Loads the contents of the lines into lanes: black's view first, then white's.
#[inline(always)]
pub(super) fn load(lines: &[LineWords], crossing: &Crossing) -> Lanes {
    let mut lanes = Lanes::default();
    for (direction, &line) in crossing.lines.iter().enumerate() {
        let line = &lines[line];
        for color in 0..2 {
            let lane = color * DIRECTIONS + direction;
            lanes.own[lane] = line.stones[color];
            lanes.opponent[lane] = line.stones[1 - color];
            lanes.cells[lane] = line.cells;
        }
    }
    lanes
}

/// Replaces the planes of the lines and returns what has changed.
#[inline(always)]
pub(super) fn replace(
    lines: &mut [LineWords],
    crossing: &Crossing,
    new: &[Words; PLANES],
) -> Changes {
    let mut old = [[0; LANES]; PLANES];
    let mut marked = [0; LANES];
    let mut starts = [0; LANES];
    for (direction, &line) in crossing.lines.iter().enumerate() {
        let line = &mut lines[line];
        for color in 0..2 {
            let lane = color * DIRECTIONS + direction;
            marked[lane] = line.marked[color];
            starts[lane] = crossing.bits[direction] - REACH;
            for plane in 0..PLANES {
                old[plane][lane] = line.planes[color][plane];
                line.planes[color][plane] = new[plane][lane];
            }
        }
    }
    let mut any = [0; LANES];
    let mut notable = [0; LANES];
    for lane in 0..LANES {
        /// The cells within reach of the middle, without the middle.
        const AROUND: u32 = ((1 << (2 * REACH + 1)) - 1) & !(1 << REACH);
        let planes_of = |planes: &[Words; PLANES]| {
            [planes[0][lane], planes[1][lane], planes[2][lane], planes[3][lane]]
        };
        let [before, after] = [planes_of(&old), planes_of(new)];
        let changed = (before[0] ^ after[0])
            | (before[1] ^ after[1])
            | (before[2] ^ after[2])
            | (before[3] ^ after[3]);
        let strong = changed & (is_strong(&before) | is_strong(&after));
        let middling = (is_middling(&before) ^ is_middling(&after)) & marked[lane];
        any[lane] = changed >> starts[lane] & AROUND;
        notable[lane] = (strong | middling) >> starts[lane] & AROUND;
    }
    let window = |cells: &[u32]| {
        let shifted = |direction: usize| u64::from(cells[direction]) << (16 * direction);
        shifted(0) | shifted(1) | shifted(2) | shifted(3)
    };
    let [black, white] = [window(&any[..DIRECTIONS]), window(&any[DIRECTIONS..])];
    Changes {
        any: black | white,
        notable: [window(&notable[..DIRECTIONS]), window(&notable[DIRECTIONS..])],
    }
}

/// Returns the number that planes hold at a bit.
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
    number_bit_by_bit(planes, bit)
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

/// Defines [`number`].
#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "sse2"))))]
pub(super) fn number_bit_by_bit(planes: &[u32; PLANES], bit: u32) -> u32 {
    (0..PLANES).fold(0, |number, plane| number | (planes[plane] >> bit & 1) << plane)
}
