//! The general line query: a sequence of letters, matched everywhere on the set view.
//!
//! The query is readable rather than fast: each cell of the pattern takes one shift of 512
//! bits. A match is identified by its anchor, the first cell that must lie on the board. The
//! search for cells beyond the edge starts there, so it does not mistake points on the opposite
//! side for them.

use std::fmt;
use std::str::FromStr;

use crate::board::point::STRIDE;
use crate::board::{Bitboard, Direction, View};

/// The condition on one cell of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Letter {
    /// `O` is an own stone.
    Own,
    /// `X` is a stone of the opponent.
    Opponent,
    /// `_` is an empty point.
    Empty,
    /// `#` is a cell off the board.
    Edge,
    /// `x` is a stone of the opponent or a cell off the board.
    OpponentOrEdge,
    /// `o` is anything but an own stone, including dead points and cells off the board.
    NotOwn,
    /// `.` is anything, on the board or off it.
    Any,
}

impl Letter {
    /// All letters.
    pub const ALL: [Self; 7] = [
        Self::Own,
        Self::Opponent,
        Self::Empty,
        Self::Edge,
        Self::OpponentOrEdge,
        Self::NotOwn,
        Self::Any,
    ];

    /// Returns the character of the letter in a pattern.
    #[must_use]
    pub const fn symbol(self) -> char {
        match self {
            Self::Own => 'O',
            Self::Opponent => 'X',
            Self::Empty => '_',
            Self::Edge => '#',
            Self::OpponentOrEdge => 'x',
            Self::NotOwn => 'o',
            Self::Any => '.',
        }
    }

    /// Returns whether a cell with this letter must lie on the board.
    const fn is_on_board(self) -> bool {
        matches!(self, Self::Own | Self::Opponent | Self::Empty)
    }

    /// Returns the points of the board that satisfy the letter.
    fn points(self, view: &View) -> Bitboard {
        match self {
            Self::Own => view.own(),
            Self::Opponent | Self::OpponentOrEdge => view.opponent(),
            Self::Empty => view.empty(),
            Self::Edge => Bitboard::EMPTY,
            Self::NotOwn => view.on_board() - view.own(),
            Self::Any => view.on_board(),
        }
    }
}

/// The sense or senses in which a pattern is read along a direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Orientation {
    /// The pattern follows the steps of the direction.
    Forward,
    /// The pattern runs against the steps of the direction.
    Backward,
    /// The pattern is read in both senses.
    Both,
}

impl Orientation {
    /// All orientations.
    pub const ALL: [Self; 3] = [Self::Forward, Self::Backward, Self::Both];

    /// Returns the signs of the steps from one cell of the pattern to the next.
    pub(crate) const fn senses(self) -> &'static [i32] {
        match self {
            Self::Forward => &[1],
            Self::Backward => &[-1],
            Self::Both => &[1, -1],
        }
    }
}

/// The error for a text that is not a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseLineQueryError {
    /// A character is not a letter; the second field is the pattern.
    UnknownLetter(char, String),
    /// The pattern has more than [`LineQuery::MAX_LEN`] cells.
    TooLong(String),
    /// The pattern contains none of `O`, `X` and `_`, so all its cells could lie off the board.
    NoPoint(String),
}

impl fmt::Display for ParseLineQueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownLetter(letter, text) => {
                let letters: String = Letter::ALL.map(Letter::symbol).iter().collect();
                write!(
                    f,
                    "invalid letter {letter:?} in pattern {text:?}: expected one of {letters}"
                )
            }
            Self::TooLong(text) => {
                let max = LineQuery::MAX_LEN;
                write!(f, "invalid pattern {text:?}: expected at most {max} cells")
            }
            Self::NoPoint(text) => {
                write!(f, "invalid pattern {text:?}: expected at least one of O, X and _")
            }
        }
    }
}

impl std::error::Error for ParseLineQueryError {}

/// A pattern of neighbouring cells in a line, such as `_OOOO_` or `xOOO_Oo`.
///
/// ```
/// use dolmen::Color;
/// use dolmen::board::{Direction, View, diagram};
/// use dolmen::query::{Letter, LineQuery, Orientation};
///
/// let position = diagram::parse(".....\n.....\n.XXX.\n.....\n.....")?;
/// let view = View::new(&position, Color::Black);
/// let query: LineQuery = "#_OOO_".parse()?;
/// let ends = query.cells(&view, Direction::Horizontal, Orientation::Forward, &[Letter::Empty]);
/// assert_eq!(ends.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineQuery {
    letters: Vec<Letter>,
    /// The number of the first cell that must lie on the board.
    anchor: usize,
}

impl LineQuery {
    /// The largest number of cells in a pattern: the longest line and one cell beyond each end.
    pub const MAX_LEN: usize = STRIDE + 1;

    /// Returns the letters of the cells.
    #[must_use]
    pub fn letters(&self) -> &[Letter] {
        &self.letters
    }

    /// Returns the anchors of all matches.
    ///
    /// The anchor is the point under the first cell that is `O`, `X` or `_`. With
    /// [`Orientation::Both`], a point may be the anchor of two matches.
    #[must_use]
    pub fn matches(&self, view: &View, direction: Direction, orientation: Orientation) -> Bitboard {
        orientation
            .senses()
            .iter()
            .map(|sense| self.anchors(view, sense * direction.index_step()))
            .reduce(|all, anchors| all | anchors)
            .expect("every orientation has a sense")
    }

    /// Returns the points under the cells with one of these letters, in all matches.
    ///
    /// The intersection of two results gives the points where matches cross.
    #[must_use]
    pub fn cells(
        &self,
        view: &View,
        direction: Direction,
        orientation: Orientation,
        letters: &[Letter],
    ) -> Bitboard {
        let mut cells = Bitboard::EMPTY;
        for sense in orientation.senses() {
            let step = sense * direction.index_step();
            let anchors = self.anchors(view, step);
            for sense in [1, -1] {
                let mut reached = anchors;
                for (offset, letter) in self.outward(sense) {
                    if !letter.is_on_board() {
                        reached &= view.on_board().shifted(-offset * step);
                    }
                    if letters.contains(&letter) {
                        cells |= reached.shifted(offset * step);
                    }
                }
            }
        }
        cells
    }

    /// Returns the anchors of all matches whose cells are `step` indices apart.
    fn anchors(&self, view: &View, step: i32) -> Bitboard {
        let mut anchors = view.on_board();
        for sense in [1, -1] {
            // The anchors whose cells so far are all on the board. Once a cell is beyond the
            // edge, all further cells are off the board, even if one has the index of a point
            // in the next row.
            let mut inside = view.on_board();
            for (offset, letter) in self.outward(sense) {
                let points = letter.points(view).shifted(-offset * step) & inside;
                if letter.is_on_board() {
                    anchors &= points;
                } else {
                    inside &= view.on_board().shifted(-offset * step);
                    anchors &= points | (view.on_board() - inside);
                }
            }
        }
        anchors
    }

    /// Returns the cells from the anchor to one end with their distances; only the forward
    /// sense includes the anchor.
    fn outward(&self, sense: i32) -> impl Iterator<Item = (i32, Letter)> {
        let first = if sense > 0 { 0 } else { 1 };
        let last = if sense > 0 { self.letters.len() - self.anchor } else { self.anchor + 1 };
        (first..last as i32).map(move |distance| {
            let offset = sense * distance;
            (offset, self.letters[(self.anchor as i32 + offset) as usize])
        })
    }
}

impl FromStr for LineQuery {
    type Err = ParseLineQueryError;

    fn from_str(text: &str) -> Result<Self, ParseLineQueryError> {
        let letter = |symbol| {
            Letter::ALL
                .into_iter()
                .find(|letter| letter.symbol() == symbol)
                .ok_or_else(|| ParseLineQueryError::UnknownLetter(symbol, text.to_owned()))
        };
        let letters: Vec<Letter> = text.chars().map(letter).collect::<Result<_, _>>()?;
        if letters.len() > Self::MAX_LEN {
            return Err(ParseLineQueryError::TooLong(text.to_owned()));
        }
        match letters.iter().position(|letter| letter.is_on_board()) {
            Some(anchor) => Ok(Self { letters, anchor }),
            None => Err(ParseLineQueryError::NoPoint(text.to_owned())),
        }
    }
}

impl fmt::Display for LineQuery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text: String = self.letters.iter().map(|letter| letter.symbol()).collect();
        f.pad(&text)
    }
}

#[cfg(test)]
mod tests;
