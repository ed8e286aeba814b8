//! The kernel of the line queries: computes the shape of every empty cell of eight lines, in
//! about two hundred shifts and ANDs on one vector.
//!
//! Two windows slide along each line: one of five cells (for fours and fives), and one of four
//! cells between two empty ones (for what can become an open four). All positions of a window
//! are processed in parallel, one bit each. Bitwise adders count the empty cells of every
//! window. A window without an opponent's stone and with `n` empty cells needs `n` stones, so
//! `n` gives the shape of each of its empty cells; a few more shifts spread the bit of a window
//! over its cells. Masks select the windows that count under a rule: where only an exact five
//! wins, those without an own stone next to them; in caro, those with an open end.
//!
//! One shape needs more than counting: a double four, a cell that makes two fours with different
//! five-points. Two windows share such a cell. Each has one other empty cell, and these two are
//! at different distances from the shared one.
//!
//! The kernel works on plain numbers. [`crate::query::lanes`] gives them their meaning and tests
//! them against the definition in [`crate::rules::shape`].

/// Number of lines that the kernel processes together.
pub(crate) const LANES: usize = 8;

/// Number of bits in the number of a shape.
pub(crate) const PLANES: usize = 4;

/// One word per lane.
pub(crate) type Words = [u32; LANES];

/// The contents of eight lines, one bit per cell.
///
/// No cell lies within five bits of either end of its word.
///
/// ```
/// use dolmen::query::{LANES, Lanes};
///
/// let cells = [0b1_1111 << 5; LANES];
/// let lanes = Lanes { own: [0b11 << 5; LANES], cells, ..Lanes::default() };
/// assert_eq!(lanes.line(0).empty(), 0b111 << 7);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Lanes {
    /// The own stones.
    pub own: Words,
    /// The opponent's stones.
    pub opponent: Words,
    /// The cells that are empty or hold a stone of either colour.
    pub cells: Words,
}

/// The runs that win, and those that are forbidden, in each lane.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Masks {
    /// All bits are set in lanes where six or more in a row do not win.
    pub(crate) exact: Words,
    /// All bits are set in lanes where six or more in a row are forbidden.
    pub(crate) forbids_overline: Words,
    /// Indicates whether opponent's stones at both ends of a five close it.
    pub(crate) closable: bool,
}

/// Computes the shape of every empty cell of eight lines, as planes `[plane][lane]` of the
/// shapes' numbers.
///
/// A cell that makes two fours counts as a double four even if one stone answers both, which may
/// happen where fives can be closed.
#[inline(always)]
pub(super) fn shapes(lanes: &Lanes, masks: &Masks) -> [Words; PLANES] {
    if masks.closable {
        shapes_in_all_lanes::<true>(lanes, masks)
    } else {
        shapes_in_all_lanes::<false>(lanes, masks)
    }
}

#[inline(always)]
fn shapes_in_all_lanes<const CLOSABLE: bool>(lanes: &Lanes, masks: &Masks) -> [Words; PLANES] {
    let [mut p0, mut p1, mut p2, mut p3] = [[0; LANES]; PLANES];
    for lane in 0..LANES {
        let line = Line {
            own: lanes.own[lane],
            opponent: lanes.opponent[lane],
            empty: lanes.cells[lane] & !lanes.own[lane] & !lanes.opponent[lane],
            exact: masks.exact[lane],
            forbids_overline: masks.forbids_overline[lane],
        };
        [p0[lane], p1[lane], p2[lane], p3[lane]] = line.shapes::<CLOSABLE>();
    }
    [p0, p1, p2, p3]
}

/// One line with the masks of its lane.
#[derive(Clone, Copy)]
struct Line {
    own: u32,
    opponent: u32,
    empty: u32,
    exact: u32,
    forbids_overline: u32,
}

impl Line {
    /// Computes the planes of one line by straight-line code on single words, which the
    /// compiler turns into vectors of eight.
    #[inline(always)]
    fn shapes<const CLOSABLE: bool>(self) -> [u32; PLANES] {
        let windows = Windows::of::<CLOSABLE>(self);
        let empty = self.empty;
        let [five, four, three, two, one] =
            windows.fives_after.map(|starts| spread5(starts) & empty);
        let open_four = spread4(windows.straight_after[0]) & empty;
        let [open_three1, open_three2, _] = count4(windows.straight_after[1], empty);
        let [open_two1, open_two2, open_two3] = count4(windows.straight_after[2], empty);
        let double_four = two_five_points(windows.fives_after[1], empty);
        let overline = windows.overline(empty) & self.forbids_overline;

        // A cell has the best of its shapes, so each shape is removed from all later ones.
        let mut rest = !five & !overline;
        let mut take = |cells: u32| {
            let taken = cells & rest;
            rest &= !cells;
            taken
        };
        let open_four = take(open_four);
        let double_four = take(double_four);
        let four = take(four);
        let open_three2 = take(open_three2);
        let open_three1 = take(open_three1);
        let three = take(three);
        let open_two3 = take(open_two3);
        let open_two2 = take(open_two2);
        let open_two1 = take(open_two1);
        let two = take(two);
        let one = take(one);
        [
            one | open_two1 | open_two3 | open_three1 | four | open_four | overline,
            two | open_two1 | three | open_three1 | double_four | open_four,
            open_two2 | open_two3 | three | open_three1 | five | overline,
            open_three2 | four | double_four | open_four | five | overline,
        ]
    }
}

/// The windows of a line, each as the bit of its lowest cell.
struct Windows {
    /// Windows of five that `n` more stones turn into a five, at index `n - 1`.
    fives_after: [u32; 5],
    /// Windows of four that `n` more stones turn into a straight four, at index `n - 1`.
    straight_after: [u32; 3],
    /// Windows of five without an opponent's stone, regardless of the cells next to them.
    free: u32,
    /// Free windows without an empty cell.
    full: u32,
    /// Free windows with one empty cell.
    one_short: u32,
}

impl Windows {
    #[inline(always)]
    fn of<const CLOSABLE: bool>(line: Line) -> Self {
        let Line { own, opponent, empty, exact, .. } = line;
        let usable = own | empty;
        let pairs = usable & usable >> 1;
        let free4 = pairs & pairs >> 2;
        let free = free4 & usable >> 4;

        let mut five = free & !(exact & (own << 1 | own >> 5));
        let mut straight = free4 & empty << 1 & empty >> 4 & !(exact & (own << 2 | own >> 5));
        if CLOSABLE {
            five &= !(opponent << 1 & opponent >> 5);
            straight &= !(opponent << 2 | opponent >> 5);
        }

        // The adders count the empty cells in the window of four (`a`) and of five (`b`)
        // that begins at each cell, as bits of weight one, two and four.
        let [e0, e1, e2, e3, e4] = [empty, empty >> 1, empty >> 2, empty >> 3, empty >> 4];
        let half = e0 ^ e1;
        let first = half ^ e2;
        let carry = e0 & e1 | half & e2;
        let a1 = first ^ e3;
        let carry3 = first & e3;
        let a2 = carry ^ carry3;
        let a4 = carry & carry3;
        let b1 = a1 ^ e4;
        let carry4 = a1 & e4;
        let b2 = a2 ^ carry4;
        let b4 = a4 | a2 & carry4;

        let one_short = b1 & !b2 & !b4;
        Self {
            fives_after: [
                five & one_short,
                five & b2 & !b1,
                five & b1 & b2,
                five & b4 & !b1,
                five & b4 & b1,
            ],
            straight_after: [straight & a1 & !a2 & !a4, straight & a2 & !a1, straight & a1 & a2],
            free,
            full: free & !b1 & !b2 & !b4,
            one_short: free & one_short,
        }
    }

    /// Returns the cells where one more stone makes six in a row.
    #[inline(always)]
    fn overline(&self, empty: u32) -> u32 {
        // Of six usable cells exactly one is empty: either the sixth, after five full ones,
        // or one of the first five.
        let free6 = self.free & self.free >> 1;
        let beyond = empty >> 5;
        let starts = free6 & (self.full & beyond | self.one_short & !beyond);
        (spread5(starts) | starts << 5) & empty
    }
}

/// Returns the cells of windows of four, given their lowest cells.
#[inline(always)]
fn spread4(starts: u32) -> u32 {
    let two = starts | starts << 1;
    two | two << 2
}

/// Returns the cells of windows of five, given their lowest cells.
#[inline(always)]
fn spread5(starts: u32) -> u32 {
    spread4(starts) | starts << 4
}

/// Returns the empty cells that lie in at least one, two and three of the windows of four.
#[inline(always)]
fn count4(starts: u32, empty: u32) -> [u32; 3] {
    let [w0, w1, w2, w3] = [starts, starts << 1, starts << 2, starts << 3];
    let [either, both] = [w0 | w1, w0 & w1];
    let [either2, both2] = [w2 | w3, w2 & w3];
    [
        (either | either2) & empty,
        (both | both2 | either & either2) & empty,
        (both & either2 | both2 & either) & empty,
    ]
}

/// Returns the empty cells where a stone makes two or more five-points, given the windows
/// of five with two empty cells.
#[inline(always)]
fn two_five_points(starts: u32, empty: u32) -> u32 {
    let [mut once, mut twice] = [0; 2];
    let mut partner_at = |cells: u32| {
        twice |= once & cells;
        once |= cells;
    };
    // `withinN` holds the cells from which a window reaches `N` cells further. Two empty
    // cells at distance `N` in one window are each other's five-points.
    let within4 = starts;
    let within3 = within4 | starts << 1;
    let within2 = within3 | starts << 2;
    let within1 = within2 | starts << 3;
    let pair4 = within4 & empty & empty >> 4;
    let pair3 = within3 & empty & empty >> 3;
    let pair2 = within2 & empty & empty >> 2;
    let pair1 = within1 & empty & empty >> 1;
    partner_at(pair4);
    partner_at(pair4 << 4);
    partner_at(pair3);
    partner_at(pair3 << 3);
    partner_at(pair2);
    partner_at(pair2 << 2);
    partner_at(pair1);
    partner_at(pair1 << 1);
    twice
}
