//! The parts of a picture besides the board and the stones. Colours are those of CSS, as text.

use crate::board::{Color, Point};

/// The green of outlines and arrows.
pub const GREEN: &str = "#17924a";

/// The colours of the board and the stones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Palette {
    /// A wooden board, and stones with a little light on them.
    #[default]
    Wood,
    /// Black and white alone, as in a printed diagram.
    Print,
}

/// A text on a point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The point.
    pub point: Point,
    /// The text, of a few letters.
    pub text: String,
    /// The background of the text.
    pub look: Look,
}

/// The background of a mark's text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Look {
    /// The stone, whose number it replaces, or the wood.
    #[default]
    Plain,
    /// A disc on the point.
    Disc(Disc),
    /// A small disc of this colour at the upper right of the point; the stone keeps its number.
    Badge(String),
}

/// A disc behind a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disc {
    /// Its colour.
    pub fill: String,
    /// The colour of its rim.
    pub rim: String,
    /// The colour of the text.
    pub ink: String,
    /// Its opacity and that of the text, in percent.
    pub opacity: u8,
}

/// A coloured square behind a point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fill {
    /// The point.
    pub point: Point,
    /// The colour.
    pub color: String,
    /// The opacity in percent.
    pub opacity: u8,
}

/// A line from one point to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// One end.
    pub from: Point,
    /// The other end.
    pub to: Point,
    /// The colour.
    pub color: String,
    /// The stroke.
    pub stroke: Stroke,
}

/// A figure around a point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outline {
    /// The point.
    pub point: Point,
    /// The figure.
    pub form: Form,
    /// The colour.
    pub color: String,
    /// The stroke. A bold circle is the largest, so that others stay visible in it.
    pub stroke: Stroke,
}

/// The figure of an outline.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// A circle.
    #[default]
    Circle,
    /// A triangle.
    Triangle,
    /// A square.
    Square,
    /// A diagonal cross.
    Cross,
}

/// The stroke of a line or an outline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stroke {
    /// Thick, without gaps.
    Bold,
    /// Thin, without gaps.
    Thin,
    /// Thin, with gaps.
    Dashed,
}

/// An arrow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// The tail.
    pub from: Point,
    /// The head.
    pub to: Point,
    /// The colour.
    pub color: String,
}

/// A faint stone with a text, on an empty point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ghost {
    /// The point.
    pub point: Point,
    /// The colour of the stone.
    pub color: Color,
    /// The text, such as the number of the move; may be empty.
    pub text: String,
}
