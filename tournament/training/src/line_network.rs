//! The line network: rows of numbers for the windows of eleven cells through each point, learned as
//! a correction of the evaluation in use.
//!
//! A point of the board is the centre of four windows, one for each direction. Each window has a
//! row of numbers, the same for a window and its mirror image; rare windows share the row of their
//! seven middle cells. The rows of a point are added and clamped, and the sums over all points of
//! the board, as each side sees it, go through a small head whose output corrects the evaluation.
//!
//! Invariants: the same positions, settings and seed give the same numbers, also when the training
//! was interrupted and resumed. Positions of the training see the rows in the rounded numbers that
//! are played with.

pub mod cells;
pub mod checkpoint;
mod envelope;
mod grid;
pub mod layer;
pub mod model;
pub mod position_rows;
pub mod rounded;
pub mod rows;
pub mod trainer;

#[cfg(test)]
mod testing;
