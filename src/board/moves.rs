//! Positions as a list of moves: the size, then the points in the order of play.
//!
//! `15x15 h8 i9` has two stones and black to move. `pass` gives the move to the other colour, so that
//! every order of colours can be written, and `#a1` is a dead point.

use std::fmt;

use crate::board::point::{ParsePointError, Point};
use crate::board::position::{PlacementError, Position};
use crate::board::size::{BoardSize, ParseSizeError};

/// The word that gives the move to the other colour.
const PASS: &str = "pass";

/// The error for a text that is not a list of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseMovesError {
    /// The text does not begin with a board size.
    Size(ParseSizeError),
    /// A word is not a point.
    Point(ParsePointError),
    /// A point cannot take a stone.
    Placement(PlacementError),
}

impl fmt::Display for ParseMovesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size(error) => error.fmt(f),
            Self::Point(error) => error.fmt(f),
            Self::Placement(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ParseMovesError {}

impl Position {
    /// Returns the size, the dead points and the stones in the order of play, as one text line.
    ///
    /// ```
    /// use dolmen::{BoardSize, Position};
    ///
    /// let mut position = Position::new(BoardSize::square(15));
    /// position.play("h8".parse()?)?;
    /// position.play("i9".parse()?)?;
    /// assert_eq!(position.to_moves(), "15x15 h8 i9");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_moves(&self) -> String {
        let mut words = vec![self.size().to_string()];
        words.extend(self.dead().iter().map(|point| format!("#{point}")));
        let mut color = Self::new(self.size()).side_to_move();
        for stone in self.history() {
            if stone.color != color {
                words.push(PASS.to_owned());
            }
            words.push(stone.point.to_string());
            color = !stone.color;
        }
        if color != self.side_to_move() {
            words.push(PASS.to_owned());
        }
        words.join(" ")
    }

    /// Parses a list of moves in the format of [`Position::to_moves`].
    ///
    /// # Errors
    /// Returns an error if a word is wrong, or a point is off the board or occupied.
    ///
    /// ```
    /// use dolmen::{Color, Position};
    ///
    /// let position = Position::from_moves("15x15 h8 pass i8 i9")?;
    /// assert_eq!(position.stones(Color::Black).len(), 2);
    /// let error = Position::from_moves("15x15 h8 h8").unwrap_err();
    /// assert_eq!(error.to_string(), "point h8 is occupied");
    /// # Ok::<(), dolmen::board::ParseMovesError>(())
    /// ```
    pub fn from_moves(text: &str) -> Result<Self, ParseMovesError> {
        let mut words = text.split_whitespace();
        let size: BoardSize =
            words.next().unwrap_or_default().parse().map_err(ParseMovesError::Size)?;
        let point = |word: &str| word.parse::<Point>().map_err(ParseMovesError::Point);
        let mut position = Self::new(size);
        for word in words {
            if word == PASS {
                position.set_side_to_move(!position.side_to_move());
            } else if let Some(dead) = word.strip_prefix('#') {
                position.block(point(dead)?).map_err(ParseMovesError::Placement)?;
            } else {
                position.play(point(word)?).map_err(ParseMovesError::Placement)?;
            }
        }
        Ok(position)
    }
}
