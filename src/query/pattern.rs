//! The general line query: a row of letters matched everywhere on the set view, by shifts.
//!
//! Readable rather than fast: each cell of the pattern costs one shift of 512 bits. Every
//! match has an anchor, the first cell that lies on the board in any match, so that the
//! cells beyond the edge are judged from there and never confused with the far side.

use std::fmt;
use std::str::FromStr;

use crate::board::point::STRIDE;
use crate::board::{Bitboard, Direction, View};

/// What one cell of a pattern may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Letter {
    /// `O`: an own stone.
    Own,
    /// `X`: an opponent's stone.
    Opponent,
    /// `_`: an empty point.
    Empty,
    /// `#`: off the board.
    Edge,
    /// `x`: an opponent's stone or off the board.
    OpponentOrEdge,
    /// `o`: anything but an own stone, nobody's stones and the edge included.
    NotOwn,
    /// `.`: anything, on the board or off.
    Any,
}

impl Letter {
    /// Every letter.
    pub const ALL: [Self; 7] = [
        Self::Own,
        Self::Opponent,
        Self::Empty,
        Self::Edge,
        Self::OpponentOrEdge,
        Self::NotOwn,
        Self::Any,
    ];

    /// The letter as a pattern writes it.
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

    /// Whether such a cell lies on the board.
    const fn is_on_board(self) -> bool {
        matches!(self, Self::Own | Self::Opponent | Self::Empty)
    }

    /// The points of the board that the letter stands for.
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

/// Which way a pattern is read along a direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Orientation {
    /// From left to right as the direction steps.
    Forward,
    /// From right to left.
    Backward,
    /// Either way.
    Both,
}

impl Orientation {
    /// Every orientation.
    pub const ALL: [Self; 3] = [Self::Forward, Self::Backward, Self::Both];

    /// The signs of the steps from one cell of the pattern to the next.
    pub(crate) const fn senses(self) -> &'static [i32] {
        match self {
            Self::Forward => &[1],
            Self::Backward => &[-1],
            Self::Both => &[1, -1],
        }
    }
}

/// A pattern that is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseLineQueryError {
    /// A character that is no letter, and the pattern.
    UnknownLetter(char, String),
    /// The pattern is longer than any line and its edges: [`LineQuery::MAX_LEN`] cells.
    TooLong(String),
    /// No cell is bound to lie on the board: none is `O`, `X` or `_`.
    NoPoint(String),
}

impl fmt::Display for ParseLineQueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownLetter(letter, text) => {
                write!(f, "unknown letter {letter:?} in pattern {text:?}")
            }
            Self::TooLong(text) => {
                write!(f, "pattern {text:?} has more than {} cells", LineQuery::MAX_LEN)
            }
            Self::NoPoint(text) => write!(
                f,
                "pattern {text:?} has no cell on the board: expected at least one O, X or _"
            ),
        }
    }
}

impl std::error::Error for ParseLineQueryError {}

/// A pattern of neighbouring cells in a line: `_OOOO_`, `xOOO_Oo`, …
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineQuery {
    letters: Vec<Letter>,
    /// The first cell that is on the board in every match.
    anchor: usize,
}

impl LineQuery {
    /// Most cells of a pattern: no match could be longer, but for cells off the board.
    pub const MAX_LEN: usize = STRIDE + 1;

    /// The letters of the cells.
    #[must_use]
    pub fn letters(&self) -> &[Letter] {
        &self.letters
    }

    /// Where the pattern matches: for each match the point of its anchor, the first cell
    /// that is `O`, `X` or `_`. In both orientations, a point may stand for two matches.
    #[must_use]
    pub fn matches(&self, view: &View, direction: Direction, orientation: Orientation) -> Bitboard {
        orientation
            .senses()
            .iter()
            .map(|sense| self.anchors(view, sense * index_step(direction)))
            .reduce(|all, anchors| all | anchors)
            .expect("an orientation has a sense")
    }

    /// The points of all matches that lie on cells with one of these letters: spread back
    /// from the anchors, so that crossing lines are an intersection of two results.
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
            let step = sense * index_step(direction);
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

    /// The anchors of all matches whose cells lie `step` indices apart.
    fn anchors(&self, view: &View, step: i32) -> Bitboard {
        let mut anchors = view.on_board();
        for sense in [1, -1] {
            // The anchors all of whose cells so far are on the board, as far as letters
            // have left that open. What lies behind an edge is off the board, though it
            // may have the index of a point in the next row.
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

    /// The cells from the anchor on to one end, each with its distance: forward with the
    /// anchor itself, backward without.
    fn outward(&self, sense: i32) -> impl Iterator<Item = (i32, Letter)> {
        let first = if sense > 0 { 0 } else { 1 };
        let last = if sense > 0 { self.letters.len() - self.anchor } else { self.anchor + 1 };
        (first..last as i32).map(move |distance| {
            let offset = sense * distance;
            (offset, self.letters[(self.anchor as i32 + offset) as usize])
        })
    }
}

/// What a step in a direction adds to a point's index.
fn index_step(direction: Direction) -> i32 {
    let (column, row) = direction.step();
    i32::from(row) * STRIDE as i32 + i32::from(column)
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
