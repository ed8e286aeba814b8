//! The value of `INFO rule`.

use std::fmt;

use crate::protocol::info::Value;
use crate::protocol::integer;
use crate::rules::{GameRule, Rule};

/// The value of `INFO rule`.
///
/// ```
/// use dolmen::Rule;
/// use dolmen::protocol::info::{Info, RuleCode};
///
/// assert_eq!(Info::parse("rule 4"), Info::Rule(RuleCode::of(Rule::Renju.into())));
/// assert_eq!(RuleCode::Sum(9).game_rule(false).rule, Rule::Caro);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleCode {
    /// A sum of bits: 1 for exactly five, 2 for continuous, 4 for renju, 8 for caro, 16 for omok.
    Sum(i64),
    /// A rule by its name.
    Named(Rule),
}

/// The bit that makes a game continuous.
const CONTINUOUS: i64 = 2;

/// Each rule with its sum and the bits that identify it, in the order of precedence.
const RULES: [(Rule, i64, i64); 6] = [
    (Rule::Renju, 4, 4),
    (Rule::Caro, 9, 9),
    (Rule::Caro6, 8, 8),
    (Rule::Omok, 17, 16),
    (Rule::Standard, 1, 1),
    (Rule::Freestyle, 0, 0),
];

impl RuleCode {
    /// Returns the code by which a manager asks for a rule.
    #[must_use]
    pub fn of(game_rule: GameRule) -> Self {
        let row = RULES.into_iter().find(|&(rule, ..)| rule == game_rule.rule);
        let (_, sum, _) = row.expect("each rule has a row");
        Self::Sum(if game_rule.continuous { sum | CONTINUOUS } else { sum })
    }

    /// Returns the rule to play.
    ///
    /// If several bits are set, renju takes precedence over caro, caro over omok, and omok over
    /// exactly five; unknown bits are ignored. `is_yixin` says that the manager is Yixin-Board,
    /// for which a sum of 2 means renju.
    #[must_use]
    pub fn game_rule(self, is_yixin: bool) -> GameRule {
        let sum = match self {
            Self::Named(rule) => return rule.into(),
            Self::Sum(CONTINUOUS) if is_yixin => return Rule::Renju.into(),
            Self::Sum(sum) => sum,
        };
        let row = RULES.into_iter().find(|(_, _, bits)| sum & bits == *bits);
        let (rule, ..) = row.expect("freestyle needs no bits");
        GameRule { rule, continuous: sum & CONTINUOUS != 0 }
    }

    /// Returns whether the code differs from that of the rule which is played, so that the
    /// manager should be told.
    #[must_use]
    pub(crate) fn is_ambiguous(self, is_yixin: bool) -> bool {
        let yixin_renju = is_yixin && self == Self::Sum(CONTINUOUS);
        matches!(self, Self::Sum(_)) && !yixin_renju && self != Self::of(self.game_rule(is_yixin))
    }
}

impl Value for RuleCode {
    const EXPECTED: &'static str =
        "freestyle, standard, renju, caro, caro6, omok, or a number such as 4";

    fn parse(text: &str) -> Option<Self> {
        match integer::parse(text) {
            Some(sum) => (sum >= 0).then_some(Self::Sum(sum)),
            None => text.parse().ok().map(Self::Named),
        }
    }
}

impl fmt::Display for RuleCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sum(sum) => write!(f, "{sum}"),
            Self::Named(rule) => write!(f, "{rule}"),
        }
    }
}
