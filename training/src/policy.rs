//! The policy: rows of numbers (embeddings) for the windows of eleven cells through each point, learned
//! to predict the move of a search.
//!
//! `position` reads a position's moves, `model` has the architecture with its forward and backward pass,
//! `trainer` makes the passes over the positions, `rounded` makes the quantized policy that the engine
//! plays with.
//!
//! Invariants: the same positions, settings and seed give the same numbers, even if the training was
//! interrupted and resumed. The forward pass of the training uses the rounded rows that the engine plays
//! with.

pub mod model;
pub mod position;
pub mod rounded;
pub mod trainer;

#[cfg(test)]
mod testing;
