//! The board as a page shows it, for a picture.

use dolmen::board::{Color, Point};
use dolmen::notation::PointNames;
use serde::Deserialize;

use crate::tree::{Area, Drawing};

/// The contents of a page's board. The picture leaves out points off the board, except those of stones.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Shown {
    /// The number of columns, from 5 to 22.
    pub width: u8,
    /// The number of rows, from 5 to 22.
    pub height: u8,
    /// The stones, in the order of play.
    pub stones: Vec<ShownStone>,
    /// Indicates whether the last of them is marked.
    pub last: bool,
    /// Indicates whether lines through the whole board lead to the last stone.
    pub crosshair: bool,
    /// The names at the edge; `None` for a board without coordinates.
    pub names: Option<PointNames>,
    /// The stones of a five.
    pub five: Vec<Point>,
    /// The forbidden points.
    pub forbidden: Vec<Point>,
    /// The lines through points.
    pub rows: Vec<ShownRow>,
    /// Moves that may follow.
    pub ghosts: Vec<ShownGhost>,
    /// The values of points.
    pub values: Vec<ShownValue>,
    /// The signs on points.
    pub signs: Vec<ShownSign>,
    /// The points that are left out of the search, and the only ones that are searched.
    pub area: Area,
    /// The marks and arrows.
    pub drawings: Vec<Drawing>,
    /// Indicates whether the picture is a diagram for print, in black and white.
    pub print: bool,
    /// The largest distance of the next stone from the centre; `None` for any point.
    pub within: Option<u8>,
}

/// A stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ShownStone {
    /// The point.
    pub point: Point,
    /// The colour.
    pub color: Color,
    /// The number on it; `None` for a bare stone.
    #[serde(default)]
    pub number: Option<u16>,
}

/// A line from one point to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ShownRow {
    /// One end.
    pub from: Point,
    /// The other end.
    pub to: Point,
    /// The kind.
    pub kind: RowKind,
}

/// The kind of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum RowKind {
    /// A five.
    Five,
    /// An open three.
    Three,
}

/// A move that may follow.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ShownGhost {
    /// The point.
    pub point: Point,
    /// The colour of the stone.
    pub color: Color,
    /// The text on it.
    #[serde(default)]
    pub text: String,
}

/// The value of a point.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ShownValue {
    /// The point.
    pub point: Point,
    /// The strength of its colour, in percent.
    pub strength: u8,
    /// The value as it is written.
    pub text: String,
}

/// A sign on a point.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ShownSign {
    /// The point.
    pub point: Point,
    /// The kind.
    pub kind: SignKind,
    /// The text; points of threats have none.
    #[serde(default)]
    pub text: String,
    /// Indicates whether it is drawn faintly.
    #[serde(default)]
    pub faint: bool,
}

/// The kind of a sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SignKind {
    /// The best candidate.
    Best,
    /// A candidate that is nearly as good.
    Good,
    /// A candidate that is worse.
    Fair,
    /// A bad candidate.
    Poor,
    /// A point where a side makes five.
    FivePoint,
    /// A point where a side makes an open four.
    FourPoint,
    /// A move of a win by fours.
    Vcf,
    /// A move of a win by fours and threes.
    Vct,
    /// A defence against a proved win.
    Defence,
    /// A move of the tree.
    Variation,
    /// A judged move: `!!`.
    Brilliant,
    /// `!?`.
    Interesting,
    /// `?!`.
    Inaccuracy,
    /// `?`.
    Mistake,
    /// `??`.
    Blunder,
}
