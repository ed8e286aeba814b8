//! Tournaments of Gomocup engines: running games, judging them, counting them, going on after
//! an interruption, and saying honestly who is stronger.

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
