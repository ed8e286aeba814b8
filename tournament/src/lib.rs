//! Tournaments between Gomocup engines: plays games, judges and counts them, resumes after
//! interruptions, and measures which engine is stronger.
//!
//! # Floors
//!
//! Each module uses only modules on lower floors.
//!
//! ```text
//! 8  cli
//! 7  commands
//! 6  show
//! 5  run
//! 4  store
//! 3  plan
//! 2  book, config, puzzles
//! 1  openings, statistics
//! 0  record
//! ```
//!
//! A command line becomes a request of [`commands`](commands::Request), which a command carries out.
//! [`config`] describes a tournament, and [`plan`] derives its games. [`run`] plays them; each game ends as a
//! [`record`] in a file of the [`store`], and every view and export is a function of such a file. Games are
//! judged by the slow definitions of `dolmen::rules`. Other parts of the engine serve only two purposes: the
//! crate `board` marks points on boards, and the search makes a [`book`] and [`puzzles`] and negotiates
//! openings for engines that cannot.

#![cfg_attr(
    not(feature = "cli"),
    expect(dead_code, unused_imports, reason = "the command line alone uses the rest")
)]

pub mod book;
#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "cli")]
pub mod commands;
pub mod config;
pub mod openings;
pub mod plan;
pub mod puzzles;
pub mod record;
pub mod run;
#[cfg(feature = "cli")]
pub mod show;
pub mod statistics;
pub mod store;

#[cfg(test)]
mod testing;
