//! A small network over the sums of features, which corrects the sum of the values of the codes.
//!
//! Each code of the side to move, each code of the other side, each pair of classes at a point and
//! the urgency add a row of 16 numbers. The sums, clamped below at zero, go through a hidden layer
//! of 16 clamped units, whose values are weighed together. Keeping the sums under play and undo is
//! an idea from computer shogi and chess (NNUE, Nasu 2018); with rows for codes instead of stones,
//! 16 sums suffice.

use crate::eval::urgency::URGENCIES;
use crate::threats::Threat;
use crate::threats::code::GROUPS;

/// The number of features, the inputs of the network.
pub const FEATURES: usize = 16;

/// A row of features, or the sums of such rows.
pub type Features = [i16; FEATURES];

/// The number of units in the hidden layer.
pub const HIDDEN: usize = 16;

/// The number in a row that stands for one.
pub const ROW_PARTS: i32 = 1 << 10;
/// The largest sum of rows that counts, in [`ROW_PARTS`]; larger ones are clamped.
pub const MAX_SUM: i16 = 8 << 10;
/// The weight or bias of the hidden layer that stands for one.
pub const HIDDEN_PARTS: i32 = 1 << 10;
/// The value of a hidden unit that stands for one.
pub const VALUE_PARTS: i32 = 1 << 8;
/// The largest value of a hidden unit, in [`VALUE_PARTS`]; larger ones are clamped.
pub const MAX_VALUE: i32 = 64 << 8;
/// The weight of the output that stands for one evaluation unit.
pub const OUTPUT_PARTS: i32 = 1 << 3;

/// The largest absolute value of a weight behind the rows, which keeps sums below 2^31.
pub const MAX_WEIGHT: i16 = 8_000;

/// The numbers of a network, for one side to move under one rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    /// `[side: to move, other][group]`, in [`ROW_PARTS`]; the rows of group 0 are zero.
    pub groups: [Vec<Features>; 2],
    /// `[mover's class][other's class]`, in [`ROW_PARTS`]; the row of two points without a class is
    /// zero.
    pub pairs: Vec<[Features; Threat::COUNT]>,
    /// `[urgency]`, in [`ROW_PARTS`].
    pub urgencies: Vec<Features>,
    /// `[hidden unit][feature]`, in [`HIDDEN_PARTS`].
    pub hidden: [Features; HIDDEN],
    /// `[hidden unit]`, in [`HIDDEN_PARTS`].
    pub biases: [i16; HIDDEN],
    /// `[hidden unit]`, in [`OUTPUT_PARTS`] of an evaluation unit.
    pub output: [i16; HIDDEN],
}

impl Default for Network {
    /// Returns a network of zeros.
    fn default() -> Self {
        let groups = || vec![Features::default(); GROUPS];
        Self {
            groups: [groups(), groups()],
            pairs: vec![[Features::default(); Threat::COUNT]; Threat::COUNT],
            urgencies: vec![Features::default(); URGENCIES],
            hidden: Default::default(),
            biases: Default::default(),
            output: Default::default(),
        }
    }
}

impl Network {
    /// The number of numbers in a network.
    pub const NUMBERS: usize = (2 * GROUPS + Threat::COUNT * Threat::COUNT + URGENCIES) * FEATURES
        + HIDDEN * (FEATURES + 2);

    /// Returns the worth of the sums and the urgency to the side to move, in evaluation units.
    #[inline]
    #[must_use]
    pub fn worth(&self, sums: &Features, urgency: usize) -> i32 {
        let urgency = &self.urgencies[urgency];
        let mut inputs = Features::default();
        for (index, input) in inputs.iter_mut().enumerate() {
            *input = sums[index].saturating_add(urgency[index]).clamp(0, MAX_SUM);
        }
        let mut values = [0_i16; HIDDEN];
        for (unit, value) in values.iter_mut().enumerate() {
            let sum =
                i32::from(self.biases[unit]) * ROW_PARTS + product(&inputs, &self.hidden[unit]);
            *value = (sum / (ROW_PARTS * HIDDEN_PARTS / VALUE_PARTS)).clamp(0, MAX_VALUE) as i16;
        }
        product(&values, &self.output) / (VALUE_PARTS * OUTPUT_PARTS)
    }

    /// Returns whether points without shapes add nothing, as the sums require, and every weight is
    /// small enough that no sum of a layer can overflow.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        let nothing = Threat::Nothing as usize;
        let of_nothing = [&self.groups[0][0], &self.groups[1][0], &self.pairs[nothing][nothing]];
        let mut of_nothing = of_nothing.into_iter().flatten();
        let is_small = |number: &i16| (-MAX_WEIGHT..=MAX_WEIGHT).contains(number);
        of_nothing.all(|&number| number == 0)
            && self.hidden.as_flattened().iter().chain(&self.output).all(is_small)
    }

    /// Returns all numbers, in the order of the fields.
    pub fn numbers(&self) -> impl Iterator<Item = i16> {
        let groups = self.groups.iter().flatten();
        let rows = groups.chain(self.pairs.iter().flatten()).chain(&self.urgencies);
        rows.chain(&self.hidden).flatten().chain(&self.biases).chain(&self.output).copied()
    }

    /// Returns the network of these numbers, in the order of [`Network::numbers`]; missing numbers
    /// are zero.
    #[must_use]
    pub fn from_numbers(numbers: impl IntoIterator<Item = i16>) -> Self {
        let mut network = Self::default();
        let Self { groups, pairs, urgencies, hidden, biases, output } = &mut network;
        let rows = groups.iter_mut().flatten().chain(pairs.iter_mut().flatten()).chain(urgencies);
        let places = rows.chain(hidden).flatten().chain(biases).chain(output);
        places.zip(numbers).for_each(|(place, number)| *place = number);
        network
    }
}

/// Returns the scalar product.
#[inline]
fn product<const N: usize>(a: &[i16; N], b: &[i16; N]) -> i32 {
    a.iter().zip(b).map(|(&a, &b)| i32::from(a) * i32::from(b)).sum()
}

#[cfg(test)]
mod tests;
