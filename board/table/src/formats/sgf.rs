//! Smart Game Format, version 4, for game 4: five in a row.
//!
//! Read are the size (`SZ`), the rule (`RU`), names, the result, moves, stones that are set up (`AB`,
//! `AW`), comments and labels (`LB`). A colour that moves out of turn gets there by a pass of the other
//! one. A label stays if it is on the node's own stone or on one of the next moves. Other properties are
//! not kept, and of several games only the first one is read.

mod read;
mod write;

use dolmen::rules::{GameRule, Rule};
use encoding_rs::Encoding;

pub(super) use read::read;
pub(super) use write::write;

/// The word after the name of a rule under which the game goes on after a five.
const CONTINUOUS: &str = "continuous";

/// Returns whether a text is SGF.
pub(super) fn is_sgf(text: &str) -> bool {
    let inner = text.trim_start().strip_prefix('(');
    inner.is_some_and(|inner| inner.trim_start().starts_with(';'))
}

/// Returns the text of a file whose encoding was guessed, in the encoding that its property `CA` names
/// unless the file is UTF-8.
pub(super) fn in_its_encoding(data: &[u8], guessed: String) -> String {
    if std::str::from_utf8(data).is_ok() {
        return guessed;
    }
    let label = guessed.split_once("CA[").and_then(|(_, rest)| rest.split(']').next());
    match label.and_then(|label| Encoding::for_label(label.as_bytes())) {
        Some(encoding) => encoding.decode(data).0.into_owned(),
        None => guessed,
    }
}

/// Returns the rule that a text names, perhaps with other words after the name.
pub(super) fn parse_rule(text: &str) -> Option<GameRule> {
    let mut words = text.split_whitespace();
    let rule: Rule = words.next()?.parse().ok()?;
    let continuous = words.any(|word| word.eq_ignore_ascii_case(CONTINUOUS));
    Some(GameRule { rule, continuous })
}
