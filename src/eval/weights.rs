//! Weights: the numbers of the evaluation and of move ordering, learned or set by hand, for each
//! rule.
//!
//! Units are those of [`Score`](crate::eval::Score). Weights belong to groups of codes: the codes
//! of the same four shapes in any order are one group.

mod file;
mod hand;

pub use file::ReadWeightsError;

use std::sync::Arc;

use crate::board::{Color, PerColor};
use crate::eval::line_network::{LineNetwork, Policy};
use crate::eval::network::Network;
use crate::eval::urgency::URGENCIES;
use crate::rules::Rule;
use crate::threats::code::{GROUPS, group, sorted_shapes};

/// The number of parts in an evaluation unit; the weights of groups are counted in such parts.
///
/// Dozens of points have the same weak shapes, for which whole units would be too coarse.
pub const PARTS: i16 = 16;

/// The built-in file.
const BUILT_IN: &[u8] = include_bytes!("weights/learned.weights");

/// The weights of a group of codes of one colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GroupWeights {
    /// The worth in the evaluation when that colour is to move, in [`PARTS`] of a unit.
    pub to_move: i16,
    /// The worth in the evaluation when the other colour is to move, in [`PARTS`] of a unit.
    pub waiting: i16,
    /// The worth in move ordering of a move of that colour.
    pub attack: i16,
    /// The worth in move ordering of a move of the other colour.
    pub defence: i16,
}

/// The weights of one colour under one rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColorWeights {
    /// `[group]`, [`GROUPS`] of them. The group without any shape has weights of zero, since
    /// occupied points belong to it.
    pub groups: Vec<GroupWeights>,
    /// `[urgency]`, [`URGENCIES`] of them: the bonus when this colour is to move, in units.
    pub bonuses: Vec<i16>,
    /// The network whose output is added when this colour is to move.
    pub network: Option<Network>,
}

/// The weights of some rules, and their origin.
///
/// ```
/// use dolmen::eval::Weights;
///
/// let weights = Weights::by_hand();
/// let read = Weights::from_bytes(&weights.to_bytes())?;
/// assert_eq!(read, weights);
/// assert!(Weights::from_bytes(b"GIF89a").is_err());
/// # Ok::<(), dolmen::eval::weights::ReadWeightsError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Weights {
    /// The command that made the weights.
    pub command: String,
    /// The data from which the weights were made, in words.
    pub notes: String,
    /// `[rule]`: the weights of black and of white, which are equal unless the rule treats the
    /// colours differently.
    pub rules: [Option<PerColor<ColorWeights>>; Rule::ALL.len()],
    /// `[rule]`: the network that corrects the evaluation, if there is one.
    pub lines: [Option<Arc<LineNetwork>>; Rule::ALL.len()],
    /// `[rule]`: the policy over the rows of the rule's line network, if there is one.
    pub policies: [Option<Arc<Policy>>; Rule::ALL.len()],
}

impl Weights {
    /// Returns the built-in weights, which `training` learned.
    ///
    /// # Panics
    /// Panics if the built-in file is invalid, which a test rules out.
    #[must_use]
    pub fn built_in() -> Self {
        Self::from_bytes(BUILT_IN).expect("the built-in weights are valid")
    }

    /// Returns the built-in weights of one rule, without decoding those of the others.
    ///
    /// # Panics
    /// Panics if the built-in file is invalid, which a test rules out.
    #[must_use]
    pub fn built_in_of(rule: Rule) -> Self {
        Self::read(BUILT_IN, |other| other == rule).expect("the built-in weights are valid")
    }

    /// Returns the weights that were set by hand for all rules; learning begins with them.
    #[must_use]
    pub fn by_hand() -> Self {
        let of_rule = |rule| Some(PerColor::from_fn(|color| ColorWeights::by_hand(rule, color)));
        Self { command: "by hand".to_owned(), rules: Rule::ALL.map(of_rule), ..Self::default() }
    }
}

impl ColorWeights {
    /// Returns the weights that were set by hand.
    #[must_use]
    pub fn by_hand(rule: Rule, color: Color) -> Self {
        let mut groups = vec![GroupWeights::default(); GROUPS];
        for shapes in sorted_shapes() {
            groups[group(shapes)] = hand::weights(rule, color, shapes);
        }
        Self { groups, bonuses: vec![hand::TEMPO; URGENCIES], network: None }
    }
}

#[cfg(test)]
mod tests;
