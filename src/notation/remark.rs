//! Remarks on files that were read.

use std::fmt;

/// A remark on a file that was read.
///
/// ```
/// use dolmen::notation::{Defaults, Remark, sgf};
///
/// let game = sgf::read("(;SZ[15];B[hh]) (;SZ[15];B[gg])", &Defaults::default())?;
/// assert_eq!(game.remarks, [Remark::NoRule, Remark::MoreGames]);
/// assert_eq!(game.remarks[0].to_string(), "the file does not name its rule");
/// # Ok::<(), dolmen::notation::NotationError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remark {
    /// The file does not name its rule: the default is assumed.
    NoRule,
    /// The file names a rule that Dolmen does not know: the default is assumed.
    UnknownRule(String),
    /// The property `GM[1]` declares the file a game of Go; some programs write it for every game.
    Go,
    /// The file has more games, of which the first was read.
    MoreGames,
    /// The game is in Dolmen's own form, such as `renju 15x15 h8 i9`, whose rows are counted from the top, where a
    /// reader of other texts counts them from the bottom.
    RowsFromTop,
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoRule => f.write_str("the file does not name its rule"),
            Self::UnknownRule(name) => write!(f, "the file names an unknown rule: {name:?}"),
            Self::Go => f.write_str("the file calls itself a game of Go (GM[1])"),
            Self::MoreGames => f.write_str("the file has more games, and this is the first one"),
            Self::RowsFromTop => f.write_str(
                "the file names its rule as Dolmen's programs do, so that row 1 is at the top",
            ),
        }
    }
}
