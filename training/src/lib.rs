//! Games of the engine against itself, the evaluation learned from them, and the search tuned by
//! them. The README of the crate describes the commands.
//!
//! `store` holds labelled games, which `generate` plays and `label` takes from other programs.
//! `check`, `quality` and `histograms` measure what is stored; `labelled` reads its positions one
//! by one. `learn` and `line_network` fit weights; `tune` and `judge` compare margins of the
//! search. `workers` spreads work over threads, and `journal` keeps its results.
//!
//! # Floors
//!
//! Each module uses only modules on lower floors.
//!
//! ```text
//! 4  histograms, line_network
//! 3  judge, learn, quality
//! 2  check, label, labelled, tune
//! 1  generate, journal
//! 0  store, workers
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
pub mod quality;
pub mod store;
pub mod tune;
pub mod workers;
