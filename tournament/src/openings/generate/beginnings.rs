//! Random beginnings in a style, which the engine then evaluates.
//!
//! Invariant: equal random numbers give equal beginnings in every version, so that the commands in the
//! files of openings reproduce them.

use std::ops::RangeInclusive;

use dolmen::board::{BoardSize, Geometry, Point};

use super::contest::{Layout, connected};
use crate::openings::OpeningStyle;

/// The number of beginnings that are drawn from a layout before the next one.
///
/// Positions with many stones are rarely balanced. Repeated tries of the same layout keep openings of
/// three stones from dominating a set.
const TRIES: u32 = 60;

/// A source of beginnings.
#[derive(Debug)]
pub(super) struct Beginnings {
    style: OpeningStyle,
    size: BoardSize,
    /// The current layout of contests; `None` at first.
    layout: Option<Layout>,
    /// The number of beginnings that remain to be drawn from it.
    left: u32,
}

impl Beginnings {
    pub(super) const fn new(style: OpeningStyle, size: BoardSize) -> Self {
        Self { style, size, layout: None, left: 0 }
    }

    /// Draws different points, that of black first; `None` if the stones do not fit.
    pub(super) fn draw(&mut self, random: &mut fastrand::Rng) -> Option<Vec<Point>> {
        if self.style == OpeningStyle::Middle {
            return draw_middle(self.size, random);
        }
        if self.left == 0 {
            self.layout = None;
            self.left = TRIES;
        }
        self.left -= 1;
        self.layout.get_or_insert_with(|| Layout::draw(random)).place(self.size, random)
    }

    /// Notes that the last beginning has become an opening: the next one gets another layout.
    pub(super) const fn keep(&mut self) {
        self.left = 0;
    }
}

/// The number of stones, each equally likely. With one or two stones black is ahead.
pub(super) const MIDDLE_STONES: RangeInclusive<usize> = 3..=6;
/// The maximum distance of a stone from the middle, in king's moves: far enough for separate stones,
/// and away from the edges.
const SPREAD: usize = 4;
/// The maximum distance of a stone from the nearest stone before it, in king's moves.
const REACH: usize = 3;

/// Draws different points near the middle and near each other; `None` if there are too few.
fn draw_middle(size: BoardSize, random: &mut fastrand::Rng) -> Option<Vec<Point>> {
    let count = random.usize(MIDDLE_STONES);
    let middle = Geometry::of(size).center();
    let near: Vec<Point> = size.points().filter(|point| point.distance(middle) <= SPREAD).collect();
    connected(count, &near, |_| true, REACH, random)
}
