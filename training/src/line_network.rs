//! The line network: rows of numbers for the windows of eleven cells through each point, learned as
//! a correction of the evaluation in use.
//!
//! `model` shows the architecture and how slopes flow through it, from the `cells` with their
//! `windows` to the `layer`s behind the pools. `trainer` makes the passes over the positions,
//! `checkpoint` stores a training, `rounded` makes the network that is played with.
//!
//! Invariants: the same positions, settings and seed give the same numbers, also when the training
//! was interrupted and resumed. Positions of the training see the rows in the rounded numbers that
//! are played with.

pub mod cell_model;
pub mod cells;
pub mod checkpoint;
pub mod course;
pub mod layer;
pub mod model;
pub mod replica;
pub mod rounded;
pub mod trainer;
pub mod windows;

#[cfg(test)]
mod testing;
