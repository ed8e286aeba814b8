//! Random beginnings in a style, one after the other, for the engine to judge.
//!
//! Invariant: the same random numbers give the same beginnings in every version, so that the
//! commands in the files of openings stay true.

use std::ops::RangeInclusive;

use dolmen::board::{BoardSize, Geometry, Point};

use super::contest::Layout;
use crate::openings::OpeningStyle;

/// The number of beginnings of one layout that are drawn before another layout has its turn.
///
/// Of many stones few positions are even. As a layout is tried again and again, such openings
/// are not crowded out by those of three stones.
const TRIES: u32 = 60;

/// A source of beginnings.
#[derive(Debug)]
pub(super) struct Beginnings {
    size: BoardSize,
    style: StyleState,
}

/// The memory of a style from one beginning to the next.
#[derive(Debug)]
enum StyleState {
    Middle,
    Contest {
        /// The layout in use; none at first, and after an opening was kept.
        layout: Option<Layout>,
        /// The number of beginnings that are still drawn of it.
        left: u32,
    },
}

impl Beginnings {
    pub(super) fn new(style: OpeningStyle, size: BoardSize) -> Self {
        let style = match style {
            OpeningStyle::Middle => StyleState::Middle,
            OpeningStyle::Contest => StyleState::Contest { layout: None, left: 0 },
        };
        Self { size, style }
    }

    /// Draws different points, black's first; none where the stones found no place.
    pub(super) fn draw(&mut self, random: &mut fastrand::Rng) -> Option<Vec<Point>> {
        match &mut self.style {
            StyleState::Middle => draw_middle(self.size, random),
            StyleState::Contest { layout, left } => {
                if *left == 0 {
                    *layout = None;
                    *left = TRIES;
                }
                *left -= 1;
                layout.get_or_insert_with(|| Layout::draw(random)).place(self.size, random)
            }
        }
    }

    /// Takes notice that the beginning drawn last has become an opening.
    pub(super) fn keep(&mut self) {
        match &mut self.style {
            StyleState::Middle => {}
            StyleState::Contest { left, .. } => *left = 0,
        }
    }
}

/// Numbers of stones that leave the position open: with one or two black is ahead. Each is as
/// likely as any other.
pub(super) const MIDDLE_STONES: RangeInclusive<usize> = 3..=6;
/// The maximum distance of a stone from the middle, in king's moves: a distance that leaves the
/// stones room to be apart, and the edges out of it.
const SPREAD: usize = 4;
/// The maximum distance of a stone from the nearest stone before it, in king's moves.
const REACH: usize = 3;

/// Draws different points near the middle and near each other; none if there are too few.
fn draw_middle(size: BoardSize, random: &mut fastrand::Rng) -> Option<Vec<Point>> {
    let count = random.usize(MIDDLE_STONES);
    let middle = Geometry::of(size).center();
    let near: Vec<Point> = size.points().filter(|point| point.distance(middle) <= SPREAD).collect();
    let mut moves: Vec<Point> = Vec::with_capacity(count);
    while moves.len() < count {
        let is_free = |point: &&Point| {
            let in_reach = |stone: &Point| stone.distance(**point) <= REACH;
            !moves.contains(point) && (moves.is_empty() || moves.iter().any(in_reach))
        };
        let free: Vec<Point> = near.iter().filter(is_free).copied().collect();
        moves.push(*random.choice(&free)?);
    }
    Some(moves)
}
