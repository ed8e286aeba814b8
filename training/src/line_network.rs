//! The line network: rows of numbers (embeddings) for the windows of eleven cells through each point,
//! learned as a correction of the evaluation in use.
//!
//! `model` has the architecture with its forward and backward pass, from the `cells` with their
//! `windows` to the `layer`s behind the pools. `trainer` makes the passes over the positions,
//! `checkpoint` stores a training, `rounded` makes the quantized network that the engine plays with.
//!
//! Invariants: the same positions, settings and seed give the same numbers, even if the training was
//! interrupted and resumed. The forward pass of the training uses the rounded rows that the engine
//! plays with.

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
