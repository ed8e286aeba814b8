//! Making opening books: positions are searched one by one, always the one that matters most.
//!
//! A [`Tree`] is what the positions of a file say about each other: the worth of a move is the worth
//! of the position after it, if that has been searched, and otherwise what the search before it said.
//! The position to search next is the one that the best play of both sides reaches with the fewest
//! and smallest deviations (drop-out expansion, Lincke 2001). A book holds the positions that a
//! player of the book can reach, with the moves that are best by that worth.

mod builder;
mod proof;
mod tree;

pub use builder::{BuildError, Builder, Progress};
pub use proof::add_certificate;
pub use tree::{Choice, Tree};
