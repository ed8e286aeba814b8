//! Sums over the codes of all points, which the threat board keeps without knowing what
//! they mean; the evaluation supplies the summands and reads the sums.
//!
//! Most positions of a search are never evaluated. So the board only notes how codes change,
//! and the sums follow when they are asked for, from the last position whose sums it keeps.

use crate::board::{Color, Point};
use crate::threats::class::{CodeEntry, GROUPS, Threat};

/// What a point of a code is worth to the colour that could play there, in parts of an
/// evaluation unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CodeValue {
    /// When that colour is to move.
    pub to_move: i16,
    /// When the other one is.
    pub waiting: i16,
}

/// Number of features.
pub const FEATURES: usize = 16;

/// Further numbers of a point, by its code or its classes of threat.
pub type Features = [i16; FEATURES];

/// The sums of a position for one side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// The values of its own codes less those of the other side.
    pub value: i32,
    /// The features of all codes and of all pairs of classes. Sums too large for 16 bits wrap
    /// around; who supplies the summands sees to it that none that matters does.
    pub features: Features,
}

/// How what is known of a point for one colour has changed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Change {
    pub(crate) point: Point,
    pub(crate) color: Color,
    /// What a stone of the other colour makes there.
    pub(crate) other: Threat,
    pub(crate) old: CodeEntry,
    pub(crate) new: CodeEntry,
}

/// Rows of summands: those of black's groups of codes, of white's, of pairs of classes.
pub(crate) const ROWS: usize = 2 * GROUPS + Threat::COUNT * Threat::COUNT;
/// Rows from one of black's classes to the next, and from one of white's.
const CLASS_STEPS: [usize; 2] = [Threat::COUNT, 1];

/// The row of a group of a colour's codes.
#[inline]
pub(crate) const fn code_row(color: Color, group: usize) -> usize {
    color.index() * GROUPS + group
}

/// The row of a point by the classes of a colour's code and of the other one's.
#[inline]
pub(crate) const fn pair_row(color: Color, own: Threat, other: Threat) -> usize {
    let [own_step, other_step] = [CLASS_STEPS[color.index()], CLASS_STEPS[1 - color.index()]];
    2 * GROUPS + own as usize * own_step + other as usize * other_step
}

/// What is summed up for one side to move.
#[derive(Clone, Debug)]
pub(crate) struct Summands {
    /// `[row]`, for codes alone.
    pub(crate) values: Box<[i16; 2 * GROUPS]>,
    /// `[row]`
    pub(crate) features: Box<[Features; ROWS]>,
}

impl Default for Summands {
    /// All zeros.
    fn default() -> Self {
        Self { values: Box::new([0; 2 * GROUPS]), features: Box::new([[0; FEATURES]; ROWS]) }
    }
}

impl Sums {
    /// The sums after changes.
    #[inline]
    pub(crate) fn after(&self, changes: &[Change], summands: &Summands) -> Self {
        let Self { mut value, mut features } = *self;
        for &Change { color, other, old, new, .. } in changes {
            let [old_code, new_code] = [old, new].map(|entry| code_row(color, entry.group()));
            value += i32::from(summands.values[new_code]) - i32::from(summands.values[old_code]);
            // Without a branch: whether the class changes too is hard to foresee.
            let [old_pair, new_pair] = [old, new].map(|entry| pair_row(color, entry.threat, other));
            let [a, b] = [new_code, new_pair].map(|row| &summands.features[row]);
            let [c, d] = [old_code, old_pair].map(|row| &summands.features[row]);
            for (index, sum) in features.iter_mut().enumerate() {
                let [plus, minus] =
                    [a[index].wrapping_add(b[index]), c[index].wrapping_add(d[index])];
                *sum = sum.wrapping_add(plus.wrapping_sub(minus));
            }
        }
        Self { value, features }
    }
}
