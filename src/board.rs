//! The board: points, colours and sizes, and positions as sets and as lines.
//!
//! Nothing in this module depends on a rule: a [`Position`] consists of stones, a side to move
//! and a history.

pub(crate) mod bitboard;
pub(crate) mod color;
pub mod diagram;
pub(crate) mod direction;
pub(crate) mod geometry;
pub(crate) mod key;
pub(crate) mod lines;
mod moves;
pub(crate) mod point;
pub(crate) mod position;
pub(crate) mod size;
pub(crate) mod symmetry;
pub(crate) mod view;

pub use bitboard::Bitboard;
pub use color::{Color, ParseColorError, PerColor};
pub use direction::{Direction, Step};
pub use geometry::Geometry;
pub use key::Key;
pub use lines::{LINE_COUNT, LineIndex, LineSpot};
pub use moves::ParseMovesError;
pub use point::{ParsePointError, Point};
pub use position::{Placement, PlacementError, Position};
pub use size::{BoardSize, InvalidSize, ParseSizeError};
pub use symmetry::Symmetry;
pub use view::{Run, View};

#[cfg(test)]
mod tests;
