//! The table behind the board: a game as a tree of moves, the players and their engines, clocks,
//! files, and proofs. The rules are those of `dolmen::rules`; no other code decides them.
//!
//! A table has no threads, no clock, no files and no sockets. Its host feeds it with the page's
//! [`Command`](message::Command)s, the engines' lines and the time, and carries out the table's answers:
//! [`Message`](message::Message)s for the page and orders for the engines. The host is the program
//! `board`, with native engines, or the page itself, where the table and the engine are compiled to
//! WebAssembly.
//!
//! # Floors
//!
//! Each module uses only modules on lower floors.
//!
//! ```text
//! 5  table
//! 4  computation, dialogue
//! 3  collection
//! 2  formats, insight, order, picture, ranking, review
//! 1  message
//! 0  tree
//! ```

pub mod collection;
pub mod computation;
mod dialogue;
pub mod formats;
pub mod insight;
pub mod message;
mod order;
pub mod picture;
mod ranking;
mod review;
pub mod table;
pub mod tree;
