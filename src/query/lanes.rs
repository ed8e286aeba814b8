//! Eight line words at once: the shape of every empty cell of the four lines through a
//! point, for both colours, in about two hundred shifts and ANDs on one vector.
//!
//! The idea: slide a window of five (for fours and fives) and a window of four between two
//! empty cells (for what can become an open four) along the line, all positions in
//! parallel, one bit each. Adders on bits count the empty cells of every window. A window
//! without opponent's stones and with `n` empty cells needs `n` stones, so each of its
//! empty cells has a class that follows from `n`; spreading a window's bit over its cells
//! is a few shifts more. Which windows count is a mask per rule: no own stone beside an
//! exact five, not both ends closed in caro.
//!
//! One class needs more than counting: a cell that makes two fours with different
//! five-points. Two windows of two empty cells each, sharing the cell, at different
//! distances from the other one, say so. In caro a single stone may answer both, so those
//! (rare) cells are looked at one by one.

use crate::board::Color;
use crate::query::processor;
use crate::rules::shape::{Line, bits};
use crate::rules::{LineRule, Rule, Shape};

/// Lines looked at together: four directions times two colours.
pub const LANES: usize = 8;

/// One word per lane.
pub(crate) type Words = [u32; LANES];

/// The contents of eight lines: lanes 0 to 3 as black sees them, 4 to 7 as white does.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lanes {
    /// Own stones.
    pub own: Words,
    /// The opponent's stones.
    pub opponent: Words,
    /// Cells that can hold a stone of either colour.
    pub cells: Words,
}

impl Lanes {
    /// One lane, as the slow definition knows it.
    #[must_use]
    pub fn line(&self, lane: usize) -> Line {
        Line { cells: self.cells[lane], own: self.own[lane], opponent: self.opponent[lane] }
    }
}

/// What counts as a five in each lane.
#[derive(Clone, Copy, Debug)]
pub struct LaneRules {
    /// All bits set where six or more are no five.
    pub(crate) exact: Words,
    /// All bits set where six or more are forbidden.
    pub(crate) forbids_overline: Words,
    /// Whether opponent's stones at both ends of a five close it.
    pub(crate) closable: bool,
    lines: [LineRule; 2],
}

impl LaneRules {
    /// Lanes 0 to 3 under the rule of black, 4 to 7 under that of white.
    #[must_use]
    pub const fn of(rule: Rule) -> Self {
        Self::per_color(LineRule::of(rule, Color::Black), LineRule::of(rule, Color::White))
    }

    /// Lanes 0 to 3 under one line rule, 4 to 7 under another.
    ///
    /// # Panics
    /// If fives can be closed under one of the two only.
    #[must_use]
    pub const fn per_color(black: LineRule, white: LineRule) -> Self {
        let closable = black.five.can_be_closed();
        assert!(closable == white.five.can_be_closed(), "closed ends concern both colours");
        let (mut exact, mut forbids_overline) = ([0; LANES], [0; LANES]);
        let mut lane = 0;
        while lane < LANES {
            let rule = if lane < LANES / 2 { black } else { white };
            exact[lane] = if rule.five.is_exact() { u32::MAX } else { 0 };
            forbids_overline[lane] = if rule.forbids_overline { u32::MAX } else { 0 };
            lane += 1;
        }
        Self { exact, forbids_overline, closable, lines: [black, white] }
    }

    /// The line rule of a lane.
    const fn line(&self, lane: usize) -> LineRule {
        self.lines[lane / (LANES / 2)]
    }
}

/// The shapes of all empty cells of eight lines: bit `b` of the number of a cell's shape
/// is the cell's bit in plane `b`. Cells that are not empty have the number 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShapePlanes {
    /// `[plane][lane]`.
    pub planes: [Words; PLANES],
}

/// Bits in the number of a shape.
pub const PLANES: usize = 4;

impl ShapePlanes {
    /// The number of the shape of a cell (by its bit number) in a lane.
    #[inline]
    #[must_use]
    pub fn number(&self, lane: usize, bit: u32) -> u8 {
        let plane = |plane: usize| (self.planes[plane][lane] >> bit & 1) as u8;
        plane(0) | plane(1) << 1 | plane(2) << 2 | plane(3) << 3
    }

    /// The shape of a cell (by its bit number) in a lane.
    #[must_use]
    pub fn shape(&self, lane: usize, bit: u32) -> Shape {
        Shape::ALL[usize::from(self.number(lane, bit))]
    }
}

/// The shapes of all empty cells of eight lines.
#[inline]
#[must_use]
pub fn shapes(lanes: &Lanes, rules: &LaneRules) -> ShapePlanes {
    let mut planes = processor::shapes(lanes, rules);
    if rules.closable {
        settle_double_fours(lanes, rules, &mut planes);
    }
    planes
}

/// Where fives can be closed, one stone may answer two five-points: those cells make a
/// four only.
fn settle_double_fours(lanes: &Lanes, rules: &LaneRules, planes: &mut ShapePlanes) {
    for lane in 0..LANES {
        let [p0, p1, p2, p3] = planes.planes.map(|plane| plane[lane]);
        let double_fours = !p0 & p1 & !p2 & p3;
        for cell in bits(double_fours) {
            let line = lanes.line(lane).with_own(cell);
            if line.answers(cell, rules.line(lane).five) != 0 {
                planes.planes[0][lane] |= cell;
                planes.planes[1][lane] &= !cell;
            }
        }
    }
}

/// The portable kernel; `processor` compiles it for better processors, too.
#[inline(always)]
pub(crate) fn shapes_in_all_lanes<const CLOSABLE: bool>(
    lanes: &Lanes,
    rules: &LaneRules,
) -> ShapePlanes {
    let [mut p0, mut p1, mut p2, mut p3] = [[0; LANES]; PLANES];
    for lane in 0..LANES {
        let masks = (rules.exact[lane], rules.forbids_overline[lane]);
        let planes = shapes_in_line::<CLOSABLE>(lanes.line(lane), masks);
        [p0[lane], p1[lane], p2[lane], p3[lane]] = planes;
    }
    ShapePlanes { planes: [p0, p1, p2, p3] }
}

/// The planes of one line: straight-line code on single words, which the compiler turns
/// into vectors of eight.
#[inline(always)]
fn shapes_in_line<const CLOSABLE: bool>(
    line: Line,
    (exact, forbids_overline): (u32, u32),
) -> [u32; PLANES] {
    let windows = Windows::of::<CLOSABLE>(line, exact);
    let empty = line.empty();
    let [five, four, three, two, one] = windows.fives_after.map(|starts| spread5(starts) & empty);
    let open_four = spread4(windows.straight_after[0]) & empty;
    let [open_three1, open_three2, _] = count4(windows.straight_after[1], empty);
    let [open_two1, open_two2, open_two3] = count4(windows.straight_after[2], empty);
    let double_four = two_five_points(windows.fives_after[1], empty);
    let overline = windows.overline(empty) & forbids_overline;

    // The best shape of a cell counts: each one is struck out of all that come after it.
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

/// Windows of a line, each as the bit of its lowest cell.
struct Windows {
    /// `[n - 1]`: windows of five that `n` more stones turn into a five.
    fives_after: [u32; 5],
    /// `[n - 1]`: windows of four that `n` more stones turn into a straight four.
    straight_after: [u32; 3],
    /// Windows of five without opponent's stones: all, those without and with one empty
    /// cell, whatever stands beside them.
    free: u32,
    full: u32,
    one_short: u32,
}

impl Windows {
    #[inline(always)]
    fn of<const CLOSABLE: bool>(line: Line, exact: u32) -> Self {
        let (own, opponent, empty) = (line.own, line.opponent, line.empty());
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

        // Adders: the number of empty cells in the window of four (`a`) and of five
        // (`b`) that begins at each cell, as bits of weight one, two and four.
        let (e0, e1, e2, e3, e4) = (empty, empty >> 1, empty >> 2, empty >> 3, empty >> 4);
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

    /// Cells where one more stone makes six in a row.
    #[inline(always)]
    fn overline(&self, empty: u32) -> u32 {
        // Six usable cells, one of them empty: five full ones and the sixth empty, or one
        // of the first five empty and the sixth not.
        let free6 = self.free & self.free >> 1;
        let beyond = empty >> 5;
        let starts = free6 & (self.full & beyond | self.one_short & !beyond);
        (spread5(starts) | starts << 5) & empty
    }
}

/// The cells of windows of four.
#[inline(always)]
fn spread4(starts: u32) -> u32 {
    let two = starts | starts << 1;
    two | two << 2
}

/// The cells of windows of five.
#[inline(always)]
fn spread5(starts: u32) -> u32 {
    spread4(starts) | starts << 4
}

/// The cells that lie in at least one, two and three of the windows of four.
#[inline(always)]
fn count4(starts: u32, empty: u32) -> [u32; 3] {
    let (w0, w1, w2, w3) = (starts, starts << 1, starts << 2, starts << 3);
    let (either, both) = (w0 | w1, w0 & w1);
    let (either2, both2) = (w2 | w3, w2 & w3);
    [
        (either | either2) & empty,
        (both | both2 | either & either2) & empty,
        (both & either2 | both2 & either) & empty,
    ]
}

/// The empty cells where a stone makes two or more five-points, given the windows of five
/// with two empty cells.
#[inline(always)]
fn two_five_points(starts: u32, empty: u32) -> u32 {
    let (mut once, mut twice) = (0, 0);
    let mut partner_at = |cells: u32| {
        twice |= once & cells;
        once |= cells;
    };
    // `within` holds the cells from which a window reaches `distance` cells further: two
    // empty cells at that distance in one window are each other's five-points.
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

#[cfg(test)]
mod tests;
