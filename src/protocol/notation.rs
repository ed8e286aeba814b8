//! The names of points in comments, as the window of the manager labels its board.

use std::fmt;
use std::str::FromStr;

use crate::board::{BoardSize, Point};
use crate::protocol::coordinate::Coordinate;
use crate::protocol::error::ParseError;

/// A way to name points for people. Moves themselves are always sent as [`Coordinate`]s.
///
/// ```
/// use dolmen::protocol::notation::Notation;
/// use dolmen::{BoardSize, Point};
///
/// let size = BoardSize::square(15);
/// let point = Point::new(7, 2);
/// let names = Notation::ALL.map(|notation| notation.name(point, size));
/// assert_eq!(names, ["h3", "7,2", "c8"]);
/// assert_eq!("numbers".parse(), Ok(Notation::Numbers));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Notation {
    /// A letter for the column and the row from 1 at the top: `h3`. Programs read this one.
    #[default]
    Letters,
    /// Column and row from 0 at the top left corner: `7,2`. Piskvork and qpiskvork label their
    /// boards like this.
    Numbers,
    /// A letter and the row from 1 at the bottom, on a board whose rows are our columns: `c8`.
    /// Yixin-Board sends the row before the column, and labels its board like this.
    Yixin,
}

impl Notation {
    /// All notations.
    pub const ALL: [Self; 3] = [Self::Letters, Self::Numbers, Self::Yixin];

    /// Returns the name of a point of a board.
    #[must_use]
    pub fn name(self, point: Point, size: BoardSize) -> String {
        match self {
            Self::Letters => point.to_string(),
            Self::Numbers => Coordinate::from(point).to_string(),
            Self::Yixin => {
                let rows = size.width();
                Point::new(point.row(), rows.saturating_sub(point.column() + 1)).to_string()
            }
        }
    }

    /// Returns the word for the notation in `INFO notation`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Letters => "letters",
            Self::Numbers => "numbers",
            Self::Yixin => "yixin",
        }
    }
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// The notation of a game's comments and the size of its board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Style {
    pub(crate) notation: Notation,
    pub(crate) size: BoardSize,
}

impl Style {
    /// Returns the name of a point.
    #[must_use]
    pub(crate) fn name(self, point: Point) -> String {
        self.notation.name(point, self.size)
    }
}

impl FromStr for Notation {
    type Err = ParseError;

    /// Parses the word for a notation, in upper or lower case.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let is_word = |notation: &Self| notation.word().eq_ignore_ascii_case(text);
        let known = Self::ALL.into_iter().find(is_word);
        known.ok_or_else(|| ParseError::new("notation", text, "letters, numbers or yixin"))
    }
}

#[cfg(test)]
mod tests {
    use crate::board::{BoardSize, Point};
    use crate::protocol::notation::Notation;

    #[test]
    fn yixin_board_counts_rows_from_the_bottom() {
        let name =
            |column, row| Notation::Yixin.name(Point::new(column, row), BoardSize::square(15));
        // The manager sends "row,column": 0,0 is its upper left corner, a15.
        assert_eq!([name(0, 0), name(14, 0), name(0, 14), name(7, 7)], ["a15", "a1", "o15", "h8"]);
    }

    #[test]
    fn points_beyond_the_board_do_not_panic() {
        for notation in Notation::ALL {
            assert!(!notation.name(Point::new(21, 21), BoardSize::square(5)).is_empty());
        }
    }
}
