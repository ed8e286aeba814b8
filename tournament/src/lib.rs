//! Tournaments of Gomocup engines: running games, judging them, counting them, going on after
//! an interruption, and saying honestly who is stronger.
//!
//! ```text
//! arguments ─► config ─► plan ─► runner ─► game ─► engine-process
//!                 ▲        │        │         │
//!             openings     ▼        ▼         ▼
//!                        shard    state ◄── record ─► statistics ─► table, results, report
//!                                   ▲          └────► records (psq, SGF, PGN, …)
//!                                 merge
//! ```
//!
//! `config` is what a tournament is, `plan` the games that follow from it, `game` plays one of
//! them and `runner` all; `state` is the file where each ends as a `record`, and everything
//! that is shown or exported is a function of such a file. `play` and `tasks` are the commands,
//! `view`, `serve` and `reporting` what one sees meanwhile. Games are judged by the slow
//! definitions of `dolmen::rules`; nothing else of the engine is used.

pub mod arguments;
pub mod config;
pub mod demo;
pub mod game;
pub mod merge;
pub mod openings;
pub mod plan;
pub mod play;
pub mod record;
pub mod records;
pub mod report;
pub mod reporting;
pub mod results;
pub mod runner;
pub mod serve;
pub mod shard;
pub mod state;
pub mod statistics;
pub mod status;
pub mod table;
pub mod tasks;
pub mod view;

#[cfg(test)]
mod testing;
