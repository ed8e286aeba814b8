//! The points of each strong class of threat.

use crate::board::point::POINT_INDICES;
use crate::board::{Bitboard, Color, PerColor, Point};
use crate::threats::class::Threat;

/// The strong threats of each colour, as the class of each point and as a set for each class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StrongThreats {
    /// `[point]`: the class, or [`Threat::Nothing`] for a class that is not kept.
    classes: PerColor<[Threat; POINT_INDICES]>,
    /// `[threat]`: the points of a class, from [`Threat::WEAKEST_KEPT`] up. The set of
    /// [`Threat::Nothing`] changes with the others, so that a change needs no branch; it is
    /// meaningless.
    points: PerColor<[Bitboard; Threat::COUNT]>,
    counts: PerColor<[u16; Threat::COUNT]>,
}

impl Default for StrongThreats {
    /// Returns points without any threat.
    fn default() -> Self {
        Self {
            classes: PerColor::from_fn(|_| [Threat::Nothing; POINT_INDICES]),
            points: PerColor::default(),
            counts: PerColor::default(),
        }
    }
}

impl StrongThreats {
    /// Returns the class of a point for a colour, or [`Threat::Nothing`] if it is weaker than those
    /// that are kept.
    #[inline]
    pub(crate) fn class(&self, color: Color, point: Point) -> Threat {
        self.classes[color][point.index()]
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

    /// Changes the class of a point, which is a kept one or [`Threat::Nothing`], and returns the
    /// old one.
    #[inline]
    pub(crate) fn replace(&mut self, color: Color, point: Point, new: Threat) -> Threat {
        let old = std::mem::replace(&mut self.classes[color][point.index()], new);
        for threat in [old, new] {
            self.points[color][threat as usize].toggle(point);
        }
        let counts = &mut self.counts[color];
        counts[old as usize] = counts[old as usize].wrapping_sub(1);
        counts[new as usize] = counts[new as usize].wrapping_add(1);
        old
    }
}
