#![doc = include_str!("../README.md")]

pub mod bench;
pub mod board;
pub mod engine;
pub mod eval;
pub mod game;
mod processor;
pub mod protocol;
pub mod query;
pub mod rules;
pub mod search;
#[cfg(feature = "cli")]
pub mod solve;
pub mod solver;
pub mod threats;

pub use board::{BoardSize, Color, Point, Position};
pub use engine::Engine;
pub use game::Game;
pub use rules::{IllegalMove, Outcome, Rule};
pub use solver::Solver;
