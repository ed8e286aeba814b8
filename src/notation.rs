//! Games as files: Piskvork's records, SGF, libraries of RenLib, RIF, and plain moves.
//!
//! A file is untrusted: each reader checks that the stones fit on the board, limits the length of
//! lines and the number of moves, and uses no recursion. Whether the moves are legal is not checked,
//! since a record may hold any position.
//!
//! | format | variations | comments and labels | marks and set-up stones | rule | times | names | passes |
//! |---|---|---|---|---|---|---|---|
//! | [`psq`] | | | | as its last line | yes | yes | |
//! | [`sgf`] | yes | yes | yes | yes | | yes | yes |
//! | [`moves`] | | | | | | | yes |
//! | [`renlib`] | yes | yes | | | | | yes |
//! | [`rif`] | | | | | | yes | yes |
//!
//! A [`Remark`] says what a file leaves open. Labels of the root and of passes have no point, and SGF does
//! not keep them. The white space around a comment is not kept.
//!
//! # Directions
//!
//! Rows count from the top in all formats, as in Dolmen, except in [RIF](rif), where they count from the bottom, and
//! in [plain moves](moves), where [`PointNames`] chooses the side. Programs that show row 1 at the bottom, such as
//! Gomocalc, write [`PointNames::Bottom`].

mod builder;
mod error;
pub mod moves;
pub mod psq;
mod record;
mod remark;
pub mod renlib;
mod replay;
pub mod rif;
pub mod sgf;

use crate::rules::{GameRule, Rule};

pub use error::{NotationError, Place, Problem};
pub use record::{
    Annotation, Arrow, Defaults, Mark, Node, PointNames, Property, ROOT, Record, Sign,
};
pub use remark::Remark;

/// The maximum number of bytes of a file.
pub const MAX_BYTES: usize = 8 << 20;

/// The maximum number of nodes of a record.
pub const MAX_NODES: usize = 200_000;

/// The maximum number of moves of a line in a file: those of the largest board, and some passes.
pub const MAX_DEPTH: usize = 500;

/// Reads a game in one of the text formats, which is recognised by its content. Of several games in
/// an SGF file, the first one is read.
///
/// ```
/// use dolmen::notation::{Defaults, read};
/// use dolmen::{BoardSize, Rule};
///
/// let defaults = Defaults { rule: Rule::Renju.into(), ..Defaults::default() };
/// let game = read("1. h8 2. i9", &defaults)?;
/// assert_eq!(game.path(game.shown).len(), 3);
/// let error = read("h8i9\nh8", &defaults).unwrap_err();
/// assert_eq!(error.to_string(), "line 2: point h8 is occupied");
/// # Ok::<(), dolmen::notation::NotationError>(())
/// ```
///
/// # Errors
/// Returns an error if the text is not a game in any of the formats, or is too large.
pub fn read(text: &str, defaults: &Defaults) -> Result<Record, NotationError> {
    if text.len() > MAX_BYTES {
        return Err(Problem::TooLarge.into());
    }
    let text = text.trim_start_matches('\u{feff}');
    if psq::is_psq(text) {
        psq::read(text, defaults)
    } else if sgf::is_sgf(text) {
        sgf::read(text, defaults)
    } else {
        moves::read(text, defaults)
    }
}

/// Returns the rule that a text names, perhaps among other words.
fn parse_rule(text: &str) -> Option<GameRule> {
    let words = || text.split(|letter: char| !letter.is_alphanumeric());
    let rule: Rule = words().find_map(|word| word.parse().ok())?;
    let continuous = words().any(|word| word.eq_ignore_ascii_case("continuous"));
    Some(GameRule { rule, continuous })
}

/// Returns a text with spaces in place of control characters.
fn printable(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

/// Returns a text on one line.
fn one_line(text: &str) -> String {
    printable(text).trim().to_owned()
}

#[cfg(test)]
mod tests;
