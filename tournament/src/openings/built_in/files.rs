//! The files of the built-in sets: of both styles for every rule, each for two boards.

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

static FREESTYLE: RuleSets = RuleSets {
    middle: [
        Set { side: 15, text: include_str!("../../../openings/middle/freestyle-15.txt") },
        Set { side: 20, text: include_str!("../../../openings/middle/freestyle-20.txt") },
    ],
    contest: [
        Set { side: 15, text: include_str!("../../../openings/contest/freestyle-15.txt") },
        Set { side: 20, text: include_str!("../../../openings/contest/freestyle-20.txt") },
    ],
};
static STANDARD: RuleSets = RuleSets {
    middle: [
        Set { side: 15, text: include_str!("../../../openings/middle/standard-15.txt") },
        Set { side: 20, text: include_str!("../../../openings/middle/standard-20.txt") },
    ],
    contest: [
        Set { side: 15, text: include_str!("../../../openings/contest/standard-15.txt") },
        Set { side: 20, text: include_str!("../../../openings/contest/standard-20.txt") },
    ],
};
static RENJU: RuleSets = RuleSets {
    middle: [
        Set { side: 15, text: include_str!("../../../openings/middle/renju-15.txt") },
        Set { side: 20, text: include_str!("../../../openings/middle/renju-20.txt") },
    ],
    contest: [
        Set { side: 15, text: include_str!("../../../openings/contest/renju-15.txt") },
        Set { side: 20, text: include_str!("../../../openings/contest/renju-20.txt") },
    ],
};
static CARO: RuleSets = RuleSets {
    middle: [
        Set { side: 15, text: include_str!("../../../openings/middle/caro-15.txt") },
        Set { side: 20, text: include_str!("../../../openings/middle/caro-20.txt") },
    ],
    contest: [
        Set { side: 15, text: include_str!("../../../openings/contest/caro-15.txt") },
        Set { side: 20, text: include_str!("../../../openings/contest/caro-20.txt") },
    ],
};
static CARO6: RuleSets = RuleSets {
    middle: [
        Set { side: 15, text: include_str!("../../../openings/middle/caro6-15.txt") },
        Set { side: 20, text: include_str!("../../../openings/middle/caro6-20.txt") },
    ],
    contest: [
        Set { side: 15, text: include_str!("../../../openings/contest/caro6-15.txt") },
        Set { side: 20, text: include_str!("../../../openings/contest/caro6-20.txt") },
    ],
};
static OMOK: RuleSets = RuleSets {
    middle: [
        Set { side: 15, text: include_str!("../../../openings/middle/omok-15.txt") },
        Set { side: 19, text: include_str!("../../../openings/middle/omok-19.txt") },
    ],
    contest: [
        Set { side: 15, text: include_str!("../../../openings/contest/omok-15.txt") },
        Set { side: 19, text: include_str!("../../../openings/contest/omok-19.txt") },
    ],
};

/// Returns the sets of a style for a rule, the smaller board first.
pub(super) fn sets(style: OpeningStyle, rule: Rule) -> &'static [Set; 2] {
    let sets = match rule {
        Rule::Freestyle => &FREESTYLE,
        Rule::Standard => &STANDARD,
        Rule::Renju => &RENJU,
        Rule::Caro => &CARO,
        Rule::Caro6 => &CARO6,
        Rule::Omok => &OMOK,
    };
    match style {
        OpeningStyle::Middle => &sets.middle,
        OpeningStyle::Contest => &sets.contest,
    }
}
