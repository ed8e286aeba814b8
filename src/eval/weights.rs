//! The numbers of the evaluation and of the order of moves: a set of weights for each rule,
//! learned or set by hand.
//!
//! Units are those of [`Score`](crate::eval::Score). A weight belongs to a group of codes,
//! those of the same four shapes in any order.

mod file;
mod hand;
mod header;

pub use file::ReadWeightsError;
pub use header::{SetNote, WeightsHeader};

use crate::board::{Color, PerColor};

use crate::eval::network::Network;
use crate::eval::urgency::URGENCIES;
use crate::rules::Rule;
use crate::threats::code::{GROUPS, group, sorted_shapes};

/// Parts of a unit in which the worths of groups are kept: dozens of points have the same
/// weak shapes, so that whole units would be too coarse for them.
pub const PARTS: i16 = 16;

/// The weights of a group for the colour that the codes are of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GroupWeights {
    /// Worth in the evaluation when that colour is to move, in [`PARTS`] of a unit.
    pub to_move: i16,
    /// Worth in the evaluation when the other one is, in [`PARTS`] of a unit.
    pub waiting: i16,
    /// Worth in the order of moves to a move of that colour.
    pub attack: i16,
    /// Worth in the order of moves to a move of the other colour.
    pub defence: i16,
}

/// The weights of one colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColorWeights {
    /// `[group]`, [`GROUPS`] of them; the group of four times nothing is worth nothing.
    pub groups: Vec<GroupWeights>,
    /// `[urgency]`, [`URGENCIES`] of them: what is added when this colour is to move.
    pub bonuses: Vec<i16>,
    /// What is added to the sums when this colour is to move.
    pub network: Option<Network>,
}

/// The weights of some rules, and where they come from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Weights {
    /// The command that made them.
    pub command: String,
    /// What they were made from, for people.
    pub notes: String,
    /// `[rule]`: black's and white's, which are the same unless the rule tells them apart.
    pub rules: [Option<PerColor<ColorWeights>>; Rule::ALL.len()],
}

impl Weights {
    /// The weights that come with the engine, learned by `tournament/training`.
    ///
    /// # Panics
    /// Never: a test reads them.
    #[must_use]
    pub fn built_in() -> Self {
        Self::from_bytes(include_bytes!("weights/learned.weights")).expect("they are whole")
    }

    /// Those set by hand, for all rules: what learning began with.
    #[must_use]
    pub fn by_hand() -> Self {
        let of_rule = |rule| Some(PerColor::from_fn(|color| ColorWeights::by_hand(rule, color)));
        Self { command: "by hand".to_owned(), notes: String::new(), rules: Rule::ALL.map(of_rule) }
    }
}

impl ColorWeights {
    /// The weights set by hand.
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
