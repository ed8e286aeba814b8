//! The line network: rows of numbers for the windows of eleven cells through each point, learned as
//! a correction of the sums over codes.
//!
//! A point of the board is the centre of four windows, one for each direction. Each window has a
//! row of numbers, the same for a window and its mirror image; rare windows share the row of their
//! seven middle cells. The rows of a point are added and clamped, and the sums over all points of
//! the board, as each side sees it, go through a small head whose output corrects the evaluation.
//! Rows for the patterns around each point are an idea from Rapfi (Mix networks, 2022 to 2025).
//!
//! The modules, the lowest first: `window` · `dictionary`, `window_map` · `numbers` · `file`,
//! `policy` · `tables` · `accumulator`.

pub(crate) mod accumulator;
pub mod dictionary;
mod file;
pub mod numbers;
pub mod policy;
pub(crate) mod tables;
pub mod window;
mod window_map;

#[cfg(test)]
pub(crate) mod testing;

pub(crate) use accumulator::LineAccumulator;
pub use dictionary::Dictionary;
pub use numbers::LineNetwork;
pub use policy::Policy;
pub(crate) use tables::LineTables;
pub use window::Window;
