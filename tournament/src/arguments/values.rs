//! Values of options that are none of a configuration.

use dolmen::board::BoardSize;
use dolmen::rules::Rule;

use crate::config::{ParseValueError, RuleText, SizeText, Words};

/// Reads `NAME=ELO`.
pub(super) fn anchor_of(text: &str) -> Result<(String, f64), String> {
    let (name, elo) = text.rsplit_once('=').ok_or("expected NAME=ELO")?;
    let number = elo.parse::<f64>().ok().filter(|elo| elo.is_finite());
    let number = number.ok_or_else(|| format!("invalid rating {elo:?}: expected a number"))?;
    Ok((name.to_owned(), number))
}

/// Reads a command of at least one word.
pub(super) fn command_of(text: &str) -> Result<Words, String> {
    let words: Words = text.parse().map_err(|error: ParseValueError| error.to_string())?;
    if words.0.is_empty() { Err("the command is empty".to_owned()) } else { Ok(words) }
}

/// Reads a rule.
pub(super) fn rule_of(text: &str) -> Result<Rule, ParseValueError> {
    text.parse().map(|RuleText(rule)| rule)
}

/// Reads the size of a board.
pub(super) fn board_of(text: &str) -> Result<BoardSize, ParseValueError> {
    text.parse().map(|SizeText(size)| size)
}
