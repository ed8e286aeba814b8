//! Games of the engine against itself, the evaluation learned from them, and the search tuned
//! by them.
//!
//! `generate` plays games and stores them, `check` replays what is stored by the slow
//! definitions of the rules, `learn` fits the engine's weights to it, `tune` finds margins of
//! the search by games that two sets of them play, `judge` compares them by single moves,
//! `quality` says how right the stored labels are, `picture` draws how they are distributed.

pub mod check;
pub mod generate;
pub mod histograms;
pub mod journal;
pub mod judge;
pub mod labelled;
pub mod learn;
pub mod quality;
pub mod store;
pub mod tune;
