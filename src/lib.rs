//! A five-in-a-row engine: gomoku (freestyle and standard), renju, caro in both forms, and omok,
//! on boards from 5×5 to 22×22.
//!
//! The crate is the library behind `pbrain-dolmen`, a program that plays in Gomocup managers. It
//! offers three things to other programs:
//!
//! * [`Game`]: a position and its rule, with legal and forbidden points, moves, undo and the
//!   outcome;
//! * [`Engine`]: a search that finds moves within limits of time, depth or nodes, and reports its
//!   progress while it runs;
//! * [`Solver`]: exact answers to whether the side to move wins by continuous fours or threats, and
//!   [`QuietSolver`](solver::QuietSolver): proofs of wins by any moves, with a
//!   [`Certificate`](certificate::Certificate).
//!
//! # Examples
//!
//! Finds a move in a tenth of a second:
//!
//! ```
//! # #[cfg(feature = "engine")] {
//! use std::time::Duration;
//!
//! use dolmen::{Engine, Game};
//!
//! let mut game: Game = "renju 15x15 h8 i9".parse()?;
//! let point = Engine::default().best_move(&game, Duration::from_millis(100))?;
//! game.play(point)?;
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Times hold in release builds. A debug build searches many times slower, and its first search takes
//! about half a second, whatever the limit.
//!
//! [`Engine::analyse`] also reports the progress, and [`Engine::think`] takes every limit and signal.
//! The folder `examples` has programs that play, analyse, solve, observe a search, compare two
//! configurations and write a certificate.
//!
//! # Features
//!
//! | feature | adds |
//! |---|---|
//! | none | the domain: boards, rules, games, the checker of certificates; three small dependencies |
//! | `engine` | threats, evaluation with its weights, search, solvers, stored positions; implies `serde` |
//! | `protocol` | the Gomocup protocol; implies `engine` |
//! | `analyse` | the command `analyse`, which answers queries about many positions in JSON; no public module: [`scheduler`] is its engine; implies `protocol` |
//! | `serde` | `Serialize` and `Deserialize` for points, sizes, colours, rules, positions and games |
//! | `cli` | the program `pbrain-dolmen`; implies the others |
//!
//! `cli` is the default, so that `cargo install --path .` in a clone makes the program. A user of the
//! library names the features that he needs, here with the path of a clone:
//! `dolmen = { path = "../dolmen", default-features = false, features = ["engine"] }`.
//!
//! The library runs on 32-bit processors and on `wasm32-unknown-unknown`. Where the platform has no
//! clock, searches are limited by nodes or depth, or by a clock that the caller provides
//! ([`TimeSource`](search::TimeSource)).
//!
//! # Modules
//!
//! A module uses those on lower floors only; a test checks this.
//!
//! | floor | module | content |
//! |---|---|---|
//! | 11 | `program` | the program `pbrain-dolmen` |
//! | 10 | `analyse` | the command `analyse`: positions and answers as JSON lines |
//! | 9 | [`scheduler`] | many positions at once, by priority |
//! | 9 | [`protocol`] | the Gomocup protocol, from bytes to replies |
//! | 9 | `bench`, `solve` | the commands of the program |
//! | 8 | [`engine`] | the engine, its options, its acts in openings |
//! | 7 | [`search`] | iterative deepening, alpha-beta, threads |
//! | 6 | [`positions`] | knowledge that outlives a game: kept analysis, the opening book |
//! | 6 | [`solver`] | continuous fours (VCF), continuous threats (VCT), wins with quiet moves |
//! | 5 | [`eval`] | weights and the evaluation of positions |
//! | 4 | `serialized` | serde |
//! | 4 | [`svg`] | positions as pictures |
//! | 4 | [`threats`] | the threats of both sides, kept under play and undo |
//! | 3 | [`certificate`] | proofs of wins, and their checker |
//! | 3 | [`game`] | a position with its rule |
//! | 3 | [`notation`] | games as files: Piskvork, SGF, RenLib, plain moves |
//! | 3 | [`query`] | line queries by shifts |
//! | 2 | [`opening`] | opening protocols: swap, swap2 and those of renju |
//! | 2 | [`rules`] | the rules: fives, forbidden points, outcomes |
//! | 1 | [`board`] | points, colours, bitboards, positions |
//! | 0 | `near` | the known word nearest to a misspelt one |
//! | 0 | `processor` | vector kernels and prefetching |

#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "analyse")]
#[doc(hidden)]
pub mod analyse;
#[cfg(feature = "engine")]
#[doc(hidden)]
pub mod bench;
pub mod board;
pub mod certificate;
#[cfg(feature = "engine")]
pub mod engine;
#[cfg(feature = "engine")]
pub mod eval;
pub mod game;
#[cfg(feature = "near")]
#[doc(hidden)]
pub mod near;
pub mod notation;
pub mod opening;
#[cfg(feature = "engine")]
pub mod positions;
#[cfg(feature = "engine")]
mod processor;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod program;
#[cfg(feature = "protocol")]
pub mod protocol;
#[cfg(feature = "engine")]
pub mod query;
pub mod rules;
#[cfg(feature = "engine")]
pub mod scheduler;
#[cfg(feature = "engine")]
pub mod search;
#[cfg(feature = "serde")]
mod serialized;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod solve;
#[cfg(feature = "engine")]
pub mod solver;
pub mod svg;
#[cfg(feature = "engine")]
pub mod threats;

pub use board::{Bitboard, BoardSize, Color, Point, Position};
#[cfg(feature = "engine")]
pub use engine::Engine;
#[cfg(feature = "engine")]
pub use eval::{Evaluator, Score};
pub use game::Game;
pub use rules::{IllegalMove, Outcome, Rule};
#[cfg(feature = "engine")]
pub use solver::Solver;

#[cfg(test)]
mod tests;

#[cfg(all(doctest, feature = "engine"))]
#[doc = include_str!("../README.md")]
struct Readme;
