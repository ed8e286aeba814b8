//! Games of the engine against itself, the evaluation learned from them, and the search tuned
//! by them.
//!
//! `generate` plays games and stores them with labels, `label` adds games of others, `check`
//! replays what is stored by the slow definitions of the rules, `quality` says how right labels
//! are, `picture` draws how positions are distributed, `learn` fits the engine's weights to
//! them, `learn-network` rows of numbers for windows, `tune` finds margins of the search by games
//! that two sets of them play, `judge` compares them by single moves.
//!
//! # Floors
//!
//! Each module uses only modules on lower floors.
//!
//! ```text
//! 3  histograms, line_network, quality, tune
//! 2  check, judge, label, labelled, learn, pairing
//! 1  generate
//! 0  journal, store
//! ```

pub mod check;
pub mod generate;
pub mod histograms;
pub mod journal;
pub mod judge;
pub mod label;
pub mod labelled;
pub mod learn;
pub mod line_network;
pub mod pairing;
pub mod quality;
pub mod store;
pub mod tune;
