//! A sample of the positions that a search evaluates, so that training learns from the positions
//! that matter in play.

use crate::board::{Key, Placement, Point};

/// The number of plies after the root from which the sample takes positions.
const MAX_PLIES: usize = 32;

/// A sample of the positions that searches evaluate: one position for each number of plies
/// after the root, and the number of positions that it was drawn from.
///
/// Each evaluated position has the same probability (Vitter's algorithm R). The searches with a
/// [`Memory`](crate::search::Memory) that holds a sample fill it; the same searches with the
/// same seed give the same sample.
#[derive(Clone, Debug)]
pub struct EvaluationSample {
    state: Key,
    draws: u64,
    /// `[plies - 1]`: the position drawn at this number of plies.
    plies: Vec<Reservoir>,
}

/// The draw among the positions at one number of plies after the root.
#[derive(Clone, Debug, Default)]
struct Reservoir {
    count: u64,
    path: Vec<Point>,
}

/// An evaluated position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SampledPosition<'a> {
    /// The moves that lead to the position from the root.
    pub path: &'a [Point],
    /// The number of positions that were evaluated at the same number of plies, this one included.
    pub evaluations: u64,
}

impl EvaluationSample {
    /// Returns an empty sample whose choices depend on `seed`.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let plies = vec![Reservoir::default(); MAX_PLIES];
        Self { state: Key(seed), draws: 0, plies }
    }

    /// Offers the position after the moves `path` from the root. The sample ignores the root
    /// itself and positions more than 32 plies after it.
    pub(crate) fn note(&mut self, path: &[Placement]) {
        let Some(reservoir) = path.len().checked_sub(1).and_then(|ply| self.plies.get_mut(ply))
        else {
            return;
        };
        reservoir.count += 1;
        self.draws += 1;
        let draw = self.state.mixed_with(self.draws).0;
        if (u128::from(draw) * u128::from(reservoir.count)) >> 64 == 0 {
            reservoir.path.clear();
            reservoir.path.extend(path.iter().map(|stone| stone.point));
        }
    }

    /// Returns the sampled positions, the nearest to the root first.
    pub fn by_ply(&self) -> impl Iterator<Item = SampledPosition<'_>> {
        let sampled = self.plies.iter().filter(|reservoir| reservoir.count > 0);
        sampled.map(|reservoir| SampledPosition {
            path: &reservoir.path,
            evaluations: reservoir.count,
        })
    }
}

#[cfg(test)]
mod tests;
