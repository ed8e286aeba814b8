//! Eight line words at once: the shapes of all empty cells in the four lines through a point,
//! for both colours.
//!
//! This module gives the lanes their meaning: the rule that applies to each, and the [`Shape`]
//! that a number stands for. The computation itself is a kernel over plain numbers in
//! `processor::lanes`.

use crate::board::Color;
use crate::processor;
use crate::processor::lanes::{Masks, Words};
use crate::processor::lines::{Changes, Crossing, DIRECTIONS, LineWords, MAX_LINES, WordsByColor};
use crate::rules::shape::{Line, bits};
use crate::rules::{LineRule, Rule, Shape};

/// The contents of eight lines: black's view of four lines in lanes 0 to 3, white's view of
/// the same lines in lanes 4 to 7.
pub use crate::processor::lanes::Lanes;

/// The number of lines that are processed together: four directions for each of two colours.
pub const LANES: usize = processor::lanes::LANES;

/// Number of bits in the number of a shape.
pub(crate) const PLANES: usize = processor::lanes::PLANES;

impl Lanes {
    /// Returns the contents of one lane as a [`Line`].
    #[must_use]
    pub fn line(&self, lane: usize) -> Line {
        Line { cells: self.cells[lane], own: self.own[lane], opponent: self.opponent[lane] }
    }
}

/// The runs that win, and those that are forbidden, in each lane.
#[derive(Clone, Copy, Debug)]
pub struct LaneRules {
    masks: Masks,
    black: LineRule,
    white: LineRule,
}

impl LaneRules {
    /// Creates the lane rules of a rule: black's in lanes 0 to 3, white's in lanes 4 to 7.
    #[must_use]
    pub const fn of(rule: Rule) -> Self {
        Self::per_color(LineRule::of(rule, Color::Black), LineRule::of(rule, Color::White))
    }

    /// Creates lane rules that apply one line rule to lanes 0 to 3 and another to lanes 4 to 7.
    ///
    /// # Panics
    /// Panics if a five can be closed under only one of the two line rules.
    #[must_use]
    pub const fn per_color(black: LineRule, white: LineRule) -> Self {
        let closable = black.five.can_be_closed();
        assert!(closable == white.five.can_be_closed(), "closed ends concern both colours");
        let mut masks = Masks { exact: [0; LANES], forbids_overline: [0; LANES], closable };
        let mut lane = 0;
        while lane < LANES {
            let rule = if lane < LANES / 2 { black } else { white };
            masks.exact[lane] = if rule.five.is_exact() { u32::MAX } else { 0 };
            masks.forbids_overline[lane] = if rule.forbids_overline { u32::MAX } else { 0 };
            lane += 1;
        }
        Self { masks, black, white }
    }

    /// Returns the line rule of a lane.
    const fn line(&self, lane: usize) -> LineRule {
        if lane < LANES / 2 { self.black } else { self.white }
    }
}

/// The shapes of all empty cells of eight lines.
///
/// Plane `b` holds bit `b` of the number of each cell's shape, at the cell's own bit.
/// Cells that are not empty have the number 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShapePlanes {
    /// The planes, indexed `[plane][lane]`.
    pub planes: [[u32; LANES]; PLANES],
}

impl ShapePlanes {
    /// Returns the number of the shape of a cell, given its bit number in a lane.
    #[inline]
    #[must_use]
    pub fn number(&self, lane: usize, bit: u32) -> u8 {
        let plane = |plane: usize| (self.planes[plane][lane] >> bit & 1) as u8;
        plane(0) | plane(1) << 1 | plane(2) << 2 | plane(3) << 3
    }

    /// Returns the shape of a cell, given its bit number in a lane.
    #[must_use]
    pub fn shape(&self, lane: usize, bit: u32) -> Shape {
        Shape::ALL[usize::from(self.number(lane, bit))]
    }
}

/// Computes the shapes of all empty cells of eight lines.
#[inline]
#[must_use]
pub fn shapes(lanes: &Lanes, rules: &LaneRules) -> ShapePlanes {
    let mut planes = processor::shapes(lanes, &rules.masks);
    if rules.masks.closable {
        settle_double_fours(lanes, rules, &mut planes);
    }
    ShapePlanes { planes }
}

/// Computes the shapes in four lines again, black's view and white's, stores them in the lines,
/// saves the old ones and returns what has changed.
#[inline]
pub(crate) fn update(
    lines: &mut [LineWords; MAX_LINES],
    crossing: &Crossing,
    rules: &LaneRules,
    saved: &mut [WordsByColor; DIRECTIONS],
) -> Changes {
    processor::update_lines(lines, crossing, &rules.masks, saved, |lanes, planes| {
        settle_double_fours(lanes, rules, planes);
    })
}

/// Turns double fours into fours where one stone answers both five-points.
///
/// This happens only under rules where fives can be closed.
fn settle_double_fours(lanes: &Lanes, rules: &LaneRules, planes: &mut [Words; PLANES]) {
    for lane in 0..LANES {
        let [p0, p1, p2, p3] = planes.map(|plane| plane[lane]);
        let double_fours = !p0 & p1 & !p2 & p3;
        for cell in bits(double_fours) {
            let line = lanes.line(lane).with_own(cell);
            if line.answers(cell, rules.line(lane).five) != 0 {
                planes[0][lane] |= cell;
                planes[1][lane] &= !cell;
            }
        }
    }
}

#[cfg(test)]
mod tests;
