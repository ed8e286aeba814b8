//! Puzzles: positions in which exactly one move is right, each with a proof.
//!
//! A [`Puzzle`] is a position of a game that weak levels play against each other ([`play`]). A
//! [`Finder`] proves with the solvers that one first move wins, by fours or by fours and threes, and
//! that no other does; or that one move of the defender is not refuted, and every other one is. A
//! [`Collection`] keeps puzzles apart under the symmetries of the board and balances their grades; its
//! text is a file that the page of the board reads. [`solved`] lets a level try a puzzle, which shows
//! whether the grades order them.
//!
//! # Floors
//!
//! | floor | modules |
//! |---|---|
//! | 3 | `find` proofs |
//! | 2 | `collection` puzzles of one rule as a file, `defence` the only defence |
//! | 1 | `fouls` forbidden points, `grade` how hard they are, `trial` levels that try puzzles |
//! | 0 | `puzzle` one puzzle as text, `self_play` games |

mod collection;
mod defence;
mod find;
mod fouls;
mod grade;
mod puzzle;
mod self_play;
mod trial;

pub use collection::{Collection, CollectionError};
pub use find::Finder;
pub use grade::grade;
pub use puzzle::{Effort, GRADES, Grade, Kind, Puzzle, PuzzleError};
pub use self_play::play;
pub use trial::solved;

#[cfg(test)]
mod tests;
