//! Smart Game Format, version 4, for game 4: five in a row.
//!
//! The readers take the size (`SZ`), the rule (`RU`), names, the title (`GN`), the date (`DT`), the result, moves,
//! stones that are set up (`AB`, `AW`, `PL`), comments, labels (`LB`), marks and arrows. Stones are set up in
//! turn as far as possible; a colour that moves out of turn gets there by a pass of the other one. A label on
//! the node's own stone or on one of the next moves belongs to that move; others are [marks](super::Sign::Text).
//! All other properties are kept as [`Node::others`](super::Node::others), and written back; a colon that a
//! backslash has escaped in them comes back without it. A rule is read by the names that [`Rule`](crate::Rule)
//! parses, in upper or lower case; any other text leaves the default rule.

mod read;
mod scanner;
mod write;

use std::iter;

pub use read::{read, read_all};
pub use write::write;

/// Returns whether a text is SGF: whether one of its text lines begins with `(;`. Text before that line, such as the
/// head of a mail, is ignored.
#[must_use]
pub fn is_sgf(text: &str) -> bool {
    beginning(text).is_some()
}

/// Returns the byte at which the first game begins, which is the start of a text line.
fn beginning(text: &str) -> Option<usize> {
    let begins = |&start: &usize| {
        let inner = text[start..].trim_start().strip_prefix('(');
        inner.is_some_and(|inner| inner.trim_start().starts_with(';'))
    };
    iter::once(0).chain(text.match_indices('\n').map(|(end, _)| end + 1)).find(begins)
}
