//! Tournaments of Gomocup engines: running games, judging them, counting them, going on after
//! an interruption, and saying honestly who is stronger.

pub mod arguments;
pub mod config;
pub mod game;
pub mod openings;
pub mod plan;
pub mod record;
pub mod runner;
pub mod state;
pub mod statistics;
pub mod table;
pub mod view;

#[cfg(test)]
mod testing;
