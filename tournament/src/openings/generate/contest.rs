//! Beginnings in the style of contests: anywhere on the board, compact or spread out.
//!
//! A random [`Layout`] determines where stones are placed. Of ten layouts, six have one group of
//! stones, three have two and one has three. All groups together have 3 to 9 stones, each number
//! equally often. Each group has
//!
//! - a [`Region`] for its first stone: of ten groups, three begin near an edge, two in a corner, two
//!   near the middle and three anywhere;
//! - a spread from 1 to 4, each equally often: the maximum distance of a stone from the nearest stone
//!   before it.
//!
//! These are the shares before the engine evaluates the positions. Positions with stones close
//! together in the middle are rarely balanced, so that sets have fewer of them.
//!
//! Invariant: each stone of a group is within its spread of another one, and stones of different
//! groups are at least [`APART`] from each other.

use std::ops::RangeInclusive;

use dolmen::board::{BoardSize, Geometry, Point};

/// The number of stones of a beginning, in all its groups together.
pub(super) const STONES: RangeInclusive<usize> = 3..=9;
/// The spreads of groups, in king's moves.
pub(super) const SPREADS: RangeInclusive<usize> = 1..=4;
/// The smallest distance, in king's moves, between stones of different groups.
pub(super) const APART: usize = 5;

/// The number of groups of a beginning; each entry is equally likely.
const GROUPS: [usize; 10] = [1, 1, 1, 1, 1, 1, 2, 2, 2, 3];
/// The region of a group; each entry is equally likely.
const REGIONS: [Region; 10] = [
    Region::Edge,
    Region::Edge,
    Region::Edge,
    Region::Corner,
    Region::Corner,
    Region::Anywhere,
    Region::Anywhere,
    Region::Anywhere,
    Region::Middle,
    Region::Middle,
];

/// The part of the board that the first stone of a group lies in. The other stones may lie
/// outside, as far as the spread of the group allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Region {
    /// All points.
    Anywhere,
    /// The points at most [`Region::NEAR_EDGE`] lines away from an edge.
    Edge,
    /// The points at most [`Region::NEAR_CORNER`] lines away from two edges that meet.
    Corner,
    /// The points at most [`Region::NEAR_MIDDLE`] king's moves away from the middle.
    Middle,
}

impl Region {
    /// The last line that is near an edge; the line at the edge is 0.
    const NEAR_EDGE: usize = 3;
    /// The last line from both edges that belongs to a corner.
    const NEAR_CORNER: usize = 4;
    /// The maximum distance from the middle, in king's moves, as in the style `middle`.
    const NEAR_MIDDLE: usize = 4;

    /// Returns whether a point lies in the region on a board of this size.
    pub(super) fn contains(self, point: Point, size: BoardSize) -> bool {
        let across = to_border(point.column(), size.width());
        let down = to_border(point.row(), size.height());
        match self {
            Self::Anywhere => true,
            Self::Edge => across.min(down) <= Self::NEAR_EDGE,
            Self::Corner => across.max(down) <= Self::NEAR_CORNER,
            Self::Middle => point.distance(Geometry::of(size).center()) <= Self::NEAR_MIDDLE,
        }
    }
}

/// Returns the number of lines between line `at` of `count` and the nearer border.
fn to_border(at: usize, count: usize) -> usize {
    at.min(count - 1 - at)
}

/// A group of stones without places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Group {
    /// The region of its first stone.
    pub(super) region: Region,
    /// The maximum distance of each further stone from the nearest one before it, in king's moves.
    pub(super) spread: usize,
    /// The number of stones, at least one.
    pub(super) stones: usize,
}

/// The groups of a beginning, without places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    /// One to three groups.
    pub(super) groups: Vec<Group>,
}

impl Layout {
    /// Draws a layout by the shares of the module documentation.
    pub(super) fn draw(random: &mut fastrand::Rng) -> Self {
        let stones = random.usize(STONES);
        let count = GROUPS[random.usize(..GROUPS.len())];
        let group = |_| Group {
            region: REGIONS[random.usize(..REGIONS.len())],
            spread: random.usize(SPREADS),
            stones: 1,
        };
        let mut groups: Vec<Group> = (0..count).map(group).collect();
        for _ in count..stones {
            groups[random.usize(..count)].stones += 1;
        }
        Self { groups }
    }

    /// Places the stones at random and in a random order of colours; `None` if they do not fit.
    pub(super) fn place(&self, size: BoardSize, random: &mut fastrand::Rng) -> Option<Vec<Point>> {
        let mut moves: Vec<Point> = Vec::new();
        for group in &self.groups {
            let placed = group.place(size, &moves, random)?;
            moves.extend(placed);
        }
        random.shuffle(&mut moves);
        Some(moves)
    }
}

impl Group {
    /// Places the stones at least [`APART`] from those of other groups.
    fn place(
        &self,
        size: BoardSize,
        others: &[Point],
        random: &mut fastrand::Rng,
    ) -> Option<Vec<Point>> {
        let is_apart = |point: &Point| others.iter().all(|other| other.distance(*point) >= APART);
        let room: Vec<Point> = size.points().filter(is_apart).collect();
        let is_first = |point| self.region.contains(point, size);
        connected(self.stones, &room, is_first, self.spread, random)
    }
}

/// Draws `count` different points of `room`: a first one that `is_first` accepts, and others at most
/// `reach` king's moves away from the nearest one before. Returns `None` if there are too few.
pub(super) fn connected(
    count: usize,
    room: &[Point],
    is_first: impl Fn(Point) -> bool,
    reach: usize,
    random: &mut fastrand::Rng,
) -> Option<Vec<Point>> {
    let mut stones: Vec<Point> = Vec::with_capacity(count);
    while stones.len() < count {
        let is_free = |point: &&Point| {
            let is_near = |stone: &Point| stone.distance(**point) <= reach;
            let is_first = stones.is_empty() && is_first(**point);
            !stones.contains(point) && (is_first || stones.iter().any(is_near))
        };
        let free: Vec<Point> = room.iter().filter(is_free).copied().collect();
        stones.push(*random.choice(&free)?);
    }
    Some(stones)
}

#[cfg(test)]
mod tests;
