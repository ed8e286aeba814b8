//! The files of the built-in sets: for every rule one of each style for two sizes of board.

use dolmen::rules::Rule;

use crate::openings::OpeningStyle;

/// A built-in set of openings.
#[derive(Debug)]
pub(super) struct Set {
    /// The side of the board that it was made for.
    pub(super) side: usize,
    /// The text of its file.
    pub(super) text: &'static str,
}

/// The sets of a rule, of each style the smaller board first.
#[derive(Debug)]
struct RuleSets {
    middle: [Set; 2],
    contest: [Set; 2],
}

/// The sets of a rule for two sides.
macro_rules! rule_sets {
    ($rule:literal, $($side:literal),+) => {
        RuleSets {
            middle: [$(rule_sets!(@set "middle", $rule, $side)),+],
            contest: [$(rule_sets!(@set "contest", $rule, $side)),+],
        }
    };
    (@set $style:literal, $rule:literal, $side:literal) => {
        Set {
            side: $side,
            text: include_str!(concat!(
                "../../../openings/", $style, "/", $rule, "-", $side, ".txt"
            )),
        }
    };
}

/// Returns the sets of a style for a rule, the smaller board first.
pub(super) fn sets(style: OpeningStyle, rule: Rule) -> &'static [Set; 2] {
    let sets: &'static RuleSets = match rule {
        Rule::Freestyle => &rule_sets!("freestyle", 15, 20),
        Rule::Standard => &rule_sets!("standard", 15, 20),
        Rule::Renju => &rule_sets!("renju", 15, 20),
        Rule::Caro => &rule_sets!("caro", 15, 20),
        Rule::Caro6 => &rule_sets!("caro6", 15, 20),
        Rule::Omok => &rule_sets!("omok", 15, 19),
    };
    match style {
        OpeningStyle::Middle => &sets.middle,
        OpeningStyle::Contest => &sets.contest,
    }
}
