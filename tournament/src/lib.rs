//! Tournaments of Gomocup engines: running games, judging them, counting them, going on after
//! an interruption, and saying honestly who is stronger.

pub mod config;
pub mod game;
pub mod record;
