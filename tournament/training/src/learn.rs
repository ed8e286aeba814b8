//! The command `learn`: fits weights of the evaluation and of the order of moves to stored
//! games.
//!
//! The evaluation is a logistic regression: the sigmoid of the score, 200 units to one, is
//! to be what became of the position, which is a mixture of the search's score and the
//! game's result. The order of moves is a soft-max over the moves of a position, which is
//! to choose the search's move. Every weight is a sum of parts that many codes share (a
//! part for each shape, each pair of shapes, the class of threat) and of one of its own,
//! which is held near zero, so that rare codes rest on what is known of their parts.
//!
//! Every tenth game is held out; the losses are of those.

pub mod adam;
pub mod groups;
pub mod moves;
pub mod picture;
pub mod samples;
pub mod values;

#[cfg(test)]
mod tests;
