//! The words of the lines of a board, and the changes that a stone makes in the four lines through
//! it.
//!
//! Each line fills one cache line. The four lines through a stone, for both colours, are the eight
//! lanes of the kernel in [`lanes`](crate::processor::lanes). Everything between loading the lines
//! and storing their new planes happens in registers.

use crate::processor::lanes::{self, Lanes, Masks, PLANES, Words};

/// The number of directions, and of lines through a cell.
pub(crate) const DIRECTIONS: usize = 4;
/// The maximum number of lines of a board: one for each value of a byte, so that an index needs no
/// bounds check.
pub(crate) const MAX_LINES: usize = 1 << u8::BITS;
/// The distance along a line beyond which a stone changes no shape.
pub(crate) const REACH: u32 = 5;
/// The number of bits for each direction in a [`Star`].
pub(crate) const STAR_BITS: u32 = 16;

/// The cells around a crossing of four lines: 16 bits for each direction, of which bit [`REACH`]
/// stands for the crossing. The crossing itself and cells beyond the reach are never in the set.
pub(crate) type Star = u64;

/// Four words for each of two colours.
pub(crate) type WordsByColor = [[u32; 4]; 2];

/// Four rows of eight words.
pub(super) type Block = [Words; 4];

/// The contents and the shapes of one line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct LineWords {
    /// The shapes of the empty cells, `[colour][plane]`.
    pub(crate) planes: WordsByColor,
    /// `[colour]`: the stones, the marked cells, the cells that are empty or hold a stone of
    /// either colour, and an unused word.
    contents: WordsByColor,
}

const STONES: usize = 0;
const MARKED: usize = 1;
const CELLS: usize = 2;

impl LineWords {
    /// Returns a line of empty cells, without shapes.
    pub(crate) fn new(cells: u32) -> Self {
        let mut line = Self::default();
        line.contents.iter_mut().for_each(|words| words[CELLS] = cells);
        line
    }

    /// Returns the cells that are empty or hold a stone of either colour.
    pub(crate) const fn cells(&self) -> u32 {
        self.contents[0][CELLS]
    }

    /// Removes a cell, which then belongs to no shape.
    pub(crate) fn remove_cell(&mut self, cell: u32) {
        self.contents.iter_mut().for_each(|words| words[CELLS] &= !cell);
    }

    /// Returns the stones of a colour.
    pub(crate) const fn stones(&self, color: usize) -> u32 {
        self.contents[color][STONES]
    }

    /// Returns a mutable reference to the stones of a colour.
    #[inline]
    pub(crate) const fn stones_mut(&mut self, color: usize) -> &mut u32 {
        &mut self.contents[color][STONES]
    }

    /// Returns a mutable reference to the cells whose middling shapes matter for a colour.
    #[inline]
    pub(crate) const fn marked_mut(&mut self, color: usize) -> &mut u32 {
        &mut self.contents[color][MARKED]
    }
}

/// The four lines through one cell: the number of each line, and the cell's bit in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Crossing {
    pub(crate) lines: [u8; DIRECTIONS],
    pub(crate) bits: [u32; DIRECTIONS],
}

/// The cells around a crossing whose shapes have changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Changes {
    /// The cells with a change for some colour.
    pub(crate) any: Star,
    /// `[colour]`: the cells that gained, lost or changed a strong shape, and the marked cells that
    /// gained or lost a middling one (see [`strong`] and [`middling`]).
    pub(crate) notable: [Star; 2],
}

/// Returns the cells with an open three or more: number 7 or above.
#[inline(always)]
pub(crate) const fn strong(planes: &[u32; PLANES]) -> u32 {
    planes[3] | planes[2] & planes[1] & planes[0]
}

/// Returns the cells with an open two or a three: the numbers from 3 to 6.
#[inline(always)]
const fn middling(planes: &[u32; PLANES]) -> u32 {
    !planes[3] & (planes[2] ^ planes[1] & planes[0])
}

/// Swaps rows and words within each half of the rows: word `w` of row `r` becomes word `r` of row
/// `w`. The function is its own inverse.
#[inline(always)]
pub(super) fn transposed(block: Block) -> Block {
    std::array::from_fn(|row| std::array::from_fn(|lane| block[lane % 4][lane / 4 * 4 + row]))
}

/// Computes the shapes in the four lines through a cell, stores them in the lines, saves the old
/// ones and returns what has changed.
///
/// Under rules where a five can be closed, `settle` may change the double fours before they are stored.
///
/// `transpose` computes [`transposed`] as fast as the processor can.
#[inline(always)]
pub(super) fn update(
    lines: &mut [LineWords; MAX_LINES],
    crossing: &Crossing,
    masks: &Masks,
    saved: &mut [WordsByColor; DIRECTIONS],
    settle: impl FnOnce(&Lanes, &mut [Words; PLANES]),
    transpose: impl Fn(Block) -> Block,
) -> Changes {
    let through = crossing.lines.map(usize::from);
    let contents = through.map(|line| bytemuck::cast(lines[line].contents));
    let [own, marked, cells, _] = transpose(contents);
    let opponent = std::array::from_fn(|lane| own[lane ^ DIRECTIONS]);
    let contents = Lanes { own, opponent, cells };
    let mut new = lanes::shapes(&contents, masks);
    if masks.closable && has_double_four(&new) {
        settle(&contents, &mut new);
    }
    *saved = through.map(|line| lines[line].planes);
    let changes = compare(&transpose(bytemuck::cast(*saved)), &new, &marked, crossing);
    let stored: [WordsByColor; DIRECTIONS] = bytemuck::cast(transpose(new));
    for (line, planes) in through.into_iter().zip(stored) {
        lines[line].planes = planes;
    }
    changes
}

/// Returns whether some cell has the number of a double four, 10.
#[inline(always)]
fn has_double_four(planes: &[Words; PLANES]) -> bool {
    let [p0, p1, p2, p3] = planes;
    (0..8).fold(0, |all, lane| all | !p0[lane] & p1[lane] & !p2[lane] & p3[lane]) != 0
}

/// Returns the differences between the planes before and after.
#[inline(always)]
fn compare(old: &Block, new: &Block, marked: &Words, crossing: &Crossing) -> Changes {
    /// The cells within reach of the crossing, without the crossing itself.
    const AROUND: u32 = ((1 << (2 * REACH + 1)) - 1) & !(1 << REACH);
    let starts: Words = std::array::from_fn(|lane| crossing.bits[lane % DIRECTIONS] - REACH);
    let [[a, b, c, d], [p, q, r, s]] = [old, new];
    let mut any = [0; 8];
    let mut notable = [0; 8];
    for lane in 0..8 {
        let old = [a[lane], b[lane], c[lane], d[lane]];
        let new = [p[lane], q[lane], r[lane], s[lane]];
        let changed = (old[0] ^ new[0]) | (old[1] ^ new[1]) | (old[2] ^ new[2]) | (old[3] ^ new[3]);
        let strong = changed & (strong(&old) | strong(&new));
        let middling = (middling(&old) ^ middling(&new)) & marked[lane];
        any[lane] = changed >> starts[lane] & AROUND;
        notable[lane] = (strong | middling) >> starts[lane] & AROUND;
    }
    let [black, white] = stars(&any);
    Changes { any: black | white, notable: stars(&notable) }
}

/// Packs the cells around the middle for both colours.
#[inline(always)]
fn stars(lanes: &Words) -> [Star; 2] {
    [0, 1].map(|color| {
        let part = |direction: usize| {
            u64::from(lanes[color * DIRECTIONS + direction]) << (STAR_BITS * direction as u32)
        };
        part(0) | part(1) | part(2) | part(3)
    })
}

/// Returns the number that the planes hold at a bit: the definition of `processor::number`.
#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "sse2"))))]
pub(super) fn number_bit_by_bit(planes: &[u32; PLANES], bit: u32) -> u32 {
    (0..PLANES).fold(0, |number, plane| number | (planes[plane] >> bit & 1) << plane)
}
