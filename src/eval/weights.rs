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

use std::fmt;

use once_cell::sync::OnceCell;

use crate::board::{Color, PerColor};
use crate::eval::evaluate::URGENCIES;
use crate::eval::network::Network;
use crate::rules::Rule;
use crate::threats::class::{GROUPS, group, sorted_shapes};
use crate::threats::{CodeTables, CodeValue, Features, MoveValue, Threat};

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

/// Weights that come too late: others are in use already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WeightsInUse;

impl fmt::Display for WeightsInUse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "other weights are in use already")
    }
}

impl std::error::Error for WeightsInUse {}

/// The weights of this process: the built-in ones unless others were put to use. Those of
/// rules that they leave out are set by hand.
static IN_USE: OnceCell<Weights> = OnceCell::new();

/// Puts weights to use for the whole process, once, before anything has asked for some.
///
/// # Errors
/// If some are in use already.
pub fn install(weights: Weights) -> Result<(), WeightsInUse> {
    IN_USE.set(weights).map_err(|_| WeightsInUse)
}

/// The weights in use under a rule.
#[must_use]
pub fn in_use(rule: Rule) -> &'static PerColor<ColorWeights> {
    static BY_RULE: [OnceCell<PerColor<ColorWeights>>; Rule::ALL.len()] =
        [const { OnceCell::new() }; Rule::ALL.len()];
    BY_RULE[rule.index()].get_or_init(|| {
        let learned = IN_USE.get_or_init(Weights::built_in).rules[rule.index()].clone();
        learned.unwrap_or_else(|| PerColor::from_fn(|color| ColorWeights::by_hand(rule, color)))
    })
}

/// The threats and values of all codes under a rule, built when first asked for.
#[must_use]
pub fn tables(rule: Rule) -> &'static CodeTables {
    static TABLES: [OnceCell<CodeTables>; Rule::ALL.len()] =
        [const { OnceCell::new() }; Rule::ALL.len()];
    TABLES[rule.index()].get_or_init(|| build(rule, in_use(rule)))
}

/// The tables of a rule with these weights.
fn build(rule: Rule, weights: &PerColor<ColorWeights>) -> CodeTables {
    let of = |color: Color, shapes| weights[color].groups[group(shapes)];
    let value = |color, shapes| {
        let GroupWeights { to_move, waiting, .. } = of(color, shapes);
        CodeValue { to_move, waiting }
    };
    let move_value = |color, shapes| {
        let GroupWeights { attack, defence, .. } = of(color, shapes);
        MoveValue { attack, defence }
    };
    // What the network of the side to move wants summed up; zeros where there is none.
    let network = |mover: Color| weights[mover].network.as_ref();
    let of_group = |mover: Color, color, group: usize| {
        let side = usize::from(mover != color);
        network(mover).map_or_else(Features::default, |network| network.groups[side][group])
    };
    let of_pair = |mover: Color, threats: PerColor<Threat>| {
        let [own, other] = [mover, !mover].map(|color| threats[color] as usize);
        network(mover).map_or_else(Features::default, |network| network.pairs[own][other])
    };
    CodeTables::new(rule).with_values(value).with_moves(move_value).with_features(of_group, of_pair)
}

#[cfg(test)]
mod tests;
