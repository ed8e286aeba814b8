//! Opening books, made of searched positions.
//!
//! A [`Tree`] backs up the scores of a file of searched positions by negamax: the score of a move is that of
//! the position after it if that position has been searched, and otherwise the score that the search before
//! the move gave it. The position to search next is the one that the best play of both sides reaches with the
//! fewest and smallest deviations (drop-out expansion, Lincke 2001). A book holds the positions that a player
//! of the book can reach, with the best moves by these scores.

mod proof;
mod tree;

pub use proof::add_certificate;
pub use tree::{Choice, Tree};
