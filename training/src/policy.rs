//! The policy: rows of numbers for the windows of eleven cells through each point, learned to name the
//! move that a search chooses.
//!
//! `position` reads a position's moves, `model` shows the architecture and how slopes flow through it,
//! `trainer` makes the passes over the positions, `rounded` makes the policy that is played with.
//!
//! Invariants: the same positions, settings and seed give the same numbers, also when the training was
//! interrupted and resumed. Positions of the training see the rows in the rounded numbers that are played
//! with.

pub mod model;
pub mod position;
pub mod rounded;
pub mod trainer;

#[cfg(test)]
mod testing;
