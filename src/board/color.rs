//! The two colours, and a pair of values indexed by them.

use std::fmt;
use std::ops::{Index, IndexMut, Not};
use std::str::FromStr;

/// The colour of a stone and of the player that places it.
///
/// ```
/// use dolmen::Color;
///
/// assert_eq!("White".parse(), Ok(Color::White));
/// assert_eq!(!Color::White, Color::Black);
/// assert_eq!(Color::ALL.map(Color::index), [0, 1]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Color {
    /// The colour that moves first in an ordinary game, and the one that renju restricts.
    Black,
    /// The colour that moves second.
    White,
}

impl Color {
    /// Both colours, black first, in the order of every array indexed by colour.
    pub const ALL: [Self; 2] = [Self::Black, Self::White];

    /// Returns the position in [`Color::ALL`]: 0 for black, 1 for white.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Not for Color {
    type Output = Self;

    /// Returns the other colour.
    fn not(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Black => "black",
            Self::White => "white",
        })
    }
}

/// The error for a text that does not name a colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseColorError {
    /// The name that was parsed.
    pub name: String,
}

impl fmt::Display for ParseColorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown colour {:?}: expected black or white", self.name)
    }
}

impl std::error::Error for ParseColorError {}

impl FromStr for Color {
    type Err = ParseColorError;

    /// Parses `black` or `white`, in upper or lower case.
    fn from_str(name: &str) -> Result<Self, ParseColorError> {
        match name.to_ascii_lowercase().as_str() {
            "black" => Ok(Self::Black),
            "white" => Ok(Self::White),
            _ => Err(ParseColorError { name: name.to_owned() }),
        }
    }
}

/// One value for each colour, indexed by [`Color`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PerColor<T> {
    values: [T; 2],
}

impl<T> PerColor<T> {
    /// Creates a pair from the value for black and the value for white.
    pub const fn new(black: T, white: T) -> Self {
        Self { values: [black, white] }
    }

    /// Creates a pair by computing the value for each colour, black first.
    pub fn from_fn(mut value: impl FnMut(Color) -> T) -> Self {
        Self { values: Color::ALL.map(&mut value) }
    }
}

impl<T> Index<Color> for PerColor<T> {
    type Output = T;

    #[inline]
    fn index(&self, color: Color) -> &T {
        &self.values[color.index()]
    }
}

impl<T> IndexMut<Color> for PerColor<T> {
    #[inline]
    fn index_mut(&mut self, color: Color) -> &mut T {
        &mut self.values[color.index()]
    }
}
