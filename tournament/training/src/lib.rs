//! Games of the engine against itself, and the evaluation learned from them.
//!
//! `generate` plays games and stores them, `check` replays what is stored by the slow
//! definitions of the rules, `learn` fits the engine's weights to it.

pub mod check;
pub mod generate;
pub mod learn;
pub mod store;
