//! A sample of the positions that a search evaluates: what the evaluation is really asked
//! about, for whoever wants to learn from it.

use crate::board::{Key, Placement, Point};

/// Deepest positions that are told apart, in plies after the root.
const MAX_PLIES: usize = 32;

/// A sample of the positions that searches evaluate: of each number of plies after the root
/// one position, each of those that were evaluated with the same probability (Vitter's
/// algorithm R), and how many there were.
///
/// A [`Memory`](crate::search::Memory) that holds a sample fills it. The same searches with the
/// same seed give the same sample.
///
/// ```
/// use dolmen::board::{BoardSize, Point, Position};
/// use dolmen::rules::Rule;
/// use dolmen::search::{self, Control, EvaluationSample, Limits, Memory, Silent};
///
/// let mut position = Position::new(BoardSize::square(15));
/// position.play(Point::new(7, 7)).expect("the point is empty");
/// let mut memory = Memory::new(1 << 20);
/// memory.sample = Some(EvaluationSample::new(1));
/// let limits = Limits { nodes: Some(500), ..Limits::unlimited() };
/// let limits = (&limits, &Control::default());
/// search::search(&position, Rule::Freestyle, &mut memory, limits, &mut Silent);
/// let sample = memory.sample.expect("the search leaves the sample there");
/// assert!(sample.by_ply().all(|sampled| !sampled.path.is_empty()));
/// ```
#[derive(Clone, Debug)]
pub struct EvaluationSample {
    state: Key,
    draws: u64,
    /// `[plies - 1]`.
    plies: Vec<Reservoir>,
}

/// The positions at one number of plies after the root.
#[derive(Clone, Debug, Default)]
struct Reservoir {
    count: u64,
    path: Vec<Point>,
}

/// A position that was evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SampledPosition<'a> {
    /// The moves that lead to it from the root.
    pub path: &'a [Point],
    /// The number of positions that were evaluated at this depth, this one included.
    pub evaluations: u64,
}

impl EvaluationSample {
    /// Returns an empty sample whose choices depend on `seed`.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let plies = vec![Reservoir::default(); MAX_PLIES];
        Self { state: Key(seed), draws: 0, plies }
    }

    /// Notes the position after the moves `line` from the root. The root itself and positions
    /// deeper than 32 plies do not count.
    pub(crate) fn note(&mut self, line: &[Placement]) {
        let Some(reservoir) = line.len().checked_sub(1).and_then(|ply| self.plies.get_mut(ply))
        else {
            return;
        };
        reservoir.count += 1;
        self.draws += 1;
        let draw = self.state.mixed_with(self.draws).0;
        if (u128::from(draw) * u128::from(reservoir.count)) >> 64 == 0 {
            reservoir.path.clear();
            reservoir.path.extend(line.iter().map(|stone| stone.point));
        }
    }

    /// Returns the sampled positions, those near the root first.
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
