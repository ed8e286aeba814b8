//! Games of the engine against itself, the evaluation learned from them, and the search tuned by
//! them. The README of the crate describes the commands.
//!
//! `store` holds labelled games, which `generate` plays and `label` takes from other programs.
//! `teacher` holds the opinions of a network too large for the engine, for which `export` writes positions.
//! `check` replays stored games. `learn`, `line_network` and `policy` fit weights; `report` measures weights,
//! games and labels. `tree` measures the growth and the sight of the search, `tune` tunes its margins.
//! `estimate` has means with standard errors, `first_line` the beginning of files, and `workers`
//! spreads work over threads.
//!
//! # Floors
//!
//! Each module uses only modules on lower floors.
//!
//! ```text
//! 6  policy
//! 5  export, line_network, report
//! 4  learn, tree
//! 3  check, label, tune
//! 2  generate
//! 1  store, teacher
//! 0  estimate, first_line, workers
//! ```

pub mod check;
pub mod estimate;
pub mod export;
pub mod first_line;
pub mod generate;
pub mod label;
pub mod learn;
pub mod line_network;
pub mod policy;
pub mod report;
pub mod store;
pub mod teacher;
pub mod tree;
pub mod tune;
pub mod workers;
