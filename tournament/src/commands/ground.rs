//! The rule and the board of a command that plays or searches by itself.

use clap::Args;
use dolmen::board::BoardSize;
use dolmen::rules::Rule;

use crate::config::{ParseValueError, RuleText, SizeText};

/// A rule and a board.
#[derive(Args, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ground {
    /// Rule.
    #[arg(long, default_value = "freestyle", value_parser = rule_of)]
    pub rule: Rule,

    /// Board size.
    #[arg(long, default_value = "15", value_parser = board_of)]
    pub size: BoardSize,
}

/// Reads a rule.
fn rule_of(text: &str) -> Result<Rule, ParseValueError> {
    text.parse().map(|RuleText(rule)| rule)
}

/// Reads the size of a board.
fn board_of(text: &str) -> Result<BoardSize, ParseValueError> {
    text.parse().map(|SizeText(size)| size)
}
