//! The state of each point, and the sets of points that follow from it.

use crate::board::point::POINT_INDICES;
use crate::board::{Bitboard, Color, PerColor, Point};
use crate::threats::class::Threat;
use crate::threats::tables::CodeEntry;

/// The code of each point for each colour, and the points of each strong class of threat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PointThreats {
    entries: PerColor<[CodeEntry; POINT_INDICES]>,
    /// `[threat]`: the points of a class, from [`Threat::WEAKEST_KEPT`] up.
    points: PerColor<[Bitboard; Threat::COUNT]>,
    counts: PerColor<[u16; Threat::COUNT]>,
}

impl Default for PointThreats {
    /// Returns points without any shape.
    fn default() -> Self {
        Self {
            entries: PerColor::from_fn(|_| [CodeEntry::default(); POINT_INDICES]),
            points: PerColor::default(),
            counts: PerColor::default(),
        }
    }
}

impl PointThreats {
    /// Returns what is known of a point for a colour.
    #[inline]
    pub(crate) fn entry(&self, color: Color, point: Point) -> CodeEntry {
        self.entries[color][point.index()]
    }

    /// Returns the points of a class for a colour.
    #[inline]
    pub(crate) fn points(&self, color: Color, threat: Threat) -> Bitboard {
        debug_assert!(threat >= Threat::WEAKEST_KEPT, "{threat:?} is not kept as a set");
        self.points[color][threat as usize]
    }

    /// Returns the number of points of a class for a colour.
    #[inline]
    pub(crate) fn count(&self, color: Color, threat: Threat) -> usize {
        debug_assert!(threat >= Threat::WEAKEST_KEPT, "{threat:?} is not kept as a set");
        usize::from(self.counts[color][threat as usize])
    }

    /// Changes what is known of a point, and the sets that follow from it.
    #[inline]
    pub(crate) fn set(&mut self, color: Color, point: Point, entry: CodeEntry) {
        let old = std::mem::replace(&mut self.entries[color][point.index()], entry).threat;
        let new = entry.threat;
        if old != new {
            if old >= Threat::WEAKEST_KEPT {
                self.points[color][old as usize].remove(point);
                self.counts[color][old as usize] -= 1;
            }
            if new >= Threat::WEAKEST_KEPT {
                self.points[color][new as usize].insert(point);
                self.counts[color][new as usize] += 1;
            }
        }
    }
}
