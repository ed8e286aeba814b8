//! Positions that a person sets up or solves: the rule, the board and the stones.

use dolmen::board::{BoardSize, Color, InvalidSize, Point};
use dolmen::rules::Rule;
use serde::Deserialize;

/// The rule and the board of a game whose file may be silent about them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Onto {
    /// The rule.
    pub rule: Rule,
    /// The number of columns, from 5 to 22.
    pub width: u8,
    /// The number of rows, from 5 to 22.
    pub height: u8,
}

impl Onto {
    /// Returns the size of the board.
    pub(crate) fn size(self) -> Result<BoardSize, InvalidSize> {
        BoardSize::new(self.width.into(), self.height.into())
    }
}

/// A stone of a position that a person has set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Stone {
    /// The point.
    pub point: Point,
    /// The colour.
    pub color: Color,
}
